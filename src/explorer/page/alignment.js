// Two runs beside each other: which row of one is which of the other, by line of the source, and which step of one
// is at the same place as a step of the other.

/// Pairs of rows by line. `lines` are [file, left line, right line, [left row, right row, ...]]; -1: that side has no such row.
/// A row that a build has several times, since it unrolled the loop around it, is one with all its copies: `groups` has
/// for each row of either side the number of what it is the same as, -1 where the other side has no such row.
class Alignment {
  constructor(lines, left, right) {
    this.lines = lines;
    this.groups = [left, right].map((kernel) => new Int32Array(kernel.rows.length).fill(-1));
    this.copyOf = [new Map(), new Map()];
    this.count = 0;
    for (const [, , , rows] of lines)
      for (let i = 0; i < rows.length; i += 2)
        if (rows[i] >= 0 && rows[i + 1] >= 0) this.groups[0][rows[i]] = this.groups[1][rows[i + 1]] = this.count++;
    for (const [, , , rows] of lines) {
      const sides = [0, 1].map((side) => Alignment.byOpcode([left, right][side], rows.filter((row, index) => index % 2 === side && row >= 0)));
      for (const opcode of sides[0].keys()) {
        const both = sides.map((side) => side.get(opcode) ?? []);
        if (both[0].length < both[1].length) this.join(both[0], both[1], 0);
        if (both[1].length < both[0].length) this.join(both[1], both[0], 1);
      }
    }
  }

  /// The rows of one line by what they compute, in the order of the code; control is not what a loop is unrolled for.
  static byOpcode(kernel, rows) {
    const found = new Map();
    for (const row of [...rows].sort((one, other) => one - other)) {
      const opcode = kernel.rows[row][1].replace(/^@!?U?P\w+\s+/, "").split(/\s/)[0];
      if (/^(BRA|BRX|JMP|JMX|CALL|RET|EXIT|BSSY|BSYNC|BREAK|BMOV|WARPSYNC|YIELD|SSY|SYNC|NOP)\b/.test(opcode)) continue;
      if (!found.has(opcode)) found.set(opcode, []);
      found.get(opcode).push(row);
    }
    return found;
  }

  /// Rows that the other side has in turn, again and again, are the same as those; unless some of them are matched otherwise.
  join(few, many, side) {
    const [own, others] = [this.groups[side], this.groups[1 - side]];
    const original = (index) => few[index % few.length];
    if (few.length === 0 || many.length % few.length !== 0 || few.some((row) => own[row] < 0)) return;
    if (many.some((row, index) => others[row] >= 0 && others[row] !== own[original(index)])) return;
    many.forEach((row, index) => {
      if (others[row] >= 0) return;
      others[row] = own[original(index)];
      this.copyOf[1 - side].set(row, original(index));
    });
  }

  /// Lines of both runs whose common rows are less than half of what either executes of them are as a whole one place:
  /// their rows become one group.
  joinLines(left, right) {
    const executed = [left, right].map((run) => sumByRow(run, () => 1));
    for (const [, leftLine, rightLine, rows] of this.lines) {
      if (leftLine === 0 || rightLine === 0) continue;
      const sides = [0, 1].map((side) => rows.filter((row, index) => index % 2 === side && row >= 0 && executed[side][row] > 0));
      const found = sides.map((own, side) => new Set(own.map((row) => this.groups[side][row]).filter((group) => group >= 0)));
      const isCommon = (side) => sides[side].map((row) => (found[1 - side].has(this.groups[side][row]) ? executed[side][row] : 0));
      const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
      const shares = [0, 1].map((side) => sum(isCommon(side)) / Math.max(1, sum(sides[side].map((row) => executed[side][row]))));
      if (sides.some((own) => own.length === 0) || Math.min(...shares) >= 0.5) continue;
      sides.forEach((own, side) => own.forEach((row) => { this.groups[side][row] = this.count; }));
      ++this.count;
    }
  }

  /// Whether two runs can be held against each other: they ran the same code, or the page knows how theirs match.
  static isKnown(data, one, other) {
    if (one.kernel === other.kernel) return true;
    const kernels = data.alignment ? [data.alignment.left, data.alignment.right] : [];
    return kernels.includes(one.kernel) && kernels.includes(other.kernel);
  }

