// Ways to a place in a run: the next time that rows execute, that control reaches a line, that a lane executes, and what
// was typed. The explorer is asked for its run and sent to a step.

class Search {
  constructor(explorer) { this.explorer = explorer; }

  /// To the next time that one of these rows executes, from the start if there is none any more.
  toRows(rows) {
    const wanted = new Set(rows);
    const is = (row) => wanted.has(row);
    const found = this.explorer.run.find(this.explorer.position, false, is) ?? this.explorer.run.find(-1, false, is);
    this.explorer.pause();
    if (found !== null) this.explorer.go(found);
    byId("we-found").textContent = found === null ? "never executed" : "";
  }

  /// To the next or last time that control reaches this line, or to this instruction where no line is known.
  toLine(back) {
    const { run } = this.explorer;
    const row = run.rowAt(this.explorer.position);
    if (row === null) return;
    const line = run.lineOf(row);
    const isThere = (other) => {
      const place = run.lineOf(other);
      return line === null ? other === row : place !== null && place.line === line.line && place.file === line.file;
    };
    const comesThere = (other, at) => isThere(other) && (line === null || at === 0 || !isThere(run.rows[at - 1]));
    this.say(run.find(this.explorer.position, back, comesThere), back, line === null ? "this instruction" : `line ${line.line}`);
  }

  /// To the next or last time that the chosen lane executes after others did without it.
  toLane(back) {
    const { run } = this.explorer;
    const lane = this.explorer.followed();
    const runs = (at) => has(run.executingAt(at), lane);
    this.say(run.find(this.explorer.position, back, (_, at) => runs(at) && (at === 0 || !runs(at - 1))), back, `lane ${lane}`);
  }

  say(found, back, what) {
    this.explorer.pause();
    if (found !== null) this.explorer.go(found);
    byId("we-found").textContent = found === null ? `${what}: not ${back ? "before" : "again"}` : "";
  }

  /// Rows that an opcode, an address or a line names.
  rowsNamed(text) {
    const { kernel } = this.explorer.run;
    const line = /^:?(\d+)$/.exec(text.startsWith(":") ? text : "");
    const address = /^0x([0-9a-f]+)$/i.exec(text);
    const lower = text.toLowerCase();
    const isNamed = (row) => {
      const [at, instruction] = kernel.rows[row];
      if (line) return (this.explorer.run.lineOf(row)?.line ?? -1) === Number(line[1]);
      if (address) return at === parseInt(address[1], 16);
      return instruction.toLowerCase().includes(lower);
    };
    return [...kernel.rows.keys()].filter(isNamed);
  }

  find(back) {
    const text = byId("we-find").value.trim();
    if (text === "") return;
    const rows = new Set(this.rowsNamed(text));
    const wanted = (row) => rows.has(row);
    const { run } = this.explorer;
    const found = run.find(this.explorer.position, back, wanted) ?? run.find(back ? run.steps : -1, back, wanted);
    this.explorer.pause();
    if (found !== null) this.explorer.go(found);
    const named = `${rows.size} ${rows.size === 1 ? "instruction" : "instructions"}`;
    byId("we-found").textContent = rows.size === 0 ? "nothing of that name" : found === null ? `${named}, never executed` : named;
  }
}
