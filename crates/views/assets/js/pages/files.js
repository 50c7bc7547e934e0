// Files: what servers and their devices do over time, and calls with their requests and accesses to devices.

definePage({
  id: "files",
  title: "Files",
  how: "File servers and their devices over time; operations on files, each with its requests to servers and their accesses to devices.",
  tables: ["io", "io_requests"],
  also: ["io_jobs"],
  data: (run) => run.files,
  // A run without files lacks nothing.
  absent: (run) => ((run.manifest.file_servers ?? []).length ? "--observe io,io_requests,io_jobs" : ""),
  draw: drawFilesPage,
});

/** Parts of a server's lane, from its top: the device, requests, memory. */
const SERVER_LANE = { device: 13, requests: 22, memory: 12, gap: 11 };
const SERVER_HEIGHT = SERVER_LANE.device + SERVER_LANE.requests + SERVER_LANE.memory + SERVER_LANE.gap;
/** More accesses in sight than this are drawn as shares of time. */
const MOST_JOBS = 5000;
/** Ranks whose calls have a row. */
const MOST_CALL_RANKS = 64;

const ioColour = (name) => roleColour(name === "read" || name === "write" ? name : "busy");

function drawFilesPage(place, run) {
  const of = run.files;
  const spanX = new Span(0, run.manifest.simulated_time_ps, Math.min(1000, run.manifest.simulated_time_ps));
  const shared = { spanX, selected: null, data: null, loaded: [], redraw: [] };
  const [calls, servers] = [ioCallsFigure(run, shared), serversFigure(run, shared)];
  for (const redraw of shared.redraw) spanX.listeners.add(redraw);
  place.append(servers, calls, serverTable(run));
  Promise.all([of.calls, of.requests, of.jobs, { block: of.loads }].map((kept) => block(kept.block))).then(([io, requests, jobs, loads]) => {
    const read = (bytes, columns, rows) => readTable(new Numbers(bytes), DATA.columns[columns], rows);
    shared.data = {
      calls: read(io, "io", of.calls.rows), requests: read(requests, "io_requests", of.requests.rows), jobs: read(jobs, "io_jobs", of.jobs.rows),
      loads: read(loads, "server_loads", of.lanes.length * of.bins),
    };
    shared.data.ranks = [...new Set(shared.data.calls.rank)].sort((a, b) => a - b).slice(0, MOST_CALL_RANKS);
    shared.data.order = Array.from({ length: of.calls.rows }, (_, at) => at).sort((a, b) => shared.data.calls.start[a] - shared.data.calls.start[b]);
    for (const react of [...shared.loaded, ...shared.redraw]) react();
  });
}

/** Numbers of the requests of a call, and of the accesses that served one of them. */
function servedBy(data, call) {
  const numbers = [];
  for (let at = 0; at < data.requests.rows; at++) if (data.requests.call[at] === call) numbers.push(at);
  const wanted = new Set(numbers.map((at) => data.requests.request[at]));
  const jobs = [];
  for (let at = 0; at < data.jobs.rows; at++) if (wanted.has(data.jobs.request[at])) jobs.push(at);
  return { requests: numbers, jobs };
}

