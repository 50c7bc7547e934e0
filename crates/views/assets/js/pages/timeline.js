// Ranks over time: a heat map of all, below it single calls and messages of some, and statistics of what is selected.

definePage({
  id: "timeline",
  title: "Timeline",
  how: "Activity of the ranks over time: all of them, single calls and messages of some, and statistics of a selection.",
  tables: ["timeline"],
  also: ["messages", "waits"],
  data: (run) => run.timeline,
  draw: drawTimeline,
});

function drawTimeline(place, run) {
  const end = run.manifest.simulated_time_ps;
  const spanX = new Span(0, end, Math.min(1000, end));
  const spanY = new Span(0, run.actors, Math.min(4, run.actors));
  const frame = figure("All ranks", "Time runs to the right, ranks run down. A pixel shows the most frequent activity of its ranks; the paler, the smaller its share.");
  const height = Math.max(120, Math.min(460, 60 + run.actors * 18));
  const selection = new Selection(run);
  /** Pins a rank and shows its call at a time, as soon as its lane is here. */
  const pinned = async (rank, at) => {
    calls.frame.setAttribute("aria-busy", "true");
    await selection.pin(rank);
    calls.frame.removeAttribute("aria-busy");
    calls.pick(rank, at, map.words(rank, at));
  };
  const calls = callsFigure(run, spanX, selection);
  const map = heatmap(run, spanX, spanY, height, {
    label: "Timeline of all ranks. Arrow keys move, plus and minus zoom in time, square brackets in ranks, 0 shows all, Enter shows the rank in the middle.",
    marks: run.actors > 64 ? run.lanes.ranks.map((head) => head.rank) : [],
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
    rankSearch(run, (first, last) => {
      spanY.set(...(first === last ? [first - 7, first + 8] : [first, last + 1]));
      if (first === last) pinned(first, (spanX.low + spanX.high) / 2);
    }),
    timeSearch(spanX),
    zoomTools(spanX, spanY, () => frame));
  inAddress(place, spanX, spanY, selection);
  frame.append(keys, map.canvas, h("p", { class: "hint" },
    "Drag to zoom, Shift-drag to move, Ctrl-wheel zooms (in the whole window the wheel alone), double-click shows all. " + (run.actors > 64 ? "Triangles mark the ranks whose single calls are below; click to see the rank that is there." : "Click to see the call below.")));
  const shown = async ({ rank, start }) => {
    await pinned(rank, start);
    calls.frame.scrollIntoView({ block: "nearest" });
  };
  place.append(frame, calls.frame, selectionFigure(run, spanX, spanY, selection, shown));
}

/** A text field; Enter hands its text to `take`, which gives what is wrong with it, if anything is. */
function field(label, placeholder, size, take) {
  const input = h("input", { type: "search", size, "aria-label": label, placeholder });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const wrong = take(input.value.trim());
    input.setAttribute("aria-invalid", String(Boolean(wrong)));
    if (wrong) say(wrong);
  });
  return input;
}

/** A field for a rank, which is shown and pinned, or a range of ranks, which is shown. */
function rankSearch(run, found) {
  return field("Rank to show and pin, or ranks to show", "rank, or from–to", 13, (text) => {
    const [first, last = first] = text.replaceAll(",", "").split(/\s*[-–]\s*/).map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
    if (!(first <= last && last < run.actors)) return `there is no rank ${text}; the last one is ${run.actors - 1}`;
    found(first, last);
    return null;
  });
}

/** A field for a stretch of time, which is shown. */
function timeSearch(spanX) {
  return field("Time to show", "0.4 ms to 0.6 ms", 15, (text) => {
    const times = text.split(/\s*(?:to|[-–])\s*/).map((part) => /^([\d.]+)\s*(ps|ns|us|µs|ms|s)$/.exec(part)).map((found) => (found ? Math.round(Number(found[1]) * UNIT_FACTORS[found[2]] * 1e12) : NaN));
    if (times.length !== 2 || !(times[0] < times[1])) return `${text} is not a stretch of time; expected one like 0.4 ms to 0.6 ms`;
    spanX.set(...times);
    return null;
  });
}

/** Keeps the view in the address, so that a link shows it: `#timeline:` with first and last picosecond and rank, and the selection. */
function inAddress(place, spanX, spanY, selection) {
  const asked = /^#timeline:([\d.]+)-([\d.]+),([\d.]+)-([\d.]+)((?:;.*)?)$/.exec(location.hash);
  if (asked) {
    const [from, to, first, last] = asked.slice(1, 5).map(Number);
    spanX.set(from, to);
    spanY.set(first, last);
    requestAnimationFrame(() => place.scrollIntoView());
    place.setAttribute("aria-busy", "true");
    selection.read(asked[5]).then(() => place.removeAttribute("aria-busy"));
  }
  let later = 0;
  const keep = () => {
    clearTimeout(later);
    later = setTimeout(() => {
      const window = `${Math.round(spanX.low)}-${Math.round(spanX.high)},${spanY.low.toFixed(2)}-${spanY.high.toFixed(2)}`;
      history.replaceState(null, "", spanX.whole && spanY.whole && !selection.text ? location.pathname : `#timeline:${window}${selection.text}`);
    }, 200);
  };
  for (const span of [spanX, spanY, selection]) span.listeners.add(keep);
}
