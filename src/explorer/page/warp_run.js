// One run of a warp: its path and its changes, and the state after any number of instructions.

const laneCount = 32;
const checkpointEvery = 64;  // changes between two stored states

/// A set of lanes is a number of 32 bits, unsigned.
const without = (mask, other) => (mask & ~other) >>> 0;
const has = (mask, lane) => ((mask >>> lane) & 1) === 1;
const hex = (mask) => "0x" + (mask >>> 0).toString(16).padStart(8, "0");
const count = (mask) => { let n = 0; for (let rest = mask >>> 0; rest; rest &= rest - 1) ++n; return n; };

/// How a mechanism keeps its waiting lanes. `read` names what a change carries in the data, `apply` changes
/// a state, `waits` says in what a lane waits, `depth` how much waits, in all and of that the part that is lowest
/// in the timeline; `describe` puts a change into words. The rest says how the page shows it.
const mechanisms = {
  "token-stack": {
    title: "Token stack",
    states: "States of the stack",
    change: "change of the stack",
    depthTitle: "stack depth",
    depthLabel: "stack",
    spans: { waiting: "waiting on the stack" },
    marks: {
      diverged: ["we-split", "divergence"],
      popped: ["we-join", "re-convergence"],
      spilled: ["we-out", "spill"],
      reloaded: ["we-in", "reload"],
    },
    marked: (change) => change.what !== "popped" || change.token.kind === "SYNC",
    start: () => ({ tokens: [], resident: 0 }),
    copy: (own) => ({ tokens: own.tokens.slice(), resident: own.resident }),
    read: {
      diverged: (next) => ({ notTaken: next.mask() }),
      pushed: (next) => ({ kind: next.kind(), mask: next.mask(), row: next.number() }),
      popped: () => ({}),
      narrowed: (next) => ({ position: next.number(), mask: next.mask() }),
      spilled: (next) => ({ entries: next.number() }),
      reloaded: (next) => ({ entries: next.number() }),
      exited: (next) => ({ mask: next.mask() }),
      activated: (next) => ({ mask: next.mask() }),
    },
    apply: {
      diverged: (state, change) => { state.active = without(state.active, change.notTaken); },
      pushed: (state, change) => {
        state.own.tokens.push({ kind: change.kind, mask: change.mask, row: change.row });
        ++state.own.resident;
      },
      popped: (state) => {
        const token = state.own.tokens.pop();
        --state.own.resident;
        state.active = without(token.mask, state.exited);
      },
      narrowed: (state, change) => {
        const token = state.own.tokens[change.position];
        state.own.tokens[change.position] = { kind: token.kind, mask: change.mask, row: token.row };
      },
      spilled: (state, change) => { state.own.resident -= change.entries; },
      reloaded: (state, change) => { state.own.resident += change.entries; },
      exited: (state, change) => {
        state.exited = (state.exited | change.mask) >>> 0;
        state.active = without(state.active, change.mask);
      },
      activated: (state, change) => { state.active = change.mask; },
    },
    waits: (run, state, lane) => {
      const { tokens } = state.own;
      for (let i = tokens.length - 1; i >= 0; --i) {
        if (!has(tokens[i].mask, lane)) continue;
        const { kind, row } = tokens[i];
        return ["wait", kind, `waits in a ${kind} token, resumes at ${run.address(row)}`];
      }
      return null;
    },
    blocked: () => 0,
    depth: (own) => [own.tokens.length, own.resident],
    changesStack: new Set(["pushed", "popped"]),
    describe: {
      diverged: (run, change) => `divergence: ${count(change.notTaken)} of the lanes stay behind`,
      pushed: (run, change) => `pushes ${change.kind} ${hex(change.mask)} for ${run.address(change.row)}`,
      popped: (run, change) => `pops ${change.token.kind} ${hex(change.token.mask)}` +
        (change.token.kind === "SYNC" ? ": re-convergence" : ""),
      narrowed: (run, change) => `token ${change.position + 1} from the bottom keeps ${hex(change.mask)}`,
      spilled: (run, change) => `spills ${change.entries} tokens`,
      reloaded: (run, change) => `reloads ${change.entries} tokens`,
      exited: (run, change) => `${count(change.mask)} lanes exit`,
      activated: () => "",
    },
  },
};

