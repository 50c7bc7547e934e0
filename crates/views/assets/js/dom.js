// Elements, and what charts share: canvases of the right resolution, tips, choices, legends.

/** An element: h("p", { class: "how" }, "text", child). */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Charts narrower than this have short labels. */
const NARROW = 520;
/** Width of the labels left of a chart: the highest rank has room. */
const rankLetters = count(Math.max(...DATA.runs.map((run) => run.actors))).length;
const gutter = (width) => (width < NARROW ? Math.max(46, Math.ceil(12 + 7.7 * rankLetters)) : Math.max(94, Math.ceil(12 + 7.7 * (rankLetters + 5))));
const rankLabel = (rank, plot) => (plot.left < 90 ? count(rank) : `rank ${count(rank)}`);

/** A figure with a heading, a sentence on how to read it, and controls. */
function figure(title, how, ...controls) {
  const bar = h("div", { class: "bar" }, h("h3", {}, title), ...controls);
  return h("figure", { "aria-label": title }, bar, how ? h("figcaption", {}, how) : null);
}

let choices = 0;

/** One of several: radio buttons. `chosen` is called with the value. */
function choice(label, options, value, chosen) {
  const name = `choice-${choices++}`;
  const items = options.map(([key, text]) => {
    const input = h("input", { type: "radio", name, value: key, onchange: () => chosen(key) });
    input.checked = key === value;
    return h("label", {}, input, h("span", {}, text));
  });
  return h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, label), items);
}

function toggle(text, pressed, changed) {
  const button = h("button", { type: "button", "aria-pressed": String(pressed) }, text);
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    changed(on);
  });
  return button;
}

function legend(entries) {
  const list = h("ul", { class: "legend" });
  const fill = () => list.replaceChildren(...entries().map(([colour, text]) => h("li", {}, h("i", { style: `background:${colour}` }), text)));
  fill();
  themeListeners.add(fill);
  return list;
}

function ramp(name, low, high) {
  const strip = h("b", {});
  const fill = () => { strip.style.background = rampCss(name); };
  fill();
  themeListeners.add(fill);
  return h("span", { class: "ramp" }, low, strip, high);
}

/** The classes of states that a report has. */
const classLegend = () => legend(() => DATA.classes.flatMap((name, number) => (number && name ? [[classColour(number), name]] : [])));

/**
 * A canvas that is as wide as its place. `draw(context, width, height)` gets CSS pixels; it is called when something has
 * changed, at most once a frame.
 */
function chart(label, height, draw, focusable = true) {
  const canvas = h("canvas", { role: "img", "aria-label": label, tabindex: focusable ? "0" : null });
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  let wanted = 0;
  const paint = () => {
    wanted = 0;
    const width = canvas.clientWidth;
    const tall = canvas.clientHeight;
    if (!width || !tall) return;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [w, t] = [Math.round(width * ratio), Math.round(tall * ratio)];
    if (canvas.width !== w || canvas.height !== t) [canvas.width, canvas.height] = [w, t];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, tall);
    context.font = `12px ${style("--sans")}`;
    context.textBaseline = "middle";
    draw(context, width, tall, ratio);
  };
  const redraw = () => { wanted ||= requestAnimationFrame(paint); };
  new ResizeObserver(redraw).observe(canvas);
  themeListeners.add(redraw);
  return { canvas, redraw };
}

const missing = (...text) => h("p", { class: "missing" }, ...text);

/** Axis lines of time below or above a plot. */
function timeAxis(context, span, plot, y, grid) {
  const list = ticks(span.low, span.high, plot.width / 110);
  const labels = timeLabels(list);
  context.textAlign = "center";
  list.forEach((at, number) => {
    const x = plot.left + ((at - span.low) / (span.high - span.low)) * plot.width;
    context.fillStyle = style("--soft");
    context.fillText(labels[number], Math.max(plot.left + 18, Math.min(plot.left + plot.width - 22, x)), y);
    if (grid) {
      context.fillStyle = style("--line");
      context.fillRect(Math.round(x), plot.top, 1, plot.height);
    }
  });
}
