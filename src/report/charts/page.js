// Behaviour of a page without its charts: folded parts, tables whose rows can be sorted, files to take away.

/// Markup that the page keeps as text in a <noscript> (html.cpp, folded) takes its place. It is the page's own.
function unfold(holder) {
  const folded = holder.querySelector(":scope > noscript");
  if (folded === null) return;
  const markup = document.createElement("template");
  markup.innerHTML = folded.textContent;
  folded.replaceWith(markup.content);
  for (const table of holder.querySelectorAll("table.sortable")) makeSortable(table);
}

/// Gives the reader a file.
function save(name, type, text) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// What made the page, for the caption of a drawing that leaves it.
function madeBy() {
  const rows = [...document.querySelectorAll("table.properties tr")];
  const value = (name) => rows.find((row) => row.cells[0].textContent === name)?.cells[1].textContent;
  return ["command", "tool"].map(value).filter(Boolean).map((text, index) => (index === 0 ? `Made by: ${text}` : text)).join("; ") + ".";
}
window.reconverge = { unfold, save, madeBy };  // the other scripts are scopes of their own

for (const details of document.querySelectorAll("details")) details.addEventListener("toggle", () => unfold(details));

/// Cells that can be alone, each with the title of its column: for windows that are too narrow for columns. Short
/// tables are read so too; along the rows of long ones a reader moves sideways.
const narrow = matchMedia("(max-width:40rem)");
const shortRows = 12;
function label(table) {
  if (!narrow.matches || table.classList.contains("many")) return;
  if (!table.matches(".sortable") && (table.tBodies[0].rows.length > shortRows || table.scrollWidth <= table.parentElement.clientWidth)) return;
  const titles = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  for (const row of table.tBodies[0].rows)
    for (let i = 0; i < row.cells.length; ++i) row.cells[i].dataset.label = titles[i];
  table.classList.add("labelled");
}
narrow.addEventListener("change", () => { for (const table of document.querySelectorAll(".rows > table")) label(table); });

/// The rows of a long table that were left for later (html.cpp, rest).
function addRest(holder) {
  const rest = holder.querySelector(":scope > noscript.rest");
  if (rest === null) return;
  const markup = document.createElement("template");
  markup.innerHTML = rest.textContent;
  rest.remove();
  const table = holder.querySelector("table");
  table.tBodies[0].append(...markup.content.querySelectorAll("tbody > tr"));
  label(table);
  if (table.matches(".sortable")) markRank(table);
}
const addAllRest = () => { for (const holder of document.querySelectorAll(".rows")) addRest(holder); };
// When what is seen first has been painted.
const soon = window.requestIdleCallback ?? ((action) => setTimeout(action, 50));
addEventListener("load", () => requestAnimationFrame(() => soon(addAllRest, { timeout: 1000 })));

/// Paper shows the drawings of all figures, of those too whose charts were never made.
const unfoldAll = () => {
  addAllRest();
  for (const figure of document.querySelectorAll("figure[data-chart]")) unfold(figure);
};
addEventListener("beforeprint", unfoldAll);
matchMedia("print").addEventListener("change", (event) => { if (event.matches) unfoldAll(); });

/// Cells are compared as numbers where the column has them; absent ones stay last.
function keyOf(row, column, isNumeric) {
  const cell = row.cells[column];
  if (cell.classList.contains("absent")) return null;
  return isNumeric ? Number(cell.textContent.replace(/[^\d.eE+-]/g, "")) : cell.textContent;
}

function sortBy(table, column, descending) {
  const isNumeric = table.tHead.rows[0].cells[column].classList.contains("number");
  const order = descending ? -1 : 1;
  const rows = [...table.tBodies[0].rows].map((row) => [keyOf(row, column, isNumeric), row]);
  rows.sort(([one], [other]) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return order * (isNumeric ? one - other : one.localeCompare(other, "en", { numeric: true }));
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

/// Marks the first column of numbers by which the rows come ranked, the greatest first, once all rows are there.
function markRank(table) {
  const heads = [...table.tHead.rows[0].cells];
  if (heads.some((head) => head.hasAttribute("aria-sort")) || table.parentElement.querySelector(":scope > noscript.rest") !== null) return;
  const rows = [...table.tBodies[0].rows];
  heads.find((head, column) => {
    if (!head.classList.contains("number")) return false;
    const keys = rows.map((row) => keyOf(row, column, true) ?? -Infinity);
    return keys.some((key) => key < keys[0]) && keys.every((key, i) => i === 0 || key <= keys[i - 1]);
  })?.setAttribute("aria-sort", "descending");
  table.dispatchEvent(new Event("ranked"));
}

/// Where no heads are shown: one line above the rows with what they are sorted by.
function sortLine(table, heads, sort) {
  const make = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const choice = make("select", {}, make("option", { value: "", textContent: "as given", hidden: true }),
                      ...heads.map((head, column) => make("option", { value: column, textContent: head.textContent })));
  const turn = make("button", { type: "button" });
  const show = () => {
    const sorted = heads.findIndex((head) => head.hasAttribute("aria-sort"));
    choice.value = sorted < 0 ? "" : sorted;
    turn.hidden = sorted < 0;
    if (sorted >= 0) turn.textContent = heads[sorted].getAttribute("aria-sort") === "descending" ? "greatest first" : "least first";
  };
  choice.addEventListener("change", () => sort(Number(choice.value)));
  turn.addEventListener("click", () => sort(Number(choice.value)));
  table.before(make("div", { className: "sort-by" }, make("label", {}, "Sorted by ", choice), turn));
  table.addEventListener("ranked", show);
  show();
}

function makeSortable(table) {
  label(table);
  const heads = [...table.tHead.rows[0].cells];
  // The greatest first: that is what a cost is asked for.
  const sort = (column) => {
    const head = heads[column];
    const first = head.classList.contains("number") ? "descending" : "ascending";
    addRest(table.parentElement);
    const next = head.getAttribute("aria-sort") === first ? (first === "descending" ? "ascending" : "descending") : first;
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", next);
    sortBy(table, column, next === "descending");
    table.dispatchEvent(new Event("ranked"));
  };
  sortLine(table, heads, sort);
  markRank(table);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(column));
  });
}
for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const table of document.querySelectorAll(".rows > table:not(.sortable)")) label(table);
