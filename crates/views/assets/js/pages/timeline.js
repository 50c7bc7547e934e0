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
    label: "Timeline of all ranks. Arrow keys move, plus and minus zoom in time, square brackets in ranks, 0 shows all, Enter shows the rank in the middle.",
    marks: run.actors > 64 ? run.timeline.ranks.map((head) => head.rank) : [],
    pick: (rank, at) => calls.pick(rank, at, map.words(rank, at)),
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
    rankSearch(run, (rank) => {
      spanY.set(rank - 7, rank + 8);
      const at = (spanX.low + spanX.high) / 2;
      calls.pick(rank, at, map.words(rank, at));
    }),
    zoomTools(spanX, spanY, () => frame));
  inAddress(place, spanX, spanY);
  frame.append(keys, map.canvas, h("p", { class: "hint" },
    "Drag to zoom, Shift-drag to move, Ctrl-wheel zooms (in the whole window the wheel alone), double-click shows all. Triangles mark the ranks whose single calls are below; click to see the rank that is there."));
  place.append(frame, calls.frame);
}

/** A field for the number of a rank; Enter shows it. */
function rankSearch(run, found) {
  const input = h("input", { type: "search", inputmode: "numeric", size: 9, "aria-label": "Rank to show", placeholder: "rank …" });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const rank = Number(input.value.replaceAll(",", ""));
    const there = input.value.trim() !== "" && Number.isInteger(rank) && rank >= 0 && rank < run.actors;
    input.setAttribute("aria-invalid", String(!there));
    if (there) found(rank);
    else say(`there is no rank ${input.value}; the last one is ${run.actors - 1}`);
  });
  return input;
}

/** Keeps the window in the address, so that a link shows it: `#timeline:` with first and last picosecond and rank. */
function inAddress(place, spanX, spanY) {
  const asked = /^#timeline:([\d.]+)-([\d.]+),([\d.]+)-([\d.]+)$/.exec(location.hash);
  if (asked) {
    const [from, to, first, last] = asked.slice(1).map(Number);
    spanX.set(from, to);
    spanY.set(first, last);
    requestAnimationFrame(() => place.scrollIntoView());
  }
  let later = 0;
  const keep = () => {
    clearTimeout(later);
    later = setTimeout(() => {
      const window = `${Math.round(spanX.low)}-${Math.round(spanX.high)},${spanY.low.toFixed(2)}-${spanY.high.toFixed(2)}`;
      history.replaceState(null, "", spanX.whole && spanY.whole ? location.pathname : `#timeline:${window}`);
    }, 200);
  };
  for (const span of [spanX, spanY]) span.listeners.add(keep);
}
