// Heat maps of rectangles: the network's links, and the hosts with their ranks.

/** Places panels in rows; gives their rectangles and the height that they need. */
function layOut(panels, width) {
  const [gapX, gapY] = [26, 40];
  const widest = Math.max(...panels.map((panel) => panel.columns));
  const tallest = Math.max(...panels.map((panel) => panel.rows));
  let cell = panels.length === 1 ? Math.min((width - 60) / widest, 560 / tallest, 34) : Math.min(14, (width - 60) / widest);
  if (panels.length > 1) {
    const rows = (size) => Math.ceil(panels.length / Math.max(1, Math.floor((width - 40) / (widest * size + gapX))));
    while (cell > 2 && rows(cell) * (tallest * cell + gapY) > 760) cell -= 0.5;
  }
  const places = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const panel of panels) {
    // A panel of few rows may be taller than wide cells allow.
    const size = Math.max(0.6, Math.min(cell, (width - 60) / panel.columns));
    const tall = Math.max(size, Math.min(cell, panels.length <= 6 ? 22 : cell));
    const [w, t] = [panel.columns * size, panel.rows * tall];
    if (x > 0 && x + w > width - 40) [x, y, rowHeight] = [0, y + rowHeight + gapY, 0];
    places.push({ panel, left: x + 34, top: y + 20, width: w, height: t });
    x += w + gapX + 12;
    rowHeight = Math.max(rowHeight, t);
  }
  return { places, height: y + rowHeight + gapY + 8 };
}

/** A chart of panels. `colourAt` gives the pixel of a cell, `wordsAt` what its tip says. */
function panelChart(label, panels, colourAt, wordsAt) {
  let laid = { places: [], height: 100 };
  let cursor = null;
  const view = chart(label, 120, draw);
  const flat = Math.max(...panels.map((panel) => panel.first + panel.columns * panel.rows));

  function draw(context, width, tall, ratio) {
    laid = layOut(panels, width);
    if (Math.abs(laid.height - tall) > 1) {
      view.canvas.style.height = `${laid.height}px`;
      return;
    }
    for (const place of laid.places) drawPanel(context, place, ratio);
    if (cursor !== null) outline(context);
  }

  function drawPanel(context, { panel, left, top, width, height }, ratio) {
    const [w, t] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    const image = context.createImageData(w, t);
    const pixels = new Uint32Array(image.data.buffer);
    const line = pixel(rgb(style("--surface")));
    const grid = width / panel.columns >= 7;
    for (let py = 0; py < t; py++) {
      const row = Math.min(panel.rows - 1, Math.floor((py / t) * panel.rows));
      const edge = grid && Math.floor(((py + 1) / t) * panel.rows) !== row;
      for (let px = 0; px < w; px++) {
        const column = Math.min(panel.columns - 1, Math.floor((px / w) * panel.columns));
        const cut = edge || (grid && Math.floor(((px + 1) / w) * panel.columns) !== column);
        pixels[py * w + px] = cut ? line : colourAt(panel.first + row * panel.columns + column);
      }
    }
    context.putImageData(image, Math.round(left * ratio), Math.round(top * ratio));
    context.strokeStyle = style("--line");
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    context.fillStyle = style("--ink");
    context.textAlign = "left";
    context.fillText(fitted(context, panel.title, Math.max(width, 150)), left, top - 10);
    context.fillStyle = style("--faint");
    context.fillText(fitted(context, panel.across, Math.max(width, 60)), left, top + height + 10);
    if (!panel.down || height < 40) return;
    context.save();
    context.translate(left - 10, top + height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(fitted(context, panel.down, Math.max(height, 60)), 0, 0);
    context.restore();
  }

  const where = (cell) => laid.places.find(({ panel }) => cell >= panel.first && cell < panel.first + panel.columns * panel.rows);

  function outline(context) {
    const place = where(cursor);
    if (!place) return;
    const at = cursor - place.panel.first;
    const [w, t] = [place.width / place.panel.columns, place.height / place.panel.rows];
    context.strokeStyle = style("--ink");
    context.lineWidth = 2;
    context.strokeRect(place.left + (at % place.panel.columns) * w - 1, place.top + Math.floor(at / place.panel.columns) * t - 1, w + 2, t + 2);
  }

  function cellAt(event) {
    const rect = view.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - rect.left, event.clientY - rect.top];
    const place = laid.places.find((p) => x >= p.left && y >= p.top && x < p.left + p.width && y < p.top + p.height);
    if (!place) return null;
    const column = Math.floor(((x - place.left) / place.width) * place.panel.columns);
    return place.panel.first + Math.floor(((y - place.top) / place.height) * place.panel.rows) * place.panel.columns + column;
  }

  const words = (cell) => {
    const { panel } = where(cell);
    const at = cell - panel.first;
    const lines = [panel.title, panel.down ? `${panel.down} ${count(Math.floor(at / panel.columns))}` : "", panel.down ? `${panel.across} ${count(at % panel.columns)}` : `number ${count(at)}`];
    return `${lines.filter(Boolean).join(", ")}\n${wordsAt(cell)}`;
  };
  view.canvas.addEventListener("pointermove", (event) => {
    const cell = cellAt(event);
    if (cell === null) return hideTip();
    showTip(words(cell), event.clientX, event.clientY);
  });
  view.canvas.addEventListener("pointerleave", hideTip);
  view.canvas.addEventListener("blur", () => { cursor = null; hideTip(); view.redraw(); });
  view.canvas.addEventListener("keydown", (event) => {
    const columns = where(cursor ?? 0)?.panel.columns ?? 1;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    cursor = cursor === null ? 0 : Math.max(0, Math.min(flat - 1, cursor + step));
    view.redraw();
    const place = where(cursor);
    if (!place) return;
    const rect = view.canvas.getBoundingClientRect();
    const at = cursor - place.panel.first;
    showTip(words(cursor), rect.left + place.left + (at % place.panel.columns) * (place.width / place.panel.columns), rect.top + place.top + Math.floor(at / place.panel.columns) * (place.height / place.panel.rows));
    say(words(cursor));
  });
  return view;
}

/** A byte of a link's use as a part. */
const usePart = (byte) => (byte / 255) ** 2;

function networkSection(place, run) {
  const of = good(run.links);
  if (!of) {
    place.append(missing(`The network can't be drawn: ${reason(run.links)}.`));
    return;
  }
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
  if (!of.longest) frame.append(h("p", { class: "hint" }, "With --network flow:bucket=TIME --observe link_buckets there is a slider through the run."));
  place.append(frame);
  show(0);
}

function mappingSection(place, run) {
  const of = good(run.mapping);
  if (!of) {
    place.append(missing(`Ranks on hosts can't be shown: ${reason(run.mapping)}.`));
    return;
  }
  const cells = of.panels.reduce((most, panel) => Math.max(most, panel.first + panel.columns * panel.rows), 0);
  const host = { ranks: new Uint32Array(cells), first: new Uint32Array(cells), busy: new Uint8Array(cells), waiting: new Uint8Array(cells) };
  let ready = false;
  let what = "first";
  const frame = figure("Ranks on hosts", `${count(run.manifest.ranks)} ranks sit on ${count(of.used)} of ${count(of.hosts)} hosts (${of.description}). A cell is a host at its place in the network.`);
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
