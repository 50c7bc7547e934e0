// The selection: pinned ranks, a filter, and what they select in the window of the timeline.

const NO_FILTER = { state: "", site: "", wait: "", least: "", most: "" };

/** The selected part of a run's timeline. `filter` is the part of it that does not follow the window. */
class Selection {
  constructor(run) {
    Object.assign(this, { run, pins: [], onlyPins: false, filter: { ...NO_FILTER }, listeners: new Set() });
  }

  /** Pins a rank, whose lane comes from the server if it is not here; gives whether it is. */
  async pin(rank) {
    if (this.pins.includes(rank)) return true;
    let there = false;
    try {
      there = await lanesOf(this.run).want([rank]);
    } catch (error) {
      say(error.message);
    }
    if (there && !this.pins.includes(rank)) this.pins.push(rank);
    if (there) this.changed();
    return there;
  }

  unpin(rank) {
    this.pins = this.pins.filter((pinned) => pinned !== rank);
    if (!this.pins.length) this.onlyPins = false;
    this.changed();
  }

  set(name, value) {
    this.filter[name] = value;
    this.changed();
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  get text() {
    const words = { pin: this.pins.join(","), only: this.onlyPins ? "pins" : "", ...this.filter };
    return Object.entries(words).filter(([, value]) => value !== "").map(([key, value]) => `;${key}=${encodeURIComponent(value)}`).join("");
  }

  /** Takes over what an address says; what it does not know stays. */
  async read(words) {
    const found = new Map(words.split(";").filter(Boolean).map((word) => [word.split("=")[0], decodeURIComponent(word.split("=")[1] ?? "")]));
    for (const name of Object.keys(this.filter)) {
      const value = found.get(name) ?? "";
      this.filter[name] = name === "least" || name === "most" ? (/^\d+$/.test(value) ? Number(value) : "") : value;
    }
    const ranks = (found.get("pin") ?? "").split(",").filter(Boolean).map(Number).filter((rank) => Number.isInteger(rank) && rank >= 0 && rank < this.run.actors);
    for (const rank of ranks) await this.pin(rank);
    this.onlyPins = found.get("only") === "pins" && this.pins.length > 0;
    this.changed();
  }
}

/** A number of bytes from a text such as `64 KiB`; an empty text for none, null for what is not understood. */
function bytesOf(text) {
  if (!text.trim()) return "";
  const found = /^([\d.]+)\s*([a-z]*)$/i.exec(text.trim());
  const factor = { "": 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 }[found?.[2].toLowerCase()];
  const value = found && factor ? Number(found[1]) * factor : NaN;
  return Number.isFinite(value) ? Math.round(value) : null;
}

/** Controls of the filter. */
function filterBar(run, selection) {
  const option = (value, text) => h("option", { value }, text);
  const select = (label, options, name) => {
    const element = h("select", { "aria-label": label, onchange: () => selection.set(name, element.value) }, options);
    element.refresh = () => { element.value = selection.filter[name]; };
    return element;
  };
  const size = (label, name) => {
    const input = h("input", { type: "text", size: 12, "aria-label": label, placeholder: name === "least" ? "message ≥ … B" : "message ≤ … B" });
    input.addEventListener("change", () => {
      const value = bytesOf(input.value);
      input.setAttribute("aria-invalid", String(value === null));
      if (value === null) say(`${input.value} is not a size; expected one like 64 KiB`);
      else selection.set(name, value);
    });
    input.refresh = () => { if (selection.filter[name] !== bytesOf(input.value)) input.value = selection.filter[name]; };
    return input;
  };
  const states = [...run.timeline.census.states].map(([name]) => name).sort((a, b) => (a === "compute" ? -1 : b === "compute" ? 1 : a.localeCompare(b)));
  const sites = [...new Set(run.timeline.places.map((place) => place.site))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const controls = [
    select("Function", [option("", "any function"), ...states.map((name) => option(name, name))], "state"),
    select("Call site", [option("", "any call site"), ...sites.map((name) => option(name, name))], "site"),
    select("Wait", [option("", "waiting or not"), option("waited", "that waited"), ...(run.lanes?.waits ? DATA.wait_states.map((name) => option(name, name)) : [])], "wait"),
    ...(run.messages ? [size("Messages of at least", "least"), size("Messages of at most", "most")] : []),
  ];
  const pins = h("span", { class: "pins" });
  const clear = h("button", { type: "button", onclick: () => {
    Object.assign(selection.filter, NO_FILTER);
    selection.changed();
  } }, "Clear");
  const only = toggle("Pinned ranks only", selection.onlyPins, (on) => { selection.onlyPins = on; selection.changed(); });
  const refresh = () => {
    controls.forEach((control) => control.refresh());
    clear.hidden = Object.values(selection.filter).every((value) => value === "");
    only.hidden = selection.pins.length === 0;
    only.setAttribute("aria-pressed", String(selection.onlyPins));
    pins.replaceChildren(...selection.pins.map((rank) => h("button", { type: "button", "aria-label": `Unpin rank ${count(rank)}`, onclick: () => selection.unpin(rank) }, `rank ${count(rank)} ×`)));
  };
  selection.listeners.add(refresh);
  refresh();
  return h("div", { class: "bar" }, pins, only, controls, clear);
}

/** Histogram of durations: calls by range, coloured by the class of their states. */
function durationChart() {
  let plot = { left: 0, top: 8, width: 1, height: 1 };
  let bars = [];
  const view = chart("Histogram of the durations of the selected calls", 170, (context, width, tall) => {
    const most = Math.max(1, ...bars.map((bar) => bar.calls));
    const left = Math.max(gutter(width), context.measureText(count(most)).width + 12);
    plot = { left, top: 8, width: width - left - 12, height: tall - 36 };
    context.fillStyle = style("--soft");
    context.textAlign = "right";
    for (const value of ticks(0, most, 3).filter((value) => value === Math.round(value))) context.fillText(count(value), plot.left - 8, plot.top + (1 - value / most) * plot.height);
    context.fillStyle = style("--line");
    context.fillRect(plot.left, plot.top + plot.height, plot.width, 1);
    const step = plot.width / Math.max(1, bars.length);
    const every = Math.ceil(74 / Math.min(74, step));
    bars.forEach((bar, at) => {
      let base = plot.top + plot.height;
      for (const [kind, calls] of bar.classes) {
        const height = (calls / most) * plot.height;
        context.fillStyle = classColour(kind);
        context.fillRect(plot.left + at * step + 1, base - height, Math.max(1, Math.min(step - 2, 70)), height);
        base -= height;
      }
      if (at % every) return;
      context.fillStyle = style("--soft");
      context.textAlign = "left";
      const text = bar.from ? time(bar.from, 2) : "0 s";
      if (at * step + context.measureText(text).width < plot.width + 8) context.fillText(text, plot.left + at * step, plot.top + plot.height + 12);
    });
  }, false);
  view.canvas.addEventListener("pointermove", (event) => {
    const rect = view.canvas.getBoundingClientRect();
    const bar = bars[Math.floor(((event.clientX - rect.left - plot.left) / plot.width) * bars.length)];
    if (!bar) return hideTip();
    showTip(`from ${bar.from ? time(bar.from) : "0 s"}: ${count(bar.calls)} calls\n${bar.classes.map(([kind, calls]) => `${DATA.classes[kind]} ${count(calls)}`).join("\n")}`, event.clientX, event.clientY);
  });
  view.canvas.addEventListener("pointerleave", hideTip);
  /** Takes over an answer. Ranges between two others have bars, too. */
  view.fill = (kinds) => {
    const froms = kinds.map((kind) => kind.from);
    const some = froms.filter((from) => from > 0);
    const [lowest, highest] = [Math.min(...some), Math.max(...some)];
    const ranges = froms.includes(0) ? [0] : [];
    for (let power = 2 ** Math.floor(Math.log2(lowest)); power <= highest; power *= 2) {
      for (const from of [power, power * 1.5]) if (from >= lowest && from <= highest && Number.isInteger(from)) ranges.push(from);
    }
    bars = ranges.map((from) => {
      const of = kinds.filter((kind) => kind.from === from);
      const classes = [...new Set(of.map((kind) => kind.class))].sort().map((kind) => [kind, of.filter((other) => other.class === kind).reduce((sum, other) => sum + other.calls, 0)]);
      return { from, classes, calls: classes.reduce((sum, [, calls]) => sum + calls, 0) };
    });
    const most = bars.reduce((best, bar) => (bar.calls > (best?.calls ?? 0) ? bar : best), null);
    view.canvas.setAttribute("aria-label", `Histogram of the durations of the selected calls${most ? `: most, ${count(most.calls)}, take ${most.from ? time(most.from) : "0 s"} or more` : ""}`);
    view.redraw();
  };
  return view;
}

/** The figure of the selection: statistics of the calls in the window, as far as the page can tell. */
function selectionFigure(run, spanX, spanY, selection, show) {
  const frame = figure("Selection", "Statistics of the calls that touch the window above, of the ranks in it. The time of a call counts as far as it lies in the window; durations are whole.");
  const told = h("p", { class: "told", role: "status" });
  const histogram = durationChart();
  const total = { time: 1, window: 1, most: 1, rank: 1 };
  const states = table("Selected calls by function", [
    ["state", (row) => row.state], ["calls", (row) => count(row.calls)], ["time in the window", (row) => meter(time(row.time), row.time / total.most, classColour(row.class))],
    ["of the ranks' time", (row) => percent(row.time / total.time)], ["waiting", (row) => percent(row.waiting / (row.time || 1))], ["longest, under", (row) => time(row.upto)],
  ], []);
  const longest = table("Longest selected calls", [
    ["rank", (row) => h("button", { type: "button", class: "link", onclick: () => show(row) }, count(row.rank))], ["state", (row) => row.state], ["from", (row) => time(row.start, 7)],
    ["duration", (row) => time(row.end - row.start, 5)], ["waiting", (row) => time(row.waiting)], ["call site", (row) => row.site, "words"],
  ], []);
  const places = table("Selected calls by call site", [
    ["call site", (row) => h("button", { type: "button", class: "link", title: "Select its calls", onclick: () => selection.set("site", row.site) }, row.site), "words"], ["state", (row) => row.state],
    ["calls", (row) => count(row.calls)], ["time in the window", (row) => time(row.time)], ["waiting", (row) => percent(row.waiting / (row.time || 1))],
  ], []);
  const ranks = table("Selected calls by rank", [
    ["rank", (row) => h("button", { type: "button", class: "link", title: "Pin it", onclick: () => show({ rank: row.rank, start: asked().from }) }, count(row.rank))], ["calls", (row) => count(row.calls)],
    ["time in the window", (row) => meter(time(row.time), row.time / total.rank, style("--accent"), true)], ["of its time", (row) => percent(row.time / total.window)], ["waiting", (row) => percent(row.waiting / (row.time || 1))],
  ], []);
  const sizes = table("Messages of the selected ranks by size", [
    ["size from", (row) => sizeName(row.from)], ["messages", (row) => count(row.messages)], ["payload", (row) => bytes(row.bytes)], ["longest from post to arrival", (row) => time(row.longest)],
  ], []);
  const messages = table("Longest messages of the selected ranks", [
    ["from rank", (row) => count(row.source)], ["to rank", (row) => count(row.destination)], ["size", (row) => bytes(row.bytes)], ["protocol", (row) => row.protocol],
    ["posted", (row) => time(row.posted, 7)], ["from post to arrival", (row) => time(row.delivered - row.posted, 5)],
  ], []);
  const part = (title, element) => h("div", {}, h("h3", {}, title), element);
  const details = h("div", {}, h("div", { class: "two" }, part("By call site", places), part("By rank, most time first", ranks)), part("Longest calls", longest),
    run.messages ? h("div", { class: "two" }, part("Longest messages", messages), part("Messages by size", sizes)) : "");
  frame.append(filterBar(run, selection), told, histogram.canvas, states, details);
  let [later, wanted] = [0, 0];

  /** The filter with its window; the end of the run belongs to the last window. */
  const asked = () => {
    const to = spanX.high >= spanX.max ? Math.ceil(spanX.max) + 1 : Math.ceil(spanX.high);
    return { first: Math.max(0, Math.floor(spanY.low)), last: Math.min(run.actors, Math.ceil(spanY.high)) - 1, from: Math.floor(spanX.low), to, ...selection.filter };
  };

  async function refresh() {
    const number = ++wanted;
    const filter = asked();
    frame.setAttribute("aria-busy", "true");
    let [answer, problem] = [null, null];
    try {
      const rows = selection.onlyPins ? selection.pins.map((rank) => ({ ...filter, first: rank, last: rank })) : [filter];
      answer = joined(await Promise.all(rows.map((row) => selected(run, row))));
    } catch (error) {
      problem = error.message;
    }
    if (number !== wanted) return;
    fill(filter, answer, problem);
    frame.removeAttribute("aria-busy");
  }

  function fill(filter, answer, problem) {
    const kinds = answer?.kinds ?? [];
    const window = answer?.window ?? filter;
    const number = selection.onlyPins ? selection.pins.length : window.last - window.first + 1;
    total.window = Math.max(1, Math.min(window.to, run.manifest.simulated_time_ps) - window.from);
    total.time = total.window * number;
    total.rank = Math.max(1, answer?.ranks?.[0]?.time ?? 0);
    const byState = new SumsBy();
    for (const kind of kinds) byState.add(kind.state, { state: kind.state, class: kind.class }, { calls: kind.calls, time: kind.time, waiting: kind.waiting, longest: rangeEnd(kind.from) });
    const rows = byState.list().map((row) => ({ ...row, upto: row.longest })).sort((a, b) => b.time - a.time);
    total.most = Math.max(1, ...rows.map((row) => row.time));
    states.fill(rows);
    histogram.fill(kinds);
    histogram.canvas.hidden = !kinds.length;
    details.hidden = !answer?.longest;
    longest.fill(answer?.longest ?? []);
    places.fill(answer?.places?.slice(0, 50) ?? []);
    ranks.fill(answer?.ranks ?? []);
    sizes.fill(answer?.sizes ?? []);
    messages.fill(answer?.messages ?? []);
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    const who = selection.onlyPins ? `pinned ${selection.pins.length === 1 ? "rank" : "ranks"} ${selection.pins.map(count).join(", ")}` : rankRange(window.first, window.last);
    const when = `${time(window.from, 5)} to ${time(Math.min(window.to, run.manifest.simulated_time_ps), 5)}`;
    const text = problem ? `No statistics: ${problem}`
      : !answer ? `This file can't tell: it has the single calls of ${count(lanesOf(run).calls.size)} of ${count(run.actors)} ranks. \`windtunnel report --serve ${run.name}\` can.`
        : `${count(calls)} ${calls === 1 ? "call" : "calls"} of ${who}, ${when}${answer.window ? `: whole groups of ${count(run.timeline.census.per_group)} ranks and steps of ${time(run.manifest.simulated_time_ps / run.timeline.census.bins, 3)}; \`windtunnel report --serve ${run.name}\` tells exactly, with the longest calls` : ", exactly"}.`;
    told.replaceChildren(...coded(text));
  }

  const soon = () => {
    wanted++;
    frame.setAttribute("aria-busy", "true");
    clearTimeout(later);
    later = setTimeout(refresh, 150);
  };
  for (const span of [spanX, spanY]) span.listeners.add(soon);
  selection.listeners.add(soon);
  lanesOf(run).ready.then(refresh);
  frame.setAttribute("aria-busy", "true");
  return frame;
}

/** The end of a range of durations. */
function rangeEnd(from) {
  if (from < 1) return 0;
  return Number.isInteger(Math.log2(from)) ? Math.max(2, from * 1.5) : (from / 1.5) * 2;
}

/** The answers for several ranks as one; null if one is. */
function joined(answers) {
  if (answers.length === 1) return answers[0];
  if (!answers.length || answers.some((answer) => !answer)) return null;
  const flat = (name) => answers.flatMap((answer) => answer[name] ?? []);
  const sums = (list, key, names) => {
    const of = new SumsBy();
    for (const row of list) of.add(key(row), row, {});
    for (const entry of of.list()) for (const name of names) entry[name] = 0;
    for (const row of list) of.add(key(row), row, Object.fromEntries(names.map((name) => [name, row[name]])));
    return of.list();
  };
  const exact = answers.every((answer) => answer.longest);
  return {
    kinds: sums(flat("kinds"), (row) => `${row.state} ${row.waited} ${row.from}`, ["calls", "time", "waiting"]),
    ...(exact ? {
      longest: longestOf(flat("longest"), callKey),
      places: sums(flat("places"), (row) => `${row.state}\n${row.site}`, ["calls", "time", "waiting"]).sort((a, b) => b.time - a.time),
      ranks: mostOf(flat("ranks")),
      sizes: sums(flat("sizes"), (row) => row.from, ["messages", "bytes", "longest"]).sort((a, b) => a.from - b.from),
      messages: longestOf(flat("messages"), messageKey),
    } : { window: answers[0].window }),
  };
}
