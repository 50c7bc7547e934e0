//! Computes the duration of delays in schedules of collective operations. A delay is a vertex that takes time without using
//! the CPU core.

use super::role::Role;
use crate::engine_core::EngineCore;
use crate::ids::MessageId;
use crate::schedule::{Delay, Level};
use crate::selectors::SelectError;
use crate::token::Token;
use ops::Operation;
use units::{ActorId, Time};

/// How long a vertex of a rank waits in an operation.
pub(super) fn time(
    core: &mut EngineCore<'_>,
    actor: ActorId,
    (role, operation): (&Role, Operation),
    delay: Delay,
) -> Result<Time, SelectError> {
    match delay {
        Delay::Time(time) => Ok(time),
        Delay::Messages { between_hosts, messages, bytes } => {
            let alone = message_time(core, actor, role, between_hosts, bytes);
            Ok(Time::from_ps(alone.ps().saturating_mul(messages)))
        }
        Delay::Measured { bytes } => core.library.measured.time(operation, role.size, bytes),
    }
}

/// What a message takes in an idle network, between the first and the last host of the communicator or the first and the
/// last of its ranks on this rank's host.
fn message_time(core: &mut EngineCore<'_>, actor: ActorId, role: &Role, between_hosts: bool, bytes: u64) -> Time {
    let (level, ranks) = if between_hosts {
        (Level::Leaders, role.locality.hosts)
    } else {
        (Level::Host, role.locality.ranks_on_host)
    };
    let comm = core.comms.get(role.comm);
    let end = |rank| comm.local_group(actor).actor(comm.rank_of_level(level, role.comm_rank, rank));
    let ends = (end(0), end(ranks - 1));
    let transfer = core.transfer(Token::Message(MessageId(0)), ends, bytes, core.actors.vitals(actor).phase);
    core.kernel.uncontended_time(&transfer).expect("every network model knows what a message takes alone")
}
