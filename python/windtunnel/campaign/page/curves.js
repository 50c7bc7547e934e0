// Response curves: the target over each parameter.

/** Most values of a parameter that are shown one by one; of more, classes of as many points each. */
const MAX_LEVELS = 32;
/** Most values of a parameter that has a line for each of them. */
const MAX_LINES = 8;
/** Most single points drawn in one chart. */
const MAX_DOTS = 2000;

/** The values of a parameter as texts, ascending, with the rows that have them; classes of values if there are too many. */
function levelsOf(column, classes = 12) {
  if (column.levels) return column.levels.map((text, level) => ({ text, rows: rowsWhere((at) => column.values[at] === level) })).filter((one) => one.rows.length);
  const values = [...new Set(column.values)].filter((value) => value !== null).sort(ascending);
  if (values.length <= MAX_LEVELS) {
    const byValue = new Map(values.map((value) => [value, []]));
    column.values.forEach((value, at) => byValue.get(value)?.push(at));
    return values.map((value) => ({ text: quantity(value, column.unit, 6), value, rows: byValue.get(value) }));
  }
  const rows = rowsWhere((at) => column.values[at] !== null).sort((a, b) => column.values[a] - column.values[b]);
  const size = Math.max(1, Math.min(classes, Math.floor(rows.length / 6)));
  return Array.from({ length: size }, (_, number) => {
    const own = rows.slice(Math.round((number * rows.length) / size), Math.round(((number + 1) * rows.length) / size));
    const [low, high] = [column.values[own[0]], column.values[own[own.length - 1]]];
    const text = `${quantity(low, column.unit, 3)} to ${quantity(high, column.unit, 3)}`;
    return { text, short: quantity(low, column.unit, 2), value: quantile(own.map((at) => column.values[at]), 0.5), rows: own, low, high };
  });
}

function rowsWhere(test) {
  const list = [];
  for (let at = 0; at < ROWS; at++) if (test(at)) list.push(at);
  return list;
}

const isClassed = (column) => !column.levels && new Set(column.values).size > MAX_LEVELS;

/** Parameters by their influence on a target, greatest first. */
function byInfluence(target) {
  const found = DATA.sensitivity[target] ?? {};
  const index = (column) => (found.total?.[column.name] ?? found.first?.[column.name] ?? 0);
  return [...PARAMETERS].sort((a, b) => index(b) - index(a));
}

/** The parameter with a line for each of its values, if the reader has not chosen: a text, or what matters most. */
function usualLines(over, target) {
  const few = byInfluence(target).filter((column) => column !== over && !isClassed(column) && levelsOf(column).length <= 6);
  return few.find((column) => column.levels) ?? few[0] ?? null;
}

function curves(place, state) {
  const options = [["usual", "by influence"], ["none", "none"], ...PARAMETERS.filter((column) => !isClassed(column) && levelsOf(column).length <= MAX_LINES).map((column) => [column.name, label(column)])];
  let lines = "usual";
  const inside = h("div", { class: "two" });
  const fill = () => inside.replaceChildren(...byInfluence(state.target).map((column) => curve(column, state, lines)));
  place.append(h("div", { class: "bar" }, pick("Lines for", options, lines, (chosen) => { lines = chosen; fill(); })), inside);
  fill();
}

