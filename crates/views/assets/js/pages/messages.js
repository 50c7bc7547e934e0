// Communication matrix and message sizes.

definePage({
  id: "messages",
  title: "Messages",
  how: "Communication matrix and message sizes.",
  tables: ["messages"],
  data: (run) => run.messages,
  draw: drawMessagesPage,
});

/** Sums by pair of groups: two parts of messages and bytes. */
function readMatrix(packed, groups) {
  const numbers = new Numbers(packed);
  return [0, 1].map(() => {
    const part = { messages: new Float64Array(groups * groups), bytes: new Float64Array(groups * groups) };
    for (let left = numbers.next(), at = -1; left > 0; left--) {
      at += 1 + numbers.next();
      part.messages[at] = numbers.next();
      part.bytes[at] = numbers.next();
    }
    return part;
  });
}

function drawMessagesPage(place, run) {
  const of = run.messages;
  const side = h("div", { class: "side" });
  side.append(matrixFigure(run, of), sizesFigure(of));
  place.append(side);
}

function matrixFigure(run, of) {
  const { groups, per_group: perGroup } = of;
  const each = perGroup === 1 ? "A cell is a pair of ranks" : `A cell is ${perGroup} senders by ${perGroup} receivers`;
  const frame = figure("Communication matrix", `${each}: senders run down, receivers to the right; the scale is logarithmic.`);
  const state = { what: "bytes", which: of.point_to_point.messages ? (of.collective.messages ? "all" : "point") : "all" };
  const [spanX, spanY] = [new Span(0, run.actors, Math.min(4, run.actors)), new Span(0, run.actors, Math.min(4, run.actors))];
  let parts = null;
  let values = null;
  let plot = { left: 0, top: 22, width: 1, height: 1 };
  const scale = h("span", {});
  const view = chart("Matrix of messages. Arrow keys move, plus and minus zoom across, square brackets down.", 520, draw);
  view.canvas.classList.add("square");
  const pointer = overlay(view.canvas, view.redraw);
  for (const span of [spanX, spanY]) span.listeners.add(view.redraw);

  function recount() {
    if (!parts) return;
    const chosen = state.which === "all" ? parts : [parts[state.which === "point" ? 0 : 1]];
    values = new Float64Array(groups * groups);
    for (const part of chosen) part[state.what].forEach((value, at) => { values[at] += value; });
    let [least, most] = [Infinity, 0];
    const used = chosen.length === 1 ? chosen[0].messages : parts[0].messages.map((value, at) => value + parts[1].messages[at]);
    values.forEach((value, at) => { if (used[at] && value > 0) { least = Math.min(least, value); most = Math.max(most, value); } });
    Object.assign(state, { least: least === Infinity ? 1 : least, most: Math.max(most, 1), used });
    const text = (value) => (state.what === "bytes" ? bytes(value, 3) : count(value));
    scale.replaceChildren(ramp("amount", text(state.least), text(state.most)));
    view.redraw();
  }
  block(of.block).then((packed) => { parts = readMatrix(packed, groups); recount(); });

  function draw(context, width, tall, ratio) {
    const left = gutter(width);
    const size = Math.min(width - left - 12, tall - 28);
    plot = { left, top: 22, width: size, height: size };
    context.fillStyle = style("--sunken");
    context.fillRect(plot.left, plot.top, size, size);
    rankAxis(context, plot, spanY);
    context.textAlign = "center";
    for (const at of ticks(Math.ceil(spanX.low), spanX.high - 0.5, size / 90).filter((at) => at === Math.round(at))) {
      const x = plot.left + ((at + 0.5 - spanX.low) / (spanX.high - spanX.low)) * size;
      if (x > plot.left && x < plot.left + size) context.fillText(count(at), x, 10);
    }
    if (values) paint(context, ratio);
    pointer(context);
  }

  function paint(context, ratio) {
    const size = Math.round(plot.width * ratio);
    const image = context.createImageData(size, size);
    const pixels = new Uint32Array(image.data.buffer);
    const ground = pixel(rgb(style("--sunken")));
    const colours = rampPixels("amount", (byte) => 0.12 + (0.88 * byte) / 255);
    const range = Math.log(state.most / state.least) || 1;
    const group = (span, at) => Math.min(groups - 1, Math.floor((span.low + ((at + 0.5) / size) * (span.high - span.low)) / perGroup));
    // A cell smaller than a pixel must not get lost: each pixel shows the largest of its cells.
    const bounds = (span) => Array.from({ length: size }, (_, at) => [group(span, at - 0.5), group(span, at + 0.499)]);
    const [across, down] = [bounds(spanX), bounds(spanY)];
    for (let py = 0; py < size; py++) {
      for (let px = 0; px < size; px++) {
        let [best, any] = [0, false];
        for (let row = down[py][0]; row <= down[py][1]; row++) {
          for (let column = across[px][0]; column <= across[px][1]; column++) {
            const at = row * groups + column;
            if (state.used[at]) any = true;
            if (values[at] > best) best = values[at];
          }
        }
        const part = best > 0 ? (Math.log(best / state.least) / range) * 255 : 0;
        pixels[py * size + px] = any ? colours[Math.max(0, Math.round(state.most === state.least ? 255 : part))] : ground;
      }
    }
    context.putImageData(image, Math.round(plot.left * ratio), Math.round(plot.top * ratio));
  }

  steer(view.canvas, {
    x: spanX, y: spanY, plot: () => plot,
    told: () => `senders ${rankRange(Math.floor(spanY.low), Math.ceil(spanY.high) - 1)}, receivers ${rankRange(Math.floor(spanX.low), Math.ceil(spanX.high) - 1)}`,
    hover: (at, event) => {
      if (!parts) return;
      const [from, to] = [Math.min(groups - 1, Math.floor(at.y / perGroup)), Math.min(groups - 1, Math.floor(at.x / perGroup))];
      const name = (group) => rankRange(group * perGroup, Math.min(run.actors, (group + 1) * perGroup) - 1);
      const cell = from * groups + to;
      const line = (part, text) => (part.messages[cell] ? `\n${text}: ${count(part.messages[cell])} messages, ${bytes(part.bytes[cell])}` : "");
      showTip(`${name(from)} to ${name(to)}${line(parts[0], "point-to-point")}${line(parts[1], "collective")}${parts[0].messages[cell] + parts[1].messages[cell] ? "" : "\nnothing"}`, event.clientX, event.clientY);
    },
  });
  const both = of.point_to_point.messages > 0 && of.collective.messages > 0;
  frame.querySelector(".bar").append(
    both ? choice("Messages", [["all", "All"], ["point", "Point-to-point"], ["collective", "Collective"]], state.which, (value) => { state.which = value; recount(); }) : "",
    choice("Amount", [["bytes", "Bytes"], ["messages", "Messages"]], "bytes", (value) => { state.what = value; recount(); }),
    zoomTools(spanX, spanY, () => frame));
  frame.append(scale, view.canvas);
  return frame;
}

function sizesFigure(of) {
  const frame = figure("Message sizes", "Each row is a range of sizes, from the given one up to twice as much; empty ranges are left out.");
  const { sizes } = of;
  const most = Math.max(1, ...sizes.map((size) => size.point_to_point.bytes + size.collective.bytes));
  const list = table("Message sizes", [
    ["from", (row) => sizeName(row.from)],
    ["messages", (row) => count(row.point_to_point.messages + row.collective.messages)],
    ["payload", (row) => meter(bytes(row.point_to_point.bytes + row.collective.bytes), (row.point_to_point.bytes + row.collective.bytes) / most, style("--accent"), true)],
  ], sizes.filter((row) => row.point_to_point.messages + row.collective.messages > 0));
  const total = (name, sums) => (sums.messages ? h("p", { class: "legend" }, `${name}: ${count(sums.messages)} messages, ${bytes(sums.bytes)}`) : "");
  frame.append(total("Point-to-point", of.point_to_point), total("Inside collectives", of.collective), list);
  return frame;
}
