//! Dimemas' model of a collective operation: the operation ends when four phases have passed since the last rank entered it, a
//! fan-in and a fan-out within the hosts and a fan-in and a fan-out between hosts (Dimemas 5.5, `Simulator/model/communic.c`).
//!
//! A phase takes the time of several messages that are sent one after the other in an idle network (in Dimemas a message takes
//! latency + size/bandwidth). The number of messages depends on the phase's model and on the number of partners n. Within
//! hosts, n is the largest number of ranks on a host. Between hosts, n is the number of hosts.
//!
//! | model | messages one after the other |
//! |---|---|
//! | `none` | 0 |
//! | `constant` | 1 |
//! | `linear` | n − 1 |
//! | `log` (default) | ⌈log₂ n⌉: one in each stage of a tree. With B buses, a stage with C messages between hosts counts ⌈C/B⌉ |
//!
//! The size of a message follows from the bytes that the root (or rank 0, if there is none) sends and receives. A phase with
//! one partner takes no time (Dimemas: only if it is not `constant`). The defaults (`log`, no limit of buses, each phase with
//! its own size) are those of Dimemas without a file of collectives, on a machine whose collective model is `log`.

use super::timed::{Delays, Timed, volumes};
use crate::schedule::{Algorithm, Context, Delay};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// Dimemas' numbers of its models, as words.
const MODELS: ParameterKind = ParameterKind::Choice(&["none", "constant", "linear", "log"]);
/// Dimemas' numbers of sizes, as words.
const SIZES: ParameterKind = ParameterKind::Choice(&["own", "min", "max", "mean", "2max", "sum"]);

const fn model(name: &'static str) -> Parameter {
    Parameter::with_default(name, MODELS, "log", "", "how many messages the phase takes, for the number of partners")
}

const fn size(name: &'static str) -> Parameter {
    let doc = "size of a message from what the root sends and gets; own: sent for the fan-in, got for the fan-out";
    Parameter::with_default(name, SIZES, "own", "", doc)
}

/// A [`model`] and a [`size`] for each phase, and the buses.
const PARAMETERS: &[Parameter] = &[
    model("fan_in"),
    size("fan_in_size"),
    model("fan_out"),
    size("fan_out_size"),
    Parameter::with_default(
        "buses",
        ParameterKind::Whole,
        "0",
        "",
        "messages between hosts that a logarithmic phase has at once; 0: any number",
    ),
];

/// The algorithm of an operation.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "dimemas",
        "Dimemas' formula: from the last arrival a fan-in and a fan-out, for all ranks alike.",
        |context, parameters| Timed::boxed(context, || delays(context, parameters)),
    )
    .with(PARAMETERS)
}

fn delays(context: &Context<'_>, parameters: &[u64]) -> Delays {
    let &[fan_in, fan_in_size, fan_out, fan_out_size, buses] = parameters else {
        unreachable!("the parameters are those of the declaration")
    };
    let (sent, got) = volumes(context);
    let phases = [
        (fan_in, message_bytes(fan_in_size, sent, sent, got)),
        (fan_out, message_bytes(fan_out_size, got, sent, got)),
    ];
    let here = context.locality;
    let levels = [(false, u64::from(here.ranks_per_host_max), 0), (true, u64::from(here.hosts), buses)];
    let mut delays = Delays::new();
    for (between_hosts, partners, buses) in levels {
        for (model, bytes) in phases {
            let messages = messages(model, partners, buses);
            if messages > 0 {
                delays.push(Delay::Messages { between_hosts, messages, bytes });
            }
        }
    }
    delays
}

/// How many messages a phase takes one after the other.
fn messages(model: u64, partners: u64, buses: u64) -> u64 {
    match model {
        0 => 0,
        _ if partners < 2 => 0,
        1 => 1,
        2 => partners - 1,
        _ => {
            let stages = u64::BITS - (partners - 1).leading_zeros();
            // In stage i partners whose numbers differ by 2^i come together, one pair in 2^(i+1).
            let at_once = (0..stages).map(|stage| (partners - (1 << stage)).div_ceil(2 << stage));
            at_once.map(|messages| if buses == 0 { 1 } else { messages.div_ceil(buses) }).sum()
        }
    }
}

fn message_bytes(size: u64, own: u64, sent: u64, got: u64) -> u64 {
    match size {
        0 => own,
        1 => sent.min(got),
        2 => sent.max(got),
        3 => sent.midpoint(got),
        4 => sent.max(got).saturating_mul(2),
        _ => sent.saturating_add(got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_phase_are_dimemas() {
        // By hand from its loop: five partners make pairs of 2, 1 and 1; nine make 4, 2, 1 and 1.
        for (partners, buses, log) in [(2, 0, 1), (5, 0, 3), (8, 0, 3), (9, 0, 4), (5, 1, 4), (9, 1, 8), (9, 3, 5)] {
            assert_eq!(messages(3, partners, buses), log, "{partners} partners, {buses} buses");
            assert_eq!(messages(2, partners, buses), partners - 1);
            assert_eq!((messages(1, partners, buses), messages(0, partners, buses)), (1, 0));
        }
        assert!((0..4).all(|model| messages(model, 1, 0) == 0));
    }

    #[test]
    fn sizes_of_a_phase() {
        let sizes = [0, 1, 2, 3, 4, 5].map(|size| message_bytes(size, 7, 7, 20));
        assert_eq!(sizes, [7, 7, 20, 13, 40, 27]);
    }
}
