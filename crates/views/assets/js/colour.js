// Colours: one map for all pages and reports. Hues are distinguishable with any colour vision (after M. Okabe and K. Ito,
// "Color Universal Design", 2002); quantities have ramps of steadily changing lightness.

/** Classes of states by number: no record, compute, point-to-point, wait and test, collectives, one-sided, files, other. */
const HUES = {
  light: ["#ffffff", "#0f8f6c", "#0b69ad", "#4fa9de", "#b8659a", "#e3a008", "#8a5a2b", "#858c95"],
  dark: ["#161b21", "#2fae88", "#4796d8", "#86cdf5", "#d98dbb", "#efbe47", "#b98a5a", "#939ca6"],
};
/** Meanings that are not a class of states. Waiting has the hue of the heat ramp; what is lost is lost by waiting. */
const ROLES = {
  compute: { light: HUES.light[1], dark: HUES.dark[1] },
  mpi: { light: "#3a4f93", dark: "#8a9fe0" },
  message: { light: "#b03078", dark: "#ee82bd" },
  waiting: { light: "#cf5a14", dark: "#ee7c31" },
  busy: { light: "#5a626c", dark: "#a3adb8" },
  gained: { light: "#00704f", dark: "#4fc9a0" },
  read: { light: "#2674b4", dark: "#62ade0" },
  write: { light: "#8a5a2b", dark: "#c9975f" },
  unknown: { light: HUES.light[7], dark: HUES.dark[7] },
};
const RAMPS = {
  // Shares that one would rather not see: waiting, use of links.
  heat: {
    light: ["#fbf6ea", "#fde3a7", "#fbbf5b", "#f08a2c", "#cf5a14", "#963307", "#571703"],
    dark: ["#2e241c", "#51301d", "#7a3513", "#b5500f", "#e57a1e", "#f9b04a", "#fdebb0"],
  },
  // Amounts.
  amount: {
    light: ["#f1f5fa", "#cfe1f1", "#9ac4e4", "#5a9fd0", "#2674b4", "#0d4c86", "#07294d"],
    dark: ["#18222d", "#1b3a57", "#1f5a88", "#2f83b9", "#62ade0", "#a5d3f2", "#e9f6ff"],
  },
  // Places in an order.
  order: {
    light: ["#1d2f5e", "#1f5f8b", "#218a8d", "#4fb06d", "#a8cc4a", "#f4dc4b"],
    dark: ["#33508f", "#2f7dad", "#30a3a3", "#62c181", "#b5d65c", "#f9e567"],
  },
};

const themed = (both) => (dark() ? both.dark : both.light);
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function rgb(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mix(a, b, part) {
  return a.map((from, at) => Math.round(from + (b[at] - from) * part));
}

const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
const classColour = (number) => themed(HUES)[number];
const roleColour = (role) => themed(ROLES[role]);

/** The colour of a part from 0 to 1. */
function rampColour(name, part) {
  const stops = themed(RAMPS[name]);
  const at = Math.max(0, Math.min(1, part)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return mix(rgb(stops[low]), rgb(stops[low + 1]), at - low);
}

/** Classes of links, after P. Tol, "Colour Schemes", 2021 (muted): other hues than those of states. */
const LINK_HUES = {
  light: ["#332288", "#44aa99", "#cc6677", "#117733", "#882255", "#999933", "#88ccee", "#ddb84a"],
  dark: ["#9a90f0", "#44aa99", "#e08a9a", "#5fbf6f", "#c4588f", "#b8b84a", "#88ccee", "#ddcc77"],
};

/** The colour of a class of links: by its name among those of all runs. */
function linkColour(name) {
  linkColour.names ??= [...new Set(DATA.runs.flatMap((run) => good(run.links)?.classes ?? []).filter((of) => of.used > 0).map((of) => of.name))].sort();
  const hues = themed(LINK_HUES);
  return hues[linkColour.names.indexOf(name) % hues.length];
}

const rampCss = (name) => `linear-gradient(to right, ${themed(RAMPS[name]).join(", ")})`;
const pixel = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

/** Pixels by byte: class and share; nothing is the ground. */
function statePixels() {
  const ground = rgb(style("--sunken"));
  const list = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const share = byte & 31;
    list[byte] = pixel(share === 0 ? ground : mix(ground, rgb(classColour(byte >> 5)), 0.16 + (0.84 * share) / 31));
  }
  return list;
}

/** Pixels by byte along a ramp; `ground` for 0. */
function rampPixels(name, part = (byte) => byte / 255, ground = null) {
  const list = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) list[byte] = pixel(rampColour(name, part(byte)));
  if (ground) list[0] = pixel(rgb(ground));
  return list;
}
