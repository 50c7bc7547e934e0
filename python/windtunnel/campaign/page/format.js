// Elements, quantities as text, and the data by column.

/** An element: h("p", { class: "how" }, "text", child). */
function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const DATA = JSON.parse(document.getElementById("data").textContent);

function significant(value, digits = 4) {
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  if (size >= 9 || size < -6) return value.toPrecision(digits).replace(/\.?0+(e|$)/, "$1");
  const text = value.toFixed(Math.max(0, Math.min(12, digits - 1 - size)));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function count(value) {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

const SCALES = {
  time: [[1e12, "s"], [1e9, "ms"], [1e6, "µs"], [1e3, "ns"], [1, "ps"]],
  decimal: [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]],
  binary: [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]],
};

/** A value in a unit, as text. */
function quantity(value, unit, digits = 4) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (unit === "s") return quantity(value * 1e12, "ps", digits);
  if (unit === "ps") {
    if (Math.abs(value) < 1) return "0 s";
    const [size, name] = SCALES.time.find(([size]) => Math.abs(value) >= size);
    return `${significant(value / size, digits)} ${name}`;
  }
  if (unit === "B" && value >= 1024 && value % 256 === 0) {
    const [size, name] = SCALES.binary.find(([size]) => value >= size);
    const parts = value / size;
    if (Number.isInteger(parts * 4)) return `${parts} ${name}`;
  }
  if (unit) {
    const [size, prefix] = SCALES.decimal.find(([size]) => Math.abs(value) >= size) ?? [1, ""];
    return `${significant(value / size, digits)} ${prefix}${unit}`;
  }
  return Number.isInteger(value) && Math.abs(value) < 1e12 ? count(value).replace("--", "-") : significant(value, digits + 1);
}

function percent(part, digits = 1) {
  return `${(100 * part).toFixed(digits)} %`;
}

/** A column by its name. */
const COLUMNS = new Map(DATA.columns.map((column) => [column.name, column]));
const ROWS = DATA.rows.length;
const PARAMETERS = DATA.columns.filter((column) => column.role === "parameter");
const NUMBERS = DATA.columns.filter((column) => !column.levels);

/** A column's name without its group and its unit, which each value has. */
function bareName(name) {
  return { simulated_time_ps: "simulated time", compute_ps: "computation", mpi_ps: "MPI", waiting_ps: "waiting" }[name]
    ?? name.replace(/^host_/, "host: ").replace(/_(ps|seconds|bytes)$/, "").replaceAll("_", " ").replace(/^(set|parameters|argument|environment)\./, "");
}

const BARE_NAMES = new Map();
for (const { name } of DATA.columns) BARE_NAMES.set(bareName(name), [...(BARE_NAMES.get(bareName(name)) ?? []), name]);

/** A short name of a column; the whole one if another column's would be the same. */
const shortName = (name) => ((BARE_NAMES.get(bareName(name))?.length ?? 0) > 1 ? name : bareName(name));

const label = (column) => shortName(column.name);

/** A cell as text. */
function shown(column, at, digits = 6) {
  return column.levels ? column.levels[column.values[at]] : quantity(column.values[at], column.unit, digits);
}

/** All there is to know about a point. */
function pointText(at, ...more) {
  const names = new Set([...PARAMETERS.map((column) => column.name), "simulated_time_ps", ...DATA.columns.filter((c) => c.role === "own").map((c) => c.name), ...more]);
  const lines = [...names].map((name) => COLUMNS.get(name)).filter(Boolean).map((column) => `${shortName(column.name)}: ${shown(column, at)}`);
  return [`point ${count(DATA.rows[at] + 1)}`, ...lines].join("\n");
}

/** At most this many of some rows, chosen at random, but always the same. In equal steps a grid would lose some of its values. */
function thinned(rows, limit) {
  if (rows.length <= limit) return rows;
  const chance = (row) => Math.imul((row + 1) ^ ((row + 1) >>> 7), 2654435761) >>> 0;
  return [...rows].sort((a, b) => chance(a) - chance(b)).slice(0, limit);
}

const ascending = (a, b) => a - b;

/** The quantile of ascending numbers. */
function quantile(sorted, part) {
  const at = (sorted.length - 1) * part;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low);
}
