//! The defaults in a summary: which default values the run has used, and which of them decide its time.

use super::rows::more;
use crate::text::{columns, percent};
use results::{Manifest, UsedDefault};

/// A default whose share of the time is at least this decides it, in parts of a million: ten times the work would by itself
/// take longer than the run.
const DECIDES: u64 = 100_000;

/// Sources longer than this are cut where not all is wanted, and values longer than this don't widen their column.
const WIDTH: usize = 84;

/// Defaults used, each with its source: those that decide, or all.
pub(super) fn text(manifest: &Manifest, verbose: bool) -> String {
    let all = &manifest.defaults;
    let decides = |used: &&UsedDefault| verbose || used.share_millionths.is_some_and(|share| share >= DECIDES);
    let mut shown: Vec<&UsedDefault> = all.iter().filter(decides).collect();
    if all.is_empty() {
        return String::new();
    }
    if !verbose {
        shown.sort_by_key(|used| std::cmp::Reverse(used.share_millionths));
    }
    // A run that has not come to its end has told no shares, nor do those of earlier versions and of LogGOPSim's rules.
    let has_shares = manifest.machine.hosts_used > 0
        && !matches!(manifest.outcome.ending.as_str(), "running" | "killed" | "crashed");
    let head = match (has_shares, verbose, shown.is_empty()) {
        (false, ..) => "defaults that may have been used",
        (true, true, _) => "defaults used, with the time of the busiest rank",
        (true, false, false) => "defaults that decide a tenth of the time or more, with the time of the busiest rank",
        (true, false, true) => "no default decides a tenth of the time",
    };
    let row = |used: &&UsedDefault| {
        let share = used.share_millionths.map_or_else(String::new, |share| percent(share, 1_000_000));
        let source = if verbose { used.source.clone() } else { cut(&used.source, WIDTH) };
        vec![format!("  {}", used.key), share, used.value.clone(), source]
    };
    let (wide, narrow): (Vec<_>, Vec<_>) = shown.iter().map(row).partition(|row| row[2].chars().count() > WIDTH / 2);
    // After all others, as a list of values would push their sources out of sight.
    let wide = wide.into_iter().map(|row| format!("  {}  {}  {}\n", row[0], row[2], row[3])).collect::<String>();
    format!("  {head}\n{}{wide}{}", columns(&narrow, &[2, 3], "  "), more(all.len() - shown.len()))
}

/// A text of at most this many characters.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width - 1).collect();
    format!("{} …", kept.rsplit_once(' ').map_or(kept.as_str(), |(words, _)| words).trim_end_matches([',', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(key: &str, source: &str, share_millionths: Option<u64>) -> UsedDefault {
        UsedDefault { share_millionths, ..UsedDefault::new(key, "1", source) }
    }

    #[test]
    fn defaults_that_decide_come_first_and_the_rest_on_request() {
        let mut run = crate::testing::manifest();
        run.machine.hosts_used = 1;
        assert_eq!(text(&run, true), "");
        run.defaults = vec![
            used("mpi: send", &"long ".repeat(40), Some(100_000)),
            used("mpi: recv", "a source", Some(99_999)),
            used("platform: storage.bandwidth", "a small file server", Some(840_000)),
            used("seed", "any", None),
        ];
        let short = text(&run, false);
        assert!(short.starts_with("  defaults that decide a tenth of the time or more"), "{short}");
        let lines: Vec<&str> = short.lines().collect();
        assert_eq!(lines[1], "    platform: storage.bandwidth  84.0 %  1  a small file server");
        assert!(lines[2].starts_with("    mpi: send") && lines[2].ends_with("long …"), "{short}");
        assert_eq!(lines[3], "    2 more with -v");
        let long = text(&run, true);
        assert!(long.contains("seed") && long.contains("10.0 %") && !long.contains('…'), "{long}");
        run.defaults.truncate(2);
        run.defaults.remove(0);
        assert_eq!(text(&run, false), "  no default decides a tenth of the time\n    1 more with -v\n");
        run.outcome.ending = "killed".to_owned();
        assert!(text(&run, false).starts_with("  defaults that may have been used"), "nothing is known of its time");
    }

    #[test]
    fn a_list_of_values_does_not_move_others() {
        let mut run = crate::testing::manifest();
        let list = UsedDefault::new("mpi: comm_create", &"allreduce ".repeat(9), "the library");
        run.defaults = vec![list, used("seed", "any", None)];
        assert!(
            text(&run, true).contains("\n    seed    1  any\n    mpi: comm_create  allreduce"),
            "{}",
            text(&run, true)
        );
    }
}
