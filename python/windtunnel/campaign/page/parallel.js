// Parallel coordinates: a line for each point, an axis for each parameter and result.

/** Most lines. */
const MAX_PATHS = 2000;

function parallel(place, state) {
  const target = COLUMNS.get(state.target);
  const own = DATA.columns.filter((column) => column.role === "own");
  const axes = [...new Set([...PARAMETERS, ...own, COLUMNS.get("simulated_time_ps"), target])];
  const rows = thinned(rowsWhere(() => true), MAX_PATHS);
  const ranges = new Map();
  const log = wide(target.values);
  const shade = scale(target.values, log, 0, 1, 0);
  const heights = axes.map((column) => {
    if (column.levels) return { levels: column.levels };
    const uneven = column.role === "parameter" ? looksLogarithmic(column.values) : wide(column.values);
    return { log: uneven };
  });
  const told = h("p", { class: "hint" });
  const clear = h("button", { type: "button", "aria-label": "Show all", onclick: () => { ranges.clear(); view.redraw(); } }, "Show all");
  const view = chart("Parallel coordinates", (svg, width) => {
    const [top, bottom, height] = [46, 330, 350];
    const xs = axes.map((_, index) => 46 + (index * (width - 110)) / Math.max(1, axes.length - 1));
    const ys = axes.map((column, index) => (heights[index].levels
      ? { at: (value) => bottom - ((value + 0.5) / column.levels.length) * (bottom - top) }
      : scale(column.values, heights[index].log, bottom, top, 0)));
    const y = (index, row) => (axes[index].values[row] === null ? null : ys[index].at(axes[index].values[row]));
    const isChosen = (row) => [...ranges].every(([index, [from, to]]) => { const at = y(index, row); return at !== null && at >= from && at <= to; });
    const path = (row) => `M${axes.map((_, index) => [xs[index], y(index, row)]).filter(([, at]) => at !== null).map(([px, at]) => `${px.toFixed(1)},${at.toFixed(1)}`).join("L")}`;
    const lines = s("g", { fill: "none" });
    const light = s("path", { fill: "none", stroke: "var(--ink)", "stroke-width": 2.5, visibility: "hidden" });
    let inside = [];
    function lay() {
      inside = rows.filter(isChosen);
      const chosen = new Set(inside);
      const alpha = Math.max(0.25, Math.min(0.8, 120 / inside.length));
      const rest = rows.filter((row) => !chosen.has(row));
      // From the end that is not wanted to the one that is, which comes on top.
      const sign = state.greatest ? 1 : -1;
      const order = [...inside].sort((a, b) => sign * (target.values[a] - target.values[b]));
      lines.replaceChildren(
        ...rest.map((row) => s("path", { d: path(row), stroke: "var(--rest)", "stroke-opacity": 0.18 })),
        ...order.map((row) => s("path", { d: path(row), stroke: css(rampColour("order", shade.at(target.values[row]))), "stroke-opacity": alpha, "stroke-width": 1.3 })));
      told.textContent = `${count(inside.length)} of ${count(rows.length)} points${rows.length < ROWS ? ` (of ${count(ROWS)}, drawn by chance)` : ""} are chosen. Drag along an axis to choose a range, click it to free it.`;
      clear.hidden = !ranges.size;
    }
    lay();
    svg.append(lines, light);
    axes.forEach((column, index) => {
      const x = xs[index];
      svg.append(s("line", { class: "axis", x1: x, x2: x, y1: top, y2: bottom }));
      const words = label(column);
      // Neighbours stand in two rows.
      const room = Math.max(9, Math.floor((2 * Math.min((width - 110) / Math.max(1, axes.length - 1), x, width - x) - 6) / 6.4));
      const last = words.length > room ? `…${words.slice(words.length - room + 1)}` : words;
      svg.append(s("text", { class: "title", x, y: 16 + (index % 2) * 15, "text-anchor": "middle" }, s("title", {}, words), last));
      const labels = column.levels
        ? column.levels.map((text, level) => [ys[index].at(level), cut(text, (width - 110) / axes.length)])
        : (() => {
          const values = [...new Set(column.values)].filter((value) => value !== null).sort(ascending);
          const list = values.length <= 8 ? values : ticks(ys[index], 6, column.unit);
          return list.map((value) => [ys[index].at(value), quantity(value, column.unit, 3)]);
        })();
      spaced(labels.sort((a, b) => a[0] - b[0]), 13).forEach(([at, text]) => svg.append(s("text", { x: x + 6, y: at + 4, style: "paint-order:stroke;stroke:var(--surface);stroke-width:3px" }, text)));
      const brush = s("rect", { class: "brush", x: x - 7, width: 14, visibility: "hidden" });
      const mark = () => {
        const range = ranges.get(index);
        brush.setAttribute("visibility", range ? "visible" : "hidden");
        if (range) [brush.y.baseVal.value, brush.height.baseVal.value] = [range[0], range[1] - range[0]];
      };
      const handle = s("rect", { class: "handle", x: x - 12, y: top - 6, width: 24, height: bottom - top + 12 });
      let from = null;
      const at = (event) => Math.max(top - 4, Math.min(bottom + 4, event.clientY - svg.getBoundingClientRect().top));
      handle.addEventListener("pointerdown", (event) => { handle.setPointerCapture(event.pointerId); from = at(event); });
      handle.addEventListener("pointermove", (event) => {
        if (from === null) return;
        const to = at(event);
        if (Math.abs(to - from) < 3) return;
        ranges.set(index, [Math.min(from, to), Math.max(from, to)]);
        mark();
        lay();
      });
      handle.addEventListener("pointerup", (event) => {
        if (from !== null && Math.abs(at(event) - from) < 3) ranges.delete(index);
        from = null;
        mark();
        lay();
      });
      mark();
      svg.append(brush, handle);
    });
    const nearest = (px, py) => {
      const index = Math.max(0, Math.min(axes.length - 2, xs.findLastIndex((x) => x <= px)));
      const part = (px - xs[index]) / (xs[index + 1] - xs[index]);
      let [best, near] = [null, 9];
      for (const row of inside) {
        const away = Math.abs(y(index, row) + (y(index + 1, row) - y(index, row)) * part - py);
        if (away < near) [best, near] = [row, away];
      }
      return best;
    };
    svg.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const row = nearest(event.clientX - box.left, event.clientY - box.top);
      light.setAttribute("visibility", row === null ? "hidden" : "visible");
      if (row === null) return hideTip();
      light.setAttribute("d", path(row));
      showTip(pointText(row, target.name), event.clientX, event.clientY);
    });
    svg.addEventListener("pointerleave", () => { light.setAttribute("visibility", "hidden"); hideTip(); });
    return { height, own: true, marks: rows.slice(0, 500).map((row) => [xs[0], y(0, row), () => pointText(row, target.name)]) };
  }, axes.length * 78);
  const made = figure("All parameters and results", `Coloured by ${label(target)}, the best on top.`, clear);
  const sorted = target.values.filter((value) => value !== null).sort(ascending);
  made.append(ramp("order", quantity(sorted[0], target.unit, 3), quantity(sorted[sorted.length - 1], target.unit, 3)), view.place, told);
  place.append(made);
}
