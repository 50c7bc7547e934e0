// Lanes of ranks: their single calls, messages and waits. Some are in the file; those of any rank come from a server, if the
// page has one (served.js).

/** The server, for ranks that the file lacks; null in a file. */
const connection = { server: null };

class Lanes {
  constructor(run) {
    Object.assign(this, { run, calls: new Map(), waits: new Map(), messages: [], states: [], sites: [], listeners: new Set() });
    this.cuts = { messages: Infinity, waits: Infinity };
    /** Ranks that are in the file, as the page lists them. */
    this.heads = run.lanes?.ranks ?? [];
    this.ready = run.lanes ? this.read(run.lanes, block) : Promise.resolve();
  }

  /** Takes in lanes of the file or of a server; `bytesOf` gives the bytes of a block. */
  async read(page, bytesOf) {
    const tables = { calls: await bytesOf(page.calls) };
    for (const name of ["messages", "waits"]) if (page[name]) tables[name] = await bytesOf(page[name].block);
    const rows = (name) => (page[name] ? rowsOf(readTable(new Numbers(tables[name]), DATA.columns[name], page[name].rows)) : []);
    // Those that a lane brings which is here already are here, too.
    const known = new Set(this.calls.keys());
    this.messages.push(...rows("messages").filter((message) => !known.has(message.source) && !known.has(message.destination)));
    for (const wait of rows("waits").filter((wait) => !known.has(wait.rank))) {
      if (!this.waits.has(wait.rank)) this.waits.set(wait.rank, []);
      this.waits.get(wait.rank).push(wait);
    }
    for (const name of ["messages", "waits"]) this.cuts[name] = Math.min(this.cuts[name], page[name]?.cut ?? Infinity);
    const numbers = new Numbers(tables.calls);
    const states = page.states.map(([name, kind]) => this.number(this.states, name, [name, kind]));
    const sites = page.sites.map((site) => this.number(this.sites, site, [site]));
    for (const head of page.ranks) {
      const calls = { ...head, ...readTable(numbers, DATA.columns.calls, head.calls) };
      calls.state = calls.state.map((number) => states[number]);
      calls.site = calls.site.map((number) => sites[number]);
      if (!known.has(head.rank)) this.calls.set(head.rank, calls);
    }
    for (const listener of this.listeners) listener();
  }

  /** The place of an entry in a list of such, which gets it if it is new. */
  number(list, name, entry) {
    const at = list.findIndex(([known]) => known === name);
    return at >= 0 ? at : list.push(entry) - 1;
  }

  /** Fetches the lanes of ranks as far as they are not here. Gives whether they are afterwards. */
  async want(ranks) {
    await this.ready;
    const absent = ranks.filter((rank) => !this.calls.has(rank)).sort((a, b) => a - b);
    if (absent.length && connection.server) {
      const { lanes, blocks } = await connection.server.lanes(this.run, absent);
      await this.read(lanes, (name) => inflated(blocks[name]));
    }
    return ranks.every((rank) => this.calls.has(rank));
  }
}

const lanesOf = (run) => (run.read_lanes ??= new Lanes(run));

/** The first call that ends after a time. */
function firstAfter(calls, at) {
  let [low, high] = [0, calls.calls];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls.end[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
