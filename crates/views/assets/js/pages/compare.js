// Several runs: aligned in time, and where the differences come from.

definePage({
  id: "compare",
  title: "Comparison",
  how: "The runs on one scale, and where their differences come from.",
  tables: ["ranks", "calls"],
  runs: 2,
  draw: drawComparison,
});

function drawComparison(place) {
  const [base, ...others] = DATA.runs;
  place.append(lengths(), alignedTimelines(), ...others.flatMap((other, number) => [lostByWaitState(base, other), lostByPlace(base, other), lostByRank(base, other, DATA.differences[number])]));
}

function lengths() {
  const base = DATA.runs[0].manifest.simulated_time_ps;
  const longest = Math.max(...DATA.runs.map((run) => run.manifest.simulated_time_ps), 1);
  const frame = figure("Simulated time", `Against ${DATA.runs[0].name}, the first run.`);
  frame.append(table("Simulated times", [
    ["run", (run) => run.name], ["machine", (run) => run.manifest.platform, "words"], ["ranks", (run) => count(run.actors)],
    ["simulated time", (run) => meter(time(run.manifest.simulated_time_ps), run.manifest.simulated_time_ps / longest, style("--accent"))],
    ["difference", (run) => change(run.manifest.simulated_time_ps - base)], ["ratio", (run) => (run.manifest.simulated_time_ps / (base || 1)).toFixed(3)],
    ["computing", (run) => percent(run.manifest.time.compute.mean_ps / (run.manifest.simulated_time_ps || 1))], ["waiting", (run) => percent(run.manifest.time.waiting.mean_ps / (run.manifest.simulated_time_ps || 1))],
  ], DATA.runs));
  frame.append(DATA.settings.length === 0 ? h("p", {}, "These runs have the same settings.") : table("Settings in which the runs differ", [
    ["these runs differ in", (setting) => setting.setting, "words"], ...DATA.runs.map((run, at) => [run.name, (setting) => setting.values[at], "words"]),
  ], DATA.settings));
  return frame;
}

function alignedTimelines() {
  const runs = DATA.runs.filter((run) => run.timeline);
  if (runs.length < 2) return missing("Timelines beside each other need ", h("code", {}, "--observe timeline"), " in at least two of the runs.");
  const longest = Math.max(...runs.map((run) => run.manifest.simulated_time_ps));
  const spanX = new Span(0, longest, Math.min(1000, longest));
  const frame = figure("Aligned in time", "All runs begin at the left and have the same scale: what ends further right took longer.");
  const maps = runs.map((run, number) => {
    const spanY = new Span(0, run.actors, Math.min(4, run.actors));
    return [run, heatmap(run, spanX, spanY, number === 0 ? 200 : 182, { label: `Timeline of ${run.name}. Arrow keys move all runs, plus and minus zoom.`, scale: number === 0 })];
  });
  const show = (plane) => maps.forEach(([, map]) => map.show(plane));
  frame.querySelector(".bar").append(choice("Colours", [["block", "Activity"], ["waiting", "Waiting"]], "block", show), zoomTools(spanX, null, () => frame));
  frame.append(classLegend());
  for (const [run, map] of maps) frame.append(h("h3", {}, `${run.name}: ${time(run.manifest.simulated_time_ps)}`), map.canvas);
  return frame;
}

/** Time per rank by state and call site where both runs have timelines, else by function. */
function placesOf(run, detailed) {
  const ranks = run.actors || 1;
  const entries = detailed ? run.timeline.places.map((row) => [`${row.state}\n${row.site}`, row])
    : [["compute\n", { time: run.manifest.time.compute.mean_ps * ranks, waiting: 0, calls: 0 }], ...run.profile.functions.map((row) => [`${row.name}\n`, row])];
  return new Map(entries.map(([key, row]) => [key, { time: row.time / ranks, waiting: row.waiting / ranks, calls: row.calls / ranks }]));
}

function lostByPlace(base, other) {
  const detailed = Boolean(base.timeline && other.timeline);
  const [before, after] = [placesOf(base, detailed), placesOf(other, detailed)];
  const none = { time: 0, waiting: 0, calls: 0 };
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [a, b] = [before.get(key) ?? none, after.get(key) ?? none];
    const [state, site] = key.split("\n");
    return { state, site, a, b, lost: b.time - a.time, waiting: b.waiting - a.waiting };
  }).filter((row) => Math.abs(row.lost) >= 1).sort((x, y) => y.lost - x.lost);
  const most = Math.max(1, ...rows.map((row) => Math.abs(row.lost)));
  const frame = figure(`States: ${other.name} against ${base.name}`, `Mean time of a rank in each state${detailed ? " at each call site" : ""}, losses (+) first, the largest on top, then gains (−), the largest at the end.`);
  frame.append(table("Differences", [
    ["state", (row) => row.state], ...(detailed ? [["call site", (row) => row.site, "words"]] : []),
    [base.name, (row) => time(row.a.time)], [other.name, (row) => time(row.b.time)],
    ["lost", (row) => meter(change(row.lost), Math.abs(row.lost) / most, roleColour(row.lost > 0 ? "waiting" : "gained"))],
    ["of that waiting", (row) => change(row.waiting)], ["ratio", (row) => (row.a.time ? (row.b.time / row.a.time).toFixed(2) : "–")],
  ], rows));
  return frame;
}

