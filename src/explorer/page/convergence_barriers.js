// Convergence barriers, sm_70 and later: sixteen registers that hold lanes, lanes that are blocked, and groups
// that are ready, of which the last one is resumed first.

const registerCount = 16;

const without_lanes = (groups, mask) =>
  groups.map((group) => (group.mask & mask) === 0 ? group : { ...group, mask: without(group.mask, mask) })
    .filter((group) => group.mask !== 0);
const lanesOf = (groups) => groups.reduce((all, group) => (all | group.mask) >>> 0, 0);

/// A lane is in one place: taking it somewhere takes it from anywhere else.
const barrierChanges = {
  diverged: (state, change) => { state.active = without(state.active, change.notTaken); },
  armed: (state, change) => { state.own.registers[change.barrier] = change.mask; },
  withdrawn: (state, change) => { state.own.registers[change.barrier] = change.mask; },
  released: (state, change) => { state.own.registers[change.barrier] = 0; },
  blocked: (state, change) => {
    state.active = without(state.active, change.mask);
    state.own.ready = without_lanes(state.own.ready, change.mask);
    state.own.blocked = [...state.own.blocked, { at: change.at, row: change.row, mask: change.mask, awaited: change.awaited }];
  },
  parked: (state, change) => {
    state.active = without(state.active, change.mask);
    state.own.blocked = without_lanes(state.own.blocked, change.mask);
    state.own.ready = without_lanes(state.own.ready, change.mask);
    state.own.ready.splice(change.position, 0, { mask: change.mask, row: change.row });
    state.own.fast = change.fast;
  },
  activated: (state, change) => {
    state.active = change.mask;
    state.own.blocked = without_lanes(state.own.blocked, change.mask);
    if ((lanesOf(state.own.ready) & change.mask) === 0) return;
    state.own.ready = without_lanes(state.own.ready, change.mask);
    state.own.fast = false;
  },
  exited: (state, change) => {
    state.exited = (state.exited | change.mask) >>> 0;
    state.active = without(state.active, change.mask);
  },
};

const arrivedAt = (own, at) => lanesOf(own.blocked.filter((wait) => wait.at === at));

/// The lanes that lanes blocked somewhere still wait for.
function missingAt(state, wait) {
  const register = /^B(\d+)$/.exec(wait.at);
  const wanted = register ? state.own.registers[register[1]] : without(wait.awaited, state.exited);
  return without(wanted, arrivedAt(state.own, wait.at));
}

const lanesInWords = (mask) => `${count(mask)} ${count(mask) === 1 ? "lane" : "lanes"} ${hex(mask)}`;

/// A cell has room for five letters.
const shortAddress = (address) => (address.length > 5 ? address.replace("0x", "") : address);

mechanisms["convergence-barriers"] = {
  title: "Barriers and ready groups",
  states: "Changes of the barriers",
  change: "change of barriers or ready groups",
  depthTitle: "ready groups",
  depthLabel: "ready",
  spans: { waiting: "ready, not running", blocked: "blocked at a barrier" },
  marks: {
    diverged: ["we-split", "divergence"],
    released: ["we-join", "re-convergence"],
    blocked: ["we-stop", "lanes block"],
  },
  marked: () => true,
  start: () => ({ registers: new Array(registerCount).fill(0), blocked: [], ready: [], fast: false }),
  copy: (own) => ({ ...own, registers: own.registers.slice() }),
  read: {
    diverged: (next) => ({ notTaken: next.mask() }),
    armed: (next) => ({ barrier: next.number(), mask: next.mask() }),
    withdrawn: (next) => ({ barrier: next.number(), mask: next.mask() }),
    released: (next) => ({ barrier: next.number(), mask: next.mask() }),
    blocked: (next) => ({ at: next.number(), row: next.number(), mask: next.mask(), awaited: next.mask() }),
    parked: (next) => ({ mask: next.mask(), row: next.number(), position: next.number(), fast: next.number() === 1 }),
    exited: (next) => ({ mask: next.mask() }),
    activated: (next) => ({ mask: next.mask() }),
  },
  apply: barrierChanges,
  waits: (run, state, lane) => {
    const wait = state.own.blocked.find((one) => has(one.mask, lane));
    if (wait) {
      const missing = missingAt(state, wait);
      const awaited = missing === 0 ? (wait.at === "BAR" ? ", waits for other warps" : "") : `, waits for ${lanesInWords(missing)}`;
      return ["block", wait.at.replace("WARPSYNC", "WSYNC").slice(0, 5), `blocked at ${wait.at}, ${run.address(wait.row)}${awaited}`];
    }
    const group = state.own.ready.find((one) => has(one.mask, lane));
    return group ? ["wait", shortAddress(run.address(group.row)), `ready, continues at ${run.address(group.row)}`] : null;
  },
  blocked: (own) => lanesOf(own.blocked),
  depth: (own) => [own.ready.length, own.ready.length],
  changesStack: new Set(["armed", "withdrawn", "blocked", "released", "parked"]),
  describe: {
    diverged: (run, change) => `divergence, without a jump for ${lanesInWords(change.notTaken)}`,
    armed: (run, change) => `B${change.barrier} holds ${lanesInWords(change.mask)}`,
    withdrawn: (run, change) => `B${change.barrier} ${change.mask === 0 ? "is emptied" : "keeps " + lanesInWords(change.mask)}`,
    blocked: (run, change) => `${lanesInWords(change.mask)} blocked at ${change.at}` +
      (change.awaited === 0 ? "" : `, waiting for ${lanesInWords(change.awaited)}`),
    released: (run, change) => `B${change.barrier} is complete and releases ${lanesInWords(change.mask)}: re-convergence`,
    parked: (run, change) => `${lanesInWords(change.mask)} ready at ${run.address(change.row)}`,
    exited: (run, change) => `${count(change.mask)} lanes exit`,
    activated: (run, change) => change.mask === 0 ? "no lane runs" : `now runs ${lanesInWords(change.mask)}`,
  },
};

