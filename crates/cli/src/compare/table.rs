//! The comparison in words.

use super::Variant;
use views::text::{bytes, columns, time};

/// The table, and under it where each variant differs from the first.
pub(super) fn of(variants: &[Variant]) -> String {
    let head = ["", "simulated time", "to the first", "busiest link", "", "host time", "memory"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(variants.iter().map(row));
    let mut text = columns(&rows, &[3], "");
    for variant in variants.iter().skip(1).filter(|variant| !variant.differences.is_empty()) {
        let change = |first: u64, here: u64| {
            let sign = if here < first { "-" } else { "+" };
            format!("{sign}{}", time(here.abs_diff(first)))
        };
        let named: Vec<String> = variant
            .differences
            .iter()
            .map(|difference| format!("{} {}", difference.function, change(difference.first_ps, difference.here_ps)))
            .collect();
        text.push_str(&format!("{}, a rank on the mean: {}\n", variant.name, named.join(", ")));
    }
    for variant in variants {
        if let Some(parting) = &variant.parting {
            text.push_str(&format!("{}: {}\n", variant.name, parting.text()));
        }
    }
    text
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
        format!("{:.3}", variant.to_the_first_millionths as f64 / 1e6),
        link,
        used,
        host.map_or_else(String::new, |host| format!("{:.2} s", host.cpu_seconds)),
        host.map_or_else(String::new, |host| bytes(host.peak_memory_bytes)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{Difference, Parting, Variant};
    use results::HostUse;

    fn variant(name: &str, time: u64, millionths: u64, differences: Vec<Difference>) -> Variant {
        Variant {
            name: name.to_owned(),
            run: format!("01-{name}"),
            ending: "finished".to_owned(),
            simulated_time_ps: time,
            to_the_first_millionths: millionths,
            differences,
            hottest_link: (name == "flow").then(|| ("(0,1)+x".to_owned(), 873_000)),
            parting: (name == "flow").then_some(Parting { threshold_ps: 1_000_000, ranks: 0, first: None }),
            host: Some(HostUse { wall_seconds: 1.0, cpu_seconds: 0.5, peak_memory_bytes: 30_000_000 }),
        }
    }

    #[test]
    fn variants_stand_side_by_side_and_what_differs_is_named() {
        let waits = Difference { function: "MPI_Waitall".to_owned(), first_ps: 1_000_000, here_ps: 3_500_000 };
        let variants =
            [variant("delay", 12_000_000, 1_000_000, vec![]), variant("flow", 15_000_000, 1_250_000, vec![waits])];
        assert_eq!(
            super::of(&variants),
            "       simulated time  to the first  busiest link          host time    memory\n\
             delay        12.00 us         1.000  -                        0.50 s  30.00 MB\n\
             flow         15.00 us         1.250  (0,1)+x       87.3 %     0.50 s  30.00 MB\n\
             flow, a rank on the mean: MPI_Waitall +2.500 us\n\
             flow: no call ends more than 1.000 us apart\n"
        );
    }
}
