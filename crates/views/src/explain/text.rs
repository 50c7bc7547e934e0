//! Formats an explanation (`windtunnel explain`) as text.

use super::{Cause, Explanation, Finding, Loss, LossShare, WhatIf};
use crate::text::{columns, count, percent, time, wrapped};

/// Parts shown of each whole unless all are wanted.
const SHOWN: usize = 3;

impl Explanation {
    /// As text: what caused the waiting, then where it was, as far as it is at least a thousandth of the ranks' time.
    pub fn text(&self, verbose: bool) -> String {
        let head = format!(
            "Of the ranks' time, {} in all, {} was spent waiting: {}.\n",
            time(self.all_time_ps),
            time(self.waiting_ps),
            percent(self.waiting_ps, self.all_time_ps)
        ) + &self.noise();
        if !self.counts(self.waiting_ps) {
            return head + "Nothing costs a thousandth of it.\n";
        }
        let shown = if verbose { usize::MAX } else { SHOWN };
        let mut text = head + "\nRoot causes\n";
        let causes: Vec<&Cause> = self.causes.iter().filter(|cause| self.counts(cause.lost_ps)).collect();
        for (number, cause) in causes.iter().take(shown).enumerate() {
            text.push_str(&self.cause(number + 1, cause, shown));
        }
        let left = self.causes.iter().skip(causes.len().min(shown));
        text.push_str(&self.rest(left.map(|cause| (cause.cause, cause.lost_ps))));
        text.push_str(&self.what_ifs());
        text.push_str("\nWait states\n");
        let losses: Vec<&Loss> = self.losses.iter().filter(|loss| self.counts(loss.lost_ps)).collect();
        losses.iter().for_each(|loss| text.push_str(&self.loss(loss, shown)));
        text.push_str(&self.rest(self.losses.iter().skip(losses.len()).map(|loss| (loss.wait_state, loss.lost_ps))));
        for remark in self.remarks.iter().filter(|remark| self.counts(remark.lost_ps)) {
            text.push_str(&self.remark(remark));
        }
        text
    }

    /// What noise took, and how much of that the run took longer, as far as that is known.
    fn noise(&self) -> String {
        let Some(noise) = self.noise else { return String::new() };
        let of_run = |ps| percent(ps, self.simulated_time_ps);
        let mut text = format!(
            "Noise took {} of a rank's time on average, {}, and {} at most.",
            time(noise.mean_ps),
            of_run(noise.mean_ps),
            time(noise.max_ps)
        );
        match self.what_ifs.iter().find(|what_if| what_if.change == "no-noise") {
            Some(without) => {
                let longer = self.simulated_time_ps.saturating_sub(without.simulated_time_ps);
                let share = percent(longer, noise.mean_ps.max(1));
                let verdict = if longer > noise.mean_ps {
                    format!("so waiting has amplified it: {share} of the average")
                } else {
                    format!("so the run has absorbed the rest: it feels {share} of the average")
                };
                text.push_str(&format!(" The run takes {} longer with it, {verdict}.", time(longer)));
            }
            None => text.push_str(" `--what-if=no-noise` tells how much of that the run absorbs, or amplifies."),
        }
        if !noise.traced {
            text.push_str(" Run with `--observe waits,timeline,noise` to see who waited for it.");
        }
        wrapped(&text, "", 100)
    }

    /// What the run would be with changes.
    fn what_ifs(&self) -> String {
        if self.what_ifs.is_empty() {
            return String::new();
        }
        let line = |what_if: &WhatIf| {
            let (with, without) = (what_if.simulated_time_ps, self.simulated_time_ps);
            let sign = if with > without { "+" } else { "−" };
            let change = percent(with.abs_diff(without), without);
            format!("   simulated {}: {} instead of {} ({sign}{change})\n", what_if.words, time(with), time(without))
        };
        format!("\nWhat if\n\n{}", self.what_ifs.iter().map(line).collect::<String>())
    }

    fn counts(&self, lost_ps: u64) -> bool {
        lost_ps > 0 && lost_ps.saturating_mul(1000) >= self.all_time_ps
    }

    fn share(&self, lost_ps: u64) -> String {
        percent(lost_ps, self.all_time_ps)
    }