class WarpRun {
  constructor(data, run) {
    this.data = data;
    this.run = run;
    this.kernel = data.kernels[run.kernel];
    this.mechanism = mechanisms[run.mechanism];
    this.steps = run.steps;
    // Counts by row are of all warps of a block, and are there once.
    this.costed = run.costs || !run.warp ? run
      : data.runs.find((one) => one.kernel === run.kernel && one.pattern === run.pattern && one.costs) ?? run;
    this.rows = WarpRun.expand(run.path, run.steps);
    this.spent = WarpRun.readSpent(run.spent);
    this.guarded = this.readGuarded();
    this.events = this.readEvents();
    this.boundaries = [];  // steps after which the state differs from the one before
    for (const event of this.events)
      if (this.boundaries[this.boundaries.length - 1] !== event.step) this.boundaries.push(event.step);
    this.divergences = this.stepsWith((event) => event.what === "diverged");
    this.stackChanges = this.stepsWith((event) => this.mechanism.changesStack.has(event.what));
    this.completePops();
  }

  static expand(path, steps) {
    const rows = new Uint32Array(steps);
    let at = 0;
    for (let i = 0; i < path.length; i += 3)
      for (let turn = 0; turn < path[i + 2]; ++turn)
        for (let row = 0; row < path[i + 1]; ++row) rows[at++] = path[i] + row;
    return rows;
  }

  /// When each stretch of cycles of one class ends, and which class it is; null where no cycles are known.
  static readSpent(numbers) {
    if (!numbers) return null;
    const ends = new Float64Array(numbers.length / 2);
    const classes = new Uint8Array(numbers.length / 2);
    for (let i = 0, cycle = 0; i < ends.length; ++i) {
      ends[i] = cycle += numbers[2 * i];
      classes[i] = numbers[2 * i + 1];
    }
    return { ends, classes };
  }

  /// Whether it had more to do: of a block that stopped, some warps may have ended before.
  isUnfinished() { return Boolean(this.run.diagnostic) && !/^(exited|left the listing)$/.test(this.run.ending); }

  /// Why a run did not end, in a word or two.
  stopReason() {
    const { ending, diagnostic } = this.run;
    return /deadlock/.test(diagnostic ?? "") ? "deadlock" : ending;
  }

  readGuarded() {
    const executing = new Map();
    let step = 0;
    for (let i = 0; i < this.run.guarded.length; i += 2) {
      step += this.run.guarded[i];
      executing.set(step, this.run.masks[this.run.guarded[i + 1]]);
    }
    return executing;
  }

  readEvents() {
    const numbers = this.run.events;
    const events = [];
    let at = 0;
    let step = 0;
    const next = {
      number: () => numbers[at++],
      mask: () => this.run.masks[numbers[at++]],
      kind: () => this.data.token_kinds[numbers[at++]],
    };
    while (at < numbers.length) {
      step += next.number();
      const what = this.data.codes[next.number()];
      events.push(Object.assign({ step, what }, this.mechanism.read[what](next)));
    }
    return events;
  }

  stepsWith(wanted) {
    const steps = [];
    for (const event of this.events)
      if (wanted(event) && steps[steps.length - 1] !== event.step) steps.push(event.step);
    return steps;
  }

  startState() {
    return { active: this.run.masks[this.run.start], exited: 0, own: this.mechanism.start() };
  }

  static copy(mechanism, state) {
    return { active: state.active, exited: state.exited, own: mechanism.copy(state.own) };
  }

  /// Stores a state every few changes and the active lanes after each step that has any, and gives every pop the token
  /// that it takes off.
  completePops() {
    this.checkpoints = [];
    this.activeAfter = new Uint32Array(this.boundaries.length);
    const state = this.startState();
    let group = 0;
    this.events.forEach((event, index) => {
      if (index % checkpointEvery === 0) this.checkpoints.push(WarpRun.copy(this.mechanism, state));
      if (event.what === "popped") event.token = state.own.tokens[state.own.tokens.length - 1];
      this.mechanism.apply[event.what](state, event);
      if (this.boundaries[group] !== event.step) ++group;
      this.activeAfter[group] = state.active;
    });
  }

