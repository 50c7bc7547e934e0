// The critical path: its rank over time, and where its time goes.

definePage({
  id: "path",
  title: "Critical path",
  how: "The chain of computation and messages that determines the end of the run: shortening anything else gains nothing.",
  tables: ["timeline", "waits"],
  data: (run) => run.path,
  draw: drawPathPage,
});

const pathOf = (run) => (run.path ? block(run.path.block).then((bytes) => (run.path.read ??= readTable(new Numbers(bytes), DATA.columns.path, run.path.pieces))) : Promise.resolve(null));

/** Draws what of the path is in sight: stretches of ranks as bars, messages between them as lines. */
function drawPath(context, path, plot, end, spanX, spanY, colours, least) {
  const px = (at) => plot.left + ((at - spanX.low) / (spanX.high - spanX.low)) * plot.width;
  const perRank = plot.height / (spanY.high - spanY.low);
  const py = (rank) => plot.top + (rank + 0.5 - spanY.low) * perRank;
  const thick = Math.max(least, Math.min(9, perRank * 0.4));
  context.save();
  context.beginPath();
  // The first and the last rank have their bars in whole.
  context.rect(plot.left, plot.top - thick, plot.width, plot.height + 2 * thick);
  context.clip();
  context.lineWidth = 1;
  context.strokeStyle = colours.message;
  context.beginPath();
  for (let at = 1; at < path.rows; at++) {
    if (path.start[at] < spanX.low || path.end[at - 1] > spanX.high) continue;
    context.moveTo(px(path.end[at - 1]), py(path.rank[at - 1]));
    context.lineTo(px(path.start[at]), py(path.rank[at]));
  }
  if (path.rows && path.end[path.rows - 1] < end) {
    context.moveTo(px(path.end[path.rows - 1]), py(path.rank[path.rows - 1]));
    context.lineTo(px(end), py(path.rank[path.rows - 1]));
  }
  context.stroke();
  context.fillStyle = colours.own;
  for (let at = 0; at < path.rows; at++) {
    if (path.end[at] < spanX.low || path.start[at] > spanX.high) continue;
    const from = px(path.start[at]);
    context.fillRect(from, py(path.rank[at]) - thick / 2, Math.max(1, px(path.end[at]) - from), thick);
  }
  context.restore();
}

function drawPathPage(place, run) {
  const of = run.path;
  place.append(pathParts(of), pathChart(run, of), pathPlaces(of));
}

function pathParts(of) {
  const frame = figure("Composition", `From the beginning of the run to its end, ${time(of.whole)}; it changes rank ${of.hops === 1 ? "once" : `${count(of.hops)} times`} and visits ${count(of.on)} ${of.on === 1 ? "rank" : "ranks"}.`);
  const parts = [["computation", of.computing, "compute"], ["MPI", of.calling, "mpi"], ["messages, uncontended", of.messages - of.contention, "message"], ["messages, contention", of.contention, "waiting"], ["file servers", of.files - of.file_contention, "read"], ["file servers, contention", of.file_contention, "write"], ["not recorded", of.unknown, "unknown"]].filter(([, value]) => value > 0);
  const strip = h("div", { class: "strip tall", role: "img", "aria-label": parts.map(([name, value]) => `${name} ${percent(value / of.whole)}`).join(", ") });
  const fill = () => strip.replaceChildren(...parts.map(([, value, colour]) => h("i", { style: `width:${(100 * value) / of.whole}%;background:${roleColour(colour)}` })));
  fill();
  themeListeners.add(fill);
  frame.append(strip, legend(() => parts.map(([name, value, colour]) => [roleColour(colour), `${name} ${time(value)}, ${percent(value / of.whole)}`])));
  return frame;
}

function pathChart(run, of) {
  const how = of.exact ? "Bars are intervals in which the path is on a rank, lines the messages by which it moves to the next."
    : `The path changes its rank too often to be drawn in full: a bar is its predominant rank in each of ${count(2048)} intervals.`;
  const frame = figure("Ranks over time", how);
  const end = run.manifest.simulated_time_ps;
  const spanX = new Span(0, end, Math.min(1000, end));
  const spanY = new Span(0, run.actors, Math.min(4, run.actors));
  let path = null;
  let plot = { left: 0, top: 22, width: 1, height: 1 };
  const height = Math.max(120, Math.min(420, 60 + run.actors * 18));
  const view = chart("The critical path over time and ranks. Arrow keys move, plus and minus zoom in time, square brackets in ranks, 0 shows all.", height, (context, width, tall) => {
    const left = gutter(width);
    plot = { left, top: 22, width: width - left - 12, height: tall - 26 };
    context.fillStyle = style("--sunken");
    context.fillRect(plot.left, plot.top, plot.width, plot.height);
    timeAxis(context, spanX, plot, 10, true);
    rankAxis(context, plot, spanY);
    if (path) drawPath(context, path, plot, end, spanX, spanY, { own: style("--ink"), message: roleColour("message") }, 3);
    pointer(context);
  });
  const pointer = overlay(view.canvas, view.redraw);
  for (const span of [spanX, spanY]) span.listeners.add(view.redraw);
  pathOf(run).then((read) => {
    path = read;
    // A path over few of many ranks is shown with those near it; 0 shows all.
    const [lowest, highest] = read ? [read.rank.reduce((a, b) => Math.min(a, b), Infinity), read.rank.reduce((a, b) => Math.max(a, b), 0)] : [0, run.actors];
    const margin = Math.max(8, (highest - lowest + 1) / 2);
    if (highest - lowest + 2 * margin < run.actors / 2) spanY.set(Math.max(0, lowest - margin), Math.min(run.actors, highest + 1 + margin));
    view.redraw();
  });
  const at = (when) => {
    for (let number = 0; path && number < path.rows; number++) {
      if (path.end[number] < when) continue;
      return path.start[number] <= when ? `rank ${count(path.rank[number])}\n${time(path.start[number])} to ${time(path.end[number])}` : `in transit to rank ${count(path.rank[number])}`;
    }
    return "";
  };
  steer(view.canvas, {
    x: spanX, y: spanY, plot: () => plot,
    told: () => `${time(spanX.low)} to ${time(spanX.high)}, ${rankRange(Math.floor(spanY.low), Math.ceil(spanY.high) - 1)}`,
    hover: (where, event) => showTip(`${time(where.x)}\n${at(where.x)}`, event.clientX, event.clientY),
  });
  frame.querySelector(".bar").append(zoomTools(spanX, spanY, () => frame));
  frame.append(legend(() => [[style("--ink"), "on a rank"], [roleColour("message"), "message"]]), view.canvas);
  return frame;
}

function pathPlaces(of) {
  const frame = figure("Time on the path", "By place in the program, and by rank: at most this much can be gained by shortening one.");
  const [most, mostRank] = [Math.max(1, ...of.places.map((row) => row.time)), Math.max(1, ...of.ranks.map(([, value]) => value))];
  frame.append(h("div", { class: "two" },
    table("The critical path by place", [
      ["", (row) => row.what], ["place", (row) => [row.function, row.site].filter(Boolean).join(" in "), "words"],
      ["time", (row) => meter(time(row.time), row.time / most, style("--accent"), true)], ["of the path", (row) => percent(row.time / of.whole)],
    ], of.places),
    table("The critical path by rank", [
      ["rank", ([rank]) => count(rank)], ["time on the path", ([, value]) => meter(time(value), value / mostRank, style("--accent"))], ["of the path", ([, value]) => percent(value / of.whole)],
    ], of.ranks)));
  return frame;
}
