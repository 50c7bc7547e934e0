// Charts: scales, axes, marks that tell what they are, themes.

const RAMPS = {
  // Amounts.
  amount: {
    light: ["#f1f5fa", "#cfe1f1", "#9ac4e4", "#5a9fd0", "#2674b4", "#0d4c86", "#07294d"],
    dark: ["#18222d", "#1b3a57", "#1f5a88", "#2f83b9", "#62ade0", "#a5d3f2", "#e9f6ff"],
  },
  // Places in an order.
  order: {
    light: ["#1d2f5e", "#1f5f8b", "#218a8d", "#4fb06d", "#a8cc4a", "#e0c52f"],
    dark: ["#4a68b0", "#2f7dad", "#30a3a3", "#62c181", "#b5d65c", "#f9e567"],
  },
};

const stops = (name) => RAMPS[name][dark() ? "dark" : "light"];
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const rampCss = (name) => `linear-gradient(to right, ${stops(name).join(", ")})`;

/** The colour of a part from 0 to 1, as red, green and blue. */
function rampColour(name, part) {
  const list = stops(name);
  const at = Math.max(0, Math.min(1, part)) * (list.length - 1);
  const low = Math.min(list.length - 2, Math.floor(at));
  const [from, to] = [rgb(list[low]), rgb(list[low + 1])];
  return from.map((value, index) => Math.round(value + (to[index] - value) * (at - low)));
}

const css = (colour) => `rgb(${colour.join(" ")})`;
/** Ink that can be read on a colour. */
const inkOn = ([red, green, blue]) => (0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#1c2024" : "#ffffff");

function figure(title, how, ...controls) {
  return h("figure", { "aria-label": title }, h("div", { class: "bar" }, h("h3", {}, title), ...controls), how ? h("figcaption", {}, how) : null);
}

/** One of several, as a menu. Options are [value, text]; `spoken` is its name if its text is not. */
function pick(text, options, value, chosen, spoken = text) {
  const select = h("select", { "aria-label": spoken, onchange: () => chosen(options[select.selectedIndex][0]) }, options.map(([, name]) => h("option", {}, name)));
  select.selectedIndex = Math.max(0, options.findIndex(([key]) => key === value));
  return h("label", { class: "pick" }, text, select);
}

function ramp(name, low, high) {
  const strip = h("b", {});
  const fill = () => { strip.style.background = rampCss(name); };
  fill();
  themeListeners.add(fill);
  return h("span", { class: "ramp" }, low, strip, high);
}

/** Whether numbers spread more evenly by their ratios. */
function looksLogarithmic(values) {
  const list = [...new Set(values)].sort(ascending);
  if (list.length < 3 || list[0] <= 0 || list[list.length - 1] / list[0] < 8) return false;
  const off = (of) => Math.abs(quantile(of, 0.5) - (of[0] + of[of.length - 1]) / 2) / (of[of.length - 1] - of[0]);
  return off(list.map(Math.log)) < off(list);
}

const wide = (values) => {
  const list = values.filter((value) => value !== null).sort(ascending);
  return list.length > 1 && list[0] > 0 && list[list.length - 1] / list[0] >= 20;
};

/** A scale from values to pixels. */
function scale(values, log, from, to, pad = 0.04) {
  const f = log ? Math.log : (value) => value;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === Infinity) [low, high] = [1, 2];
  let [a, b] = [f(low), f(high)];
  if (a === b) [a, b] = [a - (Math.abs(a) * 0.1 || 1), b + (Math.abs(b) * 0.1 || 1)];
  const spare = (b - a) * pad;
  const at = (value) => from + ((f(value) - a + spare) / (b - a + 2 * spare)) * (to - from);
  const back = (pixel) => {
    const value = ((pixel - from) / (to - from)) * (b - a + 2 * spare) + a - spare;
    return log ? Math.exp(value) : value;
  };
  return { at, back, low: log ? Math.exp(a - spare) : a - spare, high: log ? Math.exp(b + spare) : b + spare, log };
}

/** Round numbers on a scale, about `wanted` of them. */
function ticks({ low, high, log }, wanted, unit) {
  if (log && high / low >= 8) {
    // Sizes are powers of two.
    const base = unit === "B" ? 2 : 10;
    const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
    const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
    const inner = base === 10 ? (last - first < 2 ? [1, 2, 5] : [1]) : [1];
    const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, wanted)));
    const list = [];
    for (let power = first - 1; power <= last; power += 1) {
      if ((power - first) % step) continue;
      for (const digit of inner) {
        const value = digit * base ** power;
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) list.push(Number(value.toPrecision(12)));
      }
    }
    if (list.length > 1) return list;
  }
  const raw = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= raw * (1 - 1e-9));
  const list = [];
  for (let number = Math.ceil(low / step - 1e-9); number * step <= high * (1 + 1e-12); number++) list.push(Number((number * step).toPrecision(12)));
  return list;
}

