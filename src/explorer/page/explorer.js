// The explorer: choices, steps, keys, links.

const byId = (id) => document.getElementById(id);
const linkPrefix = "#explorer?";

class Explorer {
  constructor(data) {
    this.data = data;
    this.position = 0;
    this.listing = new ListingView(byId("we-code"), byId("we-rows"), (row) => this.goToRows([row]));
    this.lanes = new LanesView(byId("we-lanes"), (lane) => this.follow(lane));
    this.costs = new CostView(this.listing, (rows) => this.goToRows(rows));
    this.timeline = new TimelineView(byId("we-timeline"), {
      onMove: (position) => this.go(position),
      onZoom: (from, to) => this.showRange(from, to),
      describe: (position, lane) => this.describeAt(position, lane),
    });
    this.fill(byId("we-kernel"), data.kernels.map((kernel) => kernel.title));
    this.listen();
    this.lanes.choose(this.followed());
    // Where the page is about the explorer, it and what stands above it share the window.
    if (document.body.classList.contains("workbench"))
      byId("we").style.setProperty("--we-around", `${Math.ceil(byId("we").getBoundingClientRect().top + scrollY) + 8}px`);
    // A generation whose stack is known shows more.
    if (!this.openLink()) this.choose({ generation: Math.max(data.generations.findIndex((one) => one.spills_known), 0) });
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
  choose({ kernel = 0, pattern, warp, generation = 0, axis, position = 0 }) {
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
    this.cycles = this.cycleAxis();
    byId("we-kernel").value = String(kernel);
    this.fill(byId("we-pattern"), patterns);
    byId("we-pattern").value = String(patterns.indexOf(pattern));
    this.fill(byId("we-generation"), generations.map((index) => this.data.generations[index].title), generations);
    byId("we-generation").value = String(generation);
    this.fillWarps(warps, run);
    this.showPrices();
    this.setAxis(axis ?? (run.issues ? "cycles" : "steps"));
    this.costs.show(this.run);
    this.showStates();
    byId("we-step").max = String(this.run.steps);
    byId("we-total").textContent = `of ${this.run.steps}, ${run.ending}`;
    byId("we-timeline").setAttribute("aria-valuemin", "0");
    byId("we-timeline").setAttribute("aria-valuemax", String(this.run.steps));
    this.go(position);
  }

  /// The warps of a block, where a run is one of several.
  fillWarps(warps, run) {
    byId("we-warp-label").hidden = warps.length < 2;
    this.warps = warps.map((one) => one.warp);
    this.fill(byId("we-warp"), warps.map((one) => `${one.warp}, ${one.steps} instructions, ${one.ending}`));
    byId("we-warp").value = String(warps.indexOf(run));
  }

  /// Cycles of instructions, or of changes, or null where neither are known.
  cycleAxis() {
    if (this.run.run.issues) return new IssueAxis(this.run);
    const sums = this.run.run.mechanism === "token-stack" ? this.run.priceWith(this.generation) : null;
    return sums && new PriceAxis(this.run, sums);
  }

  setAxis(axis) {
    this.axis = axis === "cycles" && this.cycles ? "cycles" : "steps";
    const select = byId("we-axis");
    select.value = this.axis;
    select.options[1].disabled = this.cycles === null;
    select.options[1].textContent = this.run.run.mechanism === "token-stack" ? "cycles that divergence adds" : "cycles";
    this.timeline.show(this.run, this.axis === "cycles" ? this.cycles : new StepAxis(this.run), this.capacity);
    this.showMechanism();
  }

  showRange(from, to) {
    const { length, unit } = this.timeline.axis;
    byId("we-range").textContent = `Time line: ${Math.round(from)} to ${Math.round(Math.min(to, length))} of ${length} ${unit}`;
    byId("we-timeline").dataset.range = `${from} ${to}`;
  }

  /// What the mechanism of the run is called, and what its colours mean.
  showMechanism() {
    const { title, change, spans, marks } = this.run.mechanism;
    byId("we-h-wait").textContent = title;
    byId("we-changes").textContent = `next, previous ${change}`;
    const { spent } = this.timeline;
    const keys = [["we-run", spent ? "issues" : "running"]];
    if (spent) keys.push(["we-values", "active, waits"]);
    keys.push(["we-wait", spans.waiting]);
    if (spans.blocked) keys.push(["we-block", spans.blocked]);
    keys.push(["we-gone", "exited"]);
    const entry = ([name, text]) => {
      const made = element("span");
      made.append(element("i", "we-key " + name), text);
      return made;
    };
    const legend = [element("b", "", "lanes"), ...keys.map(entry)];
    if (spent) legend.push(element("b", "", "cycles"), ...cycleClasses.map(([text, name]) => entry([name, text])));
    legend.push(element("b", "", "events"), ...Object.values(marks).map(entry),
                element("b", "", this.run.mechanism.depthTitle), entry(["we-stack", `at most ${this.timeline.spans.deepest}`]));
    byId("we-legend").replaceChildren(...legend);
  }

  /// What is known of the time of a run whose instructions have cycles, or might.
  describeCycles() {
    const { issues, no_prediction: missing } = this.run.run;
    if (!issues) return `time is in executed instructions: ${missing || "no cycles are known"}.`;
    const rules = "every instruction stands at the cycle at which it issues, by the measured rules of this generation, code and data being at hand.";
    return missing ? `${rules} These cycles are no prediction: ${missing}.` : rules;
  }

  showPrices() {
    const { diagnostic } = this.run.run;
    byId("we-alert").hidden = !diagnostic;
    byId("we-alert").textContent = diagnostic ? `The run did not finish (${this.run.stopReason()}): ${diagnostic}` : "";
    const { title, sources, missing, spills_known: known } = this.generation;
    const unfinished = this.run.run.diagnostic ? ` The run did not finish: ${this.run.run.diagnostic}` : "";
    if (this.run.run.mechanism !== "token-stack") {
      byId("we-prices").textContent = `${title}: ${this.describeCycles()}${unfinished}`;
      return;
    }
    const prices = sources.map(([name, cycles, grade, source]) => `${name} ${cycles} cycles (${grade}: ${source})`);
    let text = prices.length === 0 ? `${title}: no cost is known, so its time is in instructions only.`
      : `${title}: ${prices.join("; ")}. Only these events are priced; other instructions take no time on the axis of cycles.`;
    if (prices.length > 0 && this.cycles === null) text += ` No cycles here: ${missing}.`;
    if (!known) text += " The size of its stack on chip is not known, so spills cannot be told.";
    byId("we-prices").textContent = text + unfinished;
  }

  /// Short walks show their states as numbers to click, as the paper's figure has them.
  showStates() {
    const positions = [0, ...this.run.stackChanges];
    const holder = byId("we-states");
    this.states = positions.length <= 12 ? positions : [];
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
    this.listing.setRow(run.rowAt(this.position));
    this.costs.setRow(run.rowAt(this.position));
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
    if (document.activeElement !== byId("we-step")) byId("we-step").value = String(this.position);
    this.states.forEach((at, index) => {
      const until = this.states[index + 1] ?? run.steps + 1;
      const here = this.position >= at && this.position < until;
      byId("we-states").children[index + 1].setAttribute("aria-pressed", String(here));
    });
    byId("we-link").href = this.link();
  }

  describeHere(cycles) {
    const { run, position } = this;
    const shown = run.changesAt(position).filter((change) => this.capacity !== undefined || !/spilled|reloaded/.test(change.what));
    const changes = shown.map((change) => run.mechanism.describe[change.what](run, change)).filter((text) => text !== "");
    const what = changes.length === 0 ? "" : `; ${run.kernel.rows[run.rows[position - 1]][1]}: ${changes.join(", ")}`;
    const row = run.rowAt(position);
    const next = row === null ? "at the end" : `next ${run.address(row)} ${run.kernel.rows[row][1]}`;
    return `After ${position} instructions${cycles}, ${next}${what}.`;
  }

  /// What the pointer reads from the time line.
  describeAt(position, lane) {
    const { run } = this;
    const state = run.stateAt(position);
    const row = run.rowAt(position);
    const time = this.cycles === null ? "" : this.cycles.describe(position);
    const where = row === null ? "the end" : `${run.address(row)} ${run.kernel.rows[row][1]}`;
    const here = lane === null ? "" : LanesView.describe(run, state, run.executingAt(position), lane)[2] + "\n";
    return `${here}${where}\ninstruction ${position}${time}`;
  }

  // --- moving ---

  /// To the next time that one of these rows executes, from the start if there is none any more.
  goToRows(rows) {
    const wanted = new Set(rows);
    const is = (row) => wanted.has(row);
    const found = this.run.find(this.position, false, is) ?? this.run.find(-1, false, is);
    this.pause();
    if (found !== null) this.go(found);
    byId("we-found").textContent = found === null ? "never executed" : "";
  }

  /// To the next or last time that control comes to this line, or to this instruction where no line is known.
  goToLine(back) {
    const { run } = this;
    const row = run.rowAt(this.position);
    if (row === null) return;
    const line = run.lineOf(row);
    const isThere = (other) => {
      const place = run.lineOf(other);
      return line === null ? other === row : place !== null && place.line === line.line && place.file === line.file;
    };
    const comesThere = (other, at) => isThere(other) && (line === null || at === 0 || !isThere(run.rows[at - 1]));
    this.say(run.find(this.position, back, comesThere), back, line === null ? "this instruction" : `line ${line.line}`);
  }

  /// To the next or last time that the chosen lane executes after others did without it.
  goToLane(back) {
    const { run } = this;
    const lane = this.followed();
    const runs = (at) => has(run.executingAt(at), lane);
    this.say(run.find(this.position, back, (_, at) => runs(at) && (at === 0 || !runs(at - 1))), back, `lane ${lane}`);
  }

  say(found, back, what) {
    this.pause();
    if (found !== null) this.go(found);
    byId("we-found").textContent = found === null ? `${what}: not ${back ? "before" : "again"}` : "";
  }

  followed() { return Math.min(Math.max(Math.trunc(Number(byId("we-lane").value)) || 0, 0), laneCount - 1); }

  follow(lane) {
    byId("we-lane").value = String(lane);
    this.lanes.choose(lane);
  }

  /// Rows that an opcode, an address or a line names.
  rowsNamed(text) {
    const { kernel } = this.run;
    const line = /^:?(\d+)$/.exec(text.startsWith(":") ? text : "");
    const address = /^0x([0-9a-f]+)$/i.exec(text);
    const lower = text.toLowerCase();
    const isNamed = (row) => {
      const [at, instruction] = kernel.rows[row];
      if (line) return (this.run.lineOf(row)?.line ?? -1) === Number(line[1]);
      if (address) return at === parseInt(address[1], 16);
      return instruction.toLowerCase().includes(lower);
    };
    return [...kernel.rows.keys()].filter(isNamed);
  }

  find(back) {
    const text = byId("we-find").value.trim();
    if (text === "") return;
    const rows = new Set(this.rowsNamed(text));
    const wanted = (row) => rows.has(row);
    const { run } = this;
    const found = run.find(this.position, back, wanted) ?? run.find(back ? run.steps : -1, back, wanted);
    this.pause();
    if (found !== null) this.go(found);
    const named = `${rows.size} ${rows.size === 1 ? "instruction" : "instructions"}`;
    byId("we-found").textContent = rows.size === 0 ? "nothing of that name" : found === null ? `${named}, never executed` : named;
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

  link() {
    const { kernel, pattern, warp, generation } = this.chosen;
    const parts = { kernel: this.data.kernels[kernel].name, lanes: pattern, ...(warp ? { warp } : {}), generation: this.data.generations[generation].name,
                    time: this.axis, step: this.position };
    return linkPrefix + Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  }

  /// Opens the step that the page's address names, if it names one.
  openLink() {
    if (!location.hash.startsWith(linkPrefix)) return false;
    const parts = new URLSearchParams(location.hash.slice(linkPrefix.length));
    const index = (list, name) => Math.max(list.findIndex((item) => item.name === name), 0);
    this.choose({ kernel: index(this.data.kernels, parts.get("kernel")), pattern: parts.get("lanes"), warp: parts.get("warp"),
                  generation: index(this.data.generations, parts.get("generation")), axis: parts.get("time") ?? undefined,
                  position: Number(parts.get("step")) });
    byId("we").scrollIntoView();
    return true;
  }

  // --- listening ---

  listen() {
    const on = (id, type, action) => byId(id).addEventListener(type, action);
    const rechoose = () => this.choose({ kernel: Number(byId("we-kernel").value),
      pattern: this.patternsOf(Number(byId("we-kernel").value))[Number(byId("we-pattern").value)],
      warp: this.warps[Number(byId("we-warp").value)], generation: Number(byId("we-generation").value), axis: this.wanted });
    on("we-kernel", "change", () => { this.choose({ kernel: Number(byId("we-kernel").value), pattern: this.chosen.pattern,
                                                    generation: this.chosen.generation, axis: this.wanted }); });
    on("we-pattern", "change", rechoose);
    on("we-warp", "change", rechoose);
    on("we-generation", "change", () => {
      const { position } = this;
      rechoose();
      this.go(position);
    });
    on("we-axis", "change", () => {
      this.wanted = byId("we-axis").value;
      this.setAxis(this.wanted);
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
    on("we-line", "click", (event) => this.goToLine(event.shiftKey));
    on("we-lane-next", "click", (event) => this.goToLane(event.shiftKey));
    on("we-lane", "input", () => this.lanes.choose(this.followed()));
    on("we-find", "keydown", (event) => { if (event.key === "Enter") this.find(event.shiftKey); });
    on("we-in", "click", () => this.timeline.zoom(0.5));
    on("we-out", "click", () => this.timeline.zoom(2));
    on("we-all", "click", () => this.timeline.zoomAll());
    on("we-link", "click", () => setTimeout(() => byId("we-link").focus()));
    on("we", "keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.openLink());
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
      l: () => this.goToLine(event.shiftKey),
      n: () => this.goToLane(event.shiftKey),
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
