// The explorer: choices, steps, keys, links.

const byId = (id) => document.getElementById(id);
const linkPrefix = "#explorer?";

class Explorer {
  constructor(data) {
    this.data = data;
    byId("we").hidden = false;  // without scripts its controls would do nothing
    this.position = 0;
    this.search = new Search(this);
    this.rule = new RuleView();
    this.listing = new ListingView(byId("we-code"), byId("we-rows"), (row) => this.search.toRows([row]));
    this.lanes = new LanesView(byId("we-lanes"), (lane) => this.follow(lane));
    this.costs = new CostView(this.listing, { onChoose: (rows) => this.search.toRows(rows), onMeasure: () => this.go(this.position) });
    this.beside = new BesideView({
      onMove: (position) => this.go(this.beside.back[position]),
      onRow: (row, isOthers) => {
        if (isOthers) this.stepAlongOther();
        this.search.toRows([row]);
      },
      describe: (position, lane) => this.describeAt(position, lane, this.beside.other, this.otherCycles),
    });
    this.timeline = new TimelineView(byId("we-track"), {
      onMove: (position) => this.go(position),
      onZoom: (from, to) => this.showRange(from, to),
      describe: (position, lane) => this.describeAt(position, lane),
    });
    this.fill(byId("we-kernel"), data.kernels.map((kernel) => kernel.title));
    showRemarks(this);
    this.listen();
    this.lanes.choose(this.followed());
    // Where the page is about the explorer, it and the part above it share the window.
    if (document.body.classList.contains("workbench"))
      byId("we").style.setProperty("--we-around", `${Math.ceil(byId("we").getBoundingClientRect().top + scrollY) + 8}px`);
    // A generation whose stack is known shows more.
    if (this.openLink()) return;
    // So does the warp that stopped its block.
    const warp = (this.runsOf(0).find((run) => run.is_where_block_stopped) ?? data.runs[data.opens_at]).warp;
    const others = data.alignment ? this.runsOf(data.alignment.right) : [];
    const beside = data.alignment ? data.runs.indexOf(others.find((run) => run.warp === warp) ?? others[0]) : null;
    this.choose({ warp, generation: Math.max(data.generations.findIndex((one) => one.spills_known), 0), beside });
  }

  /// Options of a list, each with a number: its own in the list, or one of `values`.
  fill(select, titles, values = titles.keys()) {
    const numbers = [...values];
    select.replaceChildren(...titles.map((title, index) => {
      const option = element("option", "", title);
      option.value = String(numbers[index]);
      return option;
    }));
  }

  // --- what is shown ---

  runsOf(kernel) { return this.data.runs.filter((run) => run.kernel === kernel); }
  patternsOf(kernel) { return [...new Set(this.runsOf(kernel).map((run) => run.pattern))]; }

  /// The generations that some run of a kernel is for, in the order of the list.
  generationsOf(kernel) {
    const used = new Set(this.runsOf(kernel).flatMap((run) => run.generations));
    return [...this.data.generations.keys()].filter((index) => used.has(index));
  }

  /// Chooses a run; what is not named, or is not there, becomes the first there is. Without an axis, time is in
  /// cycles where instructions have them.
  choose({ kernel = 0, pattern, warp, generation = 0, axis, position = 0, beside = null }) {
    const patterns = this.patternsOf(kernel);
    if (!patterns.includes(pattern)) pattern = patterns.includes("n = 2") ? "n = 2" : patterns[0];
    const generations = this.generationsOf(kernel);
    if (!generations.includes(generation)) [generation] = generations;
    const runs = this.runsOf(kernel).filter((candidate) => candidate.pattern === pattern);
    const warps = runs.filter((candidate) => candidate.generations.includes(generation));
    const run = warps.find((candidate) => candidate.warp === warp) ?? warps[0] ?? runs[0];
    this.pause();
    this.chosen = { kernel, pattern, warp: run.warp, generation };
    this.run = new WarpRun(this.data, run);
    this.generation = this.data.generations[generation];
    this.capacity = this.generation.spills_known ? run.capacity : undefined;
    this.chooseBeside(run, beside);
    byId("we-kernel").value = String(kernel);
    this.fill(byId("we-pattern"), patterns);
    byId("we-pattern").value = String(patterns.indexOf(pattern));
    this.fill(byId("we-generation"), generations.map((index) => this.data.generations[index].title), generations);
    byId("we-generation").value = String(generation);
    this.fillWarps(warps, run);
    showPrices(this);
    this.setAxis(axis ?? (run.issues ? "cycles" : "steps"));
    this.costs.show(this.run);
    this.showStates();
    byId("we-step").max = String(this.run.steps);
    byId("we-total").textContent = `of ${this.run.steps}, ${run.ending}`;
    byId("we-timeline").setAttribute("aria-valuemin", "0");
    byId("we-timeline").setAttribute("aria-valuemax", String(this.run.steps));
    this.nameChoices();
    this.go(position);
  }

