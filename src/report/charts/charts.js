// Makes the figures of a report interactive: values under the pointer or the arrow keys, series on and
// off, linear or logarithmic, the data and the drawing to take away. The static drawing stays in place
// until its chart has been drawn, and for good where a browser runs no scripts.

const chartHeight = 330;
// With a precision of its own: without one the library rounds labels to the distance of the ticks it would
// have chosen, and 16 is labelled 20.
const tickFormat = ",.12~g";
// As it is drawn on paper and in the legend; the shape that Vega calls a cross is a plus.
const crossShape = "M-0.9,-0.9L0.9,0.9M0.9,-0.9L-0.9,0.9";

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/// The library under one name, as far as charts of points and lines need it.
function loadLibrary() {
  const dataflow = modules["vega-dataflow"];
  for (const part of ["vega-transforms", "vega-encode", "vega-view-transforms"])
    Object.assign(dataflow.transforms, modules[part]);
  return { View: modules["vega-view"].View, parse: modules["vega-parser"].parse,
           interpreter: modules["vega-interpreter"].expressionInterpreter };
}
const library = loadLibrary();

const isStepped = (series) => series.line === "step" || series.line === "dashed_step";

/// Value of a series at x: of a stepped one the value that holds there, of others a point.
function valueAt(series, x) {
  let low = 0;
  let high = series.points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (series.points[middle][0] <= x) low = middle + 1; else high = middle;
  }
  const point = series.points[low - 1];
  return point && (isStepped(series) || point[0] === x) ? point[1] : null;
}

