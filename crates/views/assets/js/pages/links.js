// Utilisation of links: over time, and as a distribution by class.

definePage({
  id: "links",
  title: "Links",
  how: "Utilisation of the links of the machine, by class.",
  tables: ["links"],
  also: ["link_buckets"],
  data: (run) => good(run.links),
  absent: (run) => reason(run.links),
  draw: drawLinks,
});

/** Lines over shared x values; a class keeps its colour in all charts. */
function lines(place, height, options, x, series) {
  const holder = h("div", {});
  place.append(holder);
  let plot = null;
  const make = () => {
    plot?.destroy();
    const axis = { stroke: style("--soft"), grid: { stroke: style("--line"), width: 1 }, ticks: { stroke: style("--line"), width: 1 }, font: `12px ${style("--sans")}` };
    plot = new uPlot({
      width: Math.max(200, holder.clientWidth), height,
      cursor: { points: { size: 7 }, drag: { x: true, y: false } }, legend: { live: true },
      scales: { x: { time: false }, y: { range: options.range } },
      axes: [{ ...axis, values: options.xValues, label: options.xLabel, labelSize: 18, labelFont: `12px ${style("--sans")}` }, { ...axis, values: (_, values) => values.map((value) => percent(value, value && value < 0.01 ? 2 : 0)), size: 62 }],
      series: [{ label: options.xName, value: options.xValue }, ...series.map((of) => ({
        label: of.name, stroke: linkColour(of.class), width: of.thin ? 1 : 2, dash: of.thin ? [4, 4] : null, points: { show: false },
        value: (_, value) => (value === null || value === undefined ? "–" : percent(value, 2)),
      }))],
    }, [x, ...series.map((of) => of.values)], holder);
  };
  themeListeners.add(make);
  new ResizeObserver(() => {
    if (!plot && holder.clientWidth) make();
    else if (plot && holder.clientWidth && Math.abs(plot.width - holder.clientWidth) > 1) plot.setSize({ width: holder.clientWidth, height });
  }).observe(holder);
}

function drawLinks(place, run) {
  const of = good(run.links);
  const end = run.manifest.simulated_time_ps;
  const { classes } = of;
  const used = classes.filter((entry) => entry.used > 0);
  const two = h("div", { class: "two" });
  place.append(two);
  const times = figure("Utilisation over time", of.longest ? `Mean of each class (line) and its busiest link (dashed), in intervals of ${time(of.longest, 3)}. Drag to zoom, double-click shows all.` : null);
  two.append(times);
  if (of.longest) {
    const size = used[0]?.mean_over_time.length ?? 0;
    const x = Array.from({ length: size }, (_, at) => ((at + 0.5) / size) * end);
    const series = used.flatMap((entry) => [
      { name: entry.name, class: entry.name, values: entry.mean_over_time.map((part) => part / 1e6) },
      { name: `${entry.name}, busiest`, class: entry.name, thin: true, values: entry.most_over_time.map((part) => part / 1e6) },
    ]);
    lines(times, 250, { xName: "time", xValue: (_, value) => (value === null ? "–" : time(value)), xValues: (_, values) => timeLabels(values), range: (_, low, high) => [0, Math.max(1e-4, high * 1.05)] }, x, series);
  } else {
    times.append(missing(...bucketHint(run)));
  }
  const spread = figure("Distribution", "Links that carried anything, sorted by utilisation: at 90 % read the utilisation that nine of ten links stay below.");
  two.append(spread);
  const x = Array.from({ length: 1001 }, (_, at) => at / 1000);
  lines(spread, 250, { xName: "links", xValue: (_, value) => (value === null ? "–" : percent(value)), xValues: (_, values) => values.map((value) => percent(value, 0)), range: (_, low, high) => [0, Math.max(1e-4, high * 1.05)] },
    x, used.map((entry) => ({ name: entry.name, class: entry.name, values: entry.quantiles.map((part) => part / 1e6) })));
  const summary = figure("Classes", "Utilisation is the share of its bandwidth that a link carried over the whole run.");
  summary.append(table("Classes of links", [
    ["class", (row) => row.name], ["links", (row) => count(row.links)], ["used at all", (row) => percent(row.used / row.links, 0)], ["carried", (row) => bytes(row.bytes)],
    ["mean of all", (row) => percent(row.mean / 1e6, 2)], ["median of those used", (row) => percent(row.quantiles[500] / 1e6, 2)], ["99th percentile", (row) => percent(row.quantiles[990] / 1e6, 2)], ["most", (row) => percent(row.quantiles[1000] / 1e6, 2)],
  ], classes));
  const hot = figure("Busiest links", "Busy is the share of time in which a link carried anything.");
  hot.append(table("Busiest links", [
    ["link", (row) => row.name], ["class", (row) => row.class, "words"], ["carried", (row) => bytes(row.bytes)], ["busy", (row) => percent(row.busy / end)],
    ["utilisation", (row) => meter(percent(row.part / 1e6), row.part / 1e6, roleColour("waiting"))],
  ], of.hot));
  place.append(summary, hot);
}
