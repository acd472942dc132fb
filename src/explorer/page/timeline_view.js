// The timeline: what each lane does, when; below it what the warp spends its cycles on, the marks of what happened,
// and how much waits. Labels and ticks are text of the page; the rest is one canvas, painted at most once a frame.

const spentHeight = 18;
const marksHeight = 18;
const depthHeight = 26;
const lowDepthHeight = 14;  // where two time lines share a window

/// What a run spends its cycles on, with the class of its colour. The order is that of timing::CycleClass.
const cycleClasses = [["issuing", "we-run"], ["waiting for values", "we-values"], ["waiting for memory", "we-memory"],
                      ["waiting for code", "we-fetch"], ["branching", "we-branch"], ["meeting of lanes", "we-meeting"],
                      ["waiting for a unit", "we-pipe"]];

class TimelineView {
  constructor(track, { onMove, onZoom, describe }) {
    const part = (name) => track.querySelector(".we-" + name);
    this.root = part("timeline");
    this.canvas = track.querySelector("canvas");
    this.cursor = part("cursor");
    this.pointed = part("pointed");
    this.reason = part("reason");
    this.tip = part("tip");
    this.ticks = part("ticks");
    this.labels = part("labels");
    this.laneHeight = 5;
    this.onMove = onMove;
    this.onZoom = onZoom;
    this.describe = describe;
    this.position = 0;
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.root);
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

  get depthHeight() { return this.laneHeight < 4 ? lowDepthHeight : depthHeight; }
  get lanesHeight() { return laneCount * this.laneHeight; }

  /// Where the timeline of a run ends: a run that did not end keeps its last state, and room at its end shows how.
  endOf(axis) {
    return axis.run.isUnfinished() ? Math.max(axis.length * 1.08, axis.length + 1) : Math.max(axis.length, 1);
  }

  /// @param end  of what can be seen, where another timeline has the same scale
  show(run, axis, capacity, end = this.endOf(axis)) {
    this.run = run;
    this.axis = axis;
    this.capacity = capacity;
    this.length = axis.length;
    this.isUnfinished = run.isUnfinished();
    this.end = end;
    this.spans = new Spans(run, axis);
    this.spent = axis.unit === "cycles" ? run.spent : null;
    this.height = this.lanesHeight + (this.spent ? spentHeight : 0) + marksHeight + this.depthHeight;
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
    const every = this.laneHeight < 4 ? 8 : 4;  // text is 10 px high
    for (let lane = 0; lane < laneCount - 2; lane += every) add(String(lane), lane * this.laneHeight + this.laneHeight / 2);
    add(String(laneCount - 1), (laneCount - 0.5) * this.laneHeight);
    let top = this.lanesHeight;
    if (this.spent) {
      add("cycles", top + spentHeight / 2);
      top += spentHeight;
    }
    add("events", top + marksHeight / 2);
    // What is counted, and where there is room how far it goes.
    top += marksHeight;
    const isHigh = this.depthHeight === depthHeight;
    add(this.run.mechanism.depthLabel, top + this.depthHeight / (isHigh ? 4 : 2) + 1);
    if (isHigh) add(this.spans.deepest === 0 ? "none" : `0–${this.spans.deepest}`, top + (3 * this.depthHeight) / 4);
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

  /// Sees what another timeline of the same scale sees.
  follow(from, to) {
    if (!this.run || (this.from === from && this.to === to)) return;
    [this.from, this.to] = [from, to];
    this.draw();
  }

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
    const lane = Math.floor((event.clientY - box.top) / this.laneHeight);
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
    this.reason.hidden = true;
    this.paintOn(context, width, colour);
    this.showTicks(width);
    this.placeCursor();
  }

  /// @param context  a canvas, or what takes its words (timeline_picture.js)
  /// @param fine  columns a pixel
  paintOn(context, width, colour, fine = 1) {
    const toX = (time) => ((time - this.from) / (this.to - this.from)) * width;
    const toColumn = (time) => fine * toX(time);
    const count = Math.ceil(fine * width);
    const columns = new Columns(this.spans, toColumn, count, this.from);
    const waits = this.spent ? this.readSpent(toColumn, count) : null;
    const marksTop = this.lanesHeight + (waits ? spentHeight : 0);
    context.save();
    context.scale(1 / fine, 1);
    this.paintLanes(context, columns, waits, colour);
    if (waits) this.paintSpent(context, waits, this.lanesHeight, colour);
    this.paintDepth(context, columns, marksTop + marksHeight, colour);
    context.restore();
    this.paintMarks(context, toX, width, marksTop, colour);
    if (this.isUnfinished) this.paintUnfinished(context, toX, width, colour);
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
    if (context.drawRows) context.drawRows(image, this.laneHeight);
    else {
      const small = new OffscreenCanvas(columns.count, laneCount);
      small.getContext("2d").putImageData(image, 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(small, 0, 0, columns.count, laneCount, 0, 0, columns.count, this.lanesHeight);
    }
    context.fillStyle = colour("--rc-paper");
    for (let lane = 1; lane <= laneCount; ++lane)
      context.fillRect(0, lane * this.laneHeight - 1, columns.count, lane % 8 === 0 && lane < laneCount ? 1.6 : this.laneHeight > 3 ? 0.8 : 0.3);
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
    const toHeight = (value) => (value / Math.max(4, deepest)) * (this.depthHeight - 4);
    const bottom = top + this.depthHeight - 1;
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
      context.fillRect(left, lane * this.laneHeight, width - left, this.laneHeight - 1);
    }
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, this.lanesHeight);
    context.clip();
    context.strokeStyle = colour("--we-alarm");
    context.lineWidth = 1.5;
    for (let x = left - this.lanesHeight; x < width; x += 9) {
      context.beginPath();
      context.moveTo(x, this.lanesHeight);
      context.lineTo(x + this.lanesHeight, 0);
      context.stroke();
    }
    context.restore();
    context.fillStyle = colour("--we-alarm");
    context.fillRect(left, 0, 3, this.height);
    // The page has it as text, which paper does not squeeze with the picture.
    if (context.drawRows) this.paintReason(context, left);
    else {
      this.reason.hidden = false;
      this.reason.textContent = this.run.stopReason();
      this.reason.style.right = `${100 * (1 - left / width)}%`;
      this.reason.style.top = `${this.lanesHeight / 2 - 10}px`;
    }
  }

  paintReason(context, left) {
    const text = this.run.stopReason();
    context.font = "bold 12px system-ui, sans-serif";
    const size = context.measureText(text).width + 12;
    context.fillRect(left - size, this.lanesHeight / 2 - 10, size, 20);
    context.fillStyle = "#ffffff";  // on red, whatever the page
    context.fillText(text, left - size + 6, this.lanesHeight / 2 + 4);
  }

  showTicks(width) {
    const step = roundStep((this.to - this.from) / Math.max(2, Math.floor(width / 90)));
    const ticks = [];
    for (let time = Math.ceil(this.from / step) * step; time <= Math.min(this.to, this.length); time += step) {
      const share = (time - this.from) / (this.to - this.from);
      const text = time.toLocaleString("en");
      const tick = element("span", (1 - share) * width < 8 * text.length + 6 ? "we-last-tick" : "", text);
      tick.style.left = `${100 * share}%`;
      ticks.push(tick);
    }
    this.ticks.replaceChildren(...ticks);
  }
}
