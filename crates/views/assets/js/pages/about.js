// The input of the run, and the pages that it has no data for.

definePage({
  id: "about",
  title: "About",
  how: "The input of the run, with all defaults used.",
  tables: [],
  draw: drawAbout,
});

function drawAbout(place, run) {
  const { manifest } = run;
  const job = manifest.scenario.job[0];
  const facts = [
    ["Run folder", run.name], ["Program", whatRan(run)], ["Machine", `${manifest.platform} (${count(manifest.hosts)} hosts)`],
    ["Grade", manifest.grade || undefined],
    ["Topology", good(run.links)?.topology], ["Network model", manifest.network], ["MPI library", manifest.mpi_library],
    ["Mapping", job.mapping], ["Ranks per host", job.ppn], ["Computation", manifest.scenario.compute], ["Durations", manifest.computation?.source],
    ["Sampled", sampled(manifest.time)],
    ["Simulated time", `${manifest.simulated_time} s`], ["Steps of the simulation", count(manifest.events)],
    ["Tables", manifest.tables.join(", ")], ["Hash of the input", manifest.hash], ["Windtunnel", manifest.version],
  ].filter(([, value]) => value !== undefined && value !== null);
  const frame = figure("The run", null);
  frame.append(h("dl", { class: "key-values" }, facts.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, String(value))])));
  place.append(frame);
  const missingPages = PAGES.map((page) => [page, absence(page, run)]).filter(([, why]) => why);
  if (missingPages.length) {
    const others = figure("Pages not shown", "What this run lacks for them.");
    others.append(table("Pages not shown", [["page", ([page]) => page.title], ["shows", ([page]) => page.how, "words"], ["lacks", ([, why]) => why, "words"]], missingPages));
    place.append(others);
  }
  if (!manifest.defaults.length) return;
  const defaults = figure("Defaults used",
    "Values that neither the scenario nor the platform sets and that the run used, each with its source. The share is the part of the run that the busiest rank spent in the work whose time the value sets. Check those that decide your result.");
  const rows = [...manifest.defaults].sort((one, other) => (other.share_millionths ?? -1) - (one.share_millionths ?? -1));
  const share = (row) => row.share_millionths === undefined ? "" : percent(row.share_millionths / 1e6);
  defaults.append(table("Defaults used",
    [["key", (row) => row.key], ["share", share], ["value", (row) => row.value, "words"], ["source", (row) => row.source, "words"]], rows));
  place.append(defaults);
}

// Which bodies of computation were run, and which steps simulated in detail, where the mean of some stands for others.
function sampled({ samples = [], phases = [] }) {
  const within = (sample) => sample.interval_millionths === undefined ? "" : ` within ${percent(sample.interval_millionths / 1e6)}`;
  const drifts = (sample) => sample.drifts ? `, drifting (${count(sample.drifts)} times)` : "";
  const text = (sample) => `${count(sample.ran)} of ${count(sample.bodies)} ${sample.sample} were run: ${time(sample.mean_ps)}${within(sample)}${drifts(sample)}`;
  const steps = ({ phase, steps: { all, detailed, mean_ps, change_millionths } }) =>
    `${count(detailed)} of ${count(all)} steps ${phase} were in detail: ${time(mean_ps)}, ${percent(change_millionths / 1e6)} from the first at most`;
  const parts = [...samples.map(text), ...phases.filter((phase) => phase.steps).map(steps)];
  return parts.length ? parts.join("; ") : undefined;
}
