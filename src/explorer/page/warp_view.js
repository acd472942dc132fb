// The warp at one moment: the listing, the lanes, what the lanes wait in. All text of the input is set
// as text, never as markup.

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/// Only a pane scrolls to what it shows, never the page.
function scrollPane(pane, item) {
  const top = item.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  if (top < pane.scrollTop || top + item.offsetHeight > pane.scrollTop + pane.clientHeight)
    pane.scrollTop = top - pane.clientHeight / 2;
}

/// Says on paper how many of `items` are left out, as nothing ran them.
function noteUnrun(id, items, why) {
  const unrun = items.filter((item) => item.classList.contains("we-unrun")).length;
  document.getElementById(id).textContent = unrun === 0 ? "" : `${unrun} of ${items.length} instructions are not printed: ${why} them.`;
}

/// The instructions, each with its cost and its source line where they are known.
class ListingView {
  constructor(scroller, list, onChoose) {
    this.scroller = scroller;
    this.list = list;
    list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-row]");
      if (item) onChoose(Number(item.dataset.row));
    });
  }

  /// @param costs  of each row, and the greatest; null where they are not known
  show(run, costs) {
    this.current = null;
    const ran = run.costed.costs ? run.costed.costs.map(([executions]) => executions) : sumByRow(run, () => 1);
    this.items = run.kernel.rows.map(([address, text], row) => {
      const item = element("li", costs ? "we-heat" : "");
      item.dataset.row = String(row);
      item.classList.toggle("we-unrun", ran[row] === 0);
      if (costs) {
        item.style.setProperty("--we-share", `${(100 * costs.of[row]) / costs.most}%`);
        item.append(element("b", "", costs.of[row] > 0 ? String(costs.of[row]) : ""));
      }
      item.append(element("span", "we-pc", "0x" + address.toString(16).padStart(4, "0")), element("code", "", text));
      const line = run.lineOf(row);
      if (line) item.append(element("span", "we-pc we-line", line.text));
      return item;
    });
    const end = element("li", costs ? "we-heat" : "");
    if (costs) end.append(element("b"));
    end.append(element("span", "we-pc", ""), element("code", "", "(the end)"));
    this.list.replaceChildren(...this.items, end);
    noteUnrun("we-unrun-rows", this.items, run.run.warp ? "no warp of the block executed" : "the warp did not execute");
  }

  setRow(row) {
    if (this.current) {
      this.current.classList.remove("we-current");
      this.current.removeAttribute("aria-current");
    }
    this.current = row === null ? this.list.lastChild : this.items[row];
    this.current.classList.add("we-current");
    this.current.setAttribute("aria-current", "step");
    scrollPane(this.scroller, this.current);
  }
}

class LanesView {
  constructor(list, onChoose) {
    this.cells = [];
    this.isNarrow = list.closest(".we-side") !== null;
    for (let lane = 0; lane < laneCount; ++lane) {
      const cell = element("li");
      cell.append(element("b", "", String(lane)), element("span", "", ""));
      cell.addEventListener("click", () => onChoose(lane));
      list.append(cell);
      this.cells.push(cell);
    }
  }

  choose(chosen) { this.cells.forEach((cell, lane) => cell.classList.toggle("we-chosen", lane === chosen)); }

  show(run, state, executing) {
    this.cells.forEach((cell, lane) => {
      const [kind, short, long] = LanesView.describe(run, state, executing, lane);
      if (cell.dataset.kind === kind && cell.title === long) return;
      cell.dataset.kind = kind;
      cell.className = "we-lane we-" + kind + (cell.classList.contains("we-chosen") ? " we-chosen" : "");
      // An address fits a narrow cell without what begins each.
      cell.lastChild.textContent = this.isNarrow ? short.replace(/^0x/, "") : short;
      cell.title = long;
      cell.setAttribute("aria-label", long);
    });
  }

  static describe(run, state, executing, lane) {
    if (has(state.exited, lane)) return ["gone", "exited", `lane ${lane}: exited`];
    if (has(state.active, lane))
      return has(executing, lane) ? ["run", "runs", `lane ${lane}: running`]
                                  : ["idle", "guard", `lane ${lane}: active, but its guard is false here`];
    const waits = run.mechanism.waits(run, state, lane);
    if (waits) return [waits[0], waits[1], `lane ${lane}: ${waits[2]}`];
    return ["off", "–", `lane ${lane}: takes no part`];
  }
}

/// What waits, by mechanism.
const waitViews = {
  "token-stack": (holder, run, state, capacity) => {
    const { tokens, resident } = state.own;
    const list = element("ol", "we-tokens");
    list.setAttribute("aria-label", "Token stack, top first");
    for (let i = tokens.length - 1; i >= 0; --i) {
      const token = tokens[i];
      const spilled = capacity !== undefined && i < tokens.length - resident;
      const item = element("li", "we-token we-kind-" + token.kind.toLowerCase() + (spilled ? " we-spilled" : ""));
      item.append(element("b", "", token.kind), element("code", "", hex(token.mask)),
                  element("code", "", "→ " + run.address(token.row)));
      if (spilled) item.append(element("i", "", "in memory"));
      list.append(item);
    }
    const onChip = capacity === undefined ? "how many of them are on chip is not known for this generation"
      : capacity === null ? "all on chip (unlimited)" : `${resident} of at most ${capacity} on chip, ${tokens.length - resident} spilled`;
    holder.replaceChildren(
      element("p", "we-masks", tokens.length === 0 ? "empty" : `${tokens.length} ${tokens.length === 1 ? "token" : "tokens"}, top first; ${onChip}`), list);
  },
};