/** Width of the labels of times, in pixels. */
const LABELS = 74;

function lostByRank(base, other, differences) {
  if (!differences) return missing(`${base.name} and ${other.name} have different numbers of ranks, so ranks are not compared one by one.`);
  const frame = figure(`Ranks: ${other.name} against ${base.name}`, "Upwards is time lost, downwards time gained. Ranks that lose time without waiting are those that the others wait for.");
  const { classes, ends, per_group: perGroup } = differences;
  const waiting = classes.map((of) => of[0]);
  // What is left of the end's difference when waiting is taken away.
  const busy = ends.map((end, at) => end - waiting[at]);
  const [lowest, highest] = [Math.min(0, ...waiting, ...busy), Math.max(0, ...waiting, ...busy)];
  const range = Math.max(1, highest - lowest);
  const span = new Span(0, ends.length, Math.min(8, ends.length));
  let plot = { left: 0, top: 6, width: 1, height: 1 };
  const view = chart(`Difference of every rank between ${base.name} and ${other.name}. Arrow keys move, plus and minus zoom.`, 200, (context, width, tall) => {
    plot = { left: LABELS, top: 6, width: width - LABELS - 12, height: tall - 28 };
    const y = (value) => plot.top + ((highest - value) / range) * plot.height;
    const zero = y(0);
    const step = plot.width / (span.high - span.low);
    context.textAlign = "right";
    context.fillStyle = style("--soft");
    for (const value of ticks(lowest, highest, 4)) context.fillText(value ? change(value) : "0", plot.left - 8, y(value));
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top, plot.width, plot.height);
    context.clip();
    // Side by side where there is room, else one over the other.
    const parts = step > 6 ? [[waiting, roleColour("waiting"), 0.5, 1], [busy, roleColour("busy"), 0, 0.5]] : [[waiting, roleColour("waiting"), 0, 1], [busy, roleColour("busy"), 0, 1]];
    for (const [values, colour, from, to] of parts) {
      context.fillStyle = colour;
      context.globalAlpha = step > 6 ? 1 : 0.8;
      values.forEach((value, at) => {
        const height = zero - y(value);
        context.fillRect(step > 6 ? plot.left + (at + from - span.low) * step : Math.floor(plot.left + (at - span.low) * step), Math.min(zero, y(value)), step > 6 ? (to - from) * step - 0.6 : Math.ceil(step), Math.abs(height));
      });
    }
    context.restore();
    context.fillStyle = style("--faint");
    context.fillRect(plot.left, zero, plot.width, 1);
    context.textAlign = "center";
    context.fillStyle = style("--soft");
    for (const at of ticks(span.low * perGroup, span.high * perGroup - 0.5, plot.width / 90).filter((at) => at === Math.round(at))) {
      context.fillText(count(at), plot.left + (at / perGroup + (perGroup === 1 ? 0.5 : 0) - span.low) * step, plot.top + plot.height + 12);
    }
  });
  span.listeners.add(view.redraw);
  steer(view.canvas, {
    x: span, plot: () => plot,
    hover: (at, event) => {
      const group = Math.min(ends.length - 1, Math.floor(at.x));
      showTip(`${rankRange(group * perGroup, Math.min(base.actors, (group + 1) * perGroup) - 1)}\nwithout waiting ${change(busy[group])}\nwaiting ${change(waiting[group])}\nend ${change(ends[group])}`, event.clientX, event.clientY);
    },
  });
  frame.querySelector(".bar").append(zoomTools(span, null, () => frame));
  frame.append(legend(() => [[roleColour("busy"), "without waiting"], [roleColour("waiting"), "waiting"]]), view.canvas);
  const list = differences.ranks.filter((of) => of.busy > 0);
  if (list.length) {
    frame.append(h("details", {}, h("summary", {}, `The ${list.length} ranks that lose most without waiting`), table("Ranks that lose most", [
      ["rank", (row) => count(row.rank)], ["without waiting", (row) => change(row.busy)], ["waiting", (row) => change(row.waiting)], ["end", (row) => change(row.end)],
    ], list)));
  }
  return frame;
}
