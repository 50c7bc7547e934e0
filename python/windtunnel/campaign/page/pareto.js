// Pareto front of two columns: the points that no other one beats in both.

/** Names of columns of which one usually wants much. */
const MUCH = /speed|rate\b|throughput|bandwidth|efficien|per_second|flops/i;
/** Most points drawn that are not on the front. */
const MAX_DOMINATED = 4000;

/**
 * Indices of the front, by the first column: points that no other is as good as in both columns and better in one. `signs` are 1 where
 * less is better and −1 where more is. Of equal points all are on it.
 */
function front(xs, ys, signs) {
  const order = xs.map((_, at) => at).filter((at) => xs[at] !== null && ys[at] !== null);
  order.sort((a, b) => signs[0] * (xs[a] - xs[b]) || signs[1] * (ys[a] - ys[b]) || a - b);
  const found = [];
  let best = null;
  for (const at of order) {
    const y = signs[1] * ys[at];
    const equal = best !== null && y === best.y && xs[at] === best.x;
    if (best === null || y < best.y || equal) {
      found.push(at);
      best = { x: xs[at], y };
    }
  }
  return found;
}

function pareto(place, state) {
  const options = NUMBERS.filter((column) => new Set(column.values).size > 1).map((column) => [column.name, label(column)]);
  const own = NUMBERS.filter((column) => column.role === "own" && new Set(column.values).size > 1);
  const x = own.find((column) => !MUCH.test(column.name) && column.name !== state.target) ?? own.find((column) => column.name !== state.target)
    ?? NUMBERS.find((column) => column.role === "parameter") ?? NUMBERS.find((column) => column.name !== state.target);
  const usual = (name) => (MUCH.test(name) ? -1 : 1);
  const chosen = { x: x.name, y: state.target, sx: usual(x.name), sy: state.greatest ? -1 : usual(state.target) };
  const slot = h("div", {});
  const ways = [[1, "least"], [-1, "greatest"]];
  const set = (key) => (value) => {
    chosen[key] = value;
    if (key === "x") chosen.sx = usual(value);
    if (key === "y") chosen.sy = usual(value);
    fill();
  };
  function fill() {
    const [over, up] = [COLUMNS.get(chosen.x), COLUMNS.get(chosen.y)];
    const found = front(over.values, up.values, [chosen.sx, chosen.sy]);
    const on = new Set(found);
    const dominated = rowsWhere((at) => !on.has(at) && over.values[at] !== null && up.values[at] !== null);
    const drawn = thinned(dominated, MAX_DOMINATED);
    const title = `${label(up)} against ${label(over)}`;
    const view = chart(title, (svg, width) => {
      const height = width < 480 ? 300 : 420;
      const logs = [over, up].map((column) => looksLogarithmic(column.values) || wide(column.values));
      const to = frame(svg, width, height, { values: over.values, log: logs[0], unit: over.unit, title: label(over) }, { values: up.values, log: logs[1], unit: up.unit, title: label(up) });
      const marks = [];
      const dot = (at, r, fill, opacity) => {
        const [px, py] = [to.x.at(over.values[at]), to.y.at(up.values[at])];
        svg.append(s("circle", { cx: px, cy: py, r, fill, "fill-opacity": opacity }));
        marks.push([px, py, () => pointText(at, over.name, up.name)]);
        return [px, py];
      };
      drawn.forEach((at) => dot(at, 2.4, "var(--rest)", 0.6));
      const line = s("path", { fill: "none", stroke: "var(--c1)", "stroke-width": 1.6 });
      svg.append(line);
      const places = found.map((at) => dot(at, 4.2, "var(--c1)", 1));
      // What the front leaves open: right angles between its points.
      line.setAttribute("d", places.map(([px, py], at) => (at ? `H${px}V${py}` : `M${px},${py}`)).join(""));
      return { height, marks: [...marks.slice(marks.length - found.length), ...marks.slice(0, marks.length - found.length)] };
    });
    const made = figure(title, `${count(found.length)} of ${count(found.length + dominated.length)} points are on the front: no other point is as good in both columns and better in one. The others are dimmed${drawn.length < dominated.length ? `; ${count(drawn.length)} of them are drawn` : ""}.`,
      pick("", ways, chosen.sx, set("sx"), "Better is, across"), pick("", options, chosen.x, set("x"), "Column across"),
      pick("and", ways, chosen.sy, set("sy"), "Better is, up"), pick("", options, chosen.y, set("y"), "Column up"));
    const columns = [...new Set([over, up, ...PARAMETERS])];
    made.append(view.place, table("The front", columns.map((column) => [label(column), (at) => shown(column, at)]), found));
    slot.replaceChildren(made);
  }
  place.append(slot);
  fill();
}
