// Tables: sensitivity, outliers, failed points.

/** A dotted name that may go on in another line. */
const breakable = (text) => text.replaceAll(".", ".\u200b");

/** A table. Columns are [heading, cell of a row, class]; on narrow screens a row becomes a card. */
function table(title, columns, rows) {
  const head = h("tr", {}, columns.map(([text, , kind]) => h("th", { scope: "col", class: kind }, breakable(text))));
  const cell = (row, [text, content, kind]) => h("td", { class: kind, "data-title": text || null }, content(row) ?? "");
  const long = rows.length > 12;
  const made = workable(h("table", {}, h("thead", {}, head), h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((column) => cell(row, column)))))));
  return h("div", {}, h("div", { class: long ? "scroll long" : "scroll", tabindex: long ? "0" : null, role: "region", "aria-label": title }, made),
    rows.length > 1 ? copyButton(made) : null);
}

function sensitivityPage(place, state) {
  const found = DATA.sensitivity[state.target];
  const target = COLUMNS.get(state.target);
  if (found.method === "none") {
    place.append(h("p", { class: "missing" }, found.needed
      ? `${count(found.points)} finished points are too few: a sample needs at least ${count(found.needed)} for ${count(PARAMETERS.length)} parameters, and these are not a full grid, which would need no sample.`
      : "Nothing varies."));
    return;
  }
  const grid = found.method === "grid";
  const names = byInfluence(state.target).map((column) => column.name).filter((name) => name in found.first);
  const sum = names.reduce((whole, name) => whole + found.first[name], 0);
  const how = grid
    ? `Exact for the ${count(found.points)} points of the grid, its values taken as equally likely. Alone: share of the variance that the parameter explains by itself. With others: what would be left if all others were known. Interactions make ${percent(Math.max(0, 1 - sum))} of the variance.`
    : `Estimated from ${count(found.points)} points, with 95 % intervals (bootstrap). Share of the variance that the parameter explains by itself; interactions, and what the points are too few for, make ${percent(Math.max(0, 1 - sum))}.`;
  const view = chart(`Sensitivity of ${label(target)}`, (svg, width) => {
    const [left, row, top] = [Math.min(270, width * 0.42), grid ? 40 : 32, 8];
    const height = top + names.length * row + 34;
    const at = (value) => left + Math.max(0, Math.min(1, value)) * (width - left - 54);
    const marks = [];
    [0, 0.25, 0.5, 0.75, 1].forEach((value) => svg.append(
      s("line", { class: "grid", x1: at(value), x2: at(value), y1: top, y2: height - 26 }),
      s("text", { x: at(value), y: height - 9, "text-anchor": "middle" }, value)));
    names.forEach((name, number) => {
      const y = top + number * row;
      const [alone, all, half] = [found.first[name], found.total[name], found.interval[name]];
      svg.append(s("text", { class: "title", x: left - 8, y: y + row / 2 + 4, "text-anchor": "end" }, s("title", {}, name), cut(shortName(name), left)));
      const bar = (value, offset, fill) => {
        svg.append(s("rect", { x: left, y: y + offset, width: Math.max(1, at(value) - left), height: 13, rx: 2, fill }));
        const past = at(half ? value + half : value);
        svg.append(s("text", { x: past + 5, y: y + offset + 11 }, value.toFixed(3)));
      };
      if (grid) bar(all, 21, "var(--c5)");
      bar(alone, grid ? 5 : 9, "var(--c0)");
      if (half) svg.append(s("line", { x1: at(alone - half), x2: at(alone + half), y1: y + 15.5, y2: y + 15.5, stroke: "var(--ink)", "stroke-width": 2 }));
      marks.push([at(alone), y + row / 2, `${shortName(name)}\nalone: ${alone.toFixed(3)}${half ? ` ± ${half.toFixed(3)}` : ""}${grid ? `\nwith others: ${all.toFixed(3)}` : ""}`]);
    });
    return { height, marks };
  });
  const made = figure(`Sensitivity of ${label(target)} (Sobol indices)`, how);
  if (grid) made.append(h("ul", { class: "legend" }, [["--c0", "alone (first order)"], ["--c5", "with others (total)"]].map(([colour, text]) => h("li", {}, h("i", { style: `background:var(${colour})` }), text))));
  made.append(view.place);
  place.append(made);
}

const parameterCells = (names) => names.map((column, index) => [label(column), (row) => quantity(row.parameters[index], column.unit, 6)]);

function outliersPage(place, state) {
  const found = DATA.outliers[state.target];
  const target = COLUMNS.get(state.target);
  if (!found) return place.append(h("p", { class: "missing" }, "What a run costs on its host varies with the host's other load: no outliers are looked for."));
  if (!found.length) return place.append(h("p", { class: "missing" }, `There are none of ${label(target)}.`));
  const all = DATA.failures.parameters;
  const off = (row) => (row.value > 0 && row.expected > 0 ? `${significant(row.value / row.expected, 3)} ×` : quantity(row.value - row.expected, target.unit, 3));
  const made = figure(`Outliers of ${label(target)}`, "Farthest first.");
  made.append(table("Outliers", [
    ["point", (row) => count(row.row + 1)], [label(target), (row) => quantity(row.value, target.unit)],
    ["expected", (row) => quantity(row.expected, target.unit, 3)], ["off by", off], ...parameterCells(all),
    ["run", (row) => (row.report ? h("a", { href: row.report }, "report") : null)],
  ], found));
  if (!DATA.kept) made.append(h("p", { class: "hint" }, "Run folders were not kept. With ", h("code", {}, "keep = true"), " in the campaign file the same campaign runs them again and keeps them, and this table then links to their reports."));
  return place.append(made);
}

function failuresPage(place) {
  const { groups, listed, points, parameters } = DATA.failures;
  const first = (text) => text.split("\n")[0];
  const why = figure(`${count(points)} of ${count(DATA.points)} points did not finish`, null);
  why.append(table("Reasons", [["ending", (row) => row[0]], ["points", (row) => count(row[2])], ["reason", (row) => first(row[1]), "words"]], groups.slice(0, 50)));
  const each = figure("Which", listed.length < points ? `The first ${count(listed.length)} of ${count(points)}.` : null);
  each.append(table("Failed points", [
    ["point", (row) => count(row.row + 1)], ["ending", (row) => row.ending], ...parameterCells(parameters),
    ["reason", (row) => first(row.reason), "words"], ["log", (row) => (row.log ? h("a", { href: row.log }, "log") : null)],
  ], listed));
  if (!DATA.stored) each.append(h("p", { class: "hint" }, "The store of the campaign was not found: there are no links to logs. Make the report in the folder of the campaign."));
  place.append(why, each);
}
