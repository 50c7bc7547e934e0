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
  const host = { ranks: new Uint32Array(cells), first: new Uint32Array(cells), busy: new Uint8Array(cells), waiting: new Uint8Array(cells), own: new Array(cells) };
  const total = run.manifest.ranks;
  let ready = false;
  let what = "rank";
  let sizes = of.grid.length ? of.grid : [];
  const frame = figure("Ranks on hosts", `${count(total)} ranks on ${count(of.used)} of ${count(of.hosts)} hosts (${of.description}). A cell is a host at its place in the network${of.all ? ", with its ranks in the order of their cores" : ""}.`);
  const key = h("p", { class: "legend" });
  const ground = () => pixel(rgb(style("--sunken")));
  const axis = () => (what.startsWith("axis") ? Number(what.slice(4)) : null);
  let largest = 1;
  // The ranks of a host side by side, as nearly square as they go.
  const rankAt = (cell, across, down) => {
    const own = host.own[cell];
    if (!own || own.length === 1) return host.first[cell];
    const columns = Math.ceil(Math.sqrt(own.length));
    const rows = Math.ceil(own.length / columns);
    return own[Math.floor(down * rows) * columns + Math.floor(across * columns)];
  };
  const rankColour = (rank) => {
    if (rank === undefined) return ground();
    const at = axis();
    return pixel(at === null ? rampColour("order", rank / Math.max(1, total - 1)) : rampColour("order", coordinates(rank, sizes)[at] / Math.max(1, sizes[at] - 1)));
  };
  const view = panelChart("Hosts with their ranks. Arrow keys go from host to host.", of.panels, (cell, across, down) => {
    if (!ready || !host.ranks[cell]) return ground();
    if (what === "ranks") return pixel(rampColour("amount", host.ranks[cell] / largest));
    if (what === "waiting" || what === "busy") return pixel(rampColour("heat", host[what][cell] / 255));
    return rankColour(rankAt(cell, across, down));
  }, (cell) => (host.ranks[cell] ? `${ranksOf(host, cell, sizes)}\nnot waiting ${percent(host.busy[cell] / 255, 0)}, waiting ${percent(host.waiting[cell] / 255, 0)}` : "no ranks"));
  const ends = () => {
    const at = axis();
    if (at !== null) return ramp("order", `axis ${at}: 0`, count(sizes[at] - 1));
    if (what === "rank") return ramp("order", "rank 0", `rank ${count(total - 1)}`);
    return what === "ranks" ? ramp("amount", "0", `${largest} ranks`) : ramp("heat", "none of the time", "all of it");
  };
  const show = (value) => {
    what = value;
    key.replaceChildren(ends());
    view.redraw();
  };
  block(of.block).then((packed) => {
    const numbers = new Numbers(packed);
    for (let cell = 0; cell < cells; cell++) {
      host.ranks[cell] = numbers.next();
      if (!host.ranks[cell]) continue;
      [host.first[cell], host.busy[cell], host.waiting[cell]] = [numbers.next(), numbers.next(), numbers.next()];
      if (of.all) host.own[cell] = Array.from({ length: host.ranks[cell] }, () => numbers.next());
    }
    ready = true;
    largest = host.ranks.reduce((a, b) => Math.max(a, b), 1);
    show(what);
  });
  const colours = h("span", {});
  const offer = () => {
    const axes = sizes.map((size, at) => [`axis${at}`, `Axis ${at}`]);
    const options = [["rank", of.all ? "Rank" : "Lowest rank"], ...axes, ["ranks", "Ranks per host"], ["waiting", "Waiting"], ["busy", "Not waiting"]];
    if (!options.some(([name]) => name === what)) what = "rank";
    colours.replaceChildren(choice("Colours", options, what, show));
    show(what);
  };
  const field = h("input", { type: "text", size: 12, value: sizes.join(" × "), placeholder: "16 × 8 × 16", "aria-label": "Sizes of the grid of ranks, the last axis fastest" });
  field.addEventListener("change", () => {
    const given = (field.value.match(/\d+/g) ?? []).map(Number);
    const fits = given.length > 0 && given.every((size) => size > 0) && given.reduce((a, b) => a * b, 1) === total;
    field.setAttribute("aria-invalid", String(!fits && field.value.trim() !== ""));
    sizes = fits ? given : [];
    offer();
  });
  frame.querySelector(".bar").append(h("label", {}, "Grid ", field), colours);
  frame.append(key, view.canvas);
  offer();
  place.append(frame);
}

/** The place of a rank on a grid, the last axis fastest. */
function coordinates(rank, sizes) {
  const at = [];
  for (const size of [...sizes].reverse()) {
    at.unshift(rank % size);
    rank = Math.floor(rank / size);
  }
  return at;
}

/** What a tip says of the ranks of a host. */
function ranksOf(host, cell, sizes) {
  const own = host.own[cell] ?? [host.first[cell]];
  const words = own.slice(0, 8).map((rank) => count(rank) + (sizes.length ? ` (${coordinates(rank, sizes).join(", ")})` : ""));
  const more = host.ranks[cell] - words.length;
  return `${host.ranks[cell] === 1 ? "rank" : "ranks"} ${words.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}
