// Time by function, call site and rank.

definePage({
  id: "functions",
  title: "Functions",
  how: "Time by function, call site and rank.",
  tables: ["ranks", "calls"],
  draw: drawFunctions,
});

function drawFunctions(place, run) {
  const { functions, clusters } = run.profile;
  const whole = run.manifest.simulated_time_ps || 1;
  const ranks = run.actors || 1;
  const compute = run.manifest.time.compute;
  const rows = functions.map((of) => ({ ...of, mean: of.time / ranks }));
  const largest = Math.max(1, compute.mean_ps, ...rows.map((row) => row.mean));
  const frame = figure("MPI functions", "Mean time per rank in each function and its share of the run; least and most over all ranks.");
  frame.append(table("MPI functions", [
    ["function", (row) => row.name], ["calls", (row) => count(row.calls)],
    ["mean time", (row) => meter(time(row.mean), row.mean / largest, classColour(row.class))],
    ["of the run", (row) => percent(row.mean / whole)], ["waiting", (row) => percent(row.waiting / (row.time || 1))],
    ["least", (row) => time(row.least)], ["most", (row) => time(row.most)], ["by rank", (row) => count(row.most_rank)],
  ], rows));
  place.append(rankProfile(run), frame);
  if (run.timeline) {
    const places = run.timeline.places;
    const most = Math.max(1, ...places.map((row) => row.time));
    const sites = figure("Call sites", "The same by call site; computation counts for the call that ends it.");
    sites.append(table("Call sites", [
      ["state", (row) => row.state], ["call site", (row) => row.site, "words"], ["times", (row) => count(row.calls)],
      ["mean time of a rank", (row) => meter(time(row.time / ranks), row.time / most, style("--accent"))],
      ["waiting", (row) => percent(row.waiting / (row.time || 1))],
    ], places));
    place.append(sites);
  } else {
    place.append(missing("Time by call site needs ", h("code", {}, "--observe timeline"), "."));
  }
  if (clusters.length) place.append(clustersFigure(clusters));
}

function clustersFigure(clusters) {
  const frame = figure("Clusters of ranks", "Ranks that spend their time alike, with a representative. A strip is the whole run, in the colours above; empty where the ranks have finished.");
  const chips = h("ul", { class: "chips" });
  const fill = () => chips.replaceChildren(...clusters.map((cluster) => {
    const strip = cluster.shares.slice(1).map((share, at) => h("i", { style: `width:${share / 1e4}%;background:${classColour(at + 1)}` }));
    return h("li", {}, h("strong", {}, cluster.ranks === 1 ? "1 rank" : `${count(cluster.ranks)} ranks`), ` like rank ${count(cluster.representative)}`,
      h("br"), `computing ${percent(cluster.shares[1] / 1e6)}, waiting ${percent(cluster.shares[0] / 1e6)}`, h("div", { class: "strip", "aria-hidden": "true" }, strip));
  }));
  fill();
  themeListeners.add(fill);
  frame.append(classLegend(), chips);
  return frame;
}

/** Stacked shares of the run's time over ranks. */
function rankProfile(run) {
  const { groups, per_group: perGroup } = run.profile;
  const who = perGroup === 1 ? "A column is a rank" : `A column is the mean of ${perGroup} ranks`;
  const frame = figure("Time of every rank", `${who}; its height is the whole run, each colour the share of an activity. The line is the share of waiting, which the calls contain.`);
  let shares = null;
  let order = "rank";
  let plot = { left: 0, top: 6, width: 1, height: 1 };
  const span = new Span(0, groups, Math.min(8, groups));
  const view = chart("Time of every rank by what it did. Arrow keys move, plus and minus zoom.", 240, draw);
  const load = (name) => block(run.profile[name]).then((bytes) => { shares = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2); view.redraw(); });
  load("by_rank");
  span.listeners.add(view.redraw);

  function draw(context, width, tall) {
    const left = gutter(width);
    plot = { left, top: 6, width: width - left - 12, height: tall - 30 };
    context.fillStyle = style("--soft");
    context.textAlign = "right";
    for (const part of [0, 0.25, 0.5, 0.75, 1]) context.fillText(`${100 * part} %`, plot.left - 8, plot.top + (1 - part) * plot.height);
    context.fillStyle = style("--sunken");
    context.fillRect(plot.left, plot.top, plot.width, plot.height);
    if (!shares) return;
    const step = plot.width / (span.high - span.low);
    const [first, last] = [Math.floor(span.low), Math.min(groups, Math.ceil(span.high))];
    const x = (group) => plot.left + (group - span.low) * step;
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top, plot.width, plot.height);
    context.clip();
    for (let group = first; group < last; group++) {
      let base = plot.top + plot.height;
      for (let number = 1; number < CLASSES; number++) {
        const part = (shares[group * CLASSES + number] / 65535) * plot.height;
        if (!part) continue;
        context.fillStyle = classColour(number);
        // Narrow columns end on whole pixels, or they flicker.
        const [from, to] = step > 6 ? [x(group), x(group + 1) - 1] : [Math.floor(x(group)), Math.ceil(x(group + 1))];
        context.fillRect(from, base - part, to - from, part);
        base -= part;
      }
    }
    context.strokeStyle = style("--ink");
    context.lineWidth = 1.5;
    context.beginPath();
    for (let group = first; group < last; group++) {
      const y = plot.top + (1 - shares[group * CLASSES] / 65535) * plot.height;
      if (step > 4) {
        context.moveTo(x(group), y);
        context.lineTo(x(group) + step - 1, y);
      } else context.lineTo(x(group) + step / 2, y);
    }
    context.stroke();
    context.restore();
    context.fillStyle = style("--soft");
    context.textAlign = "center";
    if (order === "rank") {
      for (const at of ticks(span.low * perGroup, span.high * perGroup - 0.5, plot.width / 90).filter((at) => at === Math.round(at))) {
        context.fillText(count(at), x(at / perGroup) + (perGroup === 1 ? step / 2 : 0), plot.top + plot.height + 14);
      }
    } else {
      context.fillText("least waiting first", plot.left + plot.width / 2, plot.top + plot.height + 14);
    }
  }

  steer(view.canvas, {
    x: span, plot: () => plot, told: () => `columns ${Math.floor(span.low) + 1} to ${Math.ceil(span.high)}`,
    hover: (at, event) => {
      const group = Math.min(groups - 1, Math.floor(at.x));
      if (!shares || group < 0) return;
      const share = (number) => shares[group * CLASSES + number] / 65535;
      const parts = DATA.classes.map((name, number) => (number && share(number) > 0 ? `${name} ${percent(share(number))}` : null)).filter(Boolean);
      const name = order === "rank" ? rankRange(group * perGroup, Math.min(run.actors, (group + 1) * perGroup) - 1) : `place ${count(group * perGroup + 1)} and on`;
      showTip(`${name}\n${parts.join("\n")}\nwaiting ${percent(share(0))}`, event.clientX, event.clientY);
    },
  });
  frame.querySelector(".bar").append(choice("Order", [["rank", "By rank"], ["busy", "Least waiting first"]], "rank", (value) => {
    order = value;
    load(value === "rank" ? "by_rank" : "by_busy");
  }), zoomTools(span, null, () => frame));
  frame.append(legend(() => [...DATA.classes.flatMap((name, number) => (number && name ? [[classColour(number), name]] : [])), [style("--ink"), "waiting (line)"]]), view.canvas);
  return frame;
}