    fn cause(&self, number: usize, cause: &Cause, shown: usize) -> String {
        let (lost, share) = (time(cause.lost_ps), self.share(cause.lost_ps));
        let on = cause.parts.first().filter(|_| cause.cause == "contention");
        let on = on.map_or_else(String::new, |class| format!(" on {}", class.name));
        let handed_on = self.counts(cause.lost_ps.saturating_sub(cause.direct_ps));
        let direct = if handed_on { format!(" ({} directly)", self.share(cause.direct_ps)) } else { String::new() };
        let head = format!("\n{number}. {}{on}: {lost} lost, {share} of the ranks' time{direct}\n", cause.cause);
        let mut rows = Vec::new();
        self.parts(&cause.parts, 0, shown, &mut rows);
        let felt = cause.felt_as.iter().filter(|part| self.counts(part.lost_ps)).take(shown);
        let felt = felt.map(|part| format!("{} ({})", part.name, self.share(part.lost_ps)));
        let felt = format!("{}, as {}", ranks(cause.ranks), felt.collect::<Vec<_>>().join(", "));
        let felt = columns(&[vec!["felt by".to_owned(), felt]], &[1], "   ");
        let (what, advice) = (wrapped(&cause.what, "   ", 100), wrapped(&cause.advice, "   ", 100));
        let advice = if cause.advice.is_empty() { String::new() } else { advice };
        format!("{head}{what}{}{felt}{advice}", columns(&rows, &[], "   "))
    }

    /// Rows of a tree: name, time, share. The rest is summed.
    fn parts(&self, parts: &[LossShare], depth: usize, shown: usize, rows: &mut Vec<Vec<String>>) {
        let row =
            |name: &str, lost_ps| vec![format!("{}{name}", "  ".repeat(depth)), time(lost_ps), self.share(lost_ps)];
        let named = parts.iter().take_while(|part| part.others == 0).count().min(shown);
        let (named, rest) = parts.split_at(named);
        for part in named {
            rows.push(row(&part.name, part.lost_ps));
            self.parts(&part.parts, depth + 1, shown, rows);
            // One call alone says nothing of where within.
            if part.calls.len() > 1 {
                let at = |call: &LossShare| LossShare { name: format!("at {}", call.name).into(), ..call.clone() };
                self.parts(&part.calls.iter().map(at).collect::<Vec<_>>(), depth + 1, shown, rows);
            }
        }
        let others: u64 = rest.iter().map(|part| part.others.max(1)).sum();
        if others > 0 && !named.is_empty() {
            let sum = rest.iter().fold(0, |sum: u64, part| sum.saturating_add(part.lost_ps));
            rows.push(row(&others_text(others), sum));
        }
    }

    fn loss(&self, loss: &Loss, shown: usize) -> String {
        let head = vec![vec![loss.wait_state.to_owned(), time(loss.lost_ps), self.share(loss.lost_ps)]];
        let mut text = format!("\n{}{}", columns(&head, &[], "  "), wrapped(&loss.what, "    ", 100));
        let mut rows = Vec::new();
        for finding in loss.findings.iter().take(shown) {
            rows.push(vec![time(finding.lost_ps), self.share(finding.lost_ps), place(finding)]);
        }
        let left = &loss.findings[loss.findings.len().min(shown)..];
        if !left.is_empty() {
            let sum = left.iter().fold(0, |sum: u64, finding| sum.saturating_add(finding.lost_ps));
            rows.push(vec![time(sum), self.share(sum), others_text(left.len() as u64)]);
        }
        text.push_str(&columns(&rows, &[2], "    "));
        text
    }

    fn rest<'a>(&self, left: impl Iterator<Item = (&'a str, u64)>) -> String {
        let left: Vec<(&str, u64)> = left.filter(|(_, lost)| *lost > 0).collect();
        if left.is_empty() {
            return String::new();
        }
        let sum = left.iter().fold(0, |sum: u64, (_, lost)| sum.saturating_add(*lost));
        let names: Vec<&str> = left.iter().map(|(name, _)| *name).collect();
        format!("\n   other ({}): {} lost, {}\n", names.join(", "), time(sum), self.share(sum))
    }

    fn remark(&self, remark: &Finding) -> String {
        format!(
            "\nOf the whole run, {}: {} lost, {} of the ranks' time\n{}{}",
            remark.wait_state,
            time(remark.lost_ps),
            self.share(remark.lost_ps),
            wrapped(&remark.what, "   ", 100),
            wrapped(&remark.advice, "   ", 100)
        )
    }
}

fn ranks(number: u64) -> String {
    if number == 1 { "1 rank".to_owned() } else { format!("{} ranks", count(number)) }
}

/// `1 other`, `2 others`.
fn others_text(number: u64) -> String {
    format!("{} {}", count(number), if number == 1 { "other" } else { "others" })
}

/// Where a finding is, in a line.
fn place(finding: &Finding) -> String {
    if let Some(class) = &finding.class {
        let link = finding.link.as_ref().map_or_else(String::new, |link| format!(", most on {link}"));
        return format!("links {class}{link}");
    }
    let Some(waits_at) = &finding.waits_at else {
        return if finding.wait_state == "contention" {
            "links that the network model does not name"
        } else {
            "servers of files"
        }
        .to_owned();
    };
    match (finding.culprit, &finding.culprit_at) {
        (Some(rank), Some(at)) => format!("{waits_at}, for rank {rank} in {at}"),
        _ => waits_at.to_string(),
    }
}