  /// What a list cuts off is read from its tooltip, and below the lists on paper and on a phone, which have none.
  nameChoices() {
    const longest = 14;
    const long = [];
    for (const select of byId("we").querySelectorAll(".we-bar select")) {
      select.title = select.selectedOptions[0]?.textContent ?? "";
      const label = select.closest("label");
      if (label && !label.hidden && select.title.length > longest) long.push(`${label.firstChild.textContent.trim()}: ${select.title}`);
    }
    byId("we-chosen").textContent = long.join("; ");
  }

  /// The warps of a block, where a run is one of several.
  fillWarps(warps, run) {
    byId("we-warp-label").hidden = warps.length < 2;
    this.warps = warps.map((one) => one.warp);
    this.fill(byId("we-warp"), warps.map((one) => `${one.warp}, ${one.steps} instructions, ${one.ending}`));
    byId("we-warp").value = String(warps.indexOf(run));
  }

  /// The run beside this one, and cycles where both have them. `wanted` is a number of the list of runs.
  chooseBeside(run, wanted) {
    const { runs } = this.data;
    const fitting = [...runs.keys()].filter((index) => runs[index] !== run && Alignment.isKnown(this.data, run, runs[index]));
    this.number = runs.indexOf(run);
    this.besideNumber = fitting.includes(wanted) ? wanted : null;
    const name = ({ kernel, pattern, warp }) => [kernel === run.kernel ? "" : this.data.kernels[kernel][this.data.alignment ? "name" : "title"],
      this.patternsOf(kernel).length > 1 ? pattern : "", warp].filter(Boolean).join(", ");
    byId("we-beside-label").hidden = fitting.length === 0;
    this.fill(byId("we-beside"), ["nothing", ...fitting.map((index) => name(runs[index]))], [-1, ...fitting]);
    byId("we-beside").value = String(this.besideNumber ?? -1);
    const other = this.besideNumber === null ? null : new WarpRun(this.data, runs[this.besideNumber]);
    // Where two builds are compared, the old one is on the left; else what comes first in the list.
    const isLeft = other === null || (run.kernel === other.run.kernel ? this.number < this.besideNumber : run.kernel === this.data.alignment.left);
    this.beside.show(this.data, this.run, other, isLeft);
    this.cycles = this.cycleAxis(this.run);
    this.otherCycles = other && this.cycleAxis(other);
    if (other && (!this.cycles || !this.otherCycles)) this.cycles = this.otherCycles = null;
    this.timeline.laneHeight = other ? 2 : 5;
  }

  /// The other run is stepped through from now on, from where it is.
  stepAlongOther() {
    if (this.besideNumber === null) return;
    const { kernel, pattern, warp, generations } = this.data.runs[this.besideNumber];
    this.choose({ kernel, pattern, warp, generation: generations.includes(this.chosen.generation) ? this.chosen.generation : generations[0],
                  axis: this.axis, position: this.beside.position, beside: this.number });
  }

  /// Of two builds both show the same warp.
  chooseWarp(warp, rechoose) {
    const { runs } = this.data;
    const other = this.besideNumber === null ? null : runs[this.besideNumber];
    if (other && other.kernel !== this.chosen.kernel)
      byId("we-beside").value = String(runs.findIndex((run) => run.kernel === other.kernel && run.warp === warp));
    rechoose();
  }

  /// Cycles of instructions, or of changes, or null where neither are known.
  cycleAxis(run) {
    if (run.run.issues) return new IssueAxis(run);
    const sums = run.run.mechanism === "token-stack" ? run.priceWith(this.generation) : null;
    return sums && new PriceAxis(run, sums);
  }