/** Labels of which each has room: [pixel, text], without those that would touch the one before. */
function spaced(labels, room) {
  let last = -Infinity;
  return labels.filter(([at, text]) => {
    const half = room ? room / 2 : (text.length * 6.6) / 2;
    if (at - half < last + 5) return false;
    last = at + half;
    return true;
  });
}

/** A chart as wide as its place. `draw(svg, width)` gives its height and its marks: [x, y, text], which pointer and keys reach. */
function chart(title, draw, least = 0) {
  const place = h("div", { class: least ? "plot wide" : "plot" });
  let marks = [];
  let last = 0;
  let chosen = null;
  const ring = s("circle", { r: 6, class: "mark", visibility: "hidden" });
  let svg = null;

  function redraw(forced = true) {
    const width = Math.max(least, Math.floor(place.clientWidth));
    if (!place.clientWidth || (!forced && width === last)) return;
    last = width;
    svg = s("svg", { role: "img", "aria-label": title, tabindex: "0", width });
    const drawn = draw(svg, width);
    marks = drawn.marks ?? [];
    svg.setAttribute("height", drawn.height);
    ring.setAttribute("visibility", "hidden");
    svg.append(ring);
    if (!drawn.own) {
      svg.addEventListener("pointermove", point);
      svg.addEventListener("pointerdown", point);
      svg.addEventListener("pointerleave", leave);
    }
    svg.addEventListener("keydown", key);
    svg.addEventListener("blur", leave);
    chosen = null;
    place.replaceChildren(svg);
  }

  function leave() {
    ring.setAttribute("visibility", "hidden");
    hideTip();
  }

  function show(mark, x, y) {
    ring.setAttribute("cx", mark[0]);
    ring.setAttribute("cy", mark[1]);
    ring.setAttribute("visibility", "visible");
    showTip(typeof mark[2] === "function" ? mark[2]() : mark[2], x, y);
  }

  function point(event) {
    const box = svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let near = 26 * 26;
    for (const mark of marks) {
      const away = (mark[0] - x) ** 2 + (mark[1] - y) ** 2;
      if (away < near) [best, near] = [mark, away];
    }
    if (best) show(best, event.clientX, event.clientY);
    else leave();
  }

  function key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !marks.length) return;
    event.preventDefault();
    chosen = chosen === null ? 0 : (chosen + step + marks.length) % marks.length;
    const box = svg.getBoundingClientRect();
    show(marks[chosen], box.left + marks[chosen][0], box.top + marks[chosen][1]);
    live.textContent = tip.textContent.replaceAll("\n", ", ");
  }

  new ResizeObserver(() => redraw(false)).observe(place);
  themeListeners.add(redraw);
  return { place, redraw };
}

/** Frame of a chart: axes with labels and titles. Gives the scales x and y. */
function frame(svg, width, height, x, y) {
  const left = 70;
  const [right, top, bottom] = [width - 12, y.title ? 24 : 10, height - 42];
  const across = x.levels
    ? { at: (value) => left + ((value + 0.5) / x.levels.length) * (right - left) }
    : scale(x.values, x.log, left, right);
  const up = scale(y.values, y.log, bottom, top);
  for (const value of ticks(up, (bottom - top) / 46, y.unit)) {
    svg.append(s("line", { class: "grid", x1: left, x2: right, y1: up.at(value), y2: up.at(value) }));
    svg.append(s("text", { x: left - 7, y: up.at(value) + 4, "text-anchor": "end" }, quantity(value, y.unit, 3)));
  }
  let labels;
  if (x.levels) labels = x.levels.map((text, at) => [across.at(at), text]);
  else {
    const own = x.ticks && x.ticks.length <= 12 ? x.ticks : ticks(across, (right - left) / 100, x.unit);
    labels = own.map((value) => [across.at(value), quantity(value, x.unit, 3)]);
  }
  if (x.levels) {
    const room = Math.max(3, Math.floor((right - left) / x.levels.length / 6.8));
    labels = labels.map(([at, text]) => [at, text.length > room ? `${text.slice(0, room - 1)}…` : text]);
  }
  for (const [at, text] of spaced(labels)) {
    svg.append(s("line", { class: "axis", x1: at, x2: at, y1: bottom, y2: bottom + 4 }));
    svg.append(s("text", { x: Math.min(at, width - text.length * 3.3), y: bottom + 18, "text-anchor": "middle" }, text));
  }
  svg.append(s("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }));
  svg.append(s("text", { class: "title", x: right, y: bottom + 36, "text-anchor": "end" }, x.title));
  if (y.title) svg.append(s("text", { class: "title", x: 0, y: 13 }, y.title));
  return { x: across, y: up, left, right, top, bottom };
}
