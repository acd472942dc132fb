// Another run beside the one that is stepped through: its timeline below or above, its lanes, and the rows of both by
// line with what they differ by. All text of the input is set as text, never as markup.

const signed = (number) => (number > 0 ? `+${number.toLocaleString("en")}` : number < 0 ? `−${(-number).toLocaleString("en")}` : "0");

class BesideView {
  /// @param onMove  called with a position of the other run
  /// @param onRow  called with a row that was clicked, and whether it is the other run's
  constructor({ onMove, onRow, describe }) {
    this.panes = document.getElementById("we-beside-panes");
    this.onRow = onRow;
    const track = document.getElementById("we-track").cloneNode(true);
    for (const part of [track, ...track.querySelectorAll("[id]")]) part.removeAttribute("id");
    track.hidden = true;
    document.getElementById("we-tracks").append(track);
    this.tracks = [document.getElementById("we-track"), track];
    const slider = track.querySelector(".we-timeline");
    slider.id = "we-timeline-other";
    slider.setAttribute("aria-label", "Timeline of the run beside");
    slider.setAttribute("aria-valuemin", "0");
    this.timeline = new TimelineView(track, { onMove, onZoom: (from, to) => this.onZoom(from, to), describe });
    this.lanes = ["left", "right"].map((side) => new LanesView(document.getElementById(`we-lanes-${side}`), () => {}));
    document.getElementById("we-only").addEventListener("change", () => this.showRows());
  }

  /// Shows `other` beside `run`; null: nothing.
  show(data, run, other, isLeft) {
    this.other = other;
    this.panes.hidden = other === null;
    document.getElementById("we").classList.toggle("we-two", other !== null);
    document.getElementById("we-panes").hidden = other !== null;
    document.getElementById("we-status-other").hidden = other === null;
    for (const id of ["we-along", "we-measure"]) document.getElementById(id).hidden = other === null;
    this.tracks[1].hidden = other === null;
    for (const track of this.tracks) track.querySelector(".we-of").hidden = other === null;
    if (other === null) return;
    this.run = run;
    this.isLeft = isLeft;
    [this.left, this.right] = isLeft ? [run, other] : [other, run];
    this.names = BesideView.namesOf(this.left, this.right);
    this.isCompared = !this.left.run.diagnostic && !this.right.run.diagnostic;
    this.tracks.forEach((track, index) => {
      const isFirst = (index === 0) === isLeft;
      track.style.order = isFirst ? "0" : "1";
      track.querySelector(".we-of").textContent = this.names[isFirst ? 0 : 1];
    });
    this.alignment = Alignment.of(data, this.left.run, this.right.run);
    this.alignment.joinLines(this.left, this.right);
    const { groups, count } = this.alignment;
    const [own, others] = isLeft ? groups : [groups[1], groups[0]];
    const [executions, otherExecutions] = [new Executions(run, own, count), new Executions(other, others, count)];
    ({ places: this.places, since: this.since } = samePlaces(run, executions, other, otherExecutions));
    this.back = samePlaces(other, otherExecutions, run, executions).places;
    this.ran = [this.left, this.right].map((one) => sumByRow(one, () => 1));
    [this.leftCosts, this.rightCosts, this.unit, this.measure] = comparedCosts(this.left, this.right);
    document.getElementById("we-h-left").textContent = this.names[0];
    document.getElementById("we-h-right").textContent = this.names[1];
    document.getElementById("we-h-lanes-left").textContent = `Lanes: ${this.names[0]}`;
    document.getElementById("we-h-lanes-right").textContent = `Lanes: ${this.names[1]}`;
    document.getElementById("we-along").textContent = `step along ${isLeft ? this.names[1] : this.names[0]}`;
    this.showRows();
    this.showWorst();
  }

  /// What tells two runs apart, shortly: "old" and "new", "n = 2" and "n = 14", "warp 3" and "warp 7".
  static namesOf(left, right) {
    if (left.run.kernel !== right.run.kernel) return [left.kernel.name, right.kernel.name];
    if (left.run.pattern !== right.run.pattern) return [left.run.pattern, right.run.pattern];
    return [left.run.warp || "left", right.run.warp || "right"];
  }

  // --- time ---

  /// Both timelines have one scale.
  showTime(timeline, axis, otherAxis, capacity) {
    const end = Math.max(timeline.endOf(axis), this.other === null ? 0 : timeline.endOf(otherAxis));
    if (this.other === null) return end;
    this.main = timeline;
    this.axes = this.isLeft ? [axis, otherAxis] : [otherAxis, axis];
    this.timeline.laneHeight = timeline.laneHeight;
    this.timeline.show(this.other, otherAxis, capacity, end);
    this.tracks[1].querySelector(".we-timeline").setAttribute("aria-valuemax", String(this.other.steps));
    this.showTotal();
    return end;
  }

  onZoom(from, to) { if (this.main) this.main.follow(from, to); }