function serversFigure(run, shared) {
  const of = run.files;
  const { spanX } = shared;
  const some = of.lanes.length < of.servers ? `The ${of.lanes.length} of ${count(of.servers)} servers that moved most. ` : "";
  const frame = figure("Servers", `${some}Of each server, from the top: its device at work, requests that it has not served, bytes in its memory. A click on an access or a call marks the call's requests and accesses in all lanes.`);
  let plot = { left: 94, top: 22, width: 1, height: 1 };
  const scale = h("p", { class: "legend" });
  const view = chart("Servers over time. Arrow keys move, plus and minus zoom, 0 shows all.", of.lanes.length * SERVER_HEIGHT + 30, draw);
  const pointer = overlay(view.canvas, view.redraw);
  shared.redraw.push(view.redraw);
  const px = (at) => plot.left + ((at - spanX.low) / (spanX.high - spanX.low)) * plot.width;
  const top = (lane) => plot.top + lane * SERVER_HEIGHT + 3;
  let most = { requests: 1, memory: 1 };
  shared.loaded.push(() => {
    const { loads } = shared.data;
    most = { requests: Math.max(1e-6, ...maxima(loads.requests)), memory: Math.max(1, ...maxima(loads.memory)) };
    scale.textContent = `Full height: ${significant(most.requests / 1e6, 3)} requests on average of ${time(of.width, 2)}, ${bytes(most.memory, 3)} in memory.`;
  });

  function draw(context, width, tall) {
    const left = gutter(width);
    plot = { left, top: 22, width: width - left - 12, height: tall - 26 };
    timeAxis(context, spanX, plot, 10, true);
    of.lanes.forEach((server, lane) => {
      context.textAlign = "right";
      context.fillStyle = style("--ink");
      context.fillText(width < NARROW ? `${server}` : `server ${count(server)}`, plot.left - 8, top(lane) + SERVER_LANE.device / 2);
      context.fillStyle = style("--sunken");
      context.fillRect(plot.left, top(lane), plot.width, SERVER_HEIGHT - SERVER_LANE.gap);
    });
    if (!shared.data) return;
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top - 1, plot.width, plot.height + 4);
    context.clip();
    const seen = jobsInSight();
    of.lanes.forEach((_, lane) => drawLoads(context, lane, seen.length > MOST_JOBS || of.jobs.cut !== null));
    if (seen.length <= MOST_JOBS) drawJobs(context, seen);
    drawMarked(context);
    context.restore();
    pointer(context);
  }

  /** The areas of a lane, and the share of time in which its device is at work where single accesses are too many. */
  function drawLoads(context, lane, coarse) {
    const { loads } = shared.data;
    const [first, last] = [Math.floor(spanX.low / of.width), Math.min(of.bins - 1, Math.ceil(spanX.high / of.width))];
    const [base, areas] = [lane * of.bins, [["requests", SERVER_LANE.device, SERVER_LANE.requests, "busy"], ["memory", SERVER_LANE.device + SERVER_LANE.requests, SERVER_LANE.memory, "message"]]];
    for (let bin = first; bin <= last; bin++) {
      const [from, wide] = [px(bin * of.width), Math.max(0.8, (of.width / (spanX.high - spanX.low)) * plot.width + 0.3)];
      for (const [name, down, height, role] of areas) {
        const part = loads[name][base + bin] / most[name];
        if (!part) continue;
        context.fillStyle = roleColour(role);
        context.fillRect(from, top(lane) + down + height * (1 - part), wide, height * part);
      }
      if (coarse && loads.busy[base + bin]) {
        context.fillStyle = css(rampColour("amount", 0.15 + (0.85 * loads.busy[base + bin]) / 1e6));
        context.fillRect(from, top(lane), wide, SERVER_LANE.device - 1);
      }
    }
  }

  function jobsInSight() {
    const { jobs } = shared.data;
    const seen = [];
    for (let at = 0; at < jobs.rows && seen.length <= MOST_JOBS; at++) if (jobs.end[at] > spanX.low && jobs.start[at] < spanX.high) seen.push(at);
    return seen;
  }

  function drawJobs(context, seen) {
    const { jobs } = shared.data;
    for (const at of seen) {
      const lane = run.files.lanes.indexOf(jobs.server[at]);
      if (lane < 0) continue;
      const [from, to] = [px(jobs.start[at]), px(jobs.end[at])];
      context.fillStyle = ioColour(of.operations[jobs.operation[at]]);
      context.fillRect(from, top(lane), Math.max(0.8, to - from - (to - from > 4 ? 0.6 : 0)), SERVER_LANE.device - 1);
      if (jobs.positioning[at] > 0) {
        context.fillStyle = roleColour("waiting");
        context.fillRect(from, top(lane), Math.max(0.8, px(jobs.start[at] + jobs.positioning[at]) - from), SERVER_LANE.device - 1);
      }
    }
  }

  /** Requests of the marked call as brackets from post to answer, filled while they are at the server; its accesses in frames. */
  function drawMarked(context) {
    if (shared.selected === null) return;
    const { requests, jobs } = shared.data;
    const marked = servedBy(shared.data, shared.data.calls.call[shared.selected]);
    context.strokeStyle = style("--ink");
    context.fillStyle = style("--ink");
    context.lineWidth = 1.5;
    for (const at of marked.requests) {
      const lane = of.lanes.indexOf(requests.server[at]);
      if (lane < 0) continue;
      const y = top(lane) + SERVER_LANE.device + SERVER_LANE.requests - 4;
      context.fillRect(px(requests.posted[at]), y + 1.2, Math.max(1, px(requests.answered[at]) - px(requests.posted[at])), 1.2);
      context.fillRect(px(requests.arrived[at]), y, Math.max(1.5, px(requests.served[at]) - px(requests.arrived[at])), 4);
    }
    for (const at of marked.jobs) {
      const lane = of.lanes.indexOf(jobs.server[at]);
      if (lane >= 0) context.strokeRect(px(jobs.start[at]) - 0.7, top(lane) - 1.2, Math.max(2.5, px(jobs.end[at]) - px(jobs.start[at]) + 1.4), SERVER_LANE.device + 1);
    }
  }

  function laneAt(at) {
    const lane = Math.floor(at.py / SERVER_HEIGHT);
    return lane < of.lanes.length ? lane : null;
  }

  /** The shortest access of a lane at a time: accesses of several requests lie on each other. */
  function jobAt(at) {
    const [lane, { jobs }] = [laneAt(at), shared.data];
    if (lane === null || at.py - lane * SERVER_HEIGHT > SERVER_LANE.device + 6) return null;
    const near = ((spanX.high - spanX.low) / plot.width) * 2;
    let best = null;
    for (let row = 0; row < jobs.rows; row++) {
      if (jobs.server[row] !== of.lanes[lane] || jobs.start[row] > at.x + near || jobs.end[row] < at.x - near) continue;
      if (best === null || jobs.end[row] - jobs.start[row] < jobs.end[best] - jobs.start[best]) best = row;
    }
    return best;
  }

  function tipAt(at) {
    const lane = laneAt(at);
    if (lane === null) return null;
    const { loads, jobs } = shared.data;
    const bin = lane * of.bins + Math.min(of.bins - 1, Math.floor(at.x / of.width));
    const job = jobAt(at);
    const access = job === null ? "" : `\n${of.operations[jobs.operation[job]]} of ${bytes(jobs.bytes[job])}, ${time(jobs.end[job] - jobs.start[job])}${jobs.positioning[job] ? `, positioning ${time(jobs.positioning[job])}` : ""}`;
    return `server ${count(of.lanes[lane])}, ${time(at.x)}\ndevice busy ${percent(loads.busy[bin] / 1e6, 0)}, ${significant(loads.requests[bin] / 1e6, 3)} requests, ${bytes(loads.memory[bin], 3)} in memory${access}`;
  }

  steer(view.canvas, {
    x: spanX, plot: () => plot, told: () => `${time(spanX.low)} to ${time(spanX.high)}`,
    hover: (at, event) => {
      const text = shared.data && tipAt(at);
      if (text) showTip(text, event.clientX, event.clientY);
      else hideTip();
    },
    click: (at) => {
      const job = shared.data && jobAt(at);
      if (job === null || job === undefined) return;
      const request = shared.data.requests.request.indexOf(shared.data.jobs.request[job]);
      const call = request < 0 ? -1 : shared.data.calls.call.indexOf(shared.data.requests.call[request]);
      if (call >= 0) shared.select(call);
    },
  });
  frame.querySelector(".bar").append(zoomTools(spanX, null, () => frame));
  frame.append(legend(() => [[roleColour("read"), "read"], [roleColour("write"), "write"], [roleColour("waiting"), "positioning"], [roleColour("busy"), "requests at the server"], [roleColour("message"), "bytes in memory"]]), scale, view.canvas);
  return frame;
}

