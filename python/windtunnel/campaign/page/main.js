// Puts the report together.

const TARGETS = DATA.targets;
const state = { target: TARGETS[0] ?? null, greatest: false };

/** Sections: those that the data allow are shown. */
const SECTIONS = [
  { id: "curves", title: "Response curves", how: "The target over each parameter, the most influential first.", allowed: () => state.target && PARAMETERS.length, draw: curves },
  { id: "heatmap", title: "Heat map", how: "The target over two parameters at once.", allowed: () => state.target && PARAMETERS.length > 1, draw: heatmap },
  { id: "parallel", title: "Parallel coordinates", how: "Which values go together: a line for each point.", allowed: () => state.target && PARAMETERS.length + TARGETS.length > 2, draw: parallel },
  { id: "pareto", title: "Pareto front", how: "The points that are worth a look if two columns matter.", allowed: () => state.target && ROWS > 2 && NUMBERS.length > 1, draw: pareto },
  { id: "sensitivity", title: "Sensitivity", how: "Which parameters matter: shares of the target's variance.", allowed: () => state.target && PARAMETERS.length, draw: sensitivityPage },
  { id: "outliers", title: "Outliers", how: "Points far from what their neighbours lead one to expect (the plane through them, by least squares): by more than six standard deviations of all, and a tenth.", allowed: () => state.target && DATA.outliers, draw: outliersPage },
  { id: "failures", title: "Failed points", how: "Why points did not finish.", allowed: () => DATA.failures.points > 0, draw: failuresPage },
];

function head() {
  const target = COLUMNS.get(state.target);
  const figures = [
    ["points", count(DATA.points)], ["finished", count(DATA.finished)],
    ...DATA.failures.groups.reduce((list, [ending, , points]) => { const one = list.find(([name]) => name === ending); if (one) one[1] += points; else list.push([ending, points, "bad"]); return list; }, []).map(([name, points, kind]) => [name, count(points), kind]),
    ["host time of all points", quantity(DATA.host.host_total_seconds, "s", 3)], ["host CPU time", quantity(DATA.host.host_cpu_seconds, "s", 3)],
  ];
  const shared = DATA.shared.map(([name, value]) => `${name}: ${value}`);
  const ranges = PARAMETERS.map((column) => {
    const values = column.levels ?? [...new Set(column.values)].filter((value) => value !== null).sort(ascending);
    const text = column.levels ? `${values.slice(0, 6).join(", ")}${values.length > 6 ? ", …" : ""}` : `${quantity(values[0], column.unit)} to ${quantity(values[values.length - 1], column.unit)}`;
    return `${shortName(column.name)} (${text}${values.length > 2 && !column.levels ? `, ${count(values.length)} values` : ""})`;
  });
  const best = h("p", { class: "verdict", id: "best" });
  if (target) {
    const sign = state.greatest ? -1 : 1;
    const at = rowsWhere((row) => target.values[row] !== null).reduce((found, row) => (found === null || sign * (target.values[row] - target.values[found]) < 0 ? row : found), null);
    const parts = [...PARAMETERS, ...DATA.columns.filter((column) => column.role === "own" && column !== target)].map((column) => `${shortName(column.name)} ${shown(column, at)}`);
    best.textContent = `${state.greatest ? "Greatest" : "Least"} ${label(target)}: ${quantity(target.values[at], target.unit)}, at point ${count(DATA.rows[at] + 1)}${parts.length ? `: ${parts.join(", ")}` : ""}.`;
  } else best.textContent = DATA.finished ? "All finished points have the same results." : "No point has finished: there is nothing to draw.";
  document.getElementById("head").replaceChildren(
    h("div", { class: "top" }, h("h1", {}, DATA.name), themeButton()),
    h("p", { class: "sub" }, ["Campaign", ranges.length ? `over ${ranges.join("; ")}` : "", shared.length ? `, with ${shared.join(", ")}` : ""].join(" ").replace(" ,", ",")),
    best,
    h("dl", { class: "figures" }, figures.map(([name, value, kind]) => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value)))),
    ...(ROWS < DATA.finished ? [h("p", { class: "hint" }, `The pictures show ${count(ROWS)} of ${count(DATA.finished)} points, chosen by chance; sensitivity and outliers rest on all.`)] : []));
}

function build() {
  themeListeners.clear();
  hideTip();
  head();
  const sections = SECTIONS.filter((section) => section.allowed());
  document.querySelector("nav ul").replaceChildren(...sections.map((section) => h("li", {}, h("a", { href: `#${section.id}` }, section.title))));
  document.getElementById("content").replaceChildren(...sections.map((section) => {
    const element = h("section", { id: section.id, "aria-labelledby": `title-${section.id}` },
      h("h2", { id: `title-${section.id}` }, section.title), h("p", { class: "how" }, section.how));
    section.draw(element, state);
    return element;
  }));
}

const TARGET_NAMES = TARGETS.map((name) => [name, shortName(name)]);
const change = (key) => (value) => {
  state[key] = value;
  if (key === "target") state.greatest = MUCH.test(value);
  navigation();
  const before = scrollY;
  build();
  scrollTo(0, before);
  live.textContent = `${shortName(state.target)}, ${state.greatest ? "greatest" : "least"} is best`;
};

function navigation() {
  const links = document.querySelector("nav ul") ?? h("ul", {});
  const controls = TARGETS.length ? [
    pick("Target", TARGET_NAMES, state.target, change("target")), pick("best is", [[false, "least"], [true, "greatest"]], state.greatest, change("greatest")),
  ] : [];
  document.getElementById("nav").replaceChildren(h("div", { class: "inner" }, links, ...controls));
}

document.getElementById("foot").textContent = `${DATA.generator}. Simulated times are predictions; this file needs nothing else and makes no connection.`;
navigation();
build();
