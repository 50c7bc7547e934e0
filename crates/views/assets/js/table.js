// The table component: all tables of the report.

/**
 * A table. Columns are [heading, cell of a row, class]; cells are texts or elements, and are made again when the theme changes.
 * On narrow screens a row becomes a card: its first cell, and below it the others with their headings. `fill` gives it other
 * rows, in the order that its headings say.
 */
function table(label, columns, rows) {
  const head = h("tr", {}, columns.map(([title, , kind]) => h("th", { scope: "col", class: kind }, title)));
  const body = h("tbody", {});
  const cell = (row, [title, content, kind]) => h("td", { class: kind, "data-title": title || null }, content(row));
  const made = h("table", {}, h("thead", {}, head), body);
  const place = h("div", { role: "region", "aria-label": label }, made);
  const copy = copyButton(made);
  const element = h("div", {}, place, copy);
  element.fill = (others) => {
    rows = others;
    body.replaceChildren(...rows.map((row) => h("tr", {}, columns.map((column) => cell(row, column)))));
    if (!head.querySelector("button")) workable(made);
    resort(made);
    const long = rows.length > 12;
    place.className = long ? "scroll long" : "scroll";
    if (long) place.tabIndex = 0;
    else place.removeAttribute("tabindex");
    copy.hidden = rows.length < 2;
    element.hidden = rows.length === 0;
  };
  element.fill(rows);
  themeListeners.add(() => element.fill(rows));
  return element;
}

/** A number with a bar of its part. */
function meter(text, part, colour, short = false) {
  const bar = h("i", { style: `width:${Math.max(0, Math.min(100, 100 * part)).toFixed(1)}%;background:${colour}` });
  return h("span", { class: "metered" }, text, h("span", { class: short ? "meter short" : "meter", "aria-hidden": "true" }, bar));
}