/** The largest value of each 4,096: an array is too long for one call of Math.max. */
function maxima(values) {
  const found = [];
  for (let at = 0; at < values.length; at += 4096) found.push(Math.max(...values.subarray(at, at + 4096)));
  return found;
}

function ioCallsFigure(run, shared) {
  const of = run.files;
  const { spanX } = shared;
  const cut = of.calls.cut ?? of.requests.cut ?? of.jobs.cut;
  const frame = figure("Operations", `By rank. ${cut === null ? "" : `What ended late is left out of this file, from ${time(cut)} on. `}Click one for its requests and their accesses to devices.`);
  const holder = h("div", { class: "scroll long", style: "max-height:28rem" });
  const card = h("div", { class: "card" }, h("p", { class: "hint" }, "No operation is selected."));
  let plot = { left: 94, top: 22, width: 1, height: 1 };
  const view = chart("Operations on files by rank. Left and right arrows go from one to the next, Enter zooms to it, plus and minus zoom, 0 shows all.", 120, draw);
  const pointer = overlay(view.canvas, view.redraw);
  shared.redraw.push(view.redraw);
  const px = (at) => plot.left + ((at - spanX.low) / (spanX.high - spanX.low)) * plot.width;
  shared.loaded.push(() => { view.canvas.style.height = `${30 + ROW * Math.max(1, shared.data.ranks.length)}px`; });

  function draw(context, width, tall) {
    const left = gutter(width);
    plot = { left, top: 22, width: width - left - 12, height: tall - 26 };
    timeAxis(context, spanX, plot, 10, true);
    if (!shared.data) return;
    const { calls, ranks } = shared.data;
    const rows = new Map(ranks.map((rank, row) => [rank, row]));
    context.textAlign = "right";
    context.fillStyle = style("--ink");
    ranks.forEach((rank, row) => context.fillText(rankLabel(rank, plot), plot.left - 8, plot.top + row * ROW + 3 + BAR / 2));
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top - 1, plot.width, plot.height + 4);
    context.clip();
    for (const at of shared.data.order) {
      const row = rows.get(calls.rank[at]);
      if (row === undefined || calls.end[at] < spanX.low || calls.start[at] > spanX.high) continue;
      context.fillStyle = ioColour(of.operations[calls.operation[at]]);
      const [from, to] = [px(calls.start[at]), px(calls.end[at])];
      context.fillRect(from, plot.top + row * ROW + 3, Math.max(0.8, to - from - (to - from > 3 ? 0.6 : 0)), BAR);
    }
    if (shared.selected !== null) {
      const [at, row] = [shared.selected, rows.get(calls.rank[shared.selected])];
      context.strokeStyle = style("--ink");
      context.lineWidth = 2;
      if (row !== undefined) context.strokeRect(px(calls.start[at]) - 1, plot.top + row * ROW + 1, Math.max(3, px(calls.end[at]) - px(calls.start[at]) + 2), BAR + 4);
    }
    context.restore();
    pointer(context);
  }

  function select(at, zoom = false) {
    const { calls } = shared.data;
    shared.selected = at;
    const length = Math.max(1, calls.end[at] - calls.start[at]);
    if (zoom) spanX.set(calls.start[at] - length, calls.end[at] + 2 * length);
    else if (calls.end[at] < spanX.low || calls.start[at] > spanX.high) {
      const seen = spanX.high - spanX.low;
      spanX.set(calls.start[at] - seen / 4, calls.start[at] + (3 * seen) / 4);
    }
    showCall(at);
    shared.redraw.forEach((redraw) => redraw());
  }
  shared.select = select;

  function showCall(at) {
    const { calls, requests, jobs } = shared.data;
    const marked = servedBy(shared.data, calls.call[at]);
    const [name, length] = [of.operations[calls.operation[at]], calls.end[at] - calls.start[at]];
    const facts = [["rank", count(calls.rank[at])], ["file", of.files[calls.file[at]]], ["from", time(calls.start[at], 7)], ["to", time(calls.end[at], 7)], ["duration", time(length)],
      ["bytes", bytes(calls.bytes[at])], ["at", count(calls.offset[at])], ["requests", count(marked.requests.length)], ["accesses to devices", count(new Set(marked.jobs.map((job) => jobs.job[job])).size)]];
    const late = (job) => (jobs.end[job] > calls.end[at] ? ", after the operation" : "");
    const jobLine = (job) => h("li", {}, `access ${count(jobs.job[job])}: ${of.operations[jobs.operation[job]]} of ${bytes(jobs.bytes[job])}, ${time(jobs.start[job], 6)} to ${time(jobs.end[job], 6)}${jobs.positioning[job] ? `, of which positioning ${time(jobs.positioning[job])}` : ""}${late(job)}`);
    const requestLine = (row) => {
      const own = marked.jobs.filter((job) => jobs.request[job] === requests.request[row]);
      const stretches = requests.extents[row] > 1 ? ` in ${count(requests.extents[row])} stretches` : "";
      const by = requests.rank[row] === calls.rank[at] ? "" : ` by rank ${count(requests.rank[row])}`;
      return h("li", {}, `to server ${count(requests.server[row])}${by}: ${of.operations[requests.operation[row]]} of ${bytes(requests.bytes[row])}${stretches}, ${time(requests.posted[row], 6)} to ${time(requests.answered[row], 6)}, at the server ${time(requests.served[row] - requests.arrived[row])}`,
        own.length ? h("ul", {}, own.slice(0, 8).map(jobLine), own.length > 8 ? h("li", {}, `and ${own.length - 8} more`) : null) : null);
    };
    const shown = marked.requests.slice(0, 16);
    card.replaceChildren(h("h3", {}, name), h("dl", {}, facts.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)))),
      shown.length ? h("ul", {}, shown.map(requestLine), marked.requests.length > shown.length ? h("li", {}, `and ${marked.requests.length - shown.length} more`) : null) : "");
    say(`rank ${calls.rank[at]}: ${name}, ${bytes(calls.bytes[at])}, ${time(length)}, ${marked.requests.length} requests`);
  }

  function callAt(at) {
    const { calls, ranks, order } = shared.data;
    const rank = ranks[Math.floor(at.py / ROW)];
    const near = ((spanX.high - spanX.low) / plot.width) * 2;
    const found = order.filter((row) => calls.rank[row] === rank && calls.start[row] <= at.x + near && calls.end[row] >= at.x - near);
    return found.length ? found[found.length - 1] : null;
  }

  function key(event) {
    if (!shared.data?.order.length) return false;
    const { order } = shared.data;
    const place = shared.selected === null ? -1 : order.indexOf(shared.selected);
    if (event.key === "ArrowRight") select(order[Math.min(order.length - 1, place + 1)]);
    else if (event.key === "ArrowLeft") select(order[Math.max(0, place - 1)]);
    else if (event.key === "Enter") select(order[Math.max(0, place)], true);
    else return false;
    return true;
  }

  steer(view.canvas, {
    x: spanX, plot: () => plot, key, told: () => `${time(spanX.low)} to ${time(spanX.high)}`,
    hover: (at, event) => {
      const row = shared.data && callAt(at);
      if (row === null || row === undefined) return hideTip();
      const { calls } = shared.data;
      showTip(`rank ${count(calls.rank[row])}: ${of.operations[calls.operation[row]]}, ${bytes(calls.bytes[row])}\n${time(calls.end[row] - calls.start[row])}\n${of.files[calls.file[row]]}`, event.clientX, event.clientY);
    },
    click: (at) => {
      const row = shared.data && callAt(at);
      if (row !== null && row !== undefined) select(row);
    },
  });
  frame.querySelector(".bar").append(zoomTools(spanX, null, () => frame));
  holder.append(view.canvas);
  frame.append(legend(() => [[roleColour("read"), "read"], [roleColour("write"), "write"], [roleColour("busy"), "other"]]), holder, card);
  return frame;
}

function serverTable(run) {
  const all = run.manifest.file_servers ?? [];
  const frame = figure("Totals", "Seeks are accesses for which an arm had to be positioned; busy is the time in which the device was at work, which goes on after the last rank has ended.");
  const most = Math.max(1, ...all.map((server) => server.busy_ps));
  frame.append(all.length ? table("File servers", [
    ["server", (row) => count(row.number)], ["requests", (row) => count(row.requests)], ["read", (row) => bytes(row.read)], ["written", (row) => bytes(row.written)],
    ["accesses", (row) => count(row.jobs)], ["seeks", (row) => count(row.seeks)], ["positioning", (row) => time(row.positioning_ps)], ["most in memory", (row) => bytes(row.most_memory)],
    ["busy", (row) => meter(time(row.busy_ps), row.busy_ps / most, style("--accent"))],
  ], all.map((server, number) => ({ number, ...server }))) : h("p", {}, "The model of the file system does not count what servers do."));
  return frame;
}
