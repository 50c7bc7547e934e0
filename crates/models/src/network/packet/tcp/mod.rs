//! `packet:transport=tcp`: messages are bytes of TCP connections; packets are lost where queues are full.
//!
//! # Equations
//! Every pair of ranks has one connection, whose two directions are streams of bytes. It is set up at no cost, but both ends
//! know the round-trip time that a handshake would have taken. A segment carries up to `segment` bytes and acknowledges the
//! bytes that have arrived from the other side; a segment without data is an acknowledgement of `ack` bytes. A segment passes
//! the queues of its route one after the other, as a whole ([`queue`]). A sender has at most its congestion window in flight
//! ([`window`]) and retransmits lost segments ([`sender`]); a receiver acknowledges every second segment ([`receiver`]). A
//! message has arrived when its last byte and all bytes before it in the stream have; a message without data counts as one byte.
//!
//! # Life of a segment
//! ```text
//! start ── Event::Write at the message's turn at its NIC
//!   └ write ── its bytes join the stream
//!       └ send_what_may ── window, pace and host's queue permit
//!           └ emit ── Event::Arrive at the next queue, or at the receiver
//!               └ receive ── delivers messages, acknowledges, sends what the acknowledgement permits
//! ```
//!
//! # What it leaves out
//! The time and the packets of connection set-up, receive windows and receive buffers, tail loss probes, time-ordered loss
//! detection (RFC 8985), ECN, and TSO deferral (holding back a short train of segments until it is longer).
//!
//! # Cost
//! An event per packet and queue; acknowledgements add about one packet for two segments. 400 bytes of memory per connection,
//! 40 per segment in flight.

mod network;
mod options;
mod pool;
mod queue;
mod receiver;
mod sender;
#[cfg(test)]
mod tests;
mod window;

use super::options::MAX_WIRE_BYTES;
use super::parameters::{self, PARAMETERS, TCP};
use crate::settings::Settings;
use crate::{Machine, ModelError, Setting};
use network::TcpNetwork;
use options::Options;
use std::sync::Arc;
use window::Congestion;

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<TcpNetwork, ModelError> {
    let settings = Settings::new("packet", PARAMETERS, settings)?;
    parameters::refuse(
        &settings,
        |name| !TCP.contains(&name) && !["transport", "header"].contains(&name),
        "transport=lossless",
    )?;
    let small = |name| {
        let bytes = settings.bytes(name)?.0;
        u32::try_from(bytes)
            .ok()
            .filter(|bytes| u64::from(*bytes) <= MAX_WIRE_BYTES)
            .ok_or_else(|| settings.bad(name, settings.text(name), "at most 1 MiB".to_owned()))
    };
    settings.some_bytes("segment")?;
    let (segment, header) = (small("segment")?, small("header")?);
    let queue = settings.bytes("queue")?.0;
    let packet = u64::from(segment) + u64::from(header);
    if queue < packet {
        let expected = format!("at least a packet of `segment` and `header`: {}", units::Bytes(packet));
        return Err(settings.bad("queue", settings.text("queue"), expected));
    }
    let options = Options {
        segment,
        header,
        ack: small("ack")?,
        window: u32::try_from(settings.whole("window", 1)?).unwrap_or(u32::MAX),
        congestion: Congestion::ALL[settings.choice("congestion", Congestion::NAMES)?],
        queue,
        burst: small("burst")?,
        timeout: settings.time("timeout")?,
    };
    Ok(TcpNetwork::new(machine, options))
}