  setAxis(axis) {
    this.axis = axis === "cycles" && this.cycles ? "cycles" : "steps";
    const select = byId("we-axis");
    select.value = this.axis;
    select.options[1].disabled = this.cycles === null;
    select.options[1].textContent = this.run.run.mechanism === "token-stack" ? "cycles that divergence adds" : "cycles";
    const own = this.axis === "cycles" ? this.cycles : new StepAxis(this.run);
    const { other } = this.beside;
    const others = other && (this.axis === "cycles" ? this.otherCycles : new StepAxis(other));
    this.timeline.show(this.run, own, this.capacity, this.beside.showTime(this.timeline, own, others, this.capacity));
    showMechanism(this);
  }

  showRange(from, to) {
    const { length, unit } = this.timeline.axis;
    byId("we-range").textContent = `Timeline: ${Math.round(from)} to ${Math.round(Math.min(to, length))} of ${length} ${unit}`;
    byId("we-timeline").dataset.range = `${from} ${to}`;
    if (this.besideNumber !== null) this.beside.timeline.follow(from, to);
  }

  /// Short walks show their states as numbers to click, as the paper's figure has them.
  showStates() {
    const positions = [0, ...this.run.stackChanges];
    const holder = byId("we-states");
    this.states = positions.length > 1 && positions.length <= 12 ? positions : [];
    holder.replaceChildren(...this.states.map((position, index) => {
      const button = element("button", "", String(index + 1));
      button.type = "button";
      button.title = `State ${index + 1}: after ${position} instructions`;
      button.addEventListener("click", () => this.go(position));
      return button;
    }));
    if (this.states.length > 0) holder.prepend(element("span", "", this.run.mechanism.states + ":"));
  }

  go(position) {
    this.position = Math.min(Math.max(Math.trunc(position) || 0, 0), this.run.steps);
    const { run } = this;
    const state = run.stateAt(this.position);
    const executing = run.guarded.get(this.position + 1) ?? state.active;
    // Nothing comes next at the end: the source shows the line that came last, and so does the listing where a run stopped.
    const row = run.rowAt(this.position);
    const last = this.position > 0 ? run.rows[this.position - 1] : null;
    this.listing.setRow(row ?? (run.isUnfinished() ? last : null));
    this.costs.setRow(row ?? last, this.position === 0);
    this.lanes.show(run, state, executing);
    waitViews[run.run.mechanism](byId("we-wait"), run, state, this.capacity);
    this.timeline.setPosition(this.position);
    const cycles = this.cycles === null ? "" : this.cycles.describe(this.position);
    byId("we-masks").textContent = `active ${hex(state.active)} (${count(state.active)} ${count(state.active) === 1 ? "lane" : "lanes"})`;
    const status = this.describeHere(cycles);
    const slider = byId("we-timeline");
    slider.setAttribute("aria-valuenow", String(this.position));
    slider.setAttribute("aria-valuetext", status);
    byId("we-status").textContent = status;
    byId("we-status").title = status;
    this.rule.show(this.data, run, this.position, run.changesAt(this.position));
    if (this.besideNumber !== null) this.goBeside(status);
    if (document.activeElement !== byId("we-step")) byId("we-step").value = String(this.position);
    this.states.forEach((at, index) => {
      const until = this.states[index + 1] ?? run.steps + 1;
      const here = this.position >= at && this.position < until;
      byId("we-states").children[index + 1].setAttribute("aria-pressed", String(here));
    });
    byId("we-link").href = this.link();
  }

  goBeside(status) {
    const at = this.beside.go(this.position);
    const { other, isLeft, names } = this.beside;
    const sentence = this.describeHere(this.otherCycles === null ? "" : this.otherCycles.describe(at), other, at);
    byId("we-status").textContent = `${names[isLeft ? 0 : 1]}: ${status}`;
    byId("we-status-other").textContent = `${names[isLeft ? 1 : 0]}: ${sentence}`;
    for (const id of ["we-status", "we-status-other"]) byId(id).title = byId(id).textContent;
    byId("we-timeline-other").setAttribute("aria-valuenow", String(at));
    byId("we-timeline-other").setAttribute("aria-valuetext", sentence);
  }