class Chart {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.series = data.series.map((series, index) => Object.assign({ index, shown: true }, series))
      .filter((series) => Array.isArray(series.points) && series.points.length > 0);
    for (const series of this.series) {
      series.points = series.points.filter(([x, y]) => x !== null && y !== null);
      series.points.sort((one, other) => one[0] - other[0]);
    }
    this.logarithmic = false;
    this.at = null;
    this.build();
  }

  // --- parts of the page ---

  build() {
    window.reconverge.unfold(this.figure);
    this.drawing = this.figure.querySelector(".drawing");
    this.drawing.hidden = true;
    this.holder = make("div", { className: "chart", tabIndex: 0 });
    this.holder.setAttribute("role", "group");
    this.holder.setAttribute("aria-label", `${this.data.caption} Left and right arrow keys read the values.`);
    this.tip = make("div", { className: "chart-tip", hidden: true });
    this.spoken = make("p", { className: "chart-spoken" });
    this.spoken.setAttribute("aria-live", "polite");
    this.leftOut = make("p", { className: "remarks chart-left-out", hidden: true });
    this.leftOut.setAttribute("role", "status");
    this.legend = make("div", { className: "chart-legend" }, ...this.series.map((series) => this.switchOf(series)),
                       ...this.data.series.filter((series) => !Array.isArray(series.points)).map((series) => this.absent(series)));
    this.legend.setAttribute("role", "group");
    this.legend.setAttribute("aria-label", "Series");
    const scale = make("select", {}, make("option", { value: "linear", textContent: "linear" }),
                       make("option", { value: "log", textContent: "logarithmic" }));
    scale.addEventListener("change", () => { this.logarithmic = scale.value === "log"; this.draw(); });
    const button = (label, action) => {
      const made = make("button", { type: "button", textContent: label });
      made.addEventListener("click", action);
      return made;
    };
    const tools = make("div", { className: "chart-tools" }, make("label", {}, "Vertical axis ", scale),
                       button("Save SVG", () => this.saveDrawing()), button("Save CSV", () => this.saveData()));
    this.frame = make("div", { className: "chart-frame" }, this.holder, this.tip);
    this.drawing.after(this.legend, this.frame, tools, this.leftOut, this.spoken);
    this.listen();
  }

  switchOf(series) {
    const box = make("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => { series.shown = box.checked; this.draw(); });
    const equal = this.data.equal_to[series.index];
    return make("label", { title: series.provenance }, box, this.swatchOf(series),
                series.name + (equal ? ` (the same values as ${equal})` : ""));
  }

  /// A bit of the line with its mark: series stay apart without their colours.
  swatchOf(series) {
    const holder = make("span", { className: "chart-swatch" });
    holder.setAttribute("aria-hidden", "true");
    holder.innerHTML = `<svg viewBox="0 0 26 12">${Chart.sample(series)}</svg>`;
    holder.style.color = this.colour(series);
    return holder;
  }

  /// 26 by 12, in the current colour.
  static sample(series) {
    const dash = series.line.startsWith("dashed") ? ' stroke-dasharray="6 4"' : "";
    const line = series.line === "none" ? "" : `<path d="${isStepped(series) ? "M0 9H11V3H26" : "M0 6H26"}" fill="none" stroke="currentColor" stroke-width="2"${dash}/>`;
    const outline = { circle: "M9.2 6a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z", square: "M9.6 2.6h6.8v6.8h-6.8z",
                      triangle: "M13 1.4l4.2 7.2h-8.4z", cross: "M9.6 2.6l6.8 6.8m0 -6.8l-6.8 6.8",
                      diamond: "M13 1.2l4.8 4.8l-4.8 4.8l-4.8 -4.8z", down: "M13 10.6l4.2 -7.2h-8.4z" }[series.mark];
    return line + (outline ? `<path d="${outline}" fill="none" stroke="currentColor" stroke-width="1.8"/>` : "");
  }

  absent(series) {
    return make("span", { className: "absent", title: series.points_absent ?? "" }, `${series.name}: absent`);
  }

  colour(series) { return `var(--rc-s${this.data.colours[series.index]})`; }

  // --- drawing ---

  specification(width) {
    const shown = this.series.filter((series) => series.shown);
    const usable = (series) => this.logarithmic ? series.points.filter(([, y]) => y > 0) : series.points;
    const points = shown.flatMap(usable);
    const ys = points.map(([, y]) => y);
    const low = ys.reduce((least, y) => Math.min(least, y), Infinity);
    const high = ys.reduce((most, y) => Math.max(most, y), -Infinity);
    const text = { labelColor: "var(--rc-muted)", titleColor: "var(--rc-ink)", domainColor: "var(--rc-rule)",
                   tickColor: "var(--rc-rule)", gridColor: "var(--rc-grid)", labelFontSize: 12, titleFontSize: 13,
                   titleFontWeight: "normal", grid: true };
    const xs = points.map(([x]) => x);
    const across = Chart.extent(xs);
    const axis = (orient, scale, about) => Object.assign({ orient, scale, title: about.title, tickCount: orient === "left" ? 6 : Math.max(3, Math.floor(width / 90)),
                                                         labelOverlap: true, format: tickFormat },
      text, orient === "bottom" && xs.every(Number.isInteger) ? { tickMinStep: 1 } : {}, about.ticks && about.ticks.length > 0 && !(orient === "left" && this.logarithmic) ? { values: about.ticks } :
      orient === "bottom" && xs.length > 0 && across.only !== undefined ? { values: [across.only] } : {});
    return {
      width, height: chartHeight, padding: 5, autosize: { type: "fit", contains: "padding" },
      config: { font: "system-ui, sans-serif" },
      description: this.data.caption,
      data: [...shown.map((series) => ({ name: `s${series.index}`, values: usable(series).map(([x, y]) => ({ x, y })) })),
             { name: "focus", values: [] }, { name: "cursor", values: [] }],
      scales: [
        { name: "x", type: "linear", range: "width", zero: false, nice: false, padding: 12,
          domain: across.domain },
        { name: "y", type: this.logarithmic ? "log" : "linear", range: "height", nice: true,
          zero: !this.logarithmic && (low === high || (low >= 0 && low < high / 2)),
          domain: low > high ? [1, 10] : low === 0 && high === 0 ? [0, 1] : low === high && this.logarithmic ? [low / 2, low * 2] : [low, high] },
      ],
      axes: [axis("bottom", "x", this.data.x), axis("left", "y", this.data.y)],
      marks: [
        { type: "rule", aria: false, from: { data: "cursor" }, encode: { update: { x: { scale: "x", field: "x" }, y: { value: 0 },
          y2: { signal: "height" }, stroke: { value: "var(--rc-rule)" } } } },
        ...shown.flatMap((series) => this.marksOf(series)),
        { type: "symbol", aria: false, from: { data: "focus" }, encode: { update: { x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" },
          size: { value: 90 }, fill: { value: "var(--rc-paper)" }, stroke: { field: "colour" }, strokeWidth: { value: 2.5 } } } },
      ],
    };
  }

  /// What an axis shows: from the least to the greatest, one place alone in the middle.
  static extent(xs) {
    const low = xs.reduce((least, x) => Math.min(least, x), Infinity);
    const high = xs.reduce((most, x) => Math.max(most, x), -Infinity);
    return low === high ? { domain: [low - 1, high + 1], only: low } : { domain: low > high ? [0, 1] : [low, high] };
  }

  marksOf(series) {
    const place = { x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" } };
    const marks = [];
    if (series.line !== "none")
      marks.push({ type: "line", name: `line-${series.index}`, from: { data: `s${series.index}` }, description: series.name, encode: { update: {
        ...place, stroke: { value: this.colour(series) }, strokeWidth: { value: 2 },
        strokeDash: { value: series.line.startsWith("dashed") ? [6, 4] : [] },
        interpolate: { value: isStepped(series) ? "step-after" : "linear" } } } });
    if (series.mark !== "none")
      marks.push({ type: "symbol", name: `marks-${series.index}`, from: { data: `s${series.index}` }, description: series.name, encode: { update: {
        ...place, shape: { value: { triangle: "triangle-up", down: "triangle-down", cross: crossShape }[series.mark] ?? series.mark },
        size: { value: 42 }, fill: { value: "var(--rc-paper)" }, stroke: { value: this.colour(series) }, strokeWidth: { value: 1.8 } } } });
    return marks;
  }

  /// A logarithmic axis has no place for 0 and below: whoever is not on it is named.
  showLeftOut() {
    const left = this.logarithmic ? this.series.filter((series) => series.shown)
      .map((series) => [series.name, series.points.filter(([, y]) => y <= 0).length]).filter(([, count]) => count > 0) : [];
    this.leftOut.hidden = left.length === 0;
    this.leftOut.textContent = left.length === 0 ? "" : "A logarithmic axis has no place for 0 and below; left out: " +
      left.map(([name, count]) => `${name}, ${count} ${count === 1 ? "point" : "points"}`).join("; ") + ".";
  }

  draw() {
    this.showLeftOut();
    const width = Math.max(this.holder.clientWidth, 280);
    this.drawnWidth = width;
    this.hideValues();
    if (this.view) this.view.finalize();
    this.view = new library.View(library.parse(this.specification(width), null, { ast: true }),
                                 { expr: library.interpreter, renderer: "svg", container: this.holder, hover: false });
    return this.view.runAsync();
  }

  // --- values ---

  /// Every x that some shown series has, in order; of stepped series only where they change.
  places() {
    const places = new Set();
    for (const series of this.series)
      if (series.shown)
        series.points.forEach(([x, y], index) => {
          if (!isStepped(series) || index === 0 || y !== series.points[index - 1][1]) places.add(x);
        });
    return [...places].sort((one, other) => one - other);
  }

  showValues(x, follow) {
    this.at = x;
    const values = this.series.filter((series) => series.shown)
      .map((series) => ({ series, y: valueAt(series, x) })).filter(({ y }) => y !== null);
    const visible = values.filter(({ y }) => !this.logarithmic || y > 0);
    this.view.data("cursor", [{ x }]);
    this.view.data("focus", visible.map(({ series, y }) => ({ x, y, colour: this.colour(series) })));
    this.view.runAsync();
    this.tip.replaceChildren(make("b", { textContent: `${this.data.x.title}: ${x}` }), ...values.map(({ series, y }) => {
      return make("div", {}, this.swatchOf(series), make("span", { className: "chart-value", textContent: String(y) }),
                  ` ${series.name}`, make("small", { textContent: series.provenance }));
    }));
    this.tip.hidden = false;
    this.placeTip(x);
    if (!follow)
      this.spoken.textContent = `${this.data.x.title} ${x}: ` + values.map(({ series, y }) => `${series.name} ${y}`).join("; ");
  }

  placeTip(x) {
    const left = this.view.scale("x")(x) + this.view.origin()[0];
    const onRight = left < this.holder.clientWidth / 2;
    this.tip.style.left = onRight ? `${left + 14}px` : "auto";
    this.tip.style.right = onRight ? "auto" : `${this.holder.clientWidth - left + 14}px`;
  }

  hideValues() {
    this.at = null;
    this.tip.hidden = true;
    if (this.view) this.view.data("cursor", []).data("focus", []).runAsync();
  }

  nearest(x) {
    return this.places().reduce((best, place) => (best === null || Math.abs(place - x) < Math.abs(best - x) ? place : best), null);
  }

  listen() {
    this.holder.addEventListener("pointermove", (event) => {
      if (!this.view) return;
      const inside = event.clientX - this.holder.getBoundingClientRect().left - this.view.origin()[0];
      const place = this.nearest(this.view.scale("x").invert(inside));
      if (place !== null && place !== this.at) this.showValues(place, true);
    });
    this.holder.addEventListener("pointerleave", () => { if (document.activeElement !== this.holder) this.hideValues(); });
    this.holder.addEventListener("blur", () => this.hideValues());
    this.holder.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hideValues();
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const places = this.places();
      const now = this.at === null ? (step > 0 ? -1 : places.length) : places.indexOf(this.at);
      const next = Math.min(Math.max(now + step, 0), places.length - 1);
      if (places.length > 0) this.showValues(places[next], false);
    });
    new ResizeObserver(() => {
      if (this.view && Math.abs(this.holder.clientWidth - this.drawnWidth) > 8) this.draw();
    }).observe(this.holder);
  }

  // --- to take away ---

  /// The drawing as it is, with caption, legend and what made it, its colours written out so that any program can show it.
  async drawingText() {
    const style = getComputedStyle(document.documentElement);
    const escape = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
    const width = this.drawnWidth;
    const text = (words, x, y, rest = "") => `<text x="${x}" y="${y}" font-size="13" fill="var(--rc-ink)"${rest}>${escape(words)}</text>`;
    const caption = Chart.wrap(this.data.caption, width - 16);
    let y = 20;
    let parts = "";
    for (const line of caption) {
      parts += text(line, 8, y, ' font-weight="600"');
      y += 18;
    }
    const chart = (await this.view.toSVG()).replace(/^[^]*?<svg/, `<svg y="${y - 8}"`);
    y += chartHeight + 10;
    for (const series of this.series.filter((one) => one.shown)) {
      const equal = this.data.equal_to[series.index];
      const words = [series.name, series.provenance, equal ? `the same values as ${equal}` : ""].filter(Boolean).join("; ");
      parts += `<g transform="translate(8 ${y})" color="${this.colour(series)}">${Chart.sample(series).replaceAll("currentColor", this.colour(series))}</g>`;
      for (const line of Chart.wrap(words, width - 50)) {
        parts += text(line, 42, y + 10);
        y += 17;
      }
      y += 3;
    }
    for (const line of Chart.wrap(window.reconverge.madeBy(), width - 16)) {
      parts += text(line, 8, y + 12);
      y += 17;
    }
    const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${y + 6}" viewBox="0 0 ${width} ${y + 6}" font-family="system-ui, sans-serif">` +
      `<rect width="100%" height="100%" fill="var(--rc-paper)"/>`;
    return (head + parts + chart + "</svg>\n").replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  }

  /// Lines of words that fit into so many pixels of 13 px text, by a width that is rather too wide.
  static wrap(words, width) {
    const most = Math.max(Math.floor(width / 7), 8);
    const lines = [""];
    for (const word of words.split(" ")) {
      const last = lines[lines.length - 1];
      if (last === "") lines[lines.length - 1] = word;
      else if (last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  }

  async saveDrawing() { window.reconverge.save(`${this.data.id}.svg`, "image/svg+xml", await this.drawingText()); }

  dataText() {
    const quote = (text) => (/[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const xs = [...new Set(this.series.flatMap((series) => series.points.map(([x]) => x)))].sort((one, other) => one - other);
    const columns = this.series.map((series) => new Map(series.points));
    const lines = [[this.data.x.title, ...this.series.map((series) => series.name)].map(quote).join(",")];
    for (const x of xs) lines.push([x, ...columns.map((column) => column.get(x) ?? "")].join(","));
    return lines.join("\n") + "\n";
  }
  saveData() { window.reconverge.save(`${this.data.id}.csv`, "text/csv", this.dataText()); }
}

/// A chart is made when its figure comes near the window, so that long reports open at once.
const charts = new Map();
function enhance(figure) {
  if (charts.has(figure.id)) return charts.get(figure.id);
  const chart = new Chart(figure, JSON.parse(figure.querySelector("script").textContent));
  charts.set(figure.id, chart);
  figure.dataset.chart = "ready";
  chart.draw();
  return chart;
}
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries)
    if (entry.isIntersecting) {
      watcher.unobserve(entry.target);
      enhance(entry.target);
    }
}, { rootMargin: "600px" });
for (const figure of document.querySelectorAll("figure[data-chart]")) watcher.observe(figure);
