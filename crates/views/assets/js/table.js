// The table component: all tables of the report.

/**
 * A table. Columns are [heading, cell of a row, class]; cells are texts or elements, and are made again when the theme changes.
 * On narrow screens a row becomes a card: its first cell, and below it the others with their headings.
 */
function table(label, columns, rows) {
  const head = h("tr", {}, columns.map(([title, , kind]) => h("th", { scope: "col", class: kind }, title)));
  const body = h("tbody", {});
  const cell = (row, [title, content, kind]) => h("td", { class: kind, "data-title": title || null }, content(row));
  const fill = () => body.replaceChildren(...rows.map((row) => h("tr", {}, columns.map((column) => cell(row, column)))));
  fill();
  const made = workable(h("table", {}, h("thead", {}, head), body));
  themeListeners.add(() => { fill(); resort(made); });
  const long = rows.length > 12;
  return h("div", {}, h("div", { class: long ? "scroll long" : "scroll", tabindex: long ? "0" : null, role: "region", "aria-label": label }, made),
    rows.length > 1 ? copyButton(made) : null);
}

/** A number with a bar of its part. */
function meter(text, part, colour, short = false) {
  const bar = h("i", { style: `width:${Math.max(0, Math.min(100, 100 * part)).toFixed(1)}%;background:${colour}` });
  return h("span", { class: "metered" }, text, h("span", { class: short ? "meter short" : "meter", "aria-hidden": "true" }, bar));
}