  describeHere(cycles, run = this.run, position = this.position) {
    const shown = run.changesAt(position).filter((change) => this.capacity !== undefined || !/spilled|reloaded/.test(change.what));
    const changes = shown.map((change) => run.mechanism.describe[change.what](run, change)).filter((text) => text !== "");
    const what = changes.length === 0 ? "" : `; ${run.kernel.rows[run.rows[position - 1]][1]}: ${changes.join(", ")}`;
    const row = run.rowAt(position);
    const next = row === null ? (run.isUnfinished() ? `stopped: ${run.stopReason()}` : "at the end") : `next ${run.address(row)} ${run.kernel.rows[row][1]}`;
    const passes = row === null ? "" : run.passesText([row]);
    return `After ${position} instructions${cycles}, ${next}${passes && ` (${passes})`}${what}.`;
  }

  /// What the pointer reads from the timeline.
  describeAt(position, lane, run = this.run, cycles = this.cycles) {
    const state = run.stateAt(position);
    const row = run.rowAt(position);
    const time = cycles === null ? "" : cycles.describe(position);
    const where = row === null ? "the end" : `${run.address(row)} ${run.kernel.rows[row][1]}`;
    const here = lane === null ? "" : LanesView.describe(run, state, run.executingAt(position), lane)[2] + "\n";
    return `${here}${where}\ninstruction ${position}${time}`;
  }

  /// Shows a row of the code where its instructions stand: in the listing, or in the rows of both builds.
  showRow(kernel, row) {
    if (this.besideNumber !== null && this.beside.showRow(kernel, row)) return;
    if (this.run.run.kernel !== kernel) this.choose({ kernel });
    if (this.run.costed.costs) this.costs.markRow(row, true);
    else scrollPane(this.listing.scroller, this.listing.items[row]);
    this.listing.items[row].scrollIntoView({ block: "nearest" });
  }

  // --- moving ---

  followed() { return Math.min(Math.max(Math.trunc(Number(byId("we-lane").value)) || 0, 0), laneCount - 1); }

  follow(lane) {
    byId("we-lane").value = String(lane);
    this.lanes.choose(lane);
  }

  jump(steps, back) {
    const found = back ? WarpRun.before(steps, this.position) : WarpRun.after(steps, this.position);
    if (found !== null) this.go(found);
    else if (back) this.go(0);
  }

  play() {
    if (this.position >= this.run.steps) this.go(0);
    byId("we-play").setAttribute("aria-pressed", "true");
    byId("we-play").textContent = "Pause";
    let last = performance.now();
    let owed = 0;
    const tick = (now) => {
      owed += ((now - last) / 1000) * Number(byId("we-speed").value);
      last = now;
      if (owed >= 1) {
        this.go(this.position + Math.floor(owed));
        owed -= Math.floor(owed);
      }
      if (this.position >= this.run.steps) this.pause();
      else this.playing = requestAnimationFrame(tick);
    };
    this.playing = requestAnimationFrame(tick);
  }

  pause() {
    if (this.playing === undefined) return;
    cancelAnimationFrame(this.playing);
    this.playing = undefined;
    byId("we-play").setAttribute("aria-pressed", "false");
    byId("we-play").textContent = "Play";
  }

  toggle() { if (this.playing === undefined) this.play(); else this.pause(); }

  // --- links ---

  link() { return this.linkTo(this.chosen, this.position); }

  linkTo({ kernel, pattern, warp, generation }, position) {
    const parts = { kernel: this.data.kernels[kernel].name, lanes: pattern, warp: warp || null, generation: this.data.generations[generation].name,
                    time: this.axis, beside: this.besideNumber, step: position };
    return linkPrefix + Object.entries(parts).filter(([, value]) => (value ?? null) !== null).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  }

  /// Opens the step that the page's address names, if it names one.
  openLink() {
    if (!location.hash.startsWith(linkPrefix)) return false;
    const parts = new URLSearchParams(location.hash.slice(linkPrefix.length));
    const index = (list, name) => Math.max(list.findIndex((item) => item.name === name), 0);
    this.choose({ kernel: index(this.data.kernels, parts.get("kernel")), pattern: parts.get("lanes"), warp: parts.get("warp"),
                  generation: index(this.data.generations, parts.get("generation")), axis: parts.get("time") ?? undefined,
                  beside: parts.has("beside") ? Number(parts.get("beside")) : null, position: Number(parts.get("step")) });
    byId("we").scrollIntoView();
    return true;
  }

  // --- listening ---

