// The texts around a run: its colours, what is known of its time, and why it did not end.

/// What the mechanism of the run is called, and what its colours mean.
function showMechanism({ run, timeline }) {
  const { title, change, spans, marks } = run.mechanism;
  byId("we-h-wait").textContent = title;
  byId("we-changes").textContent = `next, previous ${change}`;
  const { spent } = timeline;
  const keys = [["we-run", spent ? "issues" : "running"]];
  if (spent) keys.push(["we-values", "active, waits"]);
  keys.push(["we-wait", spans.waiting]);
  if (spans.blocked) keys.push(["we-block", spans.blocked]);
  keys.push(["we-gone", "exited"]);
  const entry = ([name, text]) => {
    const made = element("span", "we-entry");
    made.append(element("i", "we-key " + name), text);
    return made;
  };
  // A head stays with what follows it.
  const group = (title, entries) => {
    const [first, ...others] = entries.map(entry);
    const head = element("span", "we-head");
    head.append(element("b", "", title), first);
    return [head, ...others];
  };
  byId("we-legend").replaceChildren(
    ...group("lanes", keys), ...(spent ? group("cycles", cycleClasses.map(([text, name]) => [name, text])) : []),
    ...group("events", Object.values(marks)), ...group(run.mechanism.depthTitle, [["we-stack", `at most ${timeline.spans.deepest}`]]));
}

/// What is known of the time of a run whose instructions have cycles, or might.
function describeCycles(run) {
  const { issues, no_prediction: missing } = run.run;
  if (!issues) return `time is in executed instructions: ${missing || "no cycles are known"}.`;
  const rules = "every instruction is at the cycle at which it issues, by the measured rules of this generation, with code and data in the nearest caches.";
  if (run.run.band) return `${rules} The time line takes as if nothing waited where that is not known: ${missing}. Costs are low, typical and high cycles: each access of a spread latency takes its 1st, 50th or 99th percentile.`;
  return missing ? `${rules} These cycles are not a prediction: ${missing}.` : rules;
}

/// A way to a point of a run, which keeps what is chosen else.
function linkTo(explorer, run, step, text) {
  const link = element("a", "", text);
  const chosen = { ...run, generation: run.generations[0] };
  link.href = explorer.linkTo(chosen, step);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (explorer.run.run === run) explorer.go(step);
    else explorer.choose({ ...chosen, position: step });
  });
  return link;
}

/// What the runs did that is probably not meant, with the way to its row and to the step at which it is seen.
function showRemarks(explorer) {
  const { remarks, runs, kernels, alignment, other_remarks: others } = explorer.data;
  byId("we-remarks").hidden = remarks.length === 0 && others.length === 0;
  byId("we-remarks").replaceChildren(...remarks.map(([level, kind, place, message, number, step, kernel, row]) => {
    const item = element("li");
    const toRow = element("button", "we-to-row", place);
    toRow.type = "button";
    toRow.title = "To this row";
    toRow.addEventListener("click", () => explorer.showRow(kernel, row));
    const whose = alignment ? `${kernels[kernel].name} build alone: ` : "";
    item.append(element("b", `we-${level}`, level), ` ${whose}${kind} at `, toRow, `: ${message}`);
    if (number < 0) return item;
    const run = runs[number];
    item.append(" ", linkTo(explorer, run, step, `${run.warp ? run.warp + ", " : ""}step ${step + 1}`));
    return item;
  }));
  if (others.length === 0) return;
  const sum = others.reduce((all, [, count]) => all + count, 0);
  byId("we-remarks").append(element("li", "", `${sum} ${remarks.length > 0 ? "more " : ""}of warps that are not shown: ${others.map(([kind, count]) => `${kind} (${count})`).join(", ")}`));
}

function showPrices(explorer) {
  const { run, generation, cycles } = explorer;
  const { diagnostic } = run.run;
  byId("we-alert").hidden = !diagnostic;
  // A line for what happened, one for each thing to try.
  const lines = diagnostic ? `The run did not finish (${run.stopReason()}): ${diagnostic}`.split("\n") : [];
  byId("we-alert").replaceChildren(...lines.map((line) => element("span", "", line.trim())));
  if (diagnostic) {
    // Of a block another warp than the one that is shown may have stopped it.
    const { kernel, pattern, warp } = run.run;
    const stopped = explorer.data.runs.find((one) => one.is_where_block_stopped && one.kernel === kernel && one.pattern === pattern) ?? run.run;
    const which = stopped.warp === warp ? "" : ` in ${stopped.warp}`;
    byId("we-alert").append(linkTo(explorer, stopped, stopped.steps, `To the step where it stopped${which}`));
  }
  const { title, sources, missing, spills_known: known } = generation;
  const unfinished = diagnostic ? ` The run did not finish (${run.stopReason()}), see above.` : "";
  if (run.run.mechanism !== "token-stack") {
    byId("we-prices").textContent = `${title}: ${describeCycles(run)}${unfinished}`;
    return;
  }
  const prices = sources.map(([name, cycles, grade, source]) => `${name} ${cycles} cycles (${grade}: ${source})`);
  let text = prices.length === 0 ? `${title}: no cost is known, so its time is in instructions only.`
    : `${title}: ${prices.join("; ")}. Only these events are priced; other instructions take no time on the axis of cycles.`;
  if (prices.length > 0 && cycles === null) text += ` No cycles here: ${missing}.`;
  if (!known) text += " The size of its stack on chip is not known, so spills are not known.";
  byId("we-prices").textContent = text + unfinished;
}
