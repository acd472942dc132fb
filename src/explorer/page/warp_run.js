// One run of a warp: its path and its changes, and the state after any number of instructions.

const laneCount = 32;
const checkpointEvery = 64;  // changes between two stored states

/// A set of lanes is a number of 32 bits, unsigned.
const without = (mask, other) => (mask & ~other) >>> 0;
const has = (mask, lane) => ((mask >>> lane) & 1) === 1;
const hex = (mask) => "0x" + (mask >>> 0).toString(16).padStart(8, "0");
const count = (mask) => { let n = 0; for (let rest = mask >>> 0; rest; rest &= rest - 1) ++n; return n; };

/// How a mechanism keeps its waiting lanes. `read` names what a change carries in the data, `apply` changes
/// a state, `waits` says in what a lane waits, `depth` how much waits, in all and of that what stands lowest
/// in the time line; `describe` puts a change into words. The rest says how the page shows it.
const mechanisms = {
  "token-stack": {
    title: "Token stack",
    states: "States of the stack",
    change: "change of the stack",
    depthTitle: "stack depth",
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
    this.rows = WarpRun.expand(run.path, run.steps);
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

  /// Stores a state every few changes, and gives every pop the token that it takes off.
  completePops() {
    this.checkpoints = [];
    const state = this.startState();
    this.events.forEach((event, index) => {
      if (index % checkpointEvery === 0) this.checkpoints.push(WarpRun.copy(this.mechanism, state));
      if (event.what === "popped") event.token = state.own.tokens[state.own.tokens.length - 1];
      this.mechanism.apply[event.what](state, event);
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

  /// The first step after `position` in a sorted list; null if there is none. And the last before.
  static after(steps, position) { return steps.find((step) => step > position) ?? null; }
  static before(steps, position) {
    for (let i = steps.length - 1; i >= 0; --i) if (steps[i] < position) return steps[i];
    return null;
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
