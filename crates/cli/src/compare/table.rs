//! The result of `windtunnel compare` as a table of text.

use super::phases;
use super::variant::Variant;
use views::text::{bytes, columns, time};

/// The table, and under it where each variant differs from the first.
pub(super) fn of(variants: &[Variant]) -> String {
    let head = ["", "simulated time", "relative", "busiest link", "", "CPU time", "memory"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(variants.iter().map(row));
    let mut text = columns(&rows, &[3], "");
    let by_phase = phases::rows(variants);
    if !by_phase.is_empty() {
        text.push_str(&columns(&by_phase, &[], ""));
    }
    if let Some(sentence) = phases::sentence(variants) {
        text.push_str(&format!("{sentence}\n"));
    }
    for variant in variants.iter().skip(1).filter(|variant| !variant.differences.is_empty()) {
        let change = |first: u64, here: u64| {
            let sign = if here < first { "-" } else { "+" };
            format!("{sign}{}", time(here.abs_diff(first)))
        };
        let named: Vec<String> = variant
            .differences
            .iter()
            .map(|difference| format!("{} {}", difference.function, change(difference.first_ps, difference.this_ps)))
            .collect();
        text.push_str(&format!("{}, mean over ranks: {}\n", variant.name, named.join(", ")));
    }
    // The other variants have the blocks of the first, or all say what it says.
    if let Some(computation) = variants.iter().find_map(|variant| variant.computation.as_ref()) {
        text.push_str(&format!("computation: {computation}\n"));
    }
    text.push_str(&lines(variants, "sampled", |variant| variant.sampled.as_deref()));
    text.push_str(&lines(variants, "placement", |variant| variant.placement.as_deref()));
    for variant in variants {
        if let Some(divergence) = &variant.divergence {
            text.push_str(&format!("{}: {}\n", variant.name, divergence.text()));
        }
    }
    text
}

/// Lines about variants: one for all that say the same.
fn lines(variants: &[Variant], head: &str, said: impl Fn(&Variant) -> Option<&str>) -> String {
    let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
    for variant in variants {
        let Some(text) = said(variant) else { continue };
        match lines.iter_mut().find(|(other, _)| *other == text) {
            Some((_, names)) => names.push(&variant.name),
            None => lines.push((text, vec![&variant.name])),
        }
    }
    let line = |(text, names): &(&str, Vec<&str>)| match names.len() == variants.len() {
        true => format!("{head}: {text}\n"),
        false => format!("{head}, {}: {text}\n", names.join("; ")),
    };
    lines.iter().map(line).collect()
}

fn row(variant: &Variant) -> Vec<String> {
    let simulated = match variant.ending.as_str() {
        "finished" => time(variant.simulated_time_ps),
        ending => format!("{} ({ending})", time(variant.simulated_time_ps)),
    };
    let (link, used) = match &variant.hottest_link {
        Some((name, millionths)) => (name.clone(), format!("{:.1} %", *millionths as f64 / 1e4)),
        None => ("-".to_owned(), String::new()),
    };
    let host = variant.host.as_ref();
    vec![
        variant.name.clone(),
        simulated,
        format!("{:.3}", variant.ratio_to_first_millionths as f64 / 1e6),
        link,
        used,
        host.map_or_else(String::new, |host| format!("{:.2} s", host.cpu_seconds)),
        host.map_or_else(String::new, |host| bytes(host.peak_memory_bytes)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::variant::{Difference, Variant};
    use results::{HostUse, PhaseShare};
    use views::divergence::Divergence;

    fn variant(name: &str, time: u64, millionths: u64, differences: Vec<Difference>) -> Variant {
        Variant {
            name: name.to_owned(),
            run: format!("01-{name}"),
            ending: "finished".to_owned(),
            simulated_time_ps: time,
            ratio_to_first_millionths: millionths,
            differences,
            phases: Vec::new(),
            largest_phase_difference: None,
            hottest_link: (name == "flow").then(|| ("(0,1)+x".to_owned(), 873_000)),
            divergence: (name == "flow").then_some(Divergence { threshold_ps: 1_000_000, ranks: 0, first: None }),
            computation: None,
            placement: None,
            sampled: None,
            host: Some(HostUse {
                wall_seconds: 1.0,
                cpu_seconds: 0.5,
                peak_memory_bytes: 30_000_000,
                started_in: None,
                environment: std::collections::BTreeMap::new(),
                undivided: None,
                unguarded: None,
                computed_at_once: None,
            }),
        }
    }

    #[test]
    fn variants_stand_side_by_side_and_what_differs_is_named() {
        let waits = Difference { function: "MPI_Waitall".to_owned(), first_ps: 1_000_000, this_ps: 3_500_000 };
        let variants =
            [variant("delay", 12_000_000, 1_000_000, vec![]), variant("flow", 15_000_000, 1_250_000, vec![waits])];
        assert_eq!(
            super::of(&variants),
            "       simulated time  relative  busiest link          CPU time    memory\n\
             delay        12.00 us     1.000  -                       0.50 s  30.00 MB\n\
             flow         15.00 us     1.250  (0,1)+x       87.3 %    0.50 s  30.00 MB\n\
             flow, mean over ranks: MPI_Waitall +2.500 us\n\
             flow: no call ends more than 1.000 us apart\n"
        );
    }

    #[test]
    fn a_placement_is_said_once_for_all_that_share_it() {
        let with = |name: &str, placement: Option<&str>| Variant {
            placement: placement.map(str::to_owned),
            divergence: None,
            ..variant(name, 1, 1_000_000, vec![])
        };
        let last =
            |variants: &[Variant]| super::of(variants).lines().skip(1 + variants.len()).collect::<Vec<_>>().join("|");
        let one = "16 ranks on 1 of 40 hosts";
        assert_eq!(last(&[with("a", Some(one)), with("b", Some(one))]), format!("placement: {one}"));
        let some = last(&[with("a", Some(one)), with("b", None), with("c", Some("x")), with("d", Some(one))]);
        assert_eq!(some, format!("placement, a; d: {one}|placement, c: x"));
        assert_eq!(last(&[with("a", None)]), "");
    }

    #[test]
    fn phases_have_columns_and_the_one_that_differs_most_is_named() {
        let share = |(phase, mean_ps): &(&str, u64)| PhaseShare {
            phase: (*phase).to_owned(),
            mean_ps: mean_ps * 1_000_000,
            max_ps: 0,
            steps: None,
        };
        let with = |name: &str, times: &[(&str, u64)]| {
            let variant = variant(name, 12_000_000, 1_000_000, vec![]);
            Variant { divergence: None, phases: times.iter().map(share).collect(), ..variant }
        };
        let short = [with("delay", &[("0", 1), ("halo", 5)]), with("flow", &[("0", 1), ("halo", 9)])];
        let text = super::of(&short);
        assert_eq!(
            text.lines().skip(3).collect::<Vec<_>>().join("\n"),
            "phases, mean over ranks         0      halo\n  \
             delay                  1.000 us  5.000 us\n  \
             flow                   1.000 us  9.000 us\n\
             predictions differ most in phase `halo`: from 5.000 us (delay) to 9.000 us (flow)"
        );
        let many = |add: u64| {
            let names = ["0", "a", "b", "c", "d", "e", "f", "g"];
            names.iter().zip(0..).map(|(name, at)| (*name, 10 + add * at)).collect::<Vec<_>>()
        };
        let text = super::of(&[with("delay", &many(0)), with("flow", &many(1))]);
        let head: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
        assert_eq!(head[4..], ["b", "c", "d", "e", "f", "g", "2", "more"]);
        assert!(text.lines().nth(4).unwrap().ends_with("20.00 us") && text.contains("in phase `g`"));
    }
}
