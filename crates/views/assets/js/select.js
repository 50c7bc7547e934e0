// Calls that a filter selects, and that touch a window of time, by state and duration. From single calls where the page has those of
// all its ranks, else from the server, else from the census of the file, whose groups of ranks and bins of time it names.
//
// A filter has `first` and `last` rank, `from` and `to` (excluded), `state`, `site`, `wait` ("waited" or a wait state), and `least`
// and `most` bytes of a message that a call posts or receives; texts are empty where anything goes.

/** The least duration of the range that one is in: two ranges in each doubling. */
function durationRange(duration) {
  if (duration < 1) return 0;
  let power = 2 ** Math.floor(Math.log2(duration));
  // The logarithm is rounded.
  if (power > duration) power /= 2;
  if (power * 2 <= duration) power *= 2;
  return power > 1 && duration >= power * 1.5 ? power * 1.5 : power;
}

const sizeRange = (size) => (size < 1 ? 0 : 2 ** Math.floor(Math.log2(size)));
const bySize = (filter) => filter.least !== "" || filter.most !== "";
const ofSize = (filter, size) => (filter.least === "" || size >= filter.least) && (filter.most === "" || size <= filter.most);

/** The calls of a lane that a filter selects at any time: one byte each. Null where all are. */
function maskOf(lanes, calls, filter) {
  if (!filter.state && !filter.site && !filter.wait && !bySize(filter)) return null;
  const mask = new Uint8Array(calls.calls).fill(1);
  const keep = (of) => { for (let at = 0; at < calls.calls; at++) if (mask[at] && !of(at)) mask[at] = 0; };
  if (filter.state) {
    const wanted = lanes.states.findIndex(([name]) => name === filter.state);
    keep((at) => calls.state[at] === wanted);
  }
  if (filter.site) {
    const wanted = lanes.sites.findIndex(([site]) => site === filter.site);
    keep((at) => calls.site[at] === wanted);
  }
  if (filter.wait) keep((at) => calls.waiting[at] > 0);
  const around = (instants) => {
    instants.sort((a, b) => a - b);
    return (at) => {
      let [low, high] = [0, instants.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (instants[middle] < calls.start[at]) low = middle + 1;
        else high = middle;
      }
      return low < instants.length && instants[low] <= calls.end[at];
    };
  };
  if (filter.wait && filter.wait !== "waited") {
    const state = DATA.wait_states.indexOf(filter.wait);
    keep(around((lanes.waits.get(calls.rank) ?? []).filter((wait) => wait.wait_state === state).map((wait) => wait.start)));
  }
  if (bySize(filter)) {
    const of = lanes.messages.filter((message) => ofSize(filter, message.bytes));
    keep(around([...of.filter((message) => message.source === calls.rank).map((message) => message.posted),
      ...of.filter((message) => message.destination === calls.rank).map((message) => message.delivered)]));
  }
  return mask;
}

const touches = (filter, start, end) => start < filter.to && (end > filter.from || start >= filter.from);

/** Sums by a key, in the order of keys. */
class SumsBy {
  constructor() {
    this.entries = new Map();
  }

  add(key, entry, sums) {
    const of = this.entries.get(key) ?? this.entries.set(key, { ...entry }).get(key);
    for (const [name, value] of Object.entries(sums)) of[name] = name === "longest" ? Math.max(of[name] ?? 0, value) : (of[name] ?? 0) + value;
  }

  list() {
    return [...this.entries.values()];
  }
}

/** The twenty longest by what `key` gives of an entry: start, end and rank. Of those as long the earliest come first, then those of the lowest rank. */
function longestOf(list, key) {
  const keyed = list.map((entry) => [key(entry), entry]);
  keyed.sort(([[a, b, rank]], [[c, d, other]]) => d - c - (b - a) || a - c || rank - other);
  return keyed.slice(0, 20).map(([, entry]) => entry);
}

/** The twenty ranks with most time; of those with as much the lowest. */
const mostOf = (ranks) => [...ranks].sort((a, b) => b.time - a.time || a.rank - b.rank).slice(0, 20);

const callKey = (call) => [call.start, call.end, call.rank];
const messageKey = (message) => [message.posted, message.delivered, message.source];

