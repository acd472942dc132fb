// What each source line and each instruction costs, side by side: a line marks its instructions, an instruction its
// lines. All text of the input is set as text, never as markup.

const costClasses = ["issuing", "operands", "memory", "fetch", "branch", "meeting", "pipe"];

class CostView {
  /// @param listing  the view of the instructions, which carry their costs
  /// @param onChoose  called with the rows of a line that was clicked
  constructor(listing, onChoose) {
    this.panes = document.getElementById("we-panes");
    this.section = document.getElementById("we-cost");
    this.note = document.getElementById("we-cost-note");
    this.worst = document.getElementById("we-worst");
    this.source = document.getElementById("we-source");
    this.listing = listing;
    this.onChoose = onChoose;
  }

  show(run) {
    const { costs } = run.costed;
    this.section.hidden = !costs;
    this.panes.classList.toggle("we-has-cost", Boolean(costs));
    document.getElementById("we-h-source").textContent = run.kernel.places.length > 0 ? "Source, by cost" : "Cost";
    this.run = run;
    this.current = null;
    this.sourceLines = new Map();
    if (!costs) {
      this.listing.show(run, null);
      return;
    }
    this.kernel = run.kernel;
    this.isTimed = costs.some((row) => row[3] !== null);
    this.unit = this.isTimed ? "cycles" : "executions";
    this.costs = costs.map((row) => (this.isTimed ? row[3] ?? 0 : row[0]));
    this.total = this.costs.reduce((sum, cost) => sum + cost, 0);
    this.most = Math.max(1, ...this.costs);
    this.note.textContent = `${this.total} ${this.unit}${run.run.warp ? " of all warps of the block" : " in all"}; a bar is the share of the most expensive one.` +
      (this.isTimed ? " Each cycle belongs to one instruction." : " No cycles are known of this run.");
    this.collect();
    this.listing.show(run, { of: this.costs, most: this.most });
    this.listing.items.forEach((item, row) => {
      item.title = this.describe(row);
      this.listen(item, (scroll) => this.markRow(row, scroll));
    });
    this.showSource();
    this.showWorst();
  }

  key(file, line) { return `${file}:${line}`; }
  short(file) { return file.split("/").pop(); }

  /// Sums over the innermost lines, and which rows come from a line by any way.
  collect() {
    this.lines = new Map();
    this.rowsOf = new Map();
    this.kernel.place_of_row.forEach((place, row) => {
      if (place < 0) return;
      const frames = this.kernel.places[place];
      for (let i = 0; i < frames.length; i += 3) {
        const key = this.key(frames[i], frames[i + 1]);
        if (!this.rowsOf.has(key)) this.rowsOf.set(key, []);
        this.rowsOf.get(key).push(row);
      }
      const key = this.key(frames[0], frames[1]);
      const sum = this.lines.get(key) ?? { file: frames[0], line: frames[1], cost: 0, apart: 0, causes: new Map() };
      const [, , executedApart, , cyclesApart, cause] = this.run.costed.costs[row];
      const apart = this.isTimed ? cyclesApart ?? 0 : executedApart;
      sum.cost += this.costs[row];
      sum.apart += apart;
      if (apart > 0 && cause >= 0) sum.causes.set(cause, (sum.causes.get(cause) ?? 0) + apart);
      this.lines.set(key, sum);
    });
  }

  heat(cost, most) {
    const line = element("div", "we-heat");
    line.style.setProperty("--we-share", `${(100 * cost) / most}%`);
    line.append(element("b", "", cost > 0 ? String(cost) : ""));
    return line;
  }

  describe(row) {
    const [executed, active, apart] = this.run.costed.costs[row];
    if (executed === 0) return "not executed";
    const parts = [`executed ${executed} times by ${(active / executed).toFixed(1)} lanes`];
    if (apart > 0) parts.push(`${apart} times while lanes were elsewhere`);
    (this.run.costed.classes[row] ?? []).forEach((cycles, index) => {
      if (cycles > 0) parts.push(`${cycles} ${costClasses[index]}`);
    });
    return parts.join(", ");
  }

