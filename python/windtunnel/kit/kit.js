// The part that all pages share: themes, tips, and tables that are sorted and copied.

const themeListeners = new Set();
const dark = () => document.documentElement.dataset.theme === "dark";

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  for (const listener of themeListeners) listener();
}

const preferred = matchMedia("(prefers-color-scheme: dark)");
let asked = null;
document.documentElement.dataset.theme = preferred.matches ? "dark" : "light";
preferred.addEventListener("change", () => asked ?? setTheme(preferred.matches ? "dark" : "light"));
// Paper is white.
addEventListener("beforeprint", () => setTheme("light"));
addEventListener("afterprint", () => setTheme(asked ?? (preferred.matches ? "dark" : "light")));

/** The button that switches the theme. */
function themeButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "no-print";
  button.setAttribute("aria-label", "Light or dark");
  button.textContent = "◐";
  button.addEventListener("click", () => {
    asked = dark() ? "light" : "dark";
    setTheme(asked);
    say(`${asked} colours`);
  });
  return button;
}

/** Tells those who hear the page. */
const say = (text) => {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
};

function showTip(text, x, y) {
  const tip = document.getElementById("tip");
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = x + 14 + box.width > innerWidth - 8 ? x - box.width - 14 : x + 14;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${Math.max(8, Math.min(y + 14, innerHeight - box.height - 8))}px`;
}

const hideTip = () => { document.getElementById("tip").hidden = true; };

/** Factors of units, by which cells of one column are compared. */
const UNIT_FACTORS = {
  s: 1, ms: 1e-3, us: 1e-6, "µs": 1e-6, ns: 1e-9, ps: 1e-12, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15,
  KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, "%": 0.01, "B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12,
};

/** The number that a cell's text begins with, in its unit; null for another text. */
function quantityOf(text) {
  const found = /^[<±]?\s*([+\-−]?)([\d,]*\.?\d+(?:e[+-]?\d+)?)\s*([^\s,;:()]*)/i.exec(text.trim());
  if (!found) return null;
  const value = Number(found[2].replaceAll(",", "")) * (UNIT_FACTORS[found[3]] ?? 1);
  return found[1] === "−" || found[1] === "-" ? -value : value;
}

/** Numbers before texts, texts by the alphabet, and nothing last, whichever way they are sorted. */
function compareTexts(a, b, sign) {
  const [x, y] = [quantityOf(a), quantityOf(b)];
  if (!a !== !b) return a ? -1 : 1;
  if (x !== null && y !== null) return sign * (x - y);
  if ((x === null) !== (y === null)) return x === null ? 1 : -1;
  return sign * a.localeCompare(b);
}

/** Rows in the order of a column; `column` -1 is the order in which they were. */
function sortRows(body, column, sign) {
  const rows = [...body.rows];
  rows.forEach((row, at) => { row.dataset.at ??= at; });
  const text = (row) => (row.cells[column]?.textContent ?? "").trim();
  rows.sort((a, b) => (column < 0 ? 0 : compareTexts(text(a), text(b), sign)) || a.dataset.at - b.dataset.at);
  body.append(...rows);
}

/** Lets the rows of a table be sorted by its headings, and be copied with tabulators between cells. */
function workable(table) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const body = table.tBodies[0];
  if (!body || body.rows.length < 2) return table;
  heads.forEach((head, column) => {
    const title = head.textContent;
    if (!title) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = title;
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      // Largest first, then smallest first, then as they were.
      const next = { null: "descending", descending: "ascending", ascending: null }[was];
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      sortRows(body, next ? column : -1, next === "descending" ? -1 : 1);
      say(next ? `sorted by ${title}, ${next}` : "in the order of the page");
    });
    head.replaceChildren(button);
  });
  return table;
}

/** Sorts rows that have been made again as their headings say. */
function resort(table) {
  const heads = [...table.tHead.rows[0].cells];
  const column = heads.findIndex((head) => head.hasAttribute("aria-sort"));
  if (column >= 0) sortRows(table.tBodies[0], column, heads[column].getAttribute("aria-sort") === "descending" ? -1 : 1);
}

/** A table's cells with tabulators between them, headings first. */
function textOf(table) {
  const line = (row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()).join("\t");
  return [...table.rows].map(line).join("\n");
}

/** The button that copies a table. */
function copyButton(table) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy table";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(textOf(table));
      button.textContent = "Copied";
    } catch {
      button.textContent = "The browser does not let it be copied";
    }
    say(button.textContent);
    setTimeout(() => { button.textContent = "Copy table"; }, 1500);
  });
  const bar = document.createElement("div");
  bar.className = "copied no-print";
  bar.append(button);
  return bar;
}