  showTotal() {
    const [left, right] = this.axes.map((axis) => axis.length);
    const { unit } = this.axes[0];
    const both = `${this.names[0]}: ${left.toLocaleString("en")}, ${this.names[1]}: ${right.toLocaleString("en")} ${unit}`;
    const share = left > 0 ? ` (${signed(Math.round((1000 * (right - left)) / left) / 10)} %)` : "";
    document.getElementById("we-beside-total").textContent = this.isCompared
      ? `${both}; difference ${signed(right - left)}${share}.` : `${both} until the run ended or stopped. ${this.whyNot()}`;
    document.getElementById("we-measure").textContent = `A difference is that of ${this.names[1]} to ${this.names[0]}, in ${this.unit}. ${this.measure}`;
  }

  /// Why the numbers of the two are not held against each other.
  whyNot() {
    const stopped = [this.left, this.right].map((run, index) => (run.run.diagnostic ? this.names[index] : "")).filter(Boolean);
    return `No differences: ${stopped.join(" and ")} did not finish.`;
  }

  // --- rows ---

  costOf(costs, rows, side) {
    let sum = 0;
    for (let i = side; i < rows.length; i += 2) if (rows[i] >= 0) sum += costs[rows[i]];
    return sum;
  }

  linesWithCosts() {
    return this.alignment.lines.map(([file, left, right, rows]) => {
      const costs = [this.costOf(this.leftCosts, rows, 0), this.costOf(this.rightCosts, rows, 1)];
      return { file, left, right, rows, costs, difference: costs[1] - costs[0] };
    });
  }

  nameOf({ file, left, right }) {
    return file === "" ? "instructions without a line" : `${file}:${right > 0 ? right : left}`;
  }

  /// The place of a line in one of the runs and its text there; null where that run has no such line.
  placeIn(run, line, rows) {
    if (line === 0) return null;
    const frames = rows.map((row) => run.kernel.places[run.kernel.place_of_row[row] ?? -1] ?? []).find((places) => places[1] === line);
    if (!frames) return null;
    const source = run.kernel.sources[frames[0]];
    return { name: `${frames[0].split("/").pop()}:${line}`, text: (source?.lines[line - source.first] ?? "").trim() };
  }

  showRows() {
    const only = document.getElementById("we-only").checked;
    this.items = { left: new Map(), right: new Map() };
    const shown = [];
    this.heads = new Map();
    for (const line of this.linesWithCosts()) {
      const pairs = [];
      for (let i = 0; i < line.rows.length; i += 2) {
        const item = this.pairRow(line.rows[i], line.rows[i + 1], only);
        if (item) pairs.push(item);
      }
      if (only && line.difference === 0 && pairs.length === 0) continue;
      const head = this.lineRow(line);
      // Paper leaves out what neither ran.
      head.classList.toggle("we-unrun", pairs.length > 0 && pairs.every((pair) => pair.classList.contains("we-unrun")));
      this.heads.set(line.rows, head);
      shown.push(head, ...pairs);
    }
    if (shown.length === 0) {
      const none = element("tr");
      const cell = element("td", "", "no row differs");
      cell.colSpan = 5;
      none.append(cell);
      shown.push(none);
    }
    document.getElementById("we-pairs").replaceChildren(...shown);
    noteUnrun("we-unrun-pairs", shown.filter((row) => !row.classList.contains("we-pair-line")), "neither run executed");
    this.current = [];
  }

  lineRow(line) {
    const item = element("tr", "we-pair-line");
    const rowsOf = (side) => line.rows.filter((row, index) => index % 2 === side && row >= 0);
    const [left, right] = [this.placeIn(this.left, line.left, rowsOf(0)), this.placeIn(this.right, line.right, rowsOf(1))];
    const cell = (name, place, instead) => {
      const made = element(name, place ? "we-pair-place" : "we-pair-place we-pc", place ? place.name : instead);
      if (place) made.append(element("code", "", place.text));
      made.title = place ? `${place.name} ${place.text}` : instead;
      return made;
    };
    // Two runs of one build have the same line, so it stands once.
    const isSame = this.left.kernel === this.right.kernel;
    const head = cell("th", left, line.file === "" ? this.nameOf(line) : `${this.names[1]} alone`);
    head.scope = "rowgroup";
    item.append(head, ...this.costCells(line.costs[0], line.costs[1]),
                isSame || line.file === "" ? element("td") : cell("td", right, `${this.names[0]} alone`));
    return item;
  }

  costCells(left, right) {
    const difference = right - left;
    if (!this.isCompared) {
      const absent = element("td", "we-pc", "absent");
      absent.title = this.whyNot();
      return [element("td", "", left.toLocaleString("en")), absent, element("td", "", right.toLocaleString("en"))];
    }
    const cell = element("td", difference > 0 ? "we-more" : difference < 0 ? "we-less" : "we-pc", difference === 0 ? "=" : signed(difference));
    return [element("td", "", left.toLocaleString("en")), cell, element("td", "", right.toLocaleString("en"))];
  }