  showSource() {
    const most = Math.max(1, ...[...this.lines.values()].map((line) => line.cost));
    const shown = [];
    const add = (file, line, text) => {
      const key = this.key(file, line);
      const item = this.heat(this.lines.get(key)?.cost ?? 0, most);
      item.append(element("span", "we-pc", String(line)), element("code", "", text));
      item.dataset.place = key;
      if (this.rowsOf.has(key)) {
        this.listen(item, (scroll) => this.markLine(key, scroll));
        item.addEventListener("click", () => this.onChoose(this.rowsOf.get(key)));
      }
      this.sourceLines.set(key, item);
      shown.push(item);
    };
    const files = [...new Set(this.kernel.places.flatMap((frames) => frames.filter((_, index) => index % 3 === 0)))];
    for (const file of files) {
      shown.push(element("p", "we-file", file));
      const text = this.kernel.sources[file];
      if (text) text.lines.forEach((line, index) => add(file, text.first + index, line));
      // The text is not on the machine that made the page, or the file ends before.
      const used = [...this.rowsOf.keys()].filter((key) => key.startsWith(`${file}:`) && !this.sourceLines.has(key));
      for (const key of used.sort((a, b) => Number(a.split(":").pop()) - Number(b.split(":").pop())))
        add(file, Number(key.split(":").pop()), text ? "" : "(the source is not here)");
    }
    if (files.length === 0) shown.push(element("p", "we-file", "The listing notes no source lines; instructions stand for themselves."));
    this.source.replaceChildren(...shown);
  }

  showWorst() {
    const places = this.lines.size > 0
      ? [...this.lines.entries()].map(([key, line]) => ({ ...line, text: `${this.short(line.file)}:${line.line}`,
                                                           mark: () => this.markLine(key, true) }))
      : this.costs.map((cost, row) => ({ cost, apart: 0, causes: new Map(), text: `${this.run.address(row)} ${this.kernel.rows[row][1]}`,
                                         mark: () => this.markRow(row, true) }));
    const worst = places.filter((place) => place.cost > 0).sort((a, b) => b.cost - a.cost).slice(0, 8);
    this.worst.replaceChildren(...worst.map((place) => {
      const item = element("li");
      const share = Math.round((100 * place.cost) / Math.max(this.total, 1));
      let text = `${place.text}: ${place.cost} ${this.unit} (${share}%)`;
      if (place.apart > 0) text += `, ${place.apart} while lanes were elsewhere`;
      const [cause] = [...place.causes.entries()].sort((a, b) => b[1] - a[1]);
      if (cause) text += `, parted at ${this.placeOf(cause[0])}`;
      const button = element("button", "", text);
      button.type = "button";
      button.addEventListener("click", () => place.mark());
      item.append(button);
      return item;
    }));
  }

  placeOf(row) {
    const place = this.kernel.place_of_row[row];
    if (place < 0) return this.run.address(row);
    const [file, line] = this.kernel.places[place];
    return `${this.short(file)}:${line}`;
  }

  // --- links ---

  listen(item, mark) {
    item.addEventListener("mouseenter", () => mark(false));
    item.addEventListener("click", () => mark(true));
  }

  markLine(key, scroll) {
    this.mark(this.rowsOf.get(key) ?? [], [key], scroll);
  }

  markRow(row, scroll) {
    const place = this.kernel.place_of_row[row];
    const frames = place < 0 ? [] : this.kernel.places[place];
    const keys = [];
    for (let i = 0; i < frames.length; i += 3) keys.push(this.key(frames[i], frames[i + 1]));
    this.mark([row], keys, scroll);
  }

  mark(rows, keys, scroll) {
    for (const item of this.panes.querySelectorAll(".we-linked")) item.classList.remove("we-linked");
    const marked = [rows.map((row) => this.listing.items[row]), keys.map((key) => this.sourceLines.get(key)).filter(Boolean)];
    for (const item of marked.flat()) item.classList.add("we-linked");
    if (!scroll) return;
    for (const [pane, first] of [[this.listing.scroller, marked[0][0]], [this.source, marked[1][0]]])
      if (first) scrollPane(pane, first);
  }

  /// The line that the next instruction comes from; null at the end.
  setRow(row) {
    if (this.current) this.current.classList.remove("we-current");
    const line = row === null ? null : this.run.lineOf(row);
    this.current = line ? this.sourceLines.get(this.key(line.file, line.line)) : null;
    if (!this.current) return;
    this.current.classList.add("we-current");
    scrollPane(this.source, this.current);
  }
}
