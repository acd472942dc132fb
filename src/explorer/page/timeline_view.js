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

  show(run, axis, capacity) {
    this.run = run;
    this.axis = axis;
    this.capacity = capacity;
    this.length = axis.length;
    this.spans = this.readSpans();
    this.deepest = this.spans.reduce((most, span) => Math.max(most, span.depth), 0);
    this.zoomAll();
  }

  /// Stretches of time in which the state stands still.
  readSpans() {
    const { run, axis } = this;
    const { events, boundaries, mechanism } = run;
    const state = run.startState();
    const take = (step, next) => {
      const [from, to] = axis.spanOf(step, next);
      const [depth, resident] = mechanism.depth(state.own);
      return { step, from, to, active: state.active, exited: state.exited, blocked: mechanism.blocked(state.own), depth, resident };
    };
    const spans = [take(0, boundaries[0] ?? run.steps)];
    for (let at = 0, group = 0; at < events.length; ++group) {
      const step = boundaries[group];
      for (; at < events.length && events[at].step === step; ++at) mechanism.apply[events[at].what](state, events[at]);
      spans.push(take(step, boundaries[group + 1] ?? run.steps));
    }
    return spans;
  }

  zoomAll() { this.from = 0; this.to = Math.max(this.length, 1); this.draw(); }

  zoom(factor) {
    const centre = this.axis.timeOf(this.position);
    const width = Math.min(Math.max((this.to - this.from) * factor, 8), Math.max(this.length, 1));
    this.from = Math.min(Math.max(centre - width / 2, 0), Math.max(this.length - width, 0));
    this.to = this.from + width;
    this.draw();
  }

  moveTo(event) {
    const box = this.root.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    this.onMove(Math.min(this.axis.positionOf(this.from + share * (this.to - this.from)), this.run.steps));
  }

  setPosition(position) {
    this.position = position;
    if (!this.run) return;
    const time = this.axis.timeOf(position);
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

  /// One pixel is often many instructions: it is shaded by the share of them that a lane spends in a state.
  /// A lane that takes part and is in none of them waits.
  drawLanes(context, toX, width, colour) {
    const columns = Math.ceil(width);
    const layers = [["active", "--we-run"], ["blocked", "--we-block"], ["exited", "--we-gone"]];
    const shares = layers.map(() => new Float32Array(columns * laneCount));
    for (const span of this.spans) {
      const left = Math.max(toX(span.from), 0);
      const right = Math.min(toX(span.to), columns);
      if (right <= left) continue;
      for (let column = Math.floor(left); column < right; ++column) {
        const share = Math.min(right, column + 1) - Math.max(left, column);
        for (let lane = 0; lane < laneCount; ++lane) {
          const layer = layers.findIndex(([key]) => has(span[key], lane));
          if (layer >= 0) shares[layer][lane * columns + column] += share;
        }
      }
    }
    const end = Math.min(toX(this.length), width);
    const takesPart = this.spans[0].active;
    for (let lane = 0; lane < laneCount; ++lane) {
      context.fillStyle = colour(has(takesPart, lane) ? "--we-wait" : "--we-off");
      context.fillRect(0, lane * laneHeight, end, laneHeight - 1);
    }
    layers.forEach(([, fill], layer) => {
      context.fillStyle = colour(fill);
      for (let lane = 0; lane < laneCount; ++lane) this.paintLane(context, shares[layer], lane, columns, end);
    });
    context.globalAlpha = 1;
  }

  paintLane(context, shares, lane, columns, end) {
    const at = (column) => Math.min(shares[lane * columns + column], 1);
    for (let column = 0; column < columns;) {
      const share = at(column);
      let until = column + 1;
      while (until < columns && at(until) === share) ++until;
      context.globalAlpha = share;
      if (share > 0) context.fillRect(column, lane * laneHeight, Math.min(until, end) - column, laneHeight - 1);
      column = until;
    }
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
    context.fillText(`${this.run.mechanism.depthTitle}, at most ${this.deepest}`, 4, top + 10);
  }

  drawMarks(context, toX, width, colour) {
    const top = laneCount * laneHeight;
    const { marks, marked } = this.run.mechanism;
    const rows = Object.keys(marks);
    const drawn = {};  // last pixel of each kind, so that a pixel is marked once
    this.run.events.forEach((event, index) => {
      if (!(event.what in marks) || !marked(event)) return;
      if (this.capacity === undefined && (event.what === "spilled" || event.what === "reloaded")) return;
      const x = toX(this.axis.timeOfEvent(index));
      if (x < -2 || x > width + 2) return;
      if (drawn[event.what] === Math.floor(x)) return;
      drawn[event.what] = Math.floor(x);
      context.fillStyle = colour("--" + marks[event.what][0]);
      context.fillRect(Math.min(x, width - 2) - 1, top + 1 + 4 * rows.indexOf(event.what), 2, 4);
    });
  }
}
