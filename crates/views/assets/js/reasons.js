// Why ranks waited: the findings of `windtunnel explain`.

function reasonsSection(place, run) {
  const of = run.reasons;
  if (!of) {
    place.append(missing("Why ranks waited needs ", h("code", {}, "--observe waits"), "."));
    return;
  }
  const whole = of.all_time_ps || 1;
  const rows = of.findings.filter((finding) => finding.lost_ps * 1000 >= whole);
  const frame = figure("Reasons", `Of the ranks' time, ${time(of.all_time_ps)} in all, ${percent(of.waiting_ps / whole)} was spent waiting. A reason is the time of all ranks that was lost to it; what costs less than a thousandth is left out.`);
  if (!rows.length) {
    frame.append(h("p", {}, "Nothing costs a thousandth of the ranks' time."));
    place.append(frame);
    return;
  }
  const most = Math.max(...rows.map((row) => row.lost_ps));
  const list = h("div", {});
  const fill = () => list.replaceChildren(table("Reasons for lost time", [
    ["reason", (row) => row.reason], ["lost", (row) => meter(time(row.lost_ps), row.lost_ps / most, classColour(2))],
    ["of the ranks' time", (row) => percent(row.lost_ps / whole)], ["waits", (row) => (row.waits ? count(row.waits) : "")], ["by ranks", (row) => count(row.ranks)],
    ["why, and what to try", (row) => h("div", {}, h("p", {}, row.what, ...whoAndWhere(row)), h("p", { class: "advice" }, row.advice)), "words"],
  ], rows));
  fill();
  themeListeners.add(fill);
  frame.append(list);
  place.append(frame);
}

function whoAndWhere(row) {
  const parts = [];
  if (row.waits_at) parts.push(` Most waits rank ${count(row.victim)}, in ${row.waits_at}`);
  if (row.culprit_at) parts.push(`; most waited for is rank ${count(row.culprit)} (${percent(row.culprit_ps / row.lost_ps, 0)}), in ${row.culprit_at}`);
  if (row.waits) parts.push(`${parts.length ? "," : ""} from ${time(row.window_ps[0])} to ${time(row.window_ps[1])}`);
  return parts.length ? [...parts, "."] : [];
}

/** Time lost by reason, one run against another. */
function lostByReason(base, other) {
  if (!base.reasons || !other.reasons) return missing(`Reasons of ${base.name} and ${other.name} are compared where both have `, h("code", {}, "--observe waits"), ".");
  const sums = (run) => run.reasons.findings.reduce((map, row) => map.set(row.reason, (map.get(row.reason) ?? 0) + row.lost_ps / run.actors), new Map());
  const [before, after] = [sums(base), sums(other)];
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((reason) => {
    const [a, b] = [before.get(reason) ?? 0, after.get(reason) ?? 0];
    return { reason, a, b, lost: b - a };
  }).sort((x, y) => Math.abs(y.lost) - Math.abs(x.lost));
  const most = Math.max(1, ...rows.map((row) => Math.abs(row.lost)));
  const frame = figure(`Why ${other.name} loses time against ${base.name}`, "Mean time of a rank lost to each reason, largest difference first; + is lost, − won.");
  const list = h("div", {});
  const fill = () => list.replaceChildren(table("Differences by reason", [
    ["reason", (row) => row.reason], [base.name, (row) => time(row.a)], [other.name, (row) => time(row.b)],
    ["lost", (row) => meter(change(row.lost), Math.abs(row.lost) / most, row.lost > 0 ? classColour(2) : classColour(3))],
    ["ratio", (row) => (row.a ? (row.b / row.a).toFixed(2) : "–")],
  ], rows));
  fill();
  themeListeners.add(fill);
  frame.append(list);
  return frame;
}
