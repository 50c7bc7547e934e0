// Heat map of two parameters.

const TOGETHER = {
  median: ["median", (values) => quantile(values, 0.5)],
  least: ["least", (values) => values[0]],
  greatest: ["greatest", (values) => values[values.length - 1]],
};

function heatmap(place, state) {
  const [first, second] = byInfluence(state.target);
  const options = PARAMETERS.map((column) => [column.name, label(column)]);
  const chosen = { x: first.name, y: second.name, together: "median" };
  const slot = h("div", {});
  const fill = () => slot.replaceChildren(map(state, chosen));
  const set = (key) => (value) => {
    // A parameter over itself says nothing.
    const other = { x: "y", y: "x" }[key];
    if (other && chosen[other] === value) chosen[other] = chosen[key];
    chosen[key] = value;
    fill();
  };
  const controls = () => [
    pick("Across", options, chosen.x, set("x")), pick("Down", options, chosen.y, set("y")),
    pick("Of several points", Object.entries(TOGETHER).map(([key, [text]]) => [key, text]), chosen.together, set("together")),
  ];
  function map() {
    const [over, down, target] = [COLUMNS.get(chosen.x), COLUMNS.get(chosen.y), COLUMNS.get(state.target)];
    const [columns, rows] = [levelsOf(over, 10), levelsOf(down, 10)];
    const name = TOGETHER[chosen.together][0];
    const columnOf = new Map(columns.flatMap((level, index) => level.rows.map((row) => [row, index])));
    const cells = [];
    rows.forEach((level, y) => {
      const byColumn = columns.map(() => []);
      level.rows.forEach((row) => columnOf.has(row) && byColumn[columnOf.get(row)].push(row));
      byColumn.forEach((own, x) => {
        if (!own.length) return;
        own.sort((a, b) => target.values[a] - target.values[b]);
        cells.push({ x, y, rows: own, value: TOGETHER[chosen.together][1](own.map((row) => target.values[row])) });
      });
    });
    const values = cells.map((cell) => cell.value);
    const log = wide(values);
    const colour = scale(values, log, 0, 1, 0);
    const title = `${label(target)}: ${label(over)} and ${label(down)}`;
    const view = chart(title, (svg, width) => {
      const left = Math.min(130, Math.max(60, ...rows.map((level) => (level.short ?? level.text).length * 7 + 10)), width * 0.28);
      const tall = Math.max(22, Math.min(46, 420 / rows.length));
      const [top, wideCell] = [26, (width - left - 4) / columns.length];
      const height = top + rows.length * tall + 44;
      const marks = [];
      svg.append(s("text", { class: "title", x: 0, y: 13 }, label(down)));
      for (const cell of cells) {
        const [x, y] = [left + cell.x * wideCell, top + (rows.length - 1 - cell.y) * tall];
        const fillColour = rampColour("amount", colour.at(cell.value));
        svg.append(s("rect", { x: x + 0.5, y: y + 0.5, width: Math.max(0.5, wideCell - 1), height: tall - 1, rx: 2, fill: css(fillColour) }));
        const text = quantity(cell.value, target.unit, 3);
        if (text.length * 6.6 < wideCell - 6) svg.append(s("text", { x: x + wideCell / 2, y: y + tall / 2 + 4, "text-anchor": "middle", style: `fill:${inkOn(fillColour)}` }, text));
        marks.push([x + wideCell / 2, y + tall / 2, () => cellText(cell)]);
      }
      rows.forEach((level, y) => svg.append(s("text", { x: left - 6, y: top + (rows.length - 0.5 - y) * tall + 4, "text-anchor": "end" }, cut(level.short ? `from ${level.short}` : level.text, left))));
      spaced(columns.map((level, x) => [left + (x + 0.5) * wideCell, cut(level.short ? `from ${level.short}` : level.text, Math.max(54, wideCell))]))
        .forEach(([x, text]) => svg.append(s("text", { x, y: height - 26, "text-anchor": "middle" }, text)));
      svg.append(s("text", { class: "title", x: width - 4, y: height - 6, "text-anchor": "end" }, label(over)));
      // A cell answers wherever it is pointed at.
      svg.addEventListener("pointermove", (event) => {
        const box = svg.getBoundingClientRect();
        const at = [Math.floor((event.clientX - box.left - left) / wideCell), rows.length - 1 - Math.floor((event.clientY - box.top - top) / tall)];
        const cell = cells.find(({ x, y }) => x === at[0] && y === at[1]);
        if (cell) showTip(cellText(cell), event.clientX, event.clientY);
        else hideTip();
      });
      svg.addEventListener("pointerleave", hideTip);
      return { height, marks, own: true };
    });
    function cellText(cell) {
      if (cell.rows.length === 1) return pointText(cell.rows[0], target.name);
      const head = [`${label(over)}: ${columns[cell.x].text}`, `${label(down)}: ${rows[cell.y].text}`, `${label(target)}: ${quantity(cell.value, target.unit)} (${name} of ${count(cell.rows.length)} points)`];
      const extreme = { least: cell.rows[0], greatest: cell.rows[cell.rows.length - 1] }[chosen.together];
      return extreme === undefined ? head.join("\n") : [...head, "", pointText(extreme, target.name)].join("\n");
    }
    const made = figure(title, `Each cell is the ${name} of its points${log ? "; colours by ratio" : ""}.`, ...controls());
    const sorted = [...values].sort(ascending);
    made.append(ramp("amount", quantity(sorted[0], target.unit, 3), quantity(sorted[sorted.length - 1], target.unit, 3)), view.place);
    return made;
  }
  place.append(slot);
  fill();
}

function cut(text, pixels) {
  const room = Math.max(3, Math.floor((pixels - 8) / 6.6));
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
