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
  addRest(table.parentElement);
  const isNumeric = table.tHead.rows[0].cells[column].classList.contains("number");
  const order = descending ? -1 : 1;
  const rows = [...table.tBodies[0].rows].map((row) => [keyOf(row, column, isNumeric), row]);
  rows.sort(([one], [other]) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return order * (isNumeric ? one - other : one.localeCompare(other, "en", { numeric: true }));
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

function makeSortable(table) {
  label(table);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      // The greatest first: that is what a cost is asked for.
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const next = head.getAttribute("aria-sort") === first ? (first === "descending" ? "ascending" : "descending") : first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", next);
      sortBy(table, column, next === "descending");
    });
  });
}
for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const table of document.querySelectorAll(".rows > table:not(.sortable)")) label(table);