  pairRow(left, right, only) {
    const costs = [left < 0 ? 0 : this.leftCosts[left], right < 0 ? 0 : this.rightCosts[right]];
    if (only && left >= 0 && right >= 0 && costs[0] === costs[1]) return null;
    const item = element("tr", left < 0 || right < 0 ? "we-one-side" : "");
    item.classList.toggle("we-unrun", !(left >= 0 && this.ran[0][left]) && !(right >= 0 && this.ran[1][right]));
    const instruction = (run, row, side) => {
      const cell = element("td", "we-pair");
      if (row < 0) {
        // The other side has here what this one has once.
        const original = side === "left" ? this.alignment.copyOf[1].get(right) : this.alignment.copyOf[0].get(left);
        if (original !== undefined) cell.append(element("span", "we-pc", `${run.address(original)} again`));
        return cell;
      }
      cell.append(element("span", "we-pc", run.address(row)), element("code", "", run.kernel.rows[row][1]));
      cell.addEventListener("click", () => this.onRow(row, (side === "left") !== this.isLeft));
      this.items[side].set(row, cell);
      return cell;
    };
    item.append(instruction(this.left, left, "left"), ...this.costCells(costs[0], costs[1]), instruction(this.right, right, "right"));
    return item;
  }

  /// @returns whether one of the two builds has the row: it is in sight then, and marked.
  showRow(kernel, row) {
    const side = [this.left, this.right].findIndex((run) => run.run.kernel === kernel);
    if (side < 0) return false;
    const find = () => this.items[side === 0 ? "left" : "right"].get(row);
    if (!find()) {  // it does not differ
      document.getElementById("we-only").checked = false;
      this.showRows();
    }
    for (const cell of document.querySelectorAll("#we-pairs .we-linked")) cell.classList.remove("we-linked");
    find().classList.add("we-linked");
    scrollPane(document.getElementById("we-aligned"), find());
    find().scrollIntoView({ block: "nearest" });
    return true;
  }

  showWorst() {
    const worst = this.linesWithCosts().filter((line) => this.isCompared && line.difference !== 0)
      .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference)).slice(0, 6);
    document.getElementById("we-differences").replaceChildren(...worst.map((line) => {
      const item = element("li");
      const button = element("button", "", `${this.nameOf(line)}: ${signed(line.difference)} ${this.unit}`);
      button.title = `${this.names[0]}: ${line.costs[0].toLocaleString("en")}, ${this.names[1]}: ${line.costs[1].toLocaleString("en")} ${this.unit}`;
      button.type = "button";
      button.addEventListener("click", () => {
        const head = this.heads.get(line.rows);
        if (head) document.getElementById("we-aligned").scrollTop = head.offsetTop - 28;
      });
      item.append(button);
      return item;
    }));
  }

  // --- steps ---

  /// The other run goes to the place where this one is; @returns its position.
  go(position) {
    this.position = this.places[position];
    this.timeline.setPosition(this.position);
    const [left, right] = this.isLeft ? [position, this.position] : [this.position, position];
    for (const cell of this.current) cell.classList.remove("we-current");
    const cells = [this.items.left.get(this.left.rowAt(left)), this.items.right.get(this.right.rowAt(right))];
    this.current = cells.filter(Boolean);
    for (const cell of this.current) cell.classList.add("we-current");
    const own = this.isLeft ? cells[0] : cells[1];
    if (own) scrollPane(document.getElementById("we-aligned"), own);
    this.showSide(0, this.left, left);
    this.showSide(1, this.right, right);
    document.getElementById("we-here").textContent = this.hereText(position);
    return this.position;
  }

  /// What both took up to here, or up to the last place of both where the other run has not the row that comes next.
  hereText(position) {
    const own = this.since[position];
    const [left, right] = this.isLeft ? [own, this.position] : [this.position, own];
    const [before, after] = [this.axes[0].timeOf(left), this.axes[1].timeOf(right)];
    const times = `${before.toLocaleString("en")} and ${after.toLocaleString("en")}, difference ${signed(after - before)}`;
    if (own === position) return `Up to here: ${times}.`;
    const lacking = this.names[this.isLeft ? 1 : 0];
    return `Up to the last common place: ${times}; ${lacking} has no such row.`;
  }

  showSide(index, run, position) {
    const side = index === 0 ? "left" : "right";
    const state = run.stateAt(position);
    this.lanes[index].show(run, state, run.executingAt(position));
    document.getElementById(`we-masks-${side}`).textContent = `active ${hex(state.active)} (${count(state.active)} ${count(state.active) === 1 ? "lane" : "lanes"})`;
    waitViews[run.run.mechanism](document.getElementById(`we-wait-${side}`), run, state, undefined);
  }
}
