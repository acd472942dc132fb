// Two runs beside each other: which row of one is which of the other, by line of the source, and which step of one
// stands at the same place as a step of the other.

/// Pairs of rows by line. `lines` are [file, left line, right line, [left row, right row, ...]]; -1: that side has no such row.
class Alignment {
  constructor(lines, leftCount, rightCount) {
    this.lines = lines;
    this.rightOf = new Int32Array(leftCount).fill(-1);
    this.leftOf = new Int32Array(rightCount).fill(-1);
    for (const [, , , rows] of lines)
      for (let i = 0; i < rows.length; i += 2) {
        if (rows[i] < 0 || rows[i + 1] < 0) continue;
        this.rightOf[rows[i]] = rows[i + 1];
        this.leftOf[rows[i + 1]] = rows[i];
      }
  }

  /// Whether two runs can be held against each other: they ran the same code, or the page knows how theirs match.
  static isKnown(data, one, other) {
    if (one.kernel === other.kernel) return true;
    const kernels = data.alignment ? [data.alignment.left, data.alignment.right] : [];
    return kernels.includes(one.kernel) && kernels.includes(other.kernel);
  }

  static of(data, left, right) {
    const count = (run) => data.kernels[run.kernel].rows.length;
    const lines = left.kernel === right.kernel ? Alignment.withItself(data.kernels[left.kernel]) : data.alignment.lines;
    return new Alignment(lines, count(left), count(right));
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

/// Where each row of a run executes: positions in their order, one row after another.
class Executions {
  constructor(run) {
    const rows = run.kernel.rows.length;
    this.starts = new Uint32Array(rows + 1);
    for (const row of run.rows) ++this.starts[row + 1];
    for (let row = 0; row < rows; ++row) this.starts[row + 1] += this.starts[row];
    this.positions = new Uint32Array(run.steps);
    const next = this.starts.slice();
    run.rows.forEach((row, at) => { this.positions[next[row]++] = at; });
  }
  count(row) { return this.starts[row + 1] - this.starts[row]; }
  position(row, number) { return this.positions[this.starts[row] + number]; }
}

/// For each position of one run the position of another that stands at the same place: before the same execution of the
/// same row. Where a row executes more often in one (a loop that the other has unrolled), its share of the way. Rows that
/// the other has not leave it where the last common one left it.
function samePlaces(from, fromExecutions, to, toExecutions, counterpart) {
  const places = new Uint32Array(from.steps + 1);
  const seen = new Uint32Array(from.kernel.rows.length);
  let last = 0;
  from.rows.forEach((row, at) => {
    const number = seen[row]++;
    const other = counterpart[row];
    const count = other < 0 ? 0 : toExecutions.count(other);
    if (count > 0) {
      const share = Math.min(Math.floor((number * count) / fromExecutions.count(row)), count - 1);
      places[at] = toExecutions.position(other, share);
      last = places[at] + 1;
    } else {
      places[at] = last;
    }
  });
  places[from.steps] = to.steps;
  return places;
}

/// What rows of two runs cost, in the same measure: [costs of one, of the other, unit, how it is measured].
function comparedCosts(left, right) {
  const isAlone = (run) => run.run.costs && !run.run.warp;
  const isTimed = (run) => isAlone(run) && run.run.costs.every((row) => row[3] !== null);
  if (isTimed(left) && isTimed(right)) {
    const cycles = (run) => run.run.costs.map((row) => row[3]);
    return [cycles(left), cycles(right), "cycles", "Each cycle belongs to one instruction."];
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
