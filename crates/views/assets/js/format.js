// Quantities as text.

function significant(value, digits = 4) {
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.max(0, Math.min(12, digits - 1 - size)));
}

function scaled(value, units, digits) {
  const [size, unit] = units.find(([size]) => Math.abs(value) >= size) ?? units[units.length - 1];
  return `${significant(value / size, digits)} ${unit}`;
}

const TIME_UNITS = [[1e12, "s"], [1e9, "ms"], [1e6, "µs"], [1e3, "ns"], [1, "ps"]];
const BYTE_UNITS = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];

/** Picoseconds. */
function time(picoseconds, digits = 4) {
  if (Math.abs(picoseconds) < 1) return "0 s";
  return scaled(picoseconds, TIME_UNITS, digits);
}

/** Picoseconds lost (+) or won (−). */
function change(picoseconds) {
  return picoseconds === 0 ? "±0" : `${picoseconds > 0 ? "+" : "−"}${time(Math.abs(picoseconds), 3)}`;
}

function bytes(value, digits = 4) {
  return value < 1000 ? `${value} B` : scaled(value, BYTE_UNITS, digits);
}

function sizeName(value) {
  const units = [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]];
  const unit = units.find(([size]) => value >= size);
  return unit ? `${value / unit[0]} ${unit[1]}` : `${value} B`;
}

function count(value) {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

function percent(part, digits = 1) {
  if (!Number.isFinite(part)) return "–";
  return part > 0 && part < 0.5 * 10 ** (-2 - digits) ? `<${(10 ** -digits).toFixed(digits)} %` : `${(100 * part).toFixed(digits)} %`;
}

/** "rank 3", "ranks 3 to 6". */
function rankRange(first, last) {
  return first === last ? `rank ${count(first)}` : `ranks ${count(first)} to ${count(last)}`;
}

/** Round numbers from low to high, about `wanted` of them. */
function ticks(low, high, wanted) {
  const raw = (high - low) / Math.max(1, wanted);
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw);
  const list = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) list.push(at);
  return list;
}

/** Labels of times that differ enough to be told apart. */
function timeLabels(list) {
  if (!list.length) return [];
  const largest = Math.max(...list.map(Math.abs), 1);
  const [size, unit] = TIME_UNITS.find(([size]) => largest >= size) ?? TIME_UNITS[4];
  const step = list.length > 1 ? (list[1] - list[0]) / size : 1;
  const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  return list.map((at) => `${(at / size).toFixed(digits)} ${unit}`);
}
