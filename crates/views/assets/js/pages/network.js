// The use of links at their places in the machine.

definePage({
  id: "network",
  title: "Network",
  how: "Utilisation of links at their places in the machine: hot spots stand out.",
  tables: ["links"],
  also: ["link_buckets"],
  data: (run) => good(run.links),
  absent: (run) => reason(run.links),
  draw: drawNetwork,
});

/** A byte of a link's use as a part. */
const usePart = (byte) => (byte / 255) ** 2;

function drawNetwork(place, run) {
  const of = good(run.links);
  const end = run.manifest.simulated_time_ps;
  const frame = figure(of.topology, null);
  const how = h("figcaption", {});
  const holder = h("div", {});
  const slider = h("input", { type: "range", min: "-1", max: "0", step: "1", value: "-1", "aria-label": "Stretch of time" });
  const told = h("span", { class: "ramp" });
  const play = h("button", { type: "button" }, "Play");
  let [view, bytes, head, timer] = [null, null, null, 0];

  function shown() {
    const at = Number(slider.value);
    const text = at < 0 ? "whole run" : `${time((at / head.stretches) * end)} to ${time(((at + 1) / head.stretches) * end)}`;
    told.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    view?.redraw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }

  async function show(number) {
    stop();
    const [viewHead, name] = of.views[number];
    head = viewHead;
    how.textContent = `${head.how} ${head.stretches ? "The slider goes through the run; at its left end is the mean of the whole run." : ""}`;
    slider.max = String(head.stretches - 1);
    slider.value = "-1";
    const colours = { theme: null, list: null };
    const colourAt = (cell) => {
      if (!bytes) return 0;
      const theme = document.documentElement.dataset.theme;
      if (colours.theme !== theme) Object.assign(colours, { theme, list: rampPixels("heat", (byte) => Math.sqrt(usePart(byte)), style("--sunken")) });
      return colours.list[bytes[(Number(slider.value) + 1) * head.cells + cell]];
    };
    bytes = null;
    view = panelChart(`${of.topology}, ${head.title}: use of links as a heat map. Arrow keys go from cell to cell.`, head.panels, colourAt,
      (cell) => (bytes ? `used to ${percent(usePart(bytes[(Number(slider.value) + 1) * head.cells + cell]), 1)}` : ""));
    holder.replaceChildren(view.canvas);
    bytes = await block(name);
    shown();
  }

  slider.addEventListener("input", shown);
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.textContent = "Pause";
    timer = setInterval(() => {
      slider.value = String((Number(slider.value) + 1) % head.stretches);
      shown();
    }, 120);
  });
  const views = of.views.map(([view], number) => [number, view.title]);
  frame.querySelector(".bar").append(views.length > 5
    ? h("select", { "aria-label": "View", onchange: (event) => show(Number(event.target.value)) }, views.map(([value, text]) => h("option", { value }, text)))
    : choice("View", views, 0, show));
  frame.append(how, h("div", { class: "bar" }, ramp("heat", "unused", "100 % (root scale)"), of.longest ? [slider, play] : [], told), holder);
  if (!of.longest) frame.append(h("p", { class: "hint" }, ...bucketHint(run), " Then there is a slider through the run."));
  place.append(frame);
  show(0);
}
