// Ranks on hosts.

definePage({
  id: "mapping",
  title: "Mapping",
  how: "Ranks on hosts, and how much they wait there.",
  tables: ["ranks"],
  data: (run) => good(run.mapping),
  absent: (run) => reason(run.mapping),
  draw: drawMapping,
});

function drawMapping(place, run) {
  const of = good(run.mapping);
  const cells = of.panels.reduce((most, panel) => Math.max(most, panel.first + panel.columns * panel.rows), 0);
  const host = { ranks: new Uint32Array(cells), first: new Uint32Array(cells), busy: new Uint8Array(cells), waiting: new Uint8Array(cells) };
  let ready = false;
  let what = "first";
  const frame = figure("Ranks on hosts", `${count(run.manifest.ranks)} ranks on ${count(of.used)} of ${count(of.hosts)} hosts (${of.description}). A cell is a host at its place in the network.`);
  const key = h("p", { class: "legend" });
  const ground = () => pixel(rgb(style("--sunken")));
  const most = () => Math.max(1, ...[0, 1].map(() => host.ranks.reduce((a, b) => Math.max(a, b), 0)));
  let largest = 1;
  const view = panelChart("Hosts with their ranks. Arrow keys go from host to host.", of.panels, (cell) => {
    if (!ready || !host.ranks[cell]) return ground();
    if (what === "first") return pixel(rampColour("order", host.first[cell] / Math.max(1, run.manifest.ranks - 1)));
    if (what === "ranks") return pixel(rampColour("amount", host.ranks[cell] / largest));
    return pixel(rampColour("heat", host[what][cell] / 255));
  }, (cell) => (host.ranks[cell]
    ? `${host.ranks[cell] === 1 ? "rank" : `${host.ranks[cell]} ranks, the lowest`} ${count(host.first[cell])}\nnot waiting ${percent(host.busy[cell] / 255, 0)}, waiting ${percent(host.waiting[cell] / 255, 0)}`
    : "no ranks"));
  const show = (value) => {
    what = value;
    key.replaceChildren(what === "first" ? ramp("order", "rank 0", `rank ${count(run.manifest.ranks - 1)}`) : what === "ranks" ? ramp("amount", "0", `${largest} ranks`)
      : ramp("heat", "none of the time", "all of it"));
    view.redraw();
  };
  block(of.block).then((packed) => {
    const numbers = new Numbers(packed);
    for (let cell = 0; cell < cells; cell++) {
      host.ranks[cell] = numbers.next();
      if (!host.ranks[cell]) continue;
      [host.first[cell], host.busy[cell], host.waiting[cell]] = [numbers.next(), numbers.next(), numbers.next()];
    }
    ready = true;
    largest = most();
    show(what);
  });
  frame.querySelector(".bar").append(choice("Colours", [["first", "Lowest rank"], ["ranks", "Ranks"], ["waiting", "Waiting"], ["busy", "Not waiting"]], "first", show));
  frame.append(key, view.canvas);
  show("first");
  place.append(frame);
}