/** From single calls; null unless those of all ranks are here as far as the window goes. */
function selectHere(run, filter) {
  const lanes = lanesOf(run);
  const of = [];
  for (let rank = filter.first; rank <= filter.last; rank++) {
    const calls = lanes.calls.get(rank);
    if (!calls || (calls.cut !== null && calls.cut < filter.to)) return null;
    of.push(calls);
  }
  const uses = { messages: run.messages, waits: filter.wait && filter.wait !== "waited" };
  for (const name of ["messages", "waits"]) if (uses[name] && lanes.cuts[name] < filter.to) return null;
  const [kinds, places, ranks, long] = [new SumsBy(), new SumsBy(), new SumsBy(), []];
  for (const calls of of) {
    const mask = maskOf(lanes, calls, filter);
    for (let at = 0; at < calls.calls; at++) {
      const [start, end, waiting] = [calls.start[at], calls.end[at], calls.waiting[at]];
      if ((mask && !mask[at]) || !touches(filter, start, end)) continue;
      const part = Math.max(0, Math.min(end, filter.to) - Math.max(start, filter.from));
      const sums = { calls: 1, time: part, waiting: Math.floor((waiting * part) / (end - start || 1)) };
      const [[state, kind], [site]] = [lanes.states[calls.state[at]], lanes.sites[calls.site[at]]];
      const range = durationRange(end - start);
      kinds.add(`${state} ${waiting > 0} ${range}`, { state, class: kind, waited: waiting > 0, from: range }, sums);
      places.add(`${state}\n${site}`, { state, site }, sums);
      ranks.add(calls.rank, { rank: calls.rank }, sums);
      long.push({ rank: calls.rank, state, site, start, end, waiting });
    }
  }
  const sizes = new SumsBy();
  const within = (rank) => rank >= filter.first && rank <= filter.last;
  const messages = lanes.messages.filter((message) => (within(message.source) || within(message.destination)) && ofSize(filter, message.bytes) && touches(filter, message.posted, message.delivered));
  for (const message of messages) {
    const from = sizeRange(message.bytes);
    sizes.add(from, { from }, { messages: 1, bytes: message.bytes, longest: message.delivered - message.posted });
  }
  return {
    kinds: kinds.list(), places: places.list().sort((a, b) => b.time - a.time), longest: longestOf(long, callKey), ranks: mostOf(ranks.list()),
    sizes: run.messages ? sizes.list().sort((a, b) => a.from - b.from) : null,
    messages: longestOf(messages, messageKey).map((message) => ({ ...message, protocol: DATA.protocols[message.protocol] })),
  };
}

/** The cells of the file's census, kind by kind. */
function censusOf(run) {
  const { census } = run.timeline;
  census.read ??= block(census.block).then((bytes) => {
    const numbers = new Numbers(bytes);
    return census.kinds.map(({ waited }) => {
      const cells = { at: [], starts: [], open: [], time: [], waiting: [] };
      for (let left = numbers.next(), at = 0; left > 0; left--) {
        at += numbers.next();
        cells.at.push(at);
        cells.starts.push(numbers.next());
        cells.open.push(numbers.next());
        cells.time.push(numbers.next() * census.unit);
        cells.waiting.push(waited ? numbers.next() * census.unit : 0);
      }
      return cells;
    });
  });
  return census.read;
}

/** From the file's census, for the least window of whole groups and bins that has the filter's; null if that does not tell. */
async function selectCensus(run, filter) {
  if (filter.site || bySize(filter) || (filter.wait && filter.wait !== "waited")) return null;
  const { census } = run.timeline;
  const end = run.manifest.simulated_time_ps;
  const bins = [Math.floor((filter.from / end) * census.bins), Math.min(census.bins, Math.ceil((filter.to / end) * census.bins))];
  const groups = [Math.floor(filter.first / census.per_group), Math.floor(filter.last / census.per_group) + 1];
  const all = await censusOf(run);
  const kinds = [];
  census.kinds.forEach((kind, number) => {
    const [state, of] = census.states[kind.state];
    if ((filter.state && state !== filter.state) || (filter.wait && !kind.waited)) return;
    const cells = all[number];
    const sums = { calls: 0, time: 0, waiting: 0 };
    cells.at.forEach((cell, at) => {
      const [group, bin] = [Math.floor(cell / census.bins), cell % census.bins];
      if (group < groups[0] || group >= groups[1] || bin < bins[0] || bin >= bins[1]) return;
      sums.calls += cells.starts[at] + (bin === bins[0] ? cells.open[at] : 0);
      sums.time += cells.time[at];
      sums.waiting += cells.waiting[at];
    });
    if (sums.calls) kinds.push({ state, class: of, waited: kind.waited, from: kind.from, ...sums });
  });
  const window = {
    from: (bins[0] / census.bins) * end, to: (bins[1] / census.bins) * end,
    first: groups[0] * census.per_group, last: Math.min(run.actors, groups[1] * census.per_group) - 1,
  };
  return { kinds, window };
}

/** The answer to a filter; null if the page can't tell. */
async function selected(run, filter) {
  await lanesOf(run).ready;
  const here = selectHere(run, filter);
  if (here) return here;
  if (connection.server) return connection.server.select(run, filter);
  return selectCensus(run, filter);
}
