// Single calls and messages of chosen ranks.

const LANE = 24;
const BAR = 15;
/** More messages than this in sight are not drawn. */
const MOST_LINES = 4000;

/** The calls of every lane as columns. */
function readCalls(bytes, heads) {
  const numbers = new Numbers(bytes);
  return heads.map((head) => {
    const size = head.calls;
    const lane = {
      ...head, start: new Float64Array(size), end: new Float64Array(size), state: new Uint16Array(size), site: new Uint32Array(size), waiting: new Float64Array(size),
    };
    for (let at = 0, last = 0; at < size; at++) {
      lane.start[at] = last + numbers.nextSigned();
      last = lane.end[at] = lane.start[at] + numbers.next();
      lane.state[at] = numbers.next();
      lane.site[at] = numbers.next();
      lane.waiting[at] = numbers.next();
    }
    return lane;
  });
}

function readMessages(bytes, size) {
  const numbers = new Numbers(bytes);
  const list = [];
  for (let at = 0; at < size; at++) {
    const [source, destination, tag, amount, kind, posted] = [numbers.next(), numbers.next(), numbers.nextSigned(), numbers.next(), numbers.next(), numbers.next()];
    const start = posted + numbers.nextSigned();
    list.push({ source, destination, tag, bytes: amount, collective: kind & 1, protocol: DATA.protocols[kind >> 1], posted, start, delivered: start + numbers.nextSigned() });
  }
  return list;
}

