// Heat maps of a run's timeline: ranks over time, at the resolution that fits.

/** The resolutions of one plane ("block" or "waiting") of a run's timeline; unpacked as they are wanted. */
class Levels {
  constructor(levels, plane, changed) {
    this.levels = levels.filter((level) => level[plane]);
    this.plane = plane;
    this.changed = changed;
    this.bytes = new Map();
    this.asked = new Set();
  }

  /** The coarsest level that has a cell for each pixel, or what there is so far. */
  find(groupsPerPixel, binsPerPixel, ranks, end) {
    const fits = (level) => level.per_group <= groupsPerPixel && end / level.bins <= binsPerPixel;
    const wanted = this.levels.find(fits) ?? this.levels[this.levels.length - 1];
    this.load(wanted);
    if (this.bytes.has(wanted)) return wanted;
    this.load(this.levels[0]);
    return [...this.levels].reverse().find((level) => this.bytes.has(level)) ?? null;
  }

  load(level) {
    if (this.asked.has(level)) return;
    this.asked.add(level);
    block(level[this.plane]).then((bytes) => {
      this.bytes.set(level, bytes);
      this.changed();
    });
  }
}

/** Paints the cells of a level into a rectangle. */
function paintLevel(context, ratio, plot, level, bytes, colours, spanX, spanY, end) {
  const [width, height] = [Math.round(plot.width * ratio), Math.round(plot.height * ratio)];
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const columns = new Int32Array(width);
  for (let px = 0; px < width; px++) {
    const at = spanX.low + ((px + 0.5) / width) * (spanX.high - spanX.low);
    columns[px] = Math.min(level.bins - 1, Math.floor((at / end) * level.bins));
  }
  for (let py = 0, last = -1, from = 0; py < height; py++) {
    const rank = spanY.low + ((py + 0.5) / height) * (spanY.high - spanY.low);
    const row = Math.min(level.groups - 1, Math.floor(rank / level.per_group)) * level.bins;
    const start = py * width;
    if (row === last) {
      pixels.copyWithin(start, from, from + width);
      continue;
    }
    for (let px = 0; px < width; px++) pixels[start + px] = colours[bytes[row + columns[px]]];
    [last, from] = [row, start];
  }
  context.putImageData(image, Math.round(plot.left * ratio), Math.round(plot.top * ratio));
}

/** A heat map of a run's timeline. `time` and `ranks` are spans; charts that share them move together. */
function heatmap(run, spanX, spanY, height, { label, marks = [], pick, scale = true }) {
  const end = run.manifest.simulated_time_ps;
  const state = { plane: "block", path: null };
  const planes = {};
  let plot = { left: 0, top: 22, width: 1, height: 1 };
  let shown = null;
  const view = chart(label, height, draw);
  const pointer = overlay(view.canvas, view.redraw);
  for (const plane of ["block", "waiting"]) planes[plane] = new Levels(run.timeline.levels, plane, view.redraw);

  function draw(context, width, tall, ratio) {
    const left = gutter(width);
    plot = { left, top: scale ? 22 : 4, width: width - left - 12, height: tall - (scale ? 26 : 8) };
    const levels = planes[state.plane];
    shown = levels.find(Math.max(1, (spanY.high - spanY.low) / plot.height), (spanX.high - spanX.low) / plot.width, run.actors, end);
    if (shown) {
      const colours = state.plane === "block" ? statePixels() : rampPixels("heat");
      paintLevel(context, ratio, plot, shown, levels.bytes.get(shown), colours, spanX, spanY, end);
    }
    if (spanX.high > end) {
      context.fillStyle = style("--surface");
      const x = plot.left + (Math.max(0, end - spanX.low) / (spanX.high - spanX.low)) * plot.width;
      context.fillRect(x, plot.top, plot.left + plot.width - x, plot.height);
    }
    if (scale) timeAxis(context, spanX, plot, 10, false);
    rankAxis(context, plot, spanY);
    context.fillStyle = style("--ink");
    for (const rank of marks) {
      const y = plot.top + ((rank + 0.5 - spanY.low) / (spanY.high - spanY.low)) * plot.height;
      if (y < plot.top || y > plot.top + plot.height) continue;
      context.beginPath();
      context.moveTo(plot.left + plot.width + 3, y);
      context.lineTo(plot.left + plot.width + 10, y - 3.5);
      context.lineTo(plot.left + plot.width + 10, y + 3.5);
      context.fill();
    }
    if (state.path) drawPath(context, state.path, plot, end, spanX, spanY, { own: style("--ink"), message: style("--ink") }, 2);
    const at = pointer(context);
    if (at) {
      context.fillStyle = style("--ink");
      context.globalAlpha = 0.5;
      context.fillRect(plot.left + at.px, plot.top, 1, plot.height);
      context.globalAlpha = 1;
    }
  }

  function cell(at) {
    if (!shown || at.x > end) return null;
    const bin = Math.min(shown.bins - 1, Math.floor((at.x / end) * shown.bins));
    const group = Math.min(shown.groups - 1, Math.floor(at.y / shown.per_group));
    const bytes = planes[state.plane].bytes.get(shown);
    const [first, last] = [group * shown.per_group, Math.min(run.actors, (group + 1) * shown.per_group) - 1];
    return { byte: bytes[group * shown.bins + bin], first, last, from: (bin / shown.bins) * end, to: ((bin + 1) / shown.bins) * end };
  }

  function words(at) {
    const of = cell(at);
    if (!of) return "";
    const what = state.plane === "waiting" ? `waiting ${percent(of.byte / 255, 0)}`
      : of.byte ? `${DATA.classes[of.byte >> 5]} ${percent((of.byte & 31) / 31, 0)}` : "nothing recorded";
    return `${rankRange(of.first, of.last)}\n${time(of.from)} to ${time(of.to)}\n${what}`;
  }

  const told = () => `${time(spanX.low)} to ${time(spanX.high)}, ${rankRange(Math.floor(spanY.low), Math.ceil(spanY.high) - 1)}`;
  steer(view.canvas, {
    x: spanX, y: spanY, plot: () => plot, told,
    hover: (at, event) => showTip(words(at), event.clientX, event.clientY),
    click: (at) => pick?.(Math.floor(at.y), at.x),
    key: (event) => {
      if (event.key !== "Enter") return false;
      pick?.(Math.floor((spanY.low + spanY.high) / 2), (spanX.low + spanX.high) / 2);
      return true;
    },
  });
  for (const span of [spanX, spanY]) span.listeners.add(view.redraw);
  view.words = (rank, when) => words({ x: when, y: rank + 0.5 });
  view.show = (plane) => { state.plane = plane; view.redraw(); };
  view.path = (path) => { state.path = path; view.redraw(); };
  view.hasWaiting = planes.waiting.levels.length > 0;
  return view;
}

function rankAxis(context, plot, span) {
  context.fillStyle = style("--soft");
  context.textAlign = "right";
  const list = ticks(Math.ceil(span.low), span.high - 0.5, Math.max(1, plot.height / 34)).filter((at) => at === Math.round(at));
  for (const rank of list) {
    const y = plot.top + ((rank + 0.5 - span.low) / (span.high - span.low)) * plot.height;
    if (y >= plot.top && y <= plot.top + plot.height) context.fillText(rankLabel(rank, plot), plot.left - 8, Math.max(plot.top + 6, y));
  }
}
