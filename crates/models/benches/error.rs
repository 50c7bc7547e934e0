//! What `error` of the flow model does to results: `cargo bench -p windtunnel-models --bench error`.
//!
//! Each case runs with exact sharing, with exact sharing and starts up to 1 ns late (five seeds), and with the errors given as arguments
//! (`0.02` without). Printed: CPU time, and by how much the total, the mean rank (signed, and without sign) and the worst rank end later than with exact sharing.
//! Other arguments restrict the run to cases that contain them all.

#[path = "traffic/mod.rs"]
mod traffic;

use windtunnel_models::network::flow::{Error, Flow, Options};

/// Errors of a run: of the total, the mean rank with sign and without, the worst rank; in per cent.
fn errors(ends: &[u64], exact: &[u64]) -> [f64; 4] {
    let total = |ends: &[u64]| *ends.iter().max().unwrap_or(&1) as f64;
    let off: Vec<_> =
        ends.iter().zip(exact).map(|(own, exact)| 100.0 * (*own as f64 / *exact as f64 - 1.0)).collect();
    let mean = |sum: f64| sum / off.len() as f64;
    let worst = off.iter().copied().fold(0.0, |worst: f64, off| if off.abs() > worst.abs() { off } else { worst });
    [
        100.0 * (total(ends) / total(exact) - 1.0),
        mean(off.iter().sum()),
        mean(off.iter().map(|off| off.abs()).sum()),
        worst,
    ]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let (shares, filter): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|text| text.parse::<f64>().is_ok());
    let mut shares: Vec<f64> = shares.iter().filter_map(|text| text.parse().ok()).collect();
    if shares.is_empty() {
        shares.push(0.02);
    }
    println!(
        "{:<50} {:>8} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "case", "error", "messages", "us/msg", "total %", "mean %", "abs %", "worst %"
    );
    let (large, filter): (Vec<_>, Vec<_>) = filter.into_iter().partition(|word| word == "large");
    let cases = if large.is_empty() { traffic::cases() } else { traffic::large() };
    let mut all = Vec::new();
    for (name, text, program) in cases.iter().filter(|case| filter.iter().all(|part| case.0.contains(part.as_str())))
    {
        let run = |share: f64, spread: u64, seed: u32| {
            let error = Error::new(share).expect("an error from 0 to 0.02");
            let mut network = Flow::new(traffic::machine(text), Options { error, ..Options::default() });
            let before = traffic::cpu_seconds();
            let (ends, messages) = program.run(&mut network, spread, seed);
            (ends, messages, (traffic::cpu_seconds() - before) * 1e6 / messages as f64)
        };
        if !large.is_empty() {
            for share in &shares {
                let (ends, messages, cost) = run(*share, 0, 0);
                let total = *ends.iter().max().unwrap_or(&0) as f64 / 1e6;
                println!(
                    "{name:<50} {share:>8} {messages:>9} {cost:>8.2} {:>8.2} s {total:>32.3} us",
                    cost * messages as f64 / 1e6
                );
            }
            continue;
        }
        let (exact, messages, cost) = run(0.0, 0, 0);
        println!(
            "{name:<50} {:>8} {messages:>9} {cost:>8.2} {:>44.3} us",
            0,
            *exact.iter().max().unwrap_or(&0) as f64 / 1e6
        );
        let print = |label: String, cost: f64, [total, mean, abs, worst]: [f64; 4]| {
            println!(
                "{:<50} {label:>8} {:>9} {cost:>8.2} {total:>+8.3} {mean:>+8.3} {abs:>8.3} {worst:>+8.2}",
                "", ""
            );
        };
        let seeds: Vec<_> = (1..=5).map(|seed| errors(&run(0.0, 1_000, seed).0, &exact)).collect();
        let largest = |at: usize| {
            seeds
                .iter()
                .map(|errors| errors[at])
                .fold(0.0, |worst: f64, off: f64| if off.abs() > worst.abs() { off } else { worst })
        };
        print("1 ns".to_owned(), 0.0, [largest(0), largest(1), largest(2), largest(3)]);
        for &share in &shares {
            let (ends, _, cost) = run(share, 0, 0);
            let errors = errors(&ends, &exact);
            print(share.to_string(), cost, errors);
            all.push((share, errors));
        }
    }
    for share in shares.into_iter().filter(|_| !all.is_empty()) {
        let mut of: Vec<_> = all.iter().filter(|(own, _)| *own == share).map(|(_, errors)| *errors).collect();
        let count = of.len() as f64;
        let bias = [0, 1].map(|at| of.iter().map(|errors| errors[at]).sum::<f64>() / count);
        let most = [0, 2, 3].map(|at| of.iter().map(|errors| errors[at].abs()).fold(0.0, f64::max));
        let medians = [0, 2].map(|at| {
            of.sort_by(|one, other| one[at].abs().total_cmp(&other[at].abs()));
            of[of.len() / 2][at].abs()
        });
        println!(
            "error {share}: total bias {:+.4} median {:.4} most {:.3}; rank bias {:+.4} median {:.4} most {:.3} worst {:.2} %",
            bias[0], medians[0], most[0], bias[1], medians[1], most[1], most[2]
        );
    }
}
