// What the page knows: one JSON text, and packed blocks that are unpacked when they are wanted.

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
  const text = atob(element.textContent);
  element.remove();
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
