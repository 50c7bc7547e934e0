// The head of the report: what ran, and the result.

const ENDINGS = { finished: "finished", aborted: "aborted", failed: "failed", stopped: "stopped", crashed: "crashed", running: "did not end" };

function verdict(run) {
  const { manifest } = run;
  const whole = manifest.simulated_time_ps || 1;
  const { compute, mpi, waiting, functions } = manifest.time;
  const ok = manifest.ending === "finished" && manifest.program_status === 0;
  const badge = h("span", { class: `badge ${ok ? "good" : "bad"}` }, ok ? "finished" : `${ENDINGS[manifest.ending] ?? manifest.ending}`);
  const worst = [...functions].sort((a, b) => b.waiting_ps - a.waiting_ps)[0];
  const sentences = [];
  sentences.push(`A rank computes ${percent(compute.mean_ps / whole)} of the time and spends ${percent(mpi.mean_ps / whole)} in MPI`);
  if (waiting.mean_ps > 0 && worst?.waiting_ps > 0) {
    const all = functions.reduce((sum, of) => sum + of.waiting_ps, 0);
    const share = worst.waiting_ps / all;
    const where = share > 0.995 ? "all of it" : share > 0.5 ? `${percent(share, 0)} of that` : `most, ${percent(share, 0)},`;
    sentences[0] += `; ${percent(waiting.mean_ps / whole)} is waiting for others, ${where} in ${worst.function}`;
  }
  sentences[0] += ".";
  if (compute.mean_ps > 0 && compute.max_ps > 0) {
    const balance = compute.mean_ps / compute.max_ps;
    if (balance < 0.95) sentences.push(`The busiest rank computes ${(1 / balance).toFixed(2)} times as long as the mean.`);
  }
  const hot = manifest.hottest_links[0];
  if (hot) sentences.push(`The busiest link, ${hot.name}, is used to ${percent(hot.utilisation_millionths / 1e6)}.`);
  const words = manifest.diagnosis && !ok ? [manifest.diagnosis] : sentences;
  return h("p", { class: "verdict" }, badge, words.join(" "), ok ? mainCause(run) : "");
}

/** The largest root cause of waiting, and where most of it is; nothing if it costs less than a hundredth of the ranks' time. */
function mainCause(run) {
  const [cause] = run.waits?.causes ?? [];
  const whole = run.waits?.all_time_ps || 1;
  if (!cause || cause.lost_ps * 100 < whole) return "";
  const places = [];
  for (let part = cause; part; [part] = (part.parts ?? []).filter((inner) => !inner.others && inner.lost_ps * 2 > cause.lost_ps)) places.push(part.name);
  const where = places.slice(1).filter(Boolean);
  return [" The largest root cause of waiting is ", h("a", { href: "#waits" }, cause.cause), `: it costs ${percent(cause.lost_ps / whole)} of the ranks' time.${where.length ? ` Most of it: ${where.join(", ")}.` : ""}`];
}

/** POP's efficiencies: the first is the product of the others. None without computation. */
function efficiencies({ mean_ps: mean, max_ps: most }, whole) {
  if (!mean) return [["Computing", 0]];
  return [["Parallel efficiency", mean / whole], ["Load balance", mean / most], ["Communication efficiency", most / whole]];
}

function figures(run) {
  const { manifest } = run;
  const whole = manifest.simulated_time_ps || 1;
  const [value, unit] = time(manifest.simulated_time_ps).split(" ");
  const entry = (name, text, small, main) => h("div", { class: main ? "main" : null },
    h("dt", {}, name), h("dd", {}, text, small ? h("small", {}, ` ${small}`) : null));
  return h("dl", { class: "figures" },
    entry("Simulated time", value, unit, true),
    entry("Ranks", count(run.actors), `on ${count(manifest.hosts)} hosts`),
    ...efficiencies(manifest.time.compute, whole).map(([name, part]) => entry(name, percent(part))),
    entry("Waiting", percent(manifest.time.waiting.mean_ps / whole), "mean"),
    entry("Messages", count(manifest.messages)),
    entry("Payload", ...bytes(manifest.bytes).split(" ")),
    entry("Collective calls", count(manifest.collectives)));
}

function notes(run) {
  const list = run.manifest.warnings ?? [];
  return list.length ? h("ul", { class: "notes" }, list.map((text) => h("li", {}, text))) : null;
}

function overview(head, run) {
  const { manifest } = run;
  const title = DATA.runs.length > 1 ? DATA.runs.map((other) => other.name).join(" · ") : whatRan(run).replace(/^\S*\//, "");
  const mapping = manifest.scenario.job[0].mapping ?? "block";
  const sub = `${DATA.runs.length > 1 ? `${run.name}: ${whatRan(run)}, on ` : ""}${manifest.platform}, ${manifest.network} network, ${manifest.mpi_library}${mapping === "block" ? "" : `, mapping ${mapping}`}`;
  head.replaceChildren(
    h("div", { class: "top" }, h("div", {}, h("h1", {}, title), h("p", { class: "sub" }, sub)), themeButton()),
    verdict(run), figures(run), notes(run) ?? "");
}
