// The data of a timeline: stretches in which the state does not change, and what each column of pixels shows of them.

/// Stretches of time in which the state does not change, one array a property: a long run has a hundred thousand.
class Spans {
  constructor(run, axis) {
    const count = run.boundaries.length + 1;
    this.count = count;
    for (const name of ["from", "to"]) this[name] = new Float64Array(count);
    for (const name of ["active", "exited", "blocked", "depth", "resident"]) this[name] = new Uint32Array(count);
    this.deepest = 0;
    const state = run.startState();
    for (let span = 0, at = 0; span < count; ++span) {
      const step = span === 0 ? 0 : run.boundaries[span - 1];
      for (; at < run.events.length && run.events[at].step <= step; ++at)
        run.mechanism.apply[run.events[at].what](state, run.events[at]);
      this.store(span, run.mechanism, state, axis.spanOf(step, run.boundaries[span] ?? run.steps));
    }
  }

  store(span, mechanism, state, [from, to]) {
    this.from[span] = from;
    this.to[span] = to;
    this.active[span] = state.active;
    this.exited[span] = state.exited;
    this.blocked[span] = mechanism.blocked(state.own);
    [this.depth[span], this.resident[span]] = mechanism.depth(state.own);
    this.deepest = Math.max(this.deepest, this.depth[span]);
  }

  /// The first span that ends after a time.
  firstAfter(time) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.to[middle] <= time) low = middle + 1; else high = middle;
    }
    return low;
  }
}

/// What each column of pixels shows: the share of it that every lane spends in a state, and the deepest state in it.
class Columns {
  constructor(spans, toX, width, from) {
    this.count = width;
    this.active = new Float32Array(width * laneCount);
    this.blocked = new Float32Array(width * laneCount);
    this.exited = new Float32Array(width * laneCount);
    this.deepest = new Int32Array(width).fill(-1);  // the number of a span
    for (let span = spans.firstAfter(from); span < spans.count; ++span) {
      const left = Math.max(toX(spans.from[span]), 0);
      if (left >= width) break;
      this.add(spans, span, left, Math.min(toX(spans.to[span]), width));
    }
  }

  add(spans, span, left, right) {
    const active = spans.active[span];
    const blocked = without(spans.blocked[span], active);
    const exited = without(spans.exited[span], active | blocked);
    for (let column = Math.floor(left); column < right; ++column) {
      const share = Math.min(right, column + 1) - Math.max(left, column);
      Columns.addLanes(this.active, column, active, share);
      Columns.addLanes(this.blocked, column, blocked, share);
      Columns.addLanes(this.exited, column, exited, share);
      const known = this.deepest[column];
      if (known < 0 || spans.depth[known] < spans.depth[span]) this.deepest[column] = span;
    }
  }

  static addLanes(shares, column, mask, share) {
    for (let rest = mask; rest; rest &= rest - 1) shares[column * laneCount + 31 - Math.clz32(rest & -rest)] += share;
  }
}
