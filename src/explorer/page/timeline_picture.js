// The time line as a drawing to take away: shapes in place of pixels, as wide as a column of a paper, with its legend and
// a caption that says what made it.

// Drawn this wide, text of 12.5 pixels is 8 points high in a column.
const picture = { width: 394, millimetres: 89, margin: 8, labels: 46, textSize: 12.5, line: 16.5, columnsOfPixel: 3 };

const escapeXml = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/// Notes what is painted on it as shapes, in the words of a canvas as far as the time line uses them.
class Shapes {
  constructor() {
    this.parts = [];
    this.scaled = 1;
    this.path = "";
    this.measuring = new OffscreenCanvas(1, 1).getContext("2d");
  }

  /// Colours in the words that every program knows.
  static plain(colour) {
    Shapes.known ??= new Map();
    if (!Shapes.known.has(colour))
      Shapes.known.set(colour, "#" + [...TimelineView.channels([colour])[0].subarray(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join(""));
    return Shapes.known.get(colour);
  }
  static number(value) { return String(Math.round(value * 100) / 100); }

  save() { this.saved = this.scaled; }
  restore() {
    this.scaled = this.saved;
    if (this.isClipped) this.parts.push("</svg>\n");
    this.isClipped = false;
  }
  scale(x) { this.scaled = x; }

  /// Columns that go on where the last one ended, as high as it, are one shape with it.
  fillRect(left, y, wide, height) {
    const [x, width] = [left * this.scaled, wide * this.scaled];
    const fill = Shapes.plain(this.fillStyle);
    const last = this.parts[this.parts.length - 1];
    if (last && last.fill === fill && last.y === y && last.height === height && Math.abs(last.x + last.width - x) < 1e-6) last.width += width;
    else this.parts.push({ x, y, width, height, fill });
  }

  beginPath() { this.path = ""; }
  moveTo(x, y) { this.path += `M${Shapes.number(x)} ${Shapes.number(y)}`; }
  lineTo(x, y) { this.path += `L${Shapes.number(x)} ${Shapes.number(y)}`; }
  stroke() { this.parts.push(`<path d="${this.path}" fill="none" stroke="${Shapes.plain(this.strokeStyle)}" stroke-width="${this.lineWidth}"/>\n`); }
  rect(...box) { this.box = box.map(Shapes.number); }
  clip() {
    const [x, y, width, height] = this.box;
    this.isClipped = true;
    this.parts.push(`<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">\n`);
  }

  measureText(text) {
    this.measuring.font = this.font;
    return this.measuring.measureText(text);
  }
  fillText(text, x, y) {
    const [, weight, size] = /^(bold )?([\d.]+)px/.exec(this.font);
    this.parts.push(`<text x="${Shapes.number(x)}" y="${Shapes.number(y)}" font-size="${size}"${weight ? ' font-weight="bold"' : ""} fill="${Shapes.plain(this.fillStyle)}">${escapeXml(text)}</text>\n`);
  }

  /// Pixels of one row of an image that are alike, as one shape.
  drawRows(image, rowHeight) {
    for (let y = 0; y < image.height; ++y)
      for (let x = 0; x < image.width; ++x) {
        const at = 4 * (y * image.width + x);
        if (image.data[at + 3] === 0) continue;
        this.fillStyle = `rgb(${image.data[at]} ${image.data[at + 1]} ${image.data[at + 2]})`;
        this.fillRect(x, y * rowHeight, 1, rowHeight);
      }
  }

  toString() {
    const { number } = Shapes;
    return this.parts.map((part) => typeof part === "string" ? part
      : `<rect x="${number(part.x)}" y="${number(part.y)}" width="${number(part.width)}" height="${number(part.height)}" fill="${part.fill}"/>\n`).join("");
  }
}

/// One below the other: the time lines that are seen, their names, ticks, legend and caption.
class TimelinePicture {
  constructor(colour) {
    this.colour = colour;
    this.svg = "";
    this.y = picture.margin;
    this.measuring = new OffscreenCanvas(1, 1).getContext("2d");
  }

  widthOf(text, size) {
    this.measuring.font = `${size}px system-ui, sans-serif`;
    return this.measuring.measureText(text).width;
  }

  write(text, x, y, { size = picture.textSize, ink = "--rc-ink", anchor = "start", bold = false } = {}) {
    this.svg += `<text x="${Shapes.number(x)}" y="${Shapes.number(y)}" font-size="${size}" text-anchor="${anchor}"${bold ? ' font-weight="bold"' : ""} fill="${Shapes.plain(this.colour(ink))}">${escapeXml(text)}</text>\n`;
  }

  paragraph(text, options = {}) {
    const room = picture.width - 2 * picture.margin;
    let line = "";
    const end = () => {
      this.write(line, picture.margin, this.y + picture.textSize, options);
      this.y += picture.line;
    };
    for (const word of text.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && this.widthOf(longer, picture.textSize) > room) {
        end();
        line = word;
      } else line = longer;
    }
    if (line !== "") end();
  }

  timeline(view, name) {
    if (name) this.paragraph(name, { bold: true });
    const width = picture.width - picture.labels - picture.margin;
    const shapes = new Shapes();
    view.paintOn(shapes, width, this.colour, picture.columnsOfPixel);
    this.svg += `<g shape-rendering="crispEdges" transform="translate(${picture.labels} ${Shapes.number(this.y)})">\n${shapes}</g>\n`;
    for (const label of view.labels.children)
      this.write(label.textContent, picture.labels - 5, this.y + Number.parseFloat(label.style.top) + 3.5, { size: 10, ink: "--rc-muted", anchor: "end" });
    this.y += view.height + 3;
    const step = roundStep((view.to - view.from) / Math.max(2, Math.floor(width / 70)));
    for (let time = Math.ceil(view.from / step) * step; time <= Math.min(view.to, view.length); time += step) {
      const share = (time - view.from) / (view.to - view.from);
      this.write(time.toLocaleString("en"), picture.labels + share * width, this.y + 10, { size: 10, ink: "--rc-muted", anchor: share > 0.93 ? "end" : share < 0.03 ? "start" : "middle" });
    }
    this.y += 14;
    this.write(view.axis.unit, picture.labels + width / 2, this.y + 11, { anchor: "middle", size: 11 });
    this.y += 20;
  }

  /// As the page shows it: heads, and colours with their names.
  legend(holder) {
    let x = picture.margin;
    const size = 11;
    for (const entry of holder.querySelectorAll("b, .we-entry")) {
      const key = entry.querySelector(".we-key");
      const width = this.widthOf(entry.textContent, size) * (key ? 1 : 1.1) + (key ? 24 : 12);
      if (!key && x > picture.margin) x = picture.width;  // a head begins a line
      if (x + width > picture.width - picture.margin && x > picture.margin) {
        x = picture.margin;
        this.y += 15;
      }
      if (key) this.svg += `<rect x="${Shapes.number(x)}" y="${Shapes.number(this.y + 2)}" width="10" height="10" rx="2" fill="${Shapes.plain(getComputedStyle(key).backgroundColor)}" stroke="${Shapes.plain(this.colour("--rc-grid"))}"/>\n`;
      this.write(entry.textContent, key ? x + 14 : x, this.y + 11, { size, bold: !key });
      x += width;
    }
    this.y += 22;
  }

  toString() {
    const height = Math.ceil(this.y + picture.margin);
    const scale = picture.millimetres / picture.width;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.millimetres}mm" height="${Shapes.number(height * scale)}mm" viewBox="0 0 ${picture.width} ${height}" font-family="system-ui, sans-serif">\n` +
      `<rect width="100%" height="100%" fill="${Shapes.plain(this.colour("--rc-paper"))}"/>\n${this.svg}</svg>\n`;
  }
}

/// @returns the text of an SVG with what the explorer's time lines show now
function pictureOfTime({ timeline, beside, besideNumber, chosen, generation, data }) {
  const style = getComputedStyle(byId("we"));
  const drawn = new TimelinePicture((name) => style.getPropertyValue(name).trim());
  const views = besideNumber === null ? [[timeline, ""]]
    : [[timeline, beside.names[beside.isLeft ? 0 : 1]], [beside.timeline, beside.names[beside.isLeft ? 1 : 0]]];
  if (besideNumber !== null && !beside.isLeft) views.reverse();
  for (const [view, name] of views) drawn.timeline(view, name);
  drawn.legend(byId("we-legend"));
  const what = [data.kernels[chosen.kernel].title, chosen.pattern, chosen.warp, generation.title].filter(Boolean).join(", ");
  drawn.paragraph(besideNumber === null ? `Lanes of a warp over time: ${what}.` : `Lanes of two warps over time: ${views.map(([, name]) => name).join(", ")}; ${generation.title}.`);
  drawn.paragraph(window.reconverge.madeBy());
  return String(drawn);
}
