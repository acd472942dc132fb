// The time line: what each lane does, when; below it the depth of the stack and the marks of what happened.

const laneHeight = 6;
const depthHeight = 46;
const marksHeight = 18;

class TimelineView {
  constructor(root, onMove, onZoom) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.cursor = root.querySelector("div");
    this.onMove = onMove;
    this.onZoom = onZoom;
    this.position = 0;
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      this.dragging = true;
      this.moveTo(event);
    });
    root.addEventListener("pointermove", (event) => { if (this.dragging) this.moveTo(event); });
    const stop = () => { this.dragging = false; };
    root.addEventListener("pointerup", stop);
    root.addEventListener("pointercancel", stop);
    new ResizeObserver(() => this.draw()).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /// `sums` are the cycles after each change if time is in cycles, else null.
  show(run, sums, capacity) {
    this.run = run;
    this.sums = sums;
    this.capacity = capacity;
    this.spans = this.readSpans();
    this.deepest = this.spans.reduce((most, span) => Math.max(most, span.depth), 0);
    this.length = sums === null ? run.steps : (sums[sums.length - 1] ?? 0);
    this.zoomAll();
  }

  /// Stretches of time in which the state stands still. With time in cycles a stretch is as long as the
  /// change that began it costs: instructions have no price of their own.
  readSpans() {
    const state = this.run.startState();
    const take = (step, from, to) => ({ step, from, to, active: state.active, exited: state.exited,
                                        depth: state.own.tokens.length, resident: state.own.resident });
    const { events, boundaries } = this.run;
    const inSteps = this.sums === null;
    const spans = [take(0, 0, inSteps ? boundaries[0] ?? this.run.steps : 0)];
    let cycles = 0;
    for (let at = 0, group = 0; at < events.length; ++group) {
      const step = boundaries[group];
      while (at < events.length && events[at].step === step) {
        this.run.mechanism.apply[events[at].what](state, events[at]);
        ++at;
      }
      if (inSteps) spans.push(take(step, step, boundaries[group + 1] ?? this.run.steps));
      else spans.push(take(step, cycles, cycles = this.sums[at - 1]));
    }
    return spans;
  }

  zoomAll() { this.from = 0; this.to = Math.max(this.length, 1); this.draw(); }

  zoom(factor) {
    const centre = this.timeOf(this.position);
    const width = Math.min(Math.max((this.to - this.from) * factor, 8), Math.max(this.length, 1));
    this.from = Math.min(Math.max(centre - width / 2, 0), Math.max(this.length - width, 0));
    this.to = this.from + width;
    this.draw();
  }

  timeOf(position) {
    if (this.sums === null) return position;
    const events = this.run.eventsUntil(position);
    return events === 0 ? 0 : this.sums[events - 1];
  }

  positionOf(time) {
    if (this.sums === null) return Math.round(time);
    const span = this.spans.find((candidate) => candidate.to >= time && candidate.to > candidate.from);
    return span ? span.step : this.run.steps;
  }

  moveTo(event) {
    const box = this.root.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    this.onMove(Math.min(this.positionOf(this.from + share * (this.to - this.from)), this.run.steps));
  }

  setPosition(position) {
    this.position = position;
    if (!this.run) return;
    const time = this.timeOf(position);
    const width = this.to - this.from;
    if (time < this.from || time > this.to) {
      this.from = Math.min(Math.max(time - width / 2, 0), Math.max(this.length - width, 0));
      this.to = this.from + width;
      this.draw();
    }
    this.cursor.style.left = `${((time - this.from) / (this.to - this.from)) * 100}%`;
  }

  draw() {
    if (!this.run || this.root.clientWidth === 0) return;
    const scale = devicePixelRatio || 1;
    const width = this.root.clientWidth;
    const height = laneCount * laneHeight + marksHeight + depthHeight;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(this.root);
    const colour = (name) => style.getPropertyValue(name).trim();
    const toX = (time) => ((time - this.from) / (this.to - this.from)) * width;
    this.drawLanes(context, toX, width, colour);
    this.drawDepth(context, toX, width, colour);
    this.drawMarks(context, toX, width, colour);
    this.setPosition(this.position);
    this.onZoom(this.from, this.to);
  }

  /// One pixel is often many instructions: it is shaded by the share of them that a lane runs.
  drawLanes(context, toX, width, colour) {
    const columns = Math.ceil(width);
    const running = new Float32Array(columns * laneCount);
    const gone = new Float32Array(columns * laneCount);
    for (const span of this.spans) {
      const left = Math.max(toX(span.from), 0);
      const right = Math.min(toX(span.to), columns);
      if (right <= left) continue;
      for (let column = Math.floor(left); column < right; ++column) {
        const share = Math.min(right, column + 1) - Math.max(left, column);
        for (let lane = 0; lane < laneCount; ++lane) {
          if (has(span.active, lane)) running[lane * columns + column] += share;
          else if (has(span.exited, lane)) gone[lane * columns + column] += share;
        }
      }
    }
    const end = Math.min(toX(this.length), width);
    context.fillStyle = colour("--we-wait");
    for (let lane = 0; lane < laneCount; ++lane) context.fillRect(0, lane * laneHeight, end, laneHeight - 1);
    const paint = (shares, fill) => {
      context.fillStyle = fill;
      for (let lane = 0; lane < laneCount; ++lane)
        for (let column = 0; column < columns;) {
          const share = Math.min(shares[lane * columns + column], 1);
          let until = column + 1;
          while (until < columns && Math.min(shares[lane * columns + until], 1) === share) ++until;
          context.globalAlpha = share;
          if (share > 0) context.fillRect(column, lane * laneHeight, Math.min(until, end) - column, laneHeight - 1);
          column = until;
        }
      context.globalAlpha = 1;
    };
    paint(running, colour("--we-run"));
    paint(gone, colour("--we-gone"));
  }

  drawDepth(context, toX, width, colour) {
    const top = laneCount * laneHeight + marksHeight;
    const toHeight = (depth) => (depth / Math.max(4, this.deepest)) * (depthHeight - 14);
    const deepest = new Array(Math.ceil(width)).fill(null);  // the deepest state that a pixel covers
    for (const span of this.spans) {
      const right = Math.min(toX(span.to), width, toX(this.length));
      for (let column = Math.max(Math.floor(toX(span.from)), 0); column < right; ++column)
        if (deepest[column] === null || deepest[column].depth < span.depth) deepest[column] = span;
    }
    deepest.forEach((span, column) => {
      if (span === null || span.depth === 0) return;
      const spilled = this.capacity === undefined ? 0 : span.depth - span.resident;
      const bottom = top + depthHeight - 1;
      context.fillStyle = colour("--we-stack");
      context.fillRect(column, bottom - toHeight(span.depth), 1, toHeight(span.depth - spilled));
      context.fillStyle = colour("--we-out");
      context.fillRect(column, bottom - toHeight(spilled), 1, toHeight(spilled));
    });
    context.fillStyle = colour("--rc-muted");
    context.font = "11px system-ui, sans-serif";
    context.fillText(`stack depth, at most ${this.deepest}`, 4, top + 10);
  }

  drawMarks(context, toX, width, colour) {
    const top = laneCount * laneHeight;
    const rows = { diverged: 0, popped: 4, spilled: 8, reloaded: 12 };
    const drawn = {};  // last pixel of each kind, so that a pixel is marked once
    const kinds = { diverged: "--we-split", spilled: "--we-out", reloaded: "--we-in", popped: "--we-join" };
    this.run.events.forEach((event, index) => {
      if (!(event.what in kinds) || (event.what === "popped" && event.token.kind !== "SYNC")) return;
      if (this.capacity === undefined && (event.what === "spilled" || event.what === "reloaded")) return;
      const x = toX(this.sums === null ? event.step : this.sums[index]);
      if (x < -2 || x > width + 2) return;
      if (drawn[event.what] === Math.floor(x)) return;
      drawn[event.what] = Math.floor(x);
      context.fillStyle = colour(kinds[event.what]);
      context.fillRect(Math.min(x, width - 2) - 1, top + 1 + rows[event.what], 2, 4);
    });
  }
}
