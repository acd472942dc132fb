// Makes the figures of a report interactive: values under the pointer or the arrow keys, series on and
// off, linear or logarithmic, the data and the drawing to take away. The static drawing stays in place
// until its chart has been drawn, and for good where a browser runs no scripts.

const colourCount = 6;
const chartHeight = 330;
// With a precision of its own: without one the library rounds labels to the distance of the ticks it would
// have chosen, and 16 is labelled 20.
const tickFormat = ",.12~g";

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

/// Markup that the page keeps as text in a <noscript> (html.cpp, folded) takes its place. It is the page's own.
function unfold(holder) {
  const folded = holder.querySelector(":scope > noscript");
  if (folded === null) return;
  const markup = make("template");
  markup.innerHTML = folded.textContent;
  folded.replaceWith(markup.content);
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
    unfold(this.figure);
    this.drawing = this.figure.querySelector(".drawing");
    this.drawing.hidden = true;
    this.holder = make("div", { className: "chart", tabIndex: 0 });
    this.holder.setAttribute("role", "group");
    this.holder.setAttribute("aria-label", `${this.data.caption} Left and right arrow keys read the values.`);
    this.tip = make("div", { className: "chart-tip", hidden: true });
    this.spoken = make("p", { className: "chart-spoken" });
    this.spoken.setAttribute("aria-live", "polite");
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
    this.drawing.after(this.legend, this.frame, tools, this.spoken);
    this.listen();
  }

  switchOf(series) {
    const box = make("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => { series.shown = box.checked; this.draw(); });
    const swatch = make("i", { className: "chart-swatch" });
    swatch.style.background = this.colour(series);
    return make("label", { title: series.provenance }, box, swatch, series.name);
  }

  absent(series) {
    return make("span", { className: "absent", title: series.points_absent ?? "" }, `${series.name}: absent`);
  }

  colour(series) { return `var(--rc-s${series.index % colourCount})`; }

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
    const axis = (orient, scale, about) => Object.assign({ orient, scale, title: about.title, tickCount: orient === "left" ? 6 : Math.max(3, Math.floor(width / 90)),
                                                         labelOverlap: true, format: tickFormat },
      text, about.ticks && about.ticks.length > 0 && !(orient === "left" && this.logarithmic) ? { values: about.ticks } : {});
    return {
      width, height: chartHeight, padding: 5, autosize: { type: "fit", contains: "padding" },
      config: { font: "system-ui, sans-serif" },
      description: this.data.caption,
      data: [...shown.map((series) => ({ name: `s${series.index}`, values: usable(series).map(([x, y]) => ({ x, y })) })),
             { name: "focus", values: [] }, { name: "cursor", values: [] }],
      scales: [
        { name: "x", type: "linear", range: "width", zero: false, nice: false, padding: 12,
          domain: Chart.extent(points.map(([x]) => x)) },
        { name: "y", type: this.logarithmic ? "log" : "linear", range: "height", nice: true,
          zero: !this.logarithmic && low >= 0 && low < high / 2, domain: low > high ? [1, 10] : low === high ? [low, low + 1] : [low, high] },
      ],
      axes: [axis("bottom", "x", this.data.x), axis("left", "y", this.data.y)],
      marks: [
        { type: "rule", from: { data: "cursor" }, encode: { update: { x: { scale: "x", field: "x" }, y: { value: 0 },
          y2: { signal: "height" }, stroke: { value: "var(--rc-rule)" } } } },
        ...shown.flatMap((series) => this.marksOf(series)),
        { type: "symbol", from: { data: "focus" }, encode: { update: { x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" },
          size: { value: 90 }, fill: { value: "var(--rc-paper)" }, stroke: { field: "colour" }, strokeWidth: { value: 2.5 } } } },
      ],
    };
  }

  static extent(xs) {
    const low = xs.reduce((least, x) => Math.min(least, x), Infinity);
    const high = xs.reduce((most, x) => Math.max(most, x), -Infinity);
    return low > high ? [0, 1] : [low, high];
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
        ...place, shape: { value: { triangle: "triangle-up", circle: "circle", square: "square", cross: "cross" }[series.mark] },
        size: { value: 42 }, fill: { value: "var(--rc-paper)" }, stroke: { value: this.colour(series) }, strokeWidth: { value: 1.8 } } } });
    return marks;
  }

  draw() {
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
      const swatch = make("i", { className: "chart-swatch" });
      swatch.style.background = this.colour(series);
      return make("div", {}, swatch, make("span", { className: "chart-value", textContent: String(y) }),
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

  save(name, type, text) {
    const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /// The drawing with its colours written out, so that any program can show it.
  async drawingText() {
    const style = getComputedStyle(document.documentElement);
    return (await this.view.toSVG()).replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  }
  async saveDrawing() { this.save(`${this.data.id}.svg`, "image/svg+xml", await this.drawingText()); }

  dataText() {
    const quote = (text) => (/[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const xs = [...new Set(this.series.flatMap((series) => series.points.map(([x]) => x)))].sort((one, other) => one - other);
    const columns = this.series.map((series) => new Map(series.points));
    const lines = [[this.data.x.title, ...this.series.map((series) => series.name)].map(quote).join(",")];
    for (const x of xs) lines.push([x, ...columns.map((column) => column.get(x) ?? "")].join(","));
    return lines.join("\n") + "\n";
  }
  saveData() { this.save(`${this.data.id}.csv`, "text/csv", this.dataText()); }
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
for (const figure of document.querySelectorAll("figure[data-chart]")) {
  watcher.observe(figure);
  figure.querySelector("details").addEventListener("toggle", (event) => unfold(event.target));
}

/// Paper shows the drawings of all figures, of those too whose charts were never made.
const unfoldAll = () => { for (const figure of document.querySelectorAll("figure[data-chart]")) unfold(figure); };
addEventListener("beforeprint", unfoldAll);
matchMedia("print").addEventListener("change", (event) => { if (event.matches) unfoldAll(); });
