// What each source line and each instruction costs, side by side: a line marks its instructions, an instruction its
// lines. All text of the input is set as text, never as markup.

const costClasses = ["issuing", "operands", "memory", "fetch", "branch", "meeting", "pipe"];

/// [one, two, three, four] as [[one, two], [three, four]].
const inTwos = (flat) => Array.from({ length: flat.length / 2 }, (_, index) => flat.slice(2 * index, 2 * index + 2));

/// What a row is charged with: of its executions, of the lanes that were missed at it, or of those that it took away.
/// `charge` is [cost, what of it has a cause, which rows or words that is and how much of it].
const costMeasures = {
  cost: {
    unit: (view) => (view.isTimed ? `${view.band ? "typical " : ""}cycles` : "executions"),
    charge: (view, row) => {
      const [executions, , executedApart, cycles, cyclesApart, parted] = view.run.costed.costs[row];
      const apart = view.isTimed ? cyclesApart ?? 0 : executedApart;
      return [view.isTimed ? cycles ?? 0 : executions, apart, inTwos(parted)];
    },
    note: (view) => (view.isTimed ? "" : " No cycles are known of this run."),
    says: (apart) => `${apart} while lanes were elsewhere`,
    at: (view, row) => `parted at ${row < 0 ? "a row that is not known" : view.placeOf(row)}`,
  },
  lost: {
    unit: () => "idle lane slots",
    charge: (view, row) => {
      const causes = view.idleOf(row).map(([why, from, lanes]) => [`${why}${from < 0 ? "" : ` at ${view.placeOf(from)}`}`, lanes]);
      return [causes.reduce((sum, [, lanes]) => sum + lanes, 0), 0, causes];
    },
    note: () => " A slot is a lane that was not active at an instruction: lost here.",
    at: (view, cause, lanes) => `${lanes} ${cause}`,
  },
  caused: {
    unit: () => "idle lane slots",
    charge: (view, row) => {
      const missed = view.taken.get(row) ?? [];
      return [missed.reduce((sum, [, lanes]) => sum + lanes, 0), 0, missed];
    },
    note: () => " A slot is a lane that was not active at some instruction, charged to the branch, call or exit that had taken it.",
    at: (view, row, lanes) => `${lanes} missed at ${view.placeOf(row)}`,
  },
  guards: {
    unit: () => "lane slots left out",
    charge: (view, row) => [view.run.costed.guards[row] ?? 0, 0, []],
    note: () => " Lanes that are active, but their guard (@P0) is false.",
  },
};

class CostView {
  /// @param listing  the view of the instructions, which carry their costs
  /// @param onChoose  called with the rows of a line that was clicked
  /// @param onMeasure  called when rows are charged with something else, and so are reordered
  constructor(listing, { onChoose, onMeasure }) {
    this.panes = document.getElementById("we-panes");
    this.section = document.getElementById("we-cost");
    this.places = document.getElementById("we-places");
    this.note = document.getElementById("we-cost-note");
    this.worst = document.getElementById("we-worst");
    this.source = document.getElementById("we-source");
    this.listing = listing;
    this.onChoose = onChoose;
    this.measures = document.getElementById("we-measure-by");
    this.measures.addEventListener("change", () => { this.show(this.run); onMeasure(); });
  }

