// Ranks over time: a heat map of all, and below it single calls and messages of some.

definePage({
  id: "timeline",
  title: "Timeline",
  how: "Activity of the ranks over time: all of them, and single calls and messages of some.",
  tables: ["timeline"],
  also: ["messages"],
  data: (run) => run.timeline,
  draw: drawTimeline,
});

function drawTimeline(place, run) {
  const end = run.manifest.simulated_time_ps;
  const spanX = new Span(0, end, Math.min(1000, end));
  const spanY = new Span(0, run.actors, Math.min(4, run.actors));
  const frame = figure("All ranks", "Time runs to the right, ranks run down. A pixel shows the most frequent activity of its ranks; the paler, the smaller its share.");
  const height = Math.max(120, Math.min(460, 60 + run.actors * 18));
  const calls = callsFigure(run, spanX);
  const map = heatmap(run, spanX, spanY, height, {
    label: "Timeline of all ranks. Arrow keys move, plus and minus zoom in time, square brackets in ranks, 0 shows all, Enter shows the nearest single calls.",
    marks: run.actors > 64 ? run.timeline.ranks.map((head) => head.rank) : [],
    pick: (rank, at) => calls.pick(rank, at),
  });
  const keys = h("div", {});
  const show = (plane) => {
    map.show(plane);
    keys.replaceChildren(plane === "block" ? classLegend() : h("p", { class: "legend" }, ramp("heat", "no waiting", "all the time")));
  };
  show("block");
  frame.querySelector(".bar").append(
    run.path ? toggle("Critical path", false, (on) => (on ? pathOf(run).then(map.path) : map.path(null))) : "",
    map.hasWaiting ? choice("Colours", [["block", "Activity"], ["waiting", "Waiting"]], "block", show) : "",
    zoomTools(spanX, spanY, () => frame));
  frame.append(keys, map.canvas, h("p", { class: "hint" },
    "Drag to zoom, Shift-drag to move, Ctrl-wheel zooms (in the whole window the wheel alone), double-click shows all. Triangles mark the ranks whose single calls are below; click to see the nearest."));
  place.append(frame, calls.frame);
}
