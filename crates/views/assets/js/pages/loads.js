// How bytes are spread over links: distributions of all runs over one another, by phase and class, with plateau points.

definePage({
  id: "loads",
  title: "Link loads",
  how: "Distribution of bytes over links, all runs over one another: few links with much, or many with some?",
  tables: ["links"],
  also: ["link_use"],
  data: (run) => good(run.loads),
  absent: (run) => reason(run.loads),
  draw: drawLoads,
});

/** The fraction of links at which plateau points are shown. */
const PLATEAU = 0.99;

const runColour = (at) => themed(LINK_HUES)[at % LINK_HUES.light.length];

/** What a fraction of the links does not exceed. */
function loadAt(curve, fraction) {
  const wanted = Math.ceil(curve.links * fraction);
  return (curve.points.find(([, links]) => links >= wanted) ?? curve.points.at(-1))?.[0] ?? 0;
}

function drawLoads(place) {
  const of = DATA.runs.map((run, at) => ({ run, at, curves: good(run.loads) ?? [] }));
  const names = (key, curves) => [...new Set(curves.map((curve) => curve[key]))];
  const all = of.flatMap((entry) => entry.curves);
  const phases = names("phase", all);
  const state = { phase: phases[0], class: names("class", all)[0] };
  const frame = figure("Distribution of loads", `At a load read the share of links that carry no more, idle ones included. A dot is the plateau point: the load that ${PLATEAU * 100} % of the links do not exceed.`);
  const rows = h("div", {});
  const shown = () => of.flatMap((entry) => entry.curves.filter((curve) => curve.phase === state.phase && curve.class === state.class).map((curve) => ({ ...entry, curve })));
  const view = chart("Share of links over their loads", 320, draw);
  let plot = { left: 62, top: 12, width: 1, height: 1, most: 1 };

  function draw(context, width, tall) {
    const curves = shown();
    plot = { left: 62, top: 12, width: width - 82, height: tall - 52, most: Math.max(1, ...curves.map(({ curve }) => curve.points.at(-1)?.[0] ?? 0)) };
    axes(context);
    for (const { at, curve } of curves) line(context, curve, runColour(at));
    for (const { at, curve } of curves) dot(context, curve, runColour(at));
  }

  const x = (load) => plot.left + (load / plot.most) * plot.width;
  const y = (part) => plot.top + (1 - part) * plot.height;

  function axes(context) {
    context.textAlign = "right";
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      context.fillStyle = style("--line");
      context.fillRect(plot.left, Math.round(y(part)), plot.width, 1);
      context.fillStyle = style("--soft");
      context.fillText(percent(part, 0), plot.left - 8, y(part));
    }
    context.textAlign = "center";
    for (const load of ticks(0, plot.most, plot.width / 110)) context.fillText(bytes(load, 3), x(load), plot.top + plot.height + 14);
    context.fillText("bytes of a link", plot.left + plot.width / 2, plot.top + plot.height + 32);
  }

  function line(context, curve, colour) {
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(0), y(0));
    let links = 0;
    for (const [load, upTo] of curve.points) {
      context.lineTo(x(load), y(links / curve.links));
      context.lineTo(x(load), y(upTo / curve.links));
      links = upTo;
    }
    context.lineTo(x(plot.most), y(1));
    context.stroke();
  }

  function dot(context, curve, colour) {
    context.fillStyle = colour;
    context.strokeStyle = style("--surface");
    context.beginPath();
    context.arc(x(loadAt(curve, PLATEAU)), y(PLATEAU), 5, 0, 7);
    context.fill();
    context.stroke();
  }

  view.canvas.addEventListener("pointermove", (event) => {
    const load = ((event.clientX - view.canvas.getBoundingClientRect().left - plot.left) / plot.width) * plot.most;
    if (load < 0 || load > plot.most) return hideTip();
    const upTo = (curve) => curve.points.filter(([of]) => of <= load).at(-1)?.[1] ?? 0;
    const lines = shown().map(({ run, curve }) => `${run.name}: ${percent(upTo(curve) / curve.links, 1)}`);
    showTip(`links with at most ${bytes(load, 3)}\n${lines.join("\n")}`, event.clientX, event.clientY);
  });
  view.canvas.addEventListener("pointerleave", hideTip);

  function change() {
    rows.replaceChildren(table("Loads of links", [
      ["run", ({ run }) => run.name], ["links", ({ curve }) => count(curve.links)], ["used", ({ curve }) => percent(curve.used / curve.links, 0)],
      ["mean", ({ curve }) => bytes(curve.mean)], ["≤ for 50 %", ({ curve }) => bytes(loadAt(curve, 0.5))], ["≤ for 90 %", ({ curve }) => bytes(loadAt(curve, 0.9))],
      ["≤ for 99 %", ({ curve }) => bytes(loadAt(curve, PLATEAU))], ["fullest", ({ curve }) => bytes(loadAt(curve, 1))], ["time of phase", ({ curve }) => (curve.time === null ? "–" : time(curve.time))],
    ], shown()));
    view.redraw();
  }

  const options = (key, values) => choice(key === "phase" ? "Phase" : "Class of links", values.map((value) => [value, value]), state[key], (value) => { state[key] = value; change(); });
  frame.querySelector(".bar").append(phases.length > 1 ? options("phase", phases) : "", options("class", names("class", all)));
  frame.append(legend(() => of.filter(({ curves }) => curves.length).map(({ run, at }) => [runColour(at), run.name])), view.canvas, rows);
  change();
  place.append(frame);
}
