// Root causes of waits and wait states, as by `windtunnel explain`.

definePage({
  id: "waits",
  title: "Lost time",
  how: "Root causes of waiting, and the wait states in which it was spent, largest first, and what to try.",
  tables: ["waits"],
  data: (run) => run.waits,
  draw: drawWaits,
});

function drawWaits(place, run) {
  const of = run.waits;
  const whole = of.all_time_ps || 1;
  const counts = (row) => row.lost_ps * 1000 >= whole;
  const [causes, losses] = [of.causes.filter(counts), of.losses.filter(counts)];
  const noise = of.noise ? ` Noise took ${time(of.noise.mean_ps)} of a rank's time on average and ${time(of.noise.max_ps)} at most${of.noise.traced ? "" : "; with --observe noise what waited for it is among the causes"}.` : "";
  const frame = figure("Root causes", `Of the ranks' time, ${time(of.all_time_ps)} in all, ${percent(of.waiting_ps / whole)} was spent waiting.${noise} Each wait is traced back to its root causes. Causes of less than a thousandth are left out.`);
  place.append(frame);
  if (!causes.length) {
    frame.append(h("p", {}, "Nothing costs a thousandth of the ranks' time."));
    return;
  }
  const share = (row) => percent(row.lost_ps / whole);
  const lost = (rows) => (row) => meter(time(row.lost_ps), row.lost_ps / rows[0].lost_ps, roleColour("waiting"));
  const list = table("Root causes of waiting", [
    ["root cause", (row) => row.cause], ["lost", lost(causes)], ["of the ranks' time", share], ["directly", (row) => percent(row.direct_ps / whole)],
    ["felt by ranks", (row) => count(row.ranks)], ["where", (row) => tree(row.parts, whole), "words"],
    ["why, and what to try", (row) => h("div", {}, h("p", {}, ...coded(row.what)), h("p", { class: "advice" }, ...coded(row.advice))), "words"],
  ], causes);
  frame.append(list);
  const where = figure("Wait states", "The same time by wait state, and by the call in which ranks waited.");
  const remarks = of.remarks.filter(counts);
  where.append(table("Wait states", [
    ["wait state", (row) => row.wait_state], ["lost", lost(losses)], ["of the ranks' time", share],
    ["where", (row) => h("div", {}, h("p", {}, ...coded(row.what)), ...row.findings.slice(0, SHOWN_PARTS).map((found) => h("p", {}, `${time(found.lost_ps)}: `, ...whoAndWhere(found))), others(row.findings)), "words"],
  ], losses), ...remarks.map((row) => h("p", {}, `Of the whole run, ${row.wait_state}: ${time(row.lost_ps)}, ${share(row)}. `, ...coded(`${row.what} ${row.advice}`))));
  place.append(where);
}

const SHOWN_PARTS = 3;

/** A text with what stands between backticks as code. */
const coded = (text) => text.split("`").map((part, number) => (number % 2 ? h("code", {}, part) : part));

/** `1 other`, `2 others`. */
const othersText = (number) => `${count(number)} ${number === 1 ? "other" : "others"}`;

/** A tree of parts: the largest of each level, and the sum of the others. */
function tree(parts, whole) {
  if (!parts?.length) return "";
  const rest = parts.slice(SHOWN_PARTS);
  const number = rest.reduce((sum, part) => sum + (part.others || 1), 0);
  const lost = rest.reduce((sum, part) => sum + part.lost_ps, 0);
  return h("ul", {}, ...parts.slice(0, SHOWN_PARTS).map((part) => h("li", {}, `${part.name}: ${percent(part.lost_ps / whole)}`, tree(part.parts, whole))),
    ...(rest.length ? [h("li", {}, `${othersText(number)}: ${percent(lost / whole)}`)] : []));
}

function others(findings) {
  const rest = findings.slice(SHOWN_PARTS);
  return rest.length ? h("p", {}, `${othersText(rest.length)}: ${time(rest.reduce((sum, found) => sum + found.lost_ps, 0))}`) : "";
}

function whoAndWhere(row) {
  const parts = [];
  if (row.class) parts.push(`links ${row.class}${row.link ? `, most on ${row.link}` : ""}`);
  if (row.waits_at) parts.push(`most waits rank ${count(row.victim)}, in ${row.waits_at}`);
  if (row.culprit_at) parts.push(`; most waited for is rank ${count(row.culprit)} (${percent(row.culprit_ps / row.lost_ps, 0)}), in ${row.culprit_at}`);
  if (row.waits) parts.push(`${parts.length ? ", " : ""}${count(row.waits)} waits from ${time(row.window_ps[0])} to ${time(row.window_ps[1])}`);
  return parts.length ? [...parts, "."] : [];
}

/** Time lost by wait state, one run against another. */
function lostByWaitState(base, other) {
  if (!base.waits || !other.waits) return missing(`Wait states of ${base.name} and ${other.name} are compared where both have `, h("code", {}, "--observe waits"), ".");
  const sums = (run) => new Map(run.waits.losses.map((row) => [row.wait_state, row.lost_ps / run.actors]));
  const [before, after] = [sums(base), sums(other)];
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((state) => {
    const [a, b] = [before.get(state) ?? 0, after.get(state) ?? 0];
    return { state, a, b, lost: b - a };
  }).sort((x, y) => y.lost - x.lost);
  const most = Math.max(1, ...rows.map((row) => Math.abs(row.lost)));
  const frame = figure(`Wait states: ${other.name} against ${base.name}`, "Mean time of a rank in each wait state: losses first, then gains; + is lost, − gained.");
  frame.append(table("Differences by wait state", [
    ["wait state", (row) => row.state], [base.name, (row) => time(row.a)], [other.name, (row) => time(row.b)],
    ["lost", (row) => meter(change(row.lost), Math.abs(row.lost) / most, row.lost > 0 ? roleColour("waiting") : roleColour("gained"))],
    ["ratio", (row) => (row.a ? (row.b / row.a).toFixed(2) : "–")],
  ], rows));
  return frame;
}