  /// How many changes have happened after `position` instructions.
  eventsUntil(position) {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle].step <= position) low = middle + 1; else high = middle;
    }
    return low;
  }

  /// The state after `position` instructions.
  stateAt(position) {
    const until = this.eventsUntil(position);
    const checkpoint = Math.min(Math.floor(until / checkpointEvery), this.checkpoints.length - 1);
    if (checkpoint < 0) return this.startState();
    const state = WarpRun.copy(this.mechanism, this.checkpoints[checkpoint]);
    for (let i = checkpoint * checkpointEvery; i < until; ++i)
      this.mechanism.apply[this.events[i].what](state, this.events[i]);
    return state;
  }

  /// What the instruction that led to `position` changed.
  changesAt(position) {
    const found = [];
    for (let i = this.eventsUntil(position) - 1; i >= 0 && this.events[i].step === position; --i) found.unshift(this.events[i]);
    return found;
  }

  /// Row about to be executed after `position` instructions; null at the end.
  rowAt(position) { return position < this.steps ? this.rows[position] : null; }

  address(row) {
    const rows = this.kernel.rows;
    return row < rows.length ? "0x" + rows[row][0].toString(16) : "the end";
  }

  /// Index of the first number beyond `value` in a sorted list; its length if there is none.
  static firstAfter(numbers, value) {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= value) low = middle + 1; else high = middle;
    }
    return low;
  }

  /// The innermost source line of a row, with a name of it that is short; null if none is known.
  lineOf(row) {
    const place = this.kernel.place_of_row[row] ?? -1;
    if (place < 0) return null;
    const [file, line] = this.kernel.places[place];
    return { file, line, text: `:${line}` };
  }

  /// The first step after `position` in a sorted list; null if there is none. And the last before.
  static after(steps, position) { return steps[WarpRun.firstAfter(steps, position)] ?? null; }
  static before(steps, position) { return steps[WarpRun.firstAfter(steps, position - 1) - 1] ?? null; }

  /// The position nearest to `position`, forwards or backwards, whose next instruction is wanted; null if there is none.
  find(position, back, wanted) {
    const by = back ? -1 : 1;
    for (let at = position + by; at >= 0 && at < this.steps; at += by) if (wanted(this.rows[at], at)) return at;
    return null;
  }

  /// The lanes that execute the instruction that comes after `position` of them.
  executingAt(position) {
    const changed = WarpRun.firstAfter(this.boundaries, position);
    return this.guarded.get(position + 1) ?? (changed === 0 ? this.run.masks[this.run.start] : this.activeAfter[changed - 1]);
  }

  /// By row of a branch that leads back: of the lanes that the run began with, how often the one that takes the fewest
  /// and that which takes the most passes of its loop executes it. Guards of branches choose who jumps, not who executes.
  passes() {
    if (this.passesOf) return this.passesOf;
    const rows = this.kernel.rows;
    const counts = new Map();
    rows.forEach(([address, text], row) => {
      const target = /\bBRA(?:\.\S+)? .*?(0x[0-9a-f]+)$/.exec(text);
      if (target && Number(target[1]) <= address) counts.set(row, new Map());
    });
    // Few masks come again and again: they are counted, and not the lanes of each.
    for (let at = 0, group = 0, active = this.run.masks[this.run.start]; counts.size > 0 && at < this.steps; ++at) {
      for (; group < this.boundaries.length && this.boundaries[group] <= at; ++group) active = this.activeAfter[group];
      const masks = counts.get(this.rows[at]);
      if (masks) masks.set(active, (masks.get(active) ?? 0) + 1);
    }
    const start = this.run.masks[this.run.start];
    this.passesOf = new Map([...counts].filter(([, masks]) => masks.size > 0).map(([row, masks]) => {
      const each = Array.from({ length: laneCount }, (_, lane) => lane).filter((lane) => has(start, lane))
        .map((lane) => [...masks].reduce((sum, [mask, times]) => sum + (has(mask, lane) ? times : 0), 0));
      return [row, [Math.min(...each), Math.max(...each)]];
    }));
    return this.passesOf;
  }

  /// "lanes made 0 to 111 passes of the loop that ends at 0x90", at one of these rows: that of most passes; "" where all
  /// made as many.
  passesText(rows) {
    const ranges = rows.map((row) => [row, ...(this.passes().get(row) ?? [0, 0])]).filter(([, least, most]) => least < most);
    if (ranges.length === 0) return "";
    const [[row, least, most]] = ranges.sort((a, b) => b[2] - a[2]);
    return `lanes ${this.run.warp ? `of ${this.run.warp} ` : ""}made ${least} to ${most} passes of the loop that ends at ${this.address(row)}`;
  }

  /// Cycles that divergence has added after each change, under one generation's prices; null where the
  /// record lacks a price that is needed.
  priceWith(generation) {
    const each = { diverged: generation.divergence, spilled: generation.spill, reloaded: generation.reload };
    const spills = generation.spills_known;
    let sum = 0;
    const sums = [];
    for (const event of this.events) {
      const counts = event.what === "diverged" || (spills && (event.what === "spilled" || event.what === "reloaded"));
      if (counts && each[event.what] === null) return null;
      if (counts) sum += each[event.what];
      sums.push(sum);
    }
    if (!spills && generation.divergence === null) return null;
    return sums;
  }
}