  listen() {
    const on = (id, type, action) => byId(id).addEventListener(type, action);
    const rechoose = () => this.choose({ kernel: Number(byId("we-kernel").value),
      pattern: this.patternsOf(Number(byId("we-kernel").value))[Number(byId("we-pattern").value)],
      warp: this.warps[Number(byId("we-warp").value)], generation: Number(byId("we-generation").value), axis: this.wanted, beside: Number(byId("we-beside").value) });
    on("we-beside", "change", () => {
      const { position } = this;
      rechoose();
      this.go(position);
    });
    on("we-along", "click", () => this.stepAlongOther());
    on("we-kernel", "change", () => {
      const kernel = Number(byId("we-kernel").value);
      // Of two builds side by side the other one is meant.
      if (this.besideNumber !== null && this.data.runs[this.besideNumber].kernel === kernel) this.stepAlongOther();
      else this.choose({ kernel, pattern: this.chosen.pattern, generation: this.chosen.generation, axis: this.wanted });
    });
    on("we-pattern", "change", rechoose);
    on("we-warp", "change", () => this.chooseWarp(this.warps[Number(byId("we-warp").value)], rechoose));
    on("we-generation", "change", () => {
      const { position } = this;
      rechoose();
      this.go(position);
    });
    on("we-axis", "change", () => {
      this.wanted = byId("we-axis").value;
      this.setAxis(this.wanted);
      this.nameChoices();
      this.go(this.position);
    });
    on("we-step", "change", () => this.go(Number(byId("we-step").value)));
    on("we-first", "click", () => this.go(0));
    on("we-back", "click", () => this.go(this.position - 1));
    on("we-forward", "click", () => this.go(this.position + 1));
    on("we-last", "click", () => this.go(this.run.steps));
    on("we-before", "click", () => this.jump(this.run.divergences, true));
    on("we-next", "click", () => this.jump(this.run.divergences, false));
    on("we-play", "click", () => this.toggle());
    on("we-line", "click", (event) => this.search.toLine(event.shiftKey));
    on("we-lane-next", "click", (event) => this.search.toLane(event.shiftKey));
    on("we-lane", "input", () => this.lanes.choose(this.followed()));
    on("we-find", "keydown", (event) => { if (event.key === "Enter") this.search.find(event.shiftKey); });
    on("we-in", "click", () => this.timeline.zoom(0.5));
    on("we-out", "click", () => this.timeline.zoom(2));
    on("we-all", "click", () => this.timeline.zoomAll());
    on("we-save", "click", () => window.reconverge.save(`${this.data.kernels[this.chosen.kernel].name}.svg`, "image/svg+xml", pictureOfTime(this)));
    on("we-link", "click", () => setTimeout(() => byId("we-link").focus()));
    document.addEventListener("keydown", (event) => { if (this.isMeant(event)) this.key(event); });
    window.addEventListener("hashchange", () => this.openLink());
  }

  /// Whether a key is one for the explorer: the focus is in it; or it is in nothing that has keys of its own, and the
  /// explorer is in sight. Where a page is about more than it, the keys that scroll are the page's.
  isMeant({ target, key, defaultPrevented }) {
    const we = byId("we");
    if (we.contains(target)) return true;
    if (defaultPrevented || target.closest?.("input, select, textarea, summary, pre, [tabindex], .scroll, [contenteditable]")) return false;
    if (!document.body.classList.contains("workbench") && [" ", "Home", "End"].includes(key)) return false;
    const { top, bottom } = we.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    const onControl = /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName);
    if (onControl && (event.key === " " || event.key === "Enter")) return;
    const actions = {
      ArrowLeft: () => this.go(this.position - (event.shiftKey ? 100 : 1)),
      ArrowRight: () => this.go(this.position + (event.shiftKey ? 100 : 1)),
      Home: () => this.go(0),
      End: () => this.go(this.run.steps),
      d: () => this.jump(this.run.divergences, event.shiftKey),
      e: () => this.jump(this.run.stackChanges, event.shiftKey),
      l: () => this.search.toLine(event.shiftKey),
      n: () => this.search.toLane(event.shiftKey),
      o: () => this.stepAlongOther(),
      r: () => this.rule.toggle(),
      "/": () => byId("we-find").focus(),
      " ": () => this.toggle(),
      "+": () => this.timeline.zoom(0.5),
      "-": () => this.timeline.zoom(2),
      0: () => this.timeline.zoomAll(),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    if (event.key !== " ") this.pause();
    action();
  }
}

const holder = document.getElementById("warp-explorer-data");
new Explorer(JSON.parse(holder.textContent));