function curve(over, state, lines) {
  const target = COLUMNS.get(state.target);
  const by = lines === "none" || lines === over.name ? null : lines === "usual" ? usualLines(over, state.target) : COLUMNS.get(lines);
  const levels = levelsOf(over);
  const classed = isClassed(over);
  const groups = (by ? levelsOf(by) : [{ text: "", rows: null }]).map((group, number) => {
    const own = group.rows && new Set(group.rows);
    const at = levels.map((level, index) => {
      const rows = own ? level.rows.filter((row) => own.has(row)) : level.rows;
      const values = rows.map((row) => target.values[row]).sort(ascending);
      return { level, index, rows, values };
    }).filter((one) => one.rows.length);
    return { text: group.text, colour: `var(--c${number % 8})`, at };
  });
  const many = groups.some((group) => group.at.some((one) => one.rows.length > 1));
  const title = `${label(target)} over ${label(over)}`;
  const log = wide(target.values);
  const view = chart(title, (svg, width) => {
    const height = width < 480 ? 250 : 290;
    const x = over.levels
      ? { levels: levels.map((level) => level.text), title: label(over) }
      : { values: classed ? over.values : levels.map((level) => level.value), log: looksLogarithmic(over.values), ticks: classed ? null : levels.map((level) => level.value), unit: over.unit, title: label(over) };
    const to = frame(svg, width, height, x, { values: target.values, log, unit: target.unit, title: label(target) });
    const marks = [];
    if (classed) {
      const drawn = new Set(thinned(rowsWhere(() => true), MAX_DOTS));
      groups.forEach((group) => group.at.forEach((one) => one.rows.filter((row) => drawn.has(row)).forEach((row) => {
        const [px, py] = [to.x.at(over.values[row]), to.y.at(target.values[row])];
        svg.append(s("circle", { cx: px, cy: py, r: 2, fill: group.colour, "fill-opacity": 0.35 }));
        marks.push([px, py, () => pointText(row, target.name)]);
      })));
    }
    groups.forEach((group, number) => {
      const shift = over.levels ? (number - (groups.length - 1) / 2) * Math.min(14, (to.right - to.left) / levels.length / (groups.length + 1)) : 0;
      const at = group.at.map((one) => ({ ...one, x: to.x.at(over.levels ? one.index : one.level.value) + shift }));
      const spread = at.map((one) => [one.x, to.y.at(quantile(one.values, 0.9)), to.y.at(quantile(one.values, 0.1))]);
      if (many && over.levels) spread.forEach(([px, high, low]) => svg.append(s("line", { x1: px, x2: px, y1: high, y2: low, stroke: group.colour, "stroke-width": 5, "stroke-opacity": 0.3 })));
      else if (many) svg.append(s("path", { d: `M${spread.map(([px, high]) => `${px},${high}`).join("L")}L${spread.reverse().map(([px, , low]) => `${px},${low}`).join("L")}Z`, fill: group.colour, "fill-opacity": 0.13 }));
      const middle = at.map((one) => [one.x, to.y.at(quantile(one.values, 0.5)), one]);
      if (!over.levels) svg.append(s("path", { d: `M${middle.map(([px, py]) => `${px},${py}`).join("L")}`, fill: "none", stroke: group.colour, "stroke-width": 2 }));
      for (const [px, py, one] of middle) {
        svg.append(s("circle", { cx: px, cy: py, r: 3.2, fill: group.colour }));
        marks.push([px, py, () => (one.rows.length === 1 ? pointText(one.rows[0], target.name) : [
          `${label(over)}: ${one.level.text}`, by && `${label(by)}: ${group.text}`,
          `${label(target)}: ${quantity(quantile(one.values, 0.5), target.unit)} (median)`,
          `10 to 90 %: ${quantity(quantile(one.values, 0.1), target.unit)} to ${quantity(quantile(one.values, 0.9), target.unit)}`,
          `${count(one.rows.length)} points`].filter(Boolean).join("\n"))]);
      }
    });
    return { height, marks: marks.sort((a, b) => a[0] - b[0]) };
  });
  const keys = by ? h("ul", { class: "legend" }, groups.map((group) => h("li", {}, h("i", { style: `background:${group.colour}` }), group.text))) : null;
  const how = [many ? (classed ? "Median and 10 to 90 % of classes of neighbouring values; dots are points." : "Median and 10 to 90 % over all other parameters.") : "", by ? `Lines: ${label(by)}.` : ""].join(" ").trim();
  const made = figure(title, how);
  made.append(...[keys, view.place].filter(Boolean));
  return made;
}
