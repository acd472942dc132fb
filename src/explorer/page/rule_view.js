// The rules by which an instruction runs and is timed: their names, their words, the numbers they compute with and the
// probes that measured these. All text is set as text, never as markup.

class RuleView {
  constructor() {
    this.root = document.getElementById("we-why");
    this.name = document.getElementById("we-why-name");
    this.body = document.getElementById("we-rule");
    this.root.addEventListener("toggle", () => this.fill());
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.open) return;
      this.root.open = false;
      this.root.querySelector("summary").focus();
    });
  }

  toggle() {
    if (this.root.hidden) return;
    this.root.open = !this.root.open;
    this.fill();
  }

  /// Shows the rules of the instruction that was executed last, or of the first one.
  /// @param changes  what it changed: they say which of an opcode's rules it went by
  show(data, run, position, changes) {
    const row = position > 0 ? run.rows[position - 1] : run.rowAt(0);
    const numbers = row === null || !run.kernel.rules_of_row ? [] : run.kernel.rules_of_row[row];
    const isDivergent = changes.some((change) => change.what === "diverged");
    const isWrong = ([, name]) => (isDivergent ? name === "uniform-branch" : name === "divergent-branch");
    this.rules = numbers.map((number) => data.rules[number]).filter((rule) => !isWrong(rule));
    this.instruction = row === null ? "" : run.kernel.rows[row][1];
    this.root.hidden = this.rules.length === 0;
    this.name.textContent = this.rules.map(RuleView.nameOf).join(", ");
    if (this.root.open) this.fill();
  }

  static nameOf([section, name, number]) { return number > 0 ? `${name} (${number})` : `${section}: ${name}`; }

  fill() {
    if (!this.root.open) return;
    this.body.replaceChildren(element("p", "we-note", this.instruction), ...this.rules.flatMap((rule) => this.partOf(rule)));
  }

  partOf([section, name, number, words, numbers]) {
    const opcode = this.instruction.replace(/^@\S+ /, "").split(/[. ;]/)[0];
    const own = numbers.filter(([, of]) => of === "" || of === opcode);
    const parts = [element("h4", "", number > 0 ? `Rule ${number} of ${section}: ${name}` : `${section}: ${name}`), element("p", "", words)];
    if (own.length > 0) {
      const table = element("table", "we-numbers");
      const head = element("tr");
      for (const title of ["number", "value", "grade", "measured by"]) {
        const cell = element("th", "", title);
        cell.scope = "col";
        head.append(cell);
      }
      table.append(head, ...own.map(([what, , value, grade, source]) => {
        const line = element("tr");
        line.append(...[what, value, grade, source].map((text) => element("td", "", text)));
        return line;
      }));
      parts.push(table);
    }
    parts.push(element("p", "we-note", `reconverge explain ${number > 0 ? name : section}`));
    return parts;
  }
}