  static of(data, left, right) {
    const lines = left.kernel === right.kernel ? Alignment.withItself(data.kernels[left.kernel]) : data.alignment.lines;
    return new Alignment(lines, data.kernels[left.kernel], data.kernels[right.kernel]);
  }

  /// Lines of one kernel in the order of the source; rows without a line come last.
  static withItself(kernel) {
    const lines = new Map();
    kernel.rows.forEach((_, row) => {
      const place = kernel.place_of_row[row] ?? -1;
      const [file, line] = place < 0 ? ["", 0] : kernel.places[place];
      const key = `${file}:${line}`;
      if (!lines.has(key)) lines.set(key, [file, line, line, []]);
      lines.get(key)[3].push(row, row);
    });
    return [...lines.values()].sort((one, other) =>
      Number(one[0] === "") - Number(other[0] === "") || one[0].localeCompare(other[0]) || one[1] - other[1]);
  }
}

/// Where the rows of each group of a run execute: positions in their order, one group after another.
class Executions {
  constructor(run, groups, count) {
    this.groups = groups;
    this.starts = new Uint32Array(count + 1);
    for (const row of run.rows) if (groups[row] >= 0) ++this.starts[groups[row] + 1];
    for (let group = 0; group < count; ++group) this.starts[group + 1] += this.starts[group];
    this.positions = new Uint32Array(this.starts[count]);
    const next = this.starts.slice();
    run.rows.forEach((row, at) => { if (groups[row] >= 0) this.positions[next[groups[row]]++] = at; });
  }
  count(group) { return this.starts[group + 1] - this.starts[group]; }
  position(group, number) { return this.positions[this.starts[group] + number]; }
}

/// For each position of one run the position of another that is at the same place: before the same execution of the
/// same row, or of one of its copies. Where they execute more often in one, its share of the way. Rows that the other has
/// not leave it where the last common one left it. @returns the positions, and for each where `from` itself was then.
function samePlaces(from, fromExecutions, to, toExecutions) {
  const places = new Uint32Array(from.steps + 1);
  const since = new Uint32Array(from.steps + 1);
  const seen = new Uint32Array(fromExecutions.starts.length);
  let lastOwn = 0;
  let last = 0;
  from.rows.forEach((row, at) => {
    const group = fromExecutions.groups[row];
    const count = group < 0 ? 0 : toExecutions.count(group);
    if (count > 0) {
      const number = seen[group]++;
      const share = Math.min(Math.floor((number * count) / fromExecutions.count(group)), count - 1);
      places[at] = toExecutions.position(group, share);
      last = places[at] + 1;
      since[at] = at;
      lastOwn = at + 1;
    } else {
      places[at] = last;
      since[at] = lastOwn;
    }
  });
  places[from.steps] = to.steps;
  since[from.steps] = from.steps;
  return { places, since };
}

/// What rows of two runs cost, in the same measure: [costs of one, of the other, unit, how it is measured].
function comparedCosts(left, right) {
  const isAlone = (run) => run.run.costs && !run.run.warp;
  const isTimed = (run) => isAlone(run) && run.run.costs.every((row) => row[3] !== null);
  if (isTimed(left) && isTimed(right)) {
    const cycles = (run) => run.run.costs.map((row) => row[3]);
    const typical = left.run.band || right.run.band;
    return [cycles(left), cycles(right), typical ? "typical cycles" : "cycles", "Each cycle belongs to one instruction."];
  }
  if (left.run.issues && right.run.issues) {
    const since = (run) => sumByRow(run, (at) => run.run.issues[at]);
    return [since(left), since(right), "cycles", "Cycles of an instruction are those since the one before it issued."];
  }
  const executions = (run) => sumByRow(run, () => 1);
  return [executions(left), executions(right), "executions", "Cycles are not known of both."];
}

function sumByRow(run, costAt) {
  const sums = new Array(run.kernel.rows.length).fill(0);
  run.rows.forEach((row, at) => { sums[row] += costAt(at); });
  return sums;
}
