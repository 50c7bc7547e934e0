// Causes and places of waits, as by `windtunnel explain`.

definePage({
  id: "reasons",
  title: "Lost time",
  how: "Causes and places of waits, largest first, and what to try.",
  tables: ["waits"],
  data: (run) => run.reasons,
  draw: drawReasons,
});

function drawReasons(place, run) {
  const of = run.reasons;
  const whole = of.all_time_ps || 1;
  const counts = (row) => row.lost_ps * 1000 >= whole;
  const [causes, losses] = [of.causes.filter(counts), of.losses.filter(counts)];
  const frame = figure("Causes", `Of the ranks' time, ${time(of.all_time_ps)} in all, ${percent(of.waiting_ps / whole)} was spent waiting. Each wait is followed to what caused it; what costs less than a thousandth is left out.`);
  place.append(frame);
  if (!causes.length) {
    frame.append(h("p", {}, "Nothing costs a thousandth of the ranks' time."));
    return;
  }
  const share = (row) => percent(row.lost_ps / whole);
  const lost = (rows) => (row) => meter(time(row.lost_ps), row.lost_ps / rows[0].lost_ps, roleColour("waiting"));
  const list = table("Causes of waiting", [
    ["cause", (row) => row.cause], ["lost", lost(causes)], ["of the ranks' time", share], ["directly", (row) => percent(row.direct_ps / whole)],
    ["felt by ranks", (row) => count(row.ranks)], ["where", (row) => tree(row.parts, whole), "words"],
    ["why, and what to try", (row) => h("div", {}, h("p", {}, row.what), h("p", { class: "advice" }, row.advice)), "words"],
  ], causes);
  frame.append(list);
  const where = figure("Reasons", "Where the same time was lost: the reason for which ranks waited, and the call in which they did.");
  const remarks = of.remarks.filter(counts);
  where.append(table("Reasons for lost time", [
    ["reason", (row) => row.reason], ["lost", lost(losses)], ["of the ranks' time", share],
    ["where", (row) => h("div", {}, h("p", {}, row.what), ...row.findings.slice(0, SHOWN_PARTS).map((found) => h("p", {}, `${time(found.lost_ps)}: `, ...whoAndWhere(found))), others(row.findings)), "words"],
  ], losses), ...remarks.map((row) => h("p", {}, `Of the whole run, ${row.reason}: ${time(row.lost_ps)}, ${share(row)}. ${row.what} ${row.advice}`)));
  place.append(where);
}

const SHOWN_PARTS = 3;

/** A tree of parts: the largest of each level, and the sum of the others. */
function tree(parts, whole) {
  if (!parts?.length) return "";
  const rest = parts.slice(SHOWN_PARTS);
  const number = rest.reduce((sum, part) => sum + (part.others || 1), 0);
  const lost = rest.reduce((sum, part) => sum + part.lost_ps, 0);
  return h("ul", {}, ...parts.slice(0, SHOWN_PARTS).map((part) => h("li", {}, `${part.name}: ${percent(part.lost_ps / whole)}`, tree(part.parts, whole))),
    ...(rest.length ? [h("li", {}, `${count(number)} others: ${percent(lost / whole)}`)] : []));
}

function others(findings) {
  const rest = findings.slice(SHOWN_PARTS);
  return rest.length ? h("p", {}, `${count(rest.length)} others: ${time(rest.reduce((sum, found) => sum + found.lost_ps, 0))}`) : "";
}

function whoAndWhere(row) {
  const parts = [];
  if (row.class) parts.push(`links ${row.class}${row.link ? `, most on ${row.link}` : ""}`);
  if (row.waits_at) parts.push(`most waits rank ${count(row.victim)}, in ${row.waits_at}`);
  if (row.culprit_at) parts.push(`; most waited for is rank ${count(row.culprit)} (${percent(row.culprit_ps / row.lost_ps, 0)}), in ${row.culprit_at}`);
  if (row.waits) parts.push(`${parts.length ? ", " : ""}${count(row.waits)} waits from ${time(row.window_ps[0])} to ${time(row.window_ps[1])}`);
  return parts.length ? [...parts, "."] : [];
}

/** Time lost by reason, one run against another. */
function lostByReason(base, other) {
  if (!base.reasons || !other.reasons) return missing(`Reasons of ${base.name} and ${other.name} are compared where both have `, h("code", {}, "--observe waits"), ".");
  const sums = (run) => new Map(run.reasons.losses.map((row) => [row.reason, row.lost_ps / run.actors]));
  const [before, after] = [sums(base), sums(other)];
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((reason) => {
    const [a, b] = [before.get(reason) ?? 0, after.get(reason) ?? 0];
    return { reason, a, b, lost: b - a };
  }).sort((x, y) => Math.abs(y.lost) - Math.abs(x.lost));
  const most = Math.max(1, ...rows.map((row) => Math.abs(row.lost)));
  const frame = figure(`Why ${other.name} loses time against ${base.name}`, "Mean time of a rank lost to each reason, largest difference first; + is lost, − won.");
  frame.append(table("Differences by reason", [
    ["reason", (row) => row.reason], [base.name, (row) => time(row.a)], [other.name, (row) => time(row.b)],
    ["lost", (row) => meter(change(row.lost), Math.abs(row.lost) / most, row.lost > 0 ? roleColour("waiting") : roleColour("gained"))],
    ["ratio", (row) => (row.a ? (row.b / row.a).toFixed(2) : "–")],
  ], rows));
  return frame;
}