/** The first call that ends after a time. */
function firstAfter(lane, at) {
  let [low, high] = [0, lane.calls];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lane.end[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lanesFigure(run, spanX) {
  const heads = run.timeline.lanes;
  const all = heads.length === run.actors;
  const which = all ? "Every call of every rank." : `Every call of ${heads.length} ranks: those that wait least, because others wait for them, those that the critical path is on longest, and one for each kind of rank.`;
  const frame = figure("Single calls", `${which} The dark line below a call is the share of it spent waiting; a thin slanted line is a message from its post to its arrival. Click a call to see all about it.`);
  const state = { lanes: null, messages: [], lines: Boolean(run.messages), selected: null };
  const laneOf = new Map(heads.map((head, number) => [head.rank, number]));
  let plot = { left: 150, top: 22, width: 1, height: 1 };
  const view = chart("Single calls of chosen ranks. Left and right arrows go from call to call, up and down from rank to rank, Enter zooms to the call, plus and minus zoom, 0 shows all.",
    heads.length * LANE + 30, draw);
  const pointer = overlay(view.canvas, view.redraw);
  const card = h("div", { class: "card" }, h("p", { class: "hint" }, "No call is chosen."));
  spanX.listeners.add(view.redraw);
  block(run.timeline.calls).then((bytes) => { state.lanes = readCalls(bytes, heads); view.redraw(); });
  if (run.messages) block(run.messages.single).then((bytes) => { state.messages = readMessages(bytes, run.messages.singles); view.redraw(); });

  const px = (at) => plot.left + ((at - spanX.low) / (spanX.high - spanX.low)) * plot.width;
  const laneTop = (number) => plot.top + number * LANE + 3;

  function draw(context, width, tall) {
    plot = { left: all ? LEFT : 236, top: 22, width: width - (all ? LEFT : 236) - 12, height: tall - 26 };
    timeAxis(context, spanX, plot, 10, true);
    heads.forEach((head, number) => {
      context.textAlign = "right";
      context.fillStyle = style("--ink");
      const y = laneTop(number) + BAR / 2;
      const name = `rank ${count(head.rank)}`;
      context.fillText(name, plot.left - 8, y);
      if (!head.why) return;
      context.fillStyle = style("--faint");
      const room = plot.left - 16 - context.measureText(name).width;
      context.fillText(fitted(context, head.why, room), plot.left - 14 - context.measureText(name).width, y);
    });
    if (!state.lanes) return;
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top - 1, plot.width, plot.height + 4);
    context.clip();
    state.lanes.forEach((lane, number) => drawLane(context, lane, laneTop(number)));
    if (state.lines) drawMessages(context);
    drawSelected(context);
    context.restore();
    pointer(context);
  }

  function drawLane(context, lane, top) {
    const heat = style("--ink");
    let filled = -1;
    for (let at = firstAfter(lane, spanX.low); at < lane.calls && lane.start[at] < spanX.high; at++) {
      const [from, to] = [Math.max(px(lane.start[at]), plot.left - 1), Math.min(px(lane.end[at]), plot.left + plot.width + 1)];
      // One mark a pixel is enough.
      if (to - from < 0.7 && Math.floor(to) === filled) continue;
      filled = Math.floor(to);
      context.fillStyle = classColour(run.timeline.states[lane.state[at]][1]);
      const wide = Math.max(to - from - (to - from > 3 ? 0.6 : 0), 0.8);
      context.fillRect(from, top, wide, BAR);
      if (lane.waiting[at] > 0 && to - from > 2) {
        context.fillStyle = heat;
        context.fillRect(from, top + BAR + 1, Math.max(1, wide * Math.min(1, lane.waiting[at] / (lane.end[at] - lane.start[at]))), 2.5);
      }
      if (to - from > 60) {
        context.fillStyle = dark() ? "#101418" : "#ffffff";
        context.textAlign = "left";
        const name = run.timeline.states[lane.state[at]][0].replace("MPI_", "");
        if (context.measureText(name).width < to - from - 10) context.fillText(name, from + 5, top + BAR / 2 + 0.5);
      }
    }
    if (lane.cut !== null && lane.cut < spanX.high) {
      context.fillStyle = style("--faint");
      context.textAlign = "left";
      context.fillText("later calls were left out of this file", Math.max(px(lane.cut), plot.left) + 6, top + BAR / 2);
    }
  }

  function drawMessages(context) {
    const seen = state.messages.filter((message) => message.delivered > spanX.low && message.posted < spanX.high);
    if (seen.length > MOST_LINES) return;
    context.strokeStyle = style("--ink");
    context.lineWidth = 1;
    for (const message of seen) {
      const [from, to] = [laneOf.get(message.source), laneOf.get(message.destination)];
      const chosen = state.selected?.message === message;
      context.globalAlpha = chosen ? 1 : seen.length > 400 ? 0.18 : 0.4;
      context.beginPath();
      if (from !== undefined && to !== undefined) {
        context.moveTo(px(message.posted), laneTop(from) + BAR / 2);
        context.lineTo(px(message.delivered), laneTop(to) + BAR / 2);
      } else if (from !== undefined) {
        context.moveTo(px(message.posted), laneTop(from) + BAR / 2);
        context.lineTo(px(message.posted) + 4, laneTop(from) + BAR + 4);
      } else {
        context.moveTo(px(message.delivered) - 4, laneTop(to) - 4);
        context.lineTo(px(message.delivered), laneTop(to) + BAR / 2);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  function drawSelected(context) {
    const { selected } = state;
    if (!selected) return;
    const lane = state.lanes[selected.lane];
    const [from, to] = [px(lane.start[selected.at]), px(lane.end[selected.at])];
    context.strokeStyle = style("--ink");
    context.lineWidth = 2;
    context.strokeRect(from - 1, laneTop(selected.lane) - 2, Math.max(3, to - from + 2), BAR + 4);
  }

  function select(number, at, zoom) {
    const lane = state.lanes[number];
    if (!lane || at < 0 || at >= lane.calls) return;
    state.selected = { lane: number, at };
    const length = lane.end[at] - lane.start[at];
    if (zoom) spanX.set(lane.start[at] - 2 * length, lane.end[at] + 2 * length);
    else if (lane.end[at] < spanX.low || lane.start[at] > spanX.high) {
      const seen = spanX.high - spanX.low;
      spanX.set(lane.start[at] - seen / 4, lane.start[at] + (3 * seen) / 4);
    }
    showCard(lane, at);
    view.redraw();
  }

  function showCard(lane, at) {
    const [name] = run.timeline.states[lane.state[at]];
    const [from, to] = [lane.start[at], lane.end[at]];
    const facts = [["rank", count(lane.rank)], ["from", time(from, 7)], ["to", time(to, 7)], ["duration", time(to - from)],
      ["waiting", `${time(lane.waiting[at])} (${percent(lane.waiting[at] / (to - from || 1), 0)})`], ["call site", run.timeline.sites[lane.site[at]]]];
    const sent = state.messages.filter((message) => message.source === lane.rank && message.posted >= from && message.posted <= to);
    const got = state.messages.filter((message) => message.destination === lane.rank && message.delivered >= from && message.delivered <= to);
    const line = (message, text) => h("li", {}, `${text}: ${bytes(message.bytes)}, tag ${message.tag}, ${message.protocol}${message.collective ? ", of a collective" : ""}, ${time(message.posted, 6)} to ${time(message.delivered, 6)}`);
    const lines = [...sent.map((message) => line(message, `sent to rank ${count(message.destination)}`)), ...got.map((message) => line(message, `arrived from rank ${count(message.source)}`))];
    card.replaceChildren(h("h3", {}, name), h("dl", {}, facts.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)))),
      lines.length ? h("ul", {}, lines.slice(0, 24), lines.length > 24 ? h("li", {}, `and ${lines.length - 24} more`) : null) : "");
    say(`rank ${lane.rank}: ${name}, ${time(to - from)}, of which ${time(lane.waiting[at])} waiting`);
  }

  const laneAt = (at) => Math.floor(at.y / LANE);

  function callAt(at) {
    const lane = state.lanes?.[laneAt(at)];
    if (!lane) return null;
    const number = firstAfter(lane, at.x);
    return number < lane.calls && lane.start[number] <= at.x ? number : null;
  }

  function key(event) {
    if (!state.lanes) return false;
    const selected = state.selected ?? { lane: 0, at: firstAfter(state.lanes[0], spanX.low) - 1 };
    const { lane, at } = selected;
    if (event.key === "ArrowRight") select(lane, at + 1);
    else if (event.key === "ArrowLeft") select(lane, at - 1);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = lane + (event.key === "ArrowDown" ? 1 : -1);
      if (state.lanes[next]) select(next, Math.min(firstAfter(state.lanes[next], state.lanes[lane].start[Math.max(0, at)]), state.lanes[next].calls - 1));
    } else if (event.key === "Enter") select(lane, Math.max(0, at), true);
    else return false;
    return true;
  }

  steer(view.canvas, {
    x: spanX, plot: () => plot, key,
    told: () => `${time(spanX.low)} to ${time(spanX.high)}`,
    hover: (at, event) => {
      const number = callAt(at);
      if (number === null) return hideTip();
      const lane = state.lanes[laneAt(at)];
      const [name] = run.timeline.states[lane.state[number]];
      showTip(`rank ${count(lane.rank)}: ${name}\n${time(lane.end[number] - lane.start[number])}, waiting ${time(lane.waiting[number])}\n${run.timeline.sites[lane.site[number]]}`, event.clientX, event.clientY);
    },
    click: (at) => {
      const number = callAt(at);
      if (number !== null) select(laneAt(at), number);
    },
  });
  const lines = run.messages ? toggle("Messages", true, (on) => { state.lines = on; view.redraw(); }) : "";
  frame.querySelector(".bar").append(lines, zoomTools(spanX, null, () => frame));
  frame.append(h("div", { class: "only-wide" }, classLegend()), h("div", { class: "scroll", style: "max-height:36rem" }, view.canvas), card);
  return {
    frame,
    /** Shows the call of the nearest chosen rank at a time. */
    pick(rank, at) {
      if (!state.lanes) return;
      let nearest = 0;
      state.lanes.forEach((lane, number) => {
        if (Math.abs(lane.rank - rank) < Math.abs(state.lanes[nearest].rank - rank)) nearest = number;
      });
      const number = Math.min(firstAfter(state.lanes[nearest], at), state.lanes[nearest].calls - 1);
      select(nearest, number);
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
