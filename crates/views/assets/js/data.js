// The data of the report: one JSON text, and packed blocks that are unpacked on demand; the list of pages.

const DATA = JSON.parse(document.getElementById("data").textContent);
const CLASSES = 8;
const unpacked = new Map();
const parsed = new Promise((done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done, { once: true });
  else done();
});

/** The bytes of a block. Its text is forgotten once it is unpacked. */
function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, unpack(name));
  return unpacked.get(name);
}

async function unpack(name) {
  await parsed;
  const element = document.getElementById(`block-${name}`);
  const text = element.textContent;
  element.remove();
  return inflated(text);
}

/** The bytes of a deflated text in base64. */
async function inflated(base64) {
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) packed[at] = text.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Integers of variable length, one after the other. Exact up to 2^53. */
class Numbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  next() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  nextSigned() {
    const word = this.next();
    return word % 2 === 0 ? word / 2 : -(word + 1) / 2;
  }
}

/** A packed table as columns by name; `columns` describes them (DATA.columns). */
function readTable(numbers, columns, rows) {
  const table = { rows };
  for (const { name } of columns) table[name] = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    for (const { name, signed, since, previous } of columns) {
      const value = signed ? numbers.nextSigned() : numbers.next();
      const base = !since ? 0 : !previous ? table[since][row] : row ? table[since][row - 1] : 0;
      table[name][row] = base + value;
    }
  }
  return table;
}

/** The rows of such a table as objects. */
function rowsOf({ rows, ...columns }) {
  const entries = Object.entries(columns);
  return Array.from({ length: rows }, (_, row) => {
    const object = {};
    for (const [name, values] of entries) object[name] = values[row];
    return object;
  });
}

/**
 * The pages of the report. A page has an id, a title, a sentence on what it shows (`how`), the tables that it needs
 * (`tables`) and may use (`also`), `draw(element, run)`, and as far as they apply: `data(run)`, what it draws, if the run
 * has it; `absent(run)`, why the run does not have it; `runs`, how many runs it takes.
 */
const PAGES = [];
const definePage = (page) => PAGES.push(page);

/** Why a page is not shown for a run: null if it is, an empty text if it needs no explanation. */
function absence(page, run) {
  if ((page.runs ?? 1) > DATA.runs.length) return "";
  if (!page.data || page.data(run)) return null;
  return page.absent?.(run) ?? `--observe ${[...page.tables, ...(page.also ?? [])].join(",")}`;
}

/** Rust's Result in JSON. */
const good = (result) => (result && "Ok" in result ? result.Ok : null);
const reason = (result) => (result && "Err" in result ? result.Err : null);

/** What was run, in words. */
function whatRan(run) {
  const job = run.manifest.scenario.job[0];
  if (job.program) return [job.program, ...(job.arguments ?? [])].join(" ");
  if (job.motif) {
    const settings = Object.entries(job.parameters ?? {}).map(([key, value]) => ` ${key}=${value}`);
    return `motif ${job.motif}${settings.join("")}`;
  }
  const traces = job.trace ?? [];
  return traces.length > 1 ? `trace ${traces[0]} and ${traces.length - 1} more` : `trace ${traces[0] ?? ""}`;
}

/** How a run is repeated so that what links carry is known over time. */
function bucketHint(run) {
  const model = run.manifest.network;
  const settings = run.manifest.scenario.network ?? model;
  const words = (text) => h("code", {}, `--network "${text}" --observe link_buckets`);
  if (model === "flow" || model === "packet") return ["This needs ", words(`${settings}${settings.includes(":") ? "," : ":"}bucket=TIME`), ": bytes of every link in stretches of that length."];
  return [`The network model of this run, ${model}, does not tell when links carried their bytes; with the models flow and packet, `, words("flow:bucket=TIME"), " does."];
}
