// Heat maps of panels of cells: links or hosts at their places in the network.

/** Space between panels, which their labels may use. */
const [gapX, gapY] = [26, 40];

/** Places panels in rows; gives their rectangles and the height that they need. */
function layOut(panels, width) {
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

/** A chart of panels. `colourAt` gives the pixel of a cell, of large ones at a place within it (0 to 1 across and down); `wordsAt`
 * says what its tip says. */
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
      const down = (py / t) * panel.rows - row;
      const edge = grid && Math.floor(((py + 1) / t) * panel.rows) !== row;
      for (let px = 0; px < w; px++) {
        const column = Math.min(panel.columns - 1, Math.floor((px / w) * panel.columns));
        const cut = edge || (grid && Math.floor(((px + 1) / w) * panel.columns) !== column);
        const across = grid ? (px / w) * panel.columns - column : 0;
        pixels[py * w + px] = cut ? line : colourAt(panel.first + row * panel.columns + column, across, grid ? down : 0);
      }
    }
    context.putImageData(image, Math.round(left * ratio), Math.round(top * ratio));
    context.strokeStyle = style("--line");
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    const room = (least) => Math.min(Math.max(width, least), view.canvas.clientWidth - left);
    context.fillStyle = style("--ink");
    context.textAlign = "left";
    context.fillText(fitted(context, panel.title, room(150)), left, top - 10);
    context.fillStyle = style("--faint");
    context.fillText(fitted(context, panel.across, room(width + gapX + 8)), left, top + height + 10);
    if (!panel.down || height < 40) return;
    context.save();
    context.translate(left - 10, top + height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(fitted(context, panel.down, height + gapY - 4), 0, 0);
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