  show(run) {
    const { costs } = run.costed;
    this.places.hidden = !costs;
    this.section.hidden = !costs || run.kernel.places.length === 0;
    this.panes.classList.toggle("we-has-cost", Boolean(costs));
    document.getElementById("we-h-worst").textContent = run.kernel.places.length > 0 ? "Worst lines" : "Worst instructions";
    this.run = run;
    this.current = null;
    this.sourceLines = new Map();
    if (!costs) {
      this.listing.show(run, null);
      return;
    }
    this.kernel = run.kernel;
    this.measure = costMeasures[this.measures.value];
    this.isTimed = costs.some((row) => row[3] !== null);
    this.band = run.costed.band;
    this.unit = this.measure.unit(this);
    this.collectTaken();
    this.charges = costs.map((_, row) => this.measure.charge(this, row));
    this.costs = this.charges.map(([cost]) => cost);
    this.total = this.costs.reduce((sum, cost) => sum + cost, 0);
    this.most = Math.max(1, ...this.costs);
    this.note.textContent = `${this.total} ${this.unit}${run.run.warp ? " of all warps of the block" : " in all"}; ${this.bandText(costs.map((_, row) => row))}bars: share of the worst one.${this.measure.note(this)}`;
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

  /// [why, row that took them or -1, lanes] of the lanes that were not active at a row.
  idleOf(row) {
    const flat = this.run.costed.idle[row] ?? [];
    return Array.from({ length: flat.length / 3 }, (_, index) => flat.slice(3 * index, 3 * index + 3));
  }

  /// [low, typical, high] cycles of rows, where they are a distribution and the measure; else null.
  bandOf(rows) {
    if (!this.band || this.measure !== costMeasures.cost) return null;
    return [0, 1, 2].map((which) => rows.reduce((sum, row) => sum + this.band[row][which], 0));
  }

  /// "900 to 1400 from low to high; "
  bandText(rows) {
    const band = this.bandOf(rows);
    return band ? `${band[0]} to ${band[2]} from low to high; ` : "";
  }

  /// From a row that took lanes to the rows where they were missed.
  collectTaken() {
    this.taken = new Map();
    this.run.costed.costs.forEach((_, row) => {
      for (const [, from, lanes] of this.idleOf(row)) {
        if (from < 0) continue;
        if (!this.taken.has(from)) this.taken.set(from, []);
        this.taken.get(from).push([row, lanes]);
      }
    });
  }

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
      const sum = this.lines.get(key) ?? { file: frames[0], line: frames[1], cost: 0, apart: 0, causes: new Map(), rows: [], calls: new Map() };
      const [cost, apart, causes] = this.charges[row];
      sum.cost += cost;
      sum.apart += apart;
      sum.rows.push(row);
      const calls = this.callsOf(frames);
      if (cost > 0) sum.calls.set(calls, (sum.calls.get(calls) ?? 0) + cost);
      // Causes on one line count as one.
      for (const [cause, part] of causes) {
        const text = this.measure.at(this, cause, "");
        const known = sum.causes.get(text) ?? { cause, part: 0 };
        if (part > 0) sum.causes.set(text, { cause, part: known.part + part });
      }
      this.lines.set(key, sum);
    });
  }

  /// Where the code of a line was inlined: "a.cu:16 in a.cu:20"; "" where it was not.
  callsOf(frames) {
    const calls = [];
    for (let i = 3; i < frames.length; i += 3) calls.push(`${this.short(frames[i])}:${frames[i + 1]}`);
    return calls.join(" in ");
  }

  /// ", inlined at a.cu:16", of several places the one with most of the cost.
  inlinedText(calls) {
    const [most] = [...calls].sort((a, b) => b[1] - a[1]);
    if (!most || most[0] === "") return "";
    return `, inlined at ${most[0]}${calls.size > 1 ? ` and at ${calls.size - 1} more` : ""}`;
  }

  /// ", most of the missing lanes parted at a.cu:5": where another line than the last had taken most of the lanes that
  /// are missed at these rows.
  missingText(rows, last) {
    const taken = new Map();
    for (const row of rows)
      for (const [why, from, lanes] of this.idleOf(row)) {
        const text = `${why}${from < 0 ? "" : ` at ${this.placeOf(from)}`}`;
        taken.set(text, { from, lanes: (taken.get(text)?.lanes ?? 0) + lanes });
      }
    const [most] = [...taken].sort((a, b) => b[1].lanes - a[1].lanes);
    if (!most || most[1].from < 0 || this.placeOf(most[1].from) === this.placeOf(last)) return "";
    return ` last, but most of the missing lanes ${most[0]}`;
  }

  /// @param band  low, typical and high of the cost; null where it is one number
  heat(cost, most, band) {
    const line = element("div", "we-heat");
    line.style.setProperty("--we-share", `${(100 * cost) / most}%`);
    const shown = band ?? [cost];
    line.append(...shown.map((number, which) => {
      const cell = element(shown.length === 1 || which === 1 ? "b" : "span", "", Math.max(...shown) > 0 ? String(number) : "");
      if (shown.length > 1) cell.className = "we-band";
      return cell;
    }));
    return line;
  }

  describe(row) {
    const [executed, active, apart] = this.run.costed.costs[row];
    if (executed === 0) return "not executed";
    const parts = [`executed ${executed} times by ${(active / executed).toFixed(1)} lanes`];
    if (apart > 0) parts.push(`${apart} times while lanes were elsewhere`);
    for (const [why, from, lanes] of this.idleOf(row)) parts.push(`${lanes} lane slots ${why}${from < 0 ? "" : ` at ${this.placeOf(from)}`}`);
    const guarded = this.run.costed.guards[row] ?? 0;
    if (guarded > 0) parts.push(`its guard left out ${guarded} active lanes`);
    (this.run.costed.classes[row] ?? []).forEach((cycles, index) => {
      if (cycles > 0) parts.push(`${cycles} ${costClasses[index]}`);
    });
    if (this.band) parts.push(`cycles low ${this.band[row][0]}, typical ${this.band[row][1]}, high ${this.band[row][2]}`);
    return parts.join(", ");
  }

  showSource() {
    const most = Math.max(1, ...[...this.lines.values()].map((line) => line.cost));
    const shown = [];
    const add = (file, line, text) => {
      const key = this.key(file, line);
      const item = this.heat(this.lines.get(key)?.cost ?? 0, most, this.bandOf(this.lines.get(key)?.rows ?? []));
      item.append(element("span", "we-pc", String(line)), element("code", "", text));
      item.dataset.place = key;
      if (this.rowsOf.has(key)) {
        this.listen(item, (scroll) => this.markLine(key, scroll));
        item.addEventListener("click", () => this.onChoose(this.rowsOf.get(key)));
      }
      this.sourceLines.set(key, item);
      shown.push(item);
    };
    if (this.bandOf([])) {
      const heads = element("p", "we-band-heads");
      heads.append(...["low", "typical", "high"].map((name) => element("span", "we-band", name)), "cycles of each line");
      shown.push(heads);
    }
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
    // Texts of all lines begin at one place, so that their indentation is seen.
    const widest = Math.max(5.5, ...[...this.lines.values()].flatMap((line) => (this.bandOf(line.rows) ?? []).map((one) => String(one).length)));
    this.source.style.setProperty("--we-band", String(widest));
    this.source.style.setProperty("--we-digits", String(Math.max(1, ...[...this.sourceLines.keys()].map((key) => key.split(":").pop().length))));
    this.source.replaceChildren(...shown);
    // Without lines the worst instructions have the pane.
    this.source.hidden = files.length === 0;
    this.panes.classList.toggle("we-no-lines", files.length === 0);
    if (files.length === 0) this.note.textContent += " The listing notes no source lines; instructions are listed by themselves.";
  }

  showWorst() {
    const places = this.lines.size > 0
      ? [...this.lines.entries()].map(([key, line]) => ({ ...line, text: `${this.short(line.file)}:${line.line}`,
                                                           mark: () => this.markLine(key, true) }))
      : this.charges.map(([cost, apart, causes], row) => ({ cost, apart, rows: [row], calls: new Map(), causes: new Map(causes.map(([cause, part]) => [cause, { cause, part }])),
                                                           text: `${this.run.address(row)} ${this.kernel.rows[row][1]}`, mark: () => this.markRow(row, true) }));
    const worst = places.filter((place) => place.cost > 0).sort((a, b) => b.cost - a.cost).slice(0, 8);
    this.worst.replaceChildren(...worst.map((place) => {
      const item = element("li");
      const share = Math.round((100 * place.cost) / Math.max(this.total, 1));
      let text = `${place.text}${this.inlinedText(place.calls)}: ${place.cost} ${place.cost === 1 ? this.unit.replace(/s( left out)?$/, "$1") : this.unit} (${share}%)`;
      const band = this.bandOf(place.rows);
      if (band && band[0] !== band[2]) text += `, ${band[0]} to ${band[2]}`;
      const passes = this.measure === costMeasures.cost ? this.run.passesText(place.rows) : "";
      if (passes) text += `, ${passes}`;
      if (place.apart > 0) text += `, ${this.measure.says(place.apart === place.cost ? "all" : place.apart)}`;
      const [first] = [...place.causes.values()].sort((a, b) => b.part - a.part);
      if (first && first.part > 0) text += `, ${this.measure.at(this, first.cause, first.part)}`;
      if (first && first.cause >= 0 && place.apart > 0) text += this.missingText(place.rows, first.cause);
      const button = element("button", "", text);
      button.type = "button";
      button.title = text;
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

  /// The line that the next instruction comes from; null at the end. Before the first one the most expensive line is
  /// what one wants to see.
  setRow(row, isStart) {
    if (this.current) this.current.classList.remove("we-current");
    const line = row === null ? null : this.run.lineOf(row);
    this.current = line ? this.sourceLines.get(this.key(line.file, line.line)) : null;
    if (!this.current) return;
    this.current.classList.add("we-current");
    const [worst] = [...this.lines].sort((a, b) => b[1].cost - a[1].cost);
    const first = isStart && worst ? this.sourceLines.get(worst[0]) : null;
    // A narrow window shows only the top of the pane: the line stands there, below the one before it.
    if (first) this.source.scrollTop += first.getBoundingClientRect().top - this.source.getBoundingClientRect().top - 1.5 * first.offsetHeight;
    else scrollPane(this.source, this.current);
  }
}