/// 32 marks: lanes that a register holds, and which of them have arrived.
function laneStrip(held, arrived) {
  const strip = element("span", "we-strip");
  strip.setAttribute("aria-hidden", "true");
  for (let lane = 0; lane < laneCount; ++lane)
    strip.append(element("i", has(arrived, lane) ? "we-arrived" : has(held, lane) ? "we-held" : ""));
  return strip;
}

function registerView(state, number) {
  const held = state.own.registers[number];
  const arrived = arrivedAt(state.own, "B" + number);
  const item = element("li", held === 0 && arrived === 0 ? "we-register we-empty" : "we-register");
  item.append(element("b", "", "B" + number));
  if (held === 0 && arrived === 0) {
    item.setAttribute("aria-label", `B${number} is empty`);
    return item;
  }
  item.append(element("code", "", hex(held)), element("span", "", `${count(arrived)} of ${count(held)} arrived`),
              laneStrip(held, arrived));
  item.setAttribute("aria-label", `B${number} holds ${lanesInWords(held)}, arrived ${lanesInWords(arrived)}`);
  return item;
}

function listView(className, label, items) {
  const list = element("ol", className);
  list.setAttribute("aria-label", label);
  list.append(...items);
  return list;
}

waitViews["convergence-barriers"] = (holder, run, state) => {
  const { registers, blocked, ready, fast } = state.own;
  const elsewhere = blocked.filter((wait) => !wait.at.startsWith("B") || wait.at === "BAR");
  const groups = ready.map((group, index) => {
    const newest = index === ready.length - 1;
    const item = element("li", "we-token we-ready");
    item.append(element("code", "", hex(group.mask)), element("span", "", `${count(group.mask)} lanes`),
                element("code", "", "→ " + run.address(group.row)));
    if (newest) item.append(element("i", "", fast ? "next, fast" : "next"));
    return item;
  }).reverse();
  const waits = elsewhere.map((wait) => {
    const missing = missingAt(state, wait);
    const item = element("li", "we-token we-stopped");
    item.append(element("b", "", wait.at), element("code", "", hex(wait.mask)), element("code", "", "at " + run.address(wait.row)),
                element("span", "", `waits for ${missing === 0 ? "other warps" : lanesInWords(missing)}`));
    return item;
  });
  holder.replaceChildren(
    listView("we-registers", "The sixteen barrier registers", registers.map((_, number) => registerView(state, number))),
    element("p", "we-masks", ready.length === 0 ? "no other group is ready" : `${ready.length} ready ${ready.length === 1 ? "group" : "groups"}, the next to run first`),
    listView("we-tokens", "Ready groups, the next to run first", groups));
  if (waits.length > 0)
    holder.append(element("p", "we-masks", "blocked elsewhere"), listView("we-tokens", "Lanes blocked elsewhere", waits));
};
