// What the timeline measures time in. An axis has a length, says when the state after so many instructions
// begins and which state a time belongs to, when a change happened, and how long a state lasts.

class StepAxis {
  constructor(run) {
    this.run = run;
    this.length = run.steps;
    this.unit = "executed instructions";
  }
  timeOf(position) { return position; }
  positionOf(time) { return Math.round(time); }
  timeOfEvent(index) { return this.timeOf(this.run.events[index].step); }
  spanOf(step, next) { return [this.timeOf(step), this.timeOf(next)]; }
  describe() { return ""; }
}

/// Cycles at which instructions issue. The state after some of them begins when the next one does.
class IssueAxis extends StepAxis {
  constructor(run) {
    super(run);
    const since = run.run.issues;
    this.times = new Float64Array(since.length);
    for (let i = 0, cycle = 0; i < since.length; ++i) this.times[i] = cycle += since[i];
    this.length = this.times.length === 0 ? 0 : this.times[this.times.length - 1];
    this.unit = "cycles";
  }
  timeOf(position) { return this.times[Math.min(position, this.times.length - 1)] ?? 0; }
  positionOf(time) {
    let low = 0;
    let high = this.run.steps;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.timeOf(middle) <= time) low = middle; else high = middle - 1;
    }
    return low;
  }
  describe(position) { return `, cycle ${this.timeOf(position)}`; }
}

/// Cycles that divergence adds: a state is as long as the change that began it costs, and instructions have
/// no price of their own. `sums` are the cycles after each change.
class PriceAxis extends StepAxis {
  constructor(run, sums) {
    super(run);
    this.sums = sums;
    this.length = sums[sums.length - 1] ?? 0;
    this.unit = "cycles that divergence adds";
  }
  after(events) { return events === 0 ? 0 : this.sums[events - 1]; }
  timeOf(position) { return this.after(this.run.eventsUntil(position)); }
  timeOfEvent(index) { return this.sums[index]; }
  spanOf(step) { return step === 0 ? [0, 0] : [this.timeOf(step - 1), this.timeOf(step)]; }
  positionOf(time) {
    const found = this.run.boundaries.find((step) => this.timeOf(step) >= time && this.timeOf(step) > this.timeOf(step - 1));
    return found ?? this.run.steps;
  }
  describe(position) { return `, ${this.timeOf(position)} cycles of divergence`; }
}

/// 1, 2 or 5 times a power of ten, at least 1.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least);
}
