// Single calls and messages of chosen ranks, a row per rank.

const ROW = 24;
const BAR = 15;
/** More messages than this in sight are not drawn. */
const MOST_LINES = 4000;

function callsFigure(run, spanX, selection) {
  const lanes = lanesOf(run);
  const all = lanes.heads.length === run.actors;
  const which = all ? "Every call of every rank." : `Every call of ${lanes.heads.length} ranks: the first; those whose time without waiting exceeds the median by more than 1 % of the run (“busiest”); those on the critical path longest; and a representative of each cluster.`;
  const frame = figure("Single calls", `${which} The line below a call is its share of waiting; a thin slanted line is a message from post to arrival. Click a call for details. Pinned ranks come first; what is not selected is pale.`);
  const state = { ranks: [], rows: new Map(), masks: new Map(), lines: Boolean(run.messages), selected: null };
  let plot = { left: 150, top: 22, width: 1, height: 1 };
  const view = chart("Single calls of chosen ranks. Left and right arrows go from call to call, up and down from rank to rank, Enter zooms to the call, plus and minus zoom, 0 shows all.",
    lanes.heads.length * ROW + 30, draw);
  const pointer = overlay(view.canvas, view.redraw);
  const card = h("div", { class: "card" }, h("p", { class: "hint" }, "No call is selected."));
  spanX.listeners.add(view.redraw);
  const arrange = () => {
    const shown = state.ranks[state.selected?.calls]?.rank;
    const ranks = [...selection.pins, ...lanes.heads.map((head) => head.rank).filter((rank) => !selection.pins.includes(rank))];
    state.ranks = ranks.map((rank) => lanes.calls.get(rank)).filter(Boolean);
    state.rows = new Map(state.ranks.map((calls, number) => [calls.rank, number]));
    state.masks = new Map(state.ranks.map((calls) => [calls, maskOf(lanes, calls, selection.filter)]));
    if (state.selected) state.selected = state.rows.has(shown) ? { ...state.selected, calls: state.rows.get(shown) } : null;
    view.canvas.style.height = `${Math.max(1, state.ranks.length) * ROW + 30}px`;
    view.redraw();
  };
  selection.listeners.add(arrange);
  lanes.listeners.clear();
  lanes.listeners.add(arrange);
  lanes.ready.then(arrange);

  const px = (at) => plot.left + ((at - spanX.low) / (spanX.high - spanX.low)) * plot.width;
  const rowTop = (number) => plot.top + number * ROW + 3;

  function draw(context, width, tall) {
    const narrow = width < NARROW;
    const left = all || narrow ? gutter(width) : 236;
    plot = { left, top: 22, width: width - left - 12, height: tall - 26 };
    timeAxis(context, spanX, plot, 10, true);
    state.ranks.forEach((head, number) => {
      context.textAlign = "right";
      context.fillStyle = style("--ink");
      const y = rowTop(number) + BAR / 2;
      const name = rankLabel(head.rank, plot);
      context.fillText(name, plot.left - 8, y);
      const why = [selection.pins.includes(head.rank) && !all ? "pinned" : "", head.why].filter(Boolean).join("; ");
      if (!why || narrow) return;
      context.fillStyle = style("--faint");
      const room = plot.left - 16 - context.measureText(name).width;
      context.fillText(fitted(context, why, room), plot.left - 14 - context.measureText(name).width, y);
    });
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top - 1, plot.width, plot.height + 4);
    context.clip();
    state.ranks.forEach((calls, number) => drawCalls(context, calls, rowTop(number)));
    if (state.lines) drawMessages(context);
    drawSelected(context);
    context.restore();
    pointer(context);
  }

  function drawCalls(context, calls, top) {
    const heat = style("--ink");
    const mask = state.masks.get(calls);
    let filled = -1;
    for (let at = firstAfter(calls, spanX.low); at < calls.calls && calls.start[at] < spanX.high; at++) {
      const [from, to] = [Math.max(px(calls.start[at]), plot.left - 1), Math.min(px(calls.end[at]), plot.left + plot.width + 1)];
      // One mark a pixel is enough.
      if (to - from < 0.7 && Math.floor(to) === filled) continue;
      const pale = mask && !mask[at];
      // A pale call leaves its pixel to one that is selected.
      if (!pale) filled = Math.floor(to);
      context.globalAlpha = pale ? 0.15 : 1;
      context.fillStyle = classColour(lanes.states[calls.state[at]][1]);
      const wide = Math.max(to - from - (to - from > 3 ? 0.6 : 0), 0.8);
      context.fillRect(from, top, wide, BAR);
      if (calls.waiting[at] > 0 && to - from > 2) {
        context.fillStyle = heat;
        context.fillRect(from, top + BAR + 1, Math.max(1, wide * Math.min(1, calls.waiting[at] / (calls.end[at] - calls.start[at]))), 2.5);
      }
      if (to - from > 60) {
        context.fillStyle = dark() ? "#101418" : "#ffffff";
        context.textAlign = "left";
        const name = lanes.states[calls.state[at]][0].replace("MPI_", "");
        if (context.measureText(name).width < to - from - 10) context.fillText(name, from + 5, top + BAR / 2 + 0.5);
      }
    }
    context.globalAlpha = 1;
    if (calls.cut !== null && calls.cut < spanX.high) {
      context.fillStyle = style("--faint");
      context.textAlign = "left";
      context.fillText("later calls were left out of this file", Math.max(px(calls.cut), plot.left) + 6, top + BAR / 2);
    }
  }

  function drawMessages(context) {
    const { filter } = selection;
    const seen = lanes.messages.filter((message) => message.delivered > spanX.low && message.posted < spanX.high && ofSize(filter, message.bytes)
      && (state.rows.has(message.source) || state.rows.has(message.destination)));
    if (seen.length > MOST_LINES) return;
    context.strokeStyle = style("--ink");
    context.lineWidth = 1;
    for (const message of seen) {
      const [from, to] = [state.rows.get(message.source), state.rows.get(message.destination)];
      const chosen = state.selected?.message === message;
      context.globalAlpha = chosen ? 1 : seen.length > 400 ? 0.18 : 0.4;
      context.beginPath();
      if (from !== undefined && to !== undefined) {
        context.moveTo(px(message.posted), rowTop(from) + BAR / 2);
        context.lineTo(px(message.delivered), rowTop(to) + BAR / 2);
      } else if (from !== undefined) {
        context.moveTo(px(message.posted), rowTop(from) + BAR / 2);
        context.lineTo(px(message.posted) + 4, rowTop(from) + BAR + 4);
      } else {
        context.moveTo(px(message.delivered) - 4, rowTop(to) - 4);
        context.lineTo(px(message.delivered), rowTop(to) + BAR / 2);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  function drawSelected(context) {
    const { selected } = state;
    if (!selected) return;
    const calls = state.ranks[selected.calls];
    const [from, to] = [px(calls.start[selected.at]), px(calls.end[selected.at])];
    context.strokeStyle = style("--ink");
    context.lineWidth = 2;
    context.strokeRect(from - 1, rowTop(selected.calls) - 2, Math.max(3, to - from + 2), BAR + 4);
  }

  function select(number, at, zoom) {
    const calls = state.ranks[number];
    if (!calls || at < 0 || at >= calls.calls) return;
    state.selected = { calls: number, at };
    const length = calls.end[at] - calls.start[at];
    if (zoom) spanX.set(calls.start[at] - 2 * length, calls.end[at] + 2 * length);
    else if (calls.end[at] < spanX.low || calls.start[at] > spanX.high) {
      const seen = spanX.high - spanX.low;
      spanX.set(calls.start[at] - seen / 4, calls.start[at] + (3 * seen) / 4);
    }
    showCard(calls, at);
    view.redraw();
  }

  function showCard(calls, at) {
    const [name] = lanes.states[calls.state[at]];
    const [from, to] = [calls.start[at], calls.end[at]];
    const facts = [["rank", calls.why ? `${count(calls.rank)} (${calls.why})` : count(calls.rank)], ["from", time(from, 7)], ["to", time(to, 7)], ["duration", time(to - from)],
      ["waiting", `${time(calls.waiting[at])} (${percent(calls.waiting[at] / (to - from || 1), 0)})`], ["call site", lanes.sites[calls.site[at]][0]]];
    const sent = lanes.messages.filter((message) => message.source === calls.rank && message.posted >= from && message.posted <= to);
    const got = lanes.messages.filter((message) => message.destination === calls.rank && message.delivered >= from && message.delivered <= to);
    const line = (message, text) => h("li", {}, `${text}: ${bytes(message.bytes)}, tag ${message.tag}, ${DATA.protocols[message.protocol]}${message.collective ? ", of a collective" : ""}, ${time(message.posted, 6)} to ${time(message.delivered, 6)}`);
    const waits = (lanes.waits.get(calls.rank) ?? []).filter((wait) => wait.start >= from && wait.end <= to);
    const waited = (wait) => h("li", {}, `waited ${time(wait.end - wait.start)}: ${DATA.wait_states[wait.wait_state]}${wait.culprit === calls.rank ? "" : `, for rank ${count(wait.culprit)}`}, until ${time(wait.end, 6)}${wait.contention ? `, contention ${time(wait.contention)}` : ""}`);
    const lines = [...waits.map(waited), ...sent.map((message) => line(message, `sent to rank ${count(message.destination)}`)), ...got.map((message) => line(message, `arrived from rank ${count(message.source)}`))];
    card.replaceChildren(h("h3", {}, name), h("dl", {}, facts.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)))),
      lines.length ? h("ul", {}, lines.slice(0, 24), lines.length > 24 ? h("li", {}, `and ${lines.length - 24} more`) : null) : "");
    say(`rank ${calls.rank}: ${name}, ${time(to - from)}, of which ${time(calls.waiting[at])} waiting`);
  }

  const rowAt = (at) => Math.floor(at.y / ROW);

  function callAt(at) {
    const calls = state.ranks[rowAt(at)];
    if (!calls) return null;
    const number = firstAfter(calls, at.x);
    return number < calls.calls && calls.start[number] <= at.x ? number : null;
  }

  function key(event) {
    if (!state.ranks.length) return false;
    const selected = state.selected ?? { calls: 0, at: firstAfter(state.ranks[0], spanX.low) - 1 };
    const { calls, at } = selected;
    if (event.key === "ArrowRight") select(calls, at + 1);
    else if (event.key === "ArrowLeft") select(calls, at - 1);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = calls + (event.key === "ArrowDown" ? 1 : -1);
      if (state.ranks[next]) select(next, Math.min(firstAfter(state.ranks[next], state.ranks[calls].start[Math.max(0, at)]), state.ranks[next].calls - 1));
    } else if (event.key === "Enter") select(calls, Math.max(0, at), true);
    else return false;
    return true;
  }

  steer(view.canvas, {
    x: spanX, plot: () => plot, key,
    told: () => `${time(spanX.low)} to ${time(spanX.high)}`,
    hover: (at, event) => {
      const number = callAt(at);
      if (number === null) return hideTip();
      const calls = state.ranks[rowAt(at)];
      const [name] = lanes.states[calls.state[number]];
      showTip(`rank ${count(calls.rank)}: ${name}\n${time(calls.end[number] - calls.start[number])}, waiting ${time(calls.waiting[number])}\n${lanes.sites[calls.site[number]][0]}`, event.clientX, event.clientY);
    },
    click: (at) => {
      const number = callAt(at);
      if (number !== null) select(rowAt(at), number);
    },
  });
  const lines = run.messages ? toggle("Messages", true, (on) => { state.lines = on; view.redraw(); }) : "";
  frame.querySelector(".bar").append(lines, zoomTools(spanX, null, () => frame));
  frame.append(h("div", { class: "only-wide" }, classLegend()), h("div", { class: "scroll long", style: "max-height:36rem" }, view.canvas), card);
  return {
    frame,
    /** Shows the call of a rank at a time; of a rank without single calls the words of the map. */
    pick(rank, at, words) {
      const number = state.rows.get(rank);
      if (number !== undefined) {
        select(number, Math.min(firstAfter(state.ranks[number], at), state.ranks[number].calls - 1));
        return;
      }
      if (!state.ranks.length) return;
      state.selected = null;
      const nearest = state.ranks.reduce((best, calls) => (Math.abs(calls.rank - rank) < Math.abs(best.rank - rank) ? calls : best));
      const facts = [["rank", count(rank)], ["at", time(at, 7)], ["on the map", words.replaceAll("\n", ", ")]];
      const how = connection.server ? h("button", { type: "button", onclick: () => selection.pin(rank) }, `Pin rank ${count(rank)}`)
        : h("p", { class: "hint" }, "Its single calls are not in this file; ", h("code", {}, `windtunnel report --serve ${run.name}`), ` shows those of any rank. The nearest rank whose calls are here is ${count(nearest.rank)}.`);
      card.replaceChildren(h("h3", {}, `Rank ${count(rank)}`), h("dl", {}, facts.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)))), how);
      say(`rank ${rank}: ${words}`);
      view.redraw();
    },
  };
}

/** As much of a text as fits. */
function fitted(context, text, room) {
  if (room < 20) return "";
  if (context.measureText(text).width <= room) return text;
  let kept = text;
  while (kept && context.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return kept ? `${kept.trimEnd()}…` : "";
}
