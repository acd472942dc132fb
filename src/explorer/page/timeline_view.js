// The time line: what each lane does, when; below it what the warp spends its cycles on, the marks of what happened,
// and how much waits. Labels and ticks are text of the page; the rest is one canvas, painted at most once a frame.

const laneHeight = 5;
const spentHeight = 18;
const marksHeight = 18;
const depthHeight = 26;
const lanesHeight = laneCount * laneHeight;

/// What a run spends its cycles on, with the class of its colour. The order is that of timing::CycleClass.
const cycleClasses = [["issuing", "we-run"], ["waiting for values", "we-values"], ["waiting for memory", "we-memory"],
                      ["waiting for code", "we-fetch"], ["branching", "we-branch"], ["meeting of lanes", "we-meeting"],
                      ["waiting for a unit", "we-pipe"]];

/// Stretches of time in which the state stands still, one array a property: a long run has a hundred thousand.
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

class TimelineView {
  constructor(root, { onMove, onZoom, describe }) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.cursor = root.querySelector("#we-cursor");
    this.pointed = root.querySelector("#we-pointed");
    this.tip = document.getElementById("we-tip");
    this.ticks = document.getElementById("we-ticks");
    this.labels = document.getElementById("we-labels");
    this.onMove = onMove;
    this.onZoom = onZoom;
    this.describe = describe;
    this.position = 0;
    this.listen();
    new ResizeObserver(() => this.draw()).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  listen() {
    const { root } = this;
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      this.dragging = true;
      this.moveTo(event);
    });
    root.addEventListener("pointermove", (event) => {
      if (this.dragging) this.moveTo(event);
      this.point(event);
    });
    const stop = () => { this.dragging = false; };
    root.addEventListener("pointerup", stop);
    root.addEventListener("pointercancel", stop);
    root.addEventListener("pointerleave", () => this.pointAway());
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  show(run, axis, capacity) {
    this.run = run;
    this.axis = axis;
    this.capacity = capacity;
    this.length = axis.length;
    // A run that did not end stands still for good: room at its end shows how.
    this.isUnfinished = Boolean(run.run.diagnostic);
    this.end = this.isUnfinished ? Math.max(this.length * 1.08, this.length + 1) : Math.max(this.length, 1);
    this.spans = new Spans(run, axis);
    this.spent = axis.unit === "cycles" ? run.spent : null;
    this.height = lanesHeight + (this.spent ? spentHeight : 0) + marksHeight + depthHeight;
    this.showLabels();
    this.zoomAll();
  }

  showLabels() {
    const labels = [];
    const add = (text, top, className = "") => {
      const label = element("span", className, text);
      label.style.top = `${top}px`;
      labels.push(label);
    };
    for (let lane = 0; lane < laneCount; lane += lane === 28 ? 3 : 4) add(String(lane), lane * laneHeight + laneHeight / 2);
    let top = lanesHeight;
    if (this.spent) {
      add("cycles", top + spentHeight / 2);
      top += spentHeight;
    }
    add("events", top + marksHeight / 2);
    add(`0–${this.spans.deepest}`, top + marksHeight + depthHeight / 2);
    this.labels.replaceChildren(...labels);
    this.labels.style.height = `${this.height}px`;
  }

  // --- what is seen of it ---

  see(from, width) {
    const most = this.end;
    const seen = Math.min(Math.max(width, Math.min(8, most)), most);
    this.from = Math.min(Math.max(from, 0), most - seen);
    this.to = this.from + seen;
    this.draw();
  }
  zoomAll() { this.see(0, this.end); }

  /// Around the current step, or around a time that stays where it is.
  zoom(factor, around) {
    const width = this.to - this.from;
    const centre = around ?? this.axis.timeOf(this.position);
    const share = around === undefined ? 0.5 : (centre - this.from) / width;
    const wanted = Math.min(Math.max(width * factor, 8), this.end);
    this.see(centre - share * wanted, wanted);
  }

  /// The wheel zooms at the pointer, and with Shift goes along; where there is nothing more to see the page scrolls.
  wheel(event) {
    const width = this.to - this.from;
    const along = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (along) {
      event.preventDefault();
      this.see(this.from + (Math.sign(event.deltaX || event.deltaY) * width) / 8, width);
      return;
    }
    const closer = event.deltaY < 0;
    if (closer ? width <= 8 : width >= this.end) return;
    event.preventDefault();
    this.zoom(closer ? 0.8 : 1.25, this.timeAt(event));
  }

  // --- the pointer ---

  timeAt(event) {
    const box = this.root.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    return this.from + share * (this.to - this.from);
  }

  positionAt(event) { return Math.min(this.axis.positionOf(this.timeAt(event)), this.run.steps); }

  moveTo(event) { this.onMove(this.positionAt(event)); }

  point(event) {
    const box = this.root.getBoundingClientRect();
    const lane = Math.floor((event.clientY - box.top) / laneHeight);
    const x = event.clientX - box.left;
    this.tip.textContent = this.describe(this.positionAt(event), lane >= 0 && lane < laneCount ? lane : null);
    this.tip.hidden = false;
    const onRight = x < box.width / 2;
    this.tip.style.left = onRight ? `${x + 14}px` : "auto";
    this.tip.style.right = onRight ? "auto" : `${box.width - x + 14}px`;
    this.pointed.hidden = false;
    this.pointed.style.left = `${x}px`;
  }

  pointAway() {
    this.tip.hidden = true;
    this.pointed.hidden = true;
  }

  setPosition(position) {
    this.position = position;
    if (!this.run) return;
    const time = this.axis.timeOf(position);
    const width = this.to - this.from;
    if (time < this.from || time > this.to) this.see(time - width / 2, width);
    this.placeCursor();
  }

  /// Whoever looks elsewhere keeps looking there.
  placeCursor() {
    const time = this.axis.timeOf(this.position);
    this.cursor.hidden = time < this.from || time > this.to;
    this.cursor.style.left = `${((time - this.from) / (this.to - this.from)) * 100}%`;
  }

  // --- drawing ---

  /// What is to be painted is painted with the next frame, however often it changed until then.
  draw() {
    if (!this.run) return;
    this.onZoom(this.from, this.to);
    if (this.painting !== undefined) return;
    this.painting = requestAnimationFrame(() => {
      this.painting = undefined;
      this.paint();
    });
  }

  paint() {
    const width = this.root.clientWidth;
    if (width === 0) return;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.canvas.style.height = `${this.height}px`;
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(this.root);
    const known = new Map();
    const colour = (name) => {
      if (!known.has(name)) known.set(name, style.getPropertyValue(name).trim());
      return known.get(name);
    };
    const toX = (time) => ((time - this.from) / (this.to - this.from)) * width;
    const columns = new Columns(this.spans, toX, Math.ceil(width), this.from);
    const waits = this.spent ? this.readSpent(toX, Math.ceil(width)) : null;
    this.paintLanes(context, columns, waits, colour);
    let top = lanesHeight;
    if (waits) {
      this.paintSpent(context, waits, top, colour);
      top += spentHeight;
    }
    this.paintMarks(context, toX, width, top, colour);
    this.paintDepth(context, columns, top + marksHeight, colour);
    if (this.isUnfinished) this.paintUnfinished(context, toX, width, colour);
    this.showTicks(width);
    this.placeCursor();
  }

  /// One pixel is often many instructions: its colours are mixed by the share of them that a lane spends in a state.
  /// A lane that takes part and is in none of them waits.
  paintLanes(context, columns, waits, colour) {
    const palette = TimelineView.channels(["--we-wait", "--we-run", "--we-values", "--we-block", "--we-gone"].map(colour));
    const [wait, run, idle, block, gone] = palette;
    const image = new ImageData(columns.count, laneCount);
    const takesPart = this.run.startState().active;
    for (let column = 0; column < columns.count; ++column) {
      if (columns.deepest[column] < 0) continue;
      const waiting = waits ? 1 - waits.shares[column * cycleClasses.length] / Math.max(waits.sums[column], 1e-9) : 0;
      for (let lane = 0; lane < laneCount; ++lane) {
        if (!has(takesPart, lane)) continue;
        const at = column * laneCount + lane;
        const active = Math.min(columns.active[at], 1);
        const blocked = Math.min(columns.blocked[at], 1 - active);
        const exited = Math.min(columns.exited[at], 1 - active - blocked);
        const ready = Math.max(1 - active - blocked - exited, 0);
        const pixel = 4 * (lane * columns.count + column);
        for (let channel = 0; channel < 3; ++channel)
          image.data[pixel + channel] = ready * wait[channel] + blocked * block[channel] + exited * gone[channel] +
            active * ((1 - waiting) * run[channel] + waiting * idle[channel]);
        image.data[pixel + 3] = 255;
      }
    }
    const small = new OffscreenCanvas(columns.count, laneCount);
    small.getContext("2d").putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, columns.count, laneCount, 0, 0, columns.count, lanesHeight);
    context.fillStyle = colour("--rc-paper");
    for (let lane = 1; lane <= laneCount; ++lane)
      context.fillRect(0, lane * laneHeight - 1, columns.count, lane % 8 === 0 && lane < laneCount ? 1.6 : 0.8);
  }

  /// Red, green and blue of colours, whatever words they are written in.
  static channels(colours) {
    const canvas = new OffscreenCanvas(colours.length, 1);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    colours.forEach((colour, index) => {
      context.fillStyle = colour;
      context.fillRect(index, 0, 1, 1);
    });
    const { data } = context.getImageData(0, 0, colours.length, 1);
    return colours.map((_, index) => data.subarray(4 * index, 4 * index + 3));
  }

  /// The share of each column that goes to each class of cycles.
  readSpent(toX, width) {
    const { ends, classes } = this.spent;
    const kinds = cycleClasses.length;
    const shares = new Float32Array(width * kinds);
    const sums = new Float32Array(width);
    for (let i = WarpRun.firstAfter(ends, this.from); i < ends.length; ++i) {
      const left = Math.max(toX(i === 0 ? 0 : ends[i - 1]), 0);
      if (left >= width) break;
      const right = Math.min(toX(ends[i]), width);
      for (let column = Math.floor(left); column < right; ++column) {
        const share = Math.min(right, column + 1) - Math.max(left, column);
        shares[column * kinds + classes[i]] += share;
        sums[column] += share;
      }
    }
    return { shares, sums };
  }

  paintSpent(context, { shares }, top, colour) {
    const kinds = cycleClasses.length;
    const columns = shares.length / kinds;
    cycleClasses.forEach(([, name], kind) => {
      context.fillStyle = colour("--" + name);
      for (let column = 0; column < columns; ++column) {
        const share = shares[column * kinds + kind];
        if (share <= 0) continue;
        let below = 0;
        for (let other = 0; other < kind; ++other) below += shares[column * kinds + other];
        const height = (spentHeight - 3) * share;
        context.fillRect(column, top + spentHeight - 1 - (spentHeight - 3) * below - height, 1, height);
      }
    });
  }

  paintMarks(context, toX, width, top, colour) {
    const { marks, marked } = this.run.mechanism;
    const rows = Object.keys(marks);
    const drawn = {};  // last pixel of each kind, so that a pixel is marked once
    const { events } = this.run;
    for (let index = 0; index < events.length; ++index) {
      const event = events[index];
      if (!(event.what in marks) || !marked(event)) continue;
      if (this.capacity === undefined && (event.what === "spilled" || event.what === "reloaded")) continue;
      const x = toX(this.axis.timeOfEvent(index));
      if (x < -2 || x > width + 2) continue;
      if (drawn[event.what] === Math.floor(x)) continue;
      drawn[event.what] = Math.floor(x);
      context.fillStyle = colour("--" + marks[event.what][0]);
      context.fillRect(Math.min(x, width - 2) - 1, top + 1 + 4 * rows.indexOf(event.what), 2, 4);
    }
  }

  paintDepth(context, columns, top, colour) {
    const { depth, resident, deepest } = this.spans;
    const toHeight = (value) => (value / Math.max(4, deepest)) * (depthHeight - 4);
    const bottom = top + depthHeight - 1;
    columns.deepest.forEach((span, column) => {
      if (span < 0 || depth[span] === 0) return;
      const spilled = this.capacity === undefined ? 0 : depth[span] - resident[span];
      context.fillStyle = colour("--we-stack");
      context.fillRect(column, bottom - toHeight(depth[span]), 1, toHeight(depth[span] - spilled));
      context.fillStyle = colour("--we-out");
      context.fillRect(column, bottom - toHeight(spilled), 1, toHeight(spilled));
    });
  }

  /// From the last instruction on nothing moves: lanes keep their last state, hatched, with the reason across them.
  paintUnfinished(context, toX, width, colour) {
    const left = Math.max(toX(this.length), 0);
    if (left >= width) return;
    const last = this.spans.count - 1;
    const takesPart = this.run.startState().active;
    for (let lane = 0; lane < laneCount; ++lane) {
      const is = (masks) => has(masks[last], lane);
      const name = is(this.spans.active) ? "--we-run" : is(this.spans.blocked) ? "--we-block"
        : is(this.spans.exited) ? "--we-gone" : has(takesPart, lane) ? "--we-wait" : "--we-off";
      context.fillStyle = colour(name);
      context.fillRect(left, lane * laneHeight, width - left, laneHeight - 1);
    }
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, lanesHeight);
    context.clip();
    context.strokeStyle = colour("--we-alarm");
    context.lineWidth = 1.5;
    for (let x = left - lanesHeight; x < width; x += 9) {
      context.beginPath();
      context.moveTo(x, lanesHeight);
      context.lineTo(x + lanesHeight, 0);
      context.stroke();
    }
    context.restore();
    context.fillStyle = colour("--we-alarm");
    context.fillRect(left, 0, 3, this.height);
    this.paintReason(context, left, colour);
  }

  paintReason(context, left, colour) {
    const text = this.run.stopReason();
    context.font = "bold 12px system-ui, sans-serif";
    const size = context.measureText(text).width + 12;
    context.fillRect(left - size, lanesHeight / 2 - 10, size, 20);
    context.fillStyle = colour("--rc-paper");
    context.fillText(text, left - size + 6, lanesHeight / 2 + 4);
  }

  showTicks(width) {
    const step = roundStep((this.to - this.from) / Math.max(2, Math.floor(width / 90)));
    const ticks = [];
    for (let time = Math.ceil(this.from / step) * step; time <= Math.min(this.to, this.length); time += step) {
      const share = (time - this.from) / (this.to - this.from);
      const tick = element("span", share > 0.96 ? "we-last-tick" : "", time.toLocaleString("en"));
      tick.style.left = `${100 * share}%`;
      ticks.push(tick);
    }
    this.ticks.replaceChildren(...ticks);
  }
}
