//! The table `[protocol.host]` of a library file: protocol parameters for messages inside a host (shared memory), where they
//! differ.

use super::document::{Node, only};
use super::error::LibraryError;
use super::protocol::{Piecewise, ProtocolParameters, Steps, piecewise, size_or_unlimited, steps};

/// The keys; they mean what those of `[protocol]` do, which hold where one is not given.
const KEYS: &[&str] = &["eager_max", "send", "isend", "recv", "latency_factor", "bandwidth_factor"];

/// Parameters of messages inside a host; None: as between hosts.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct HostProtocol {
    eager_max: Option<u64>,
    send: Option<Piecewise>,
    isend: Option<Piecewise>,
    recv: Option<Piecewise>,
    latency_factor: Option<Steps>,
    bandwidth_factor: Option<Steps>,
}

impl HostProtocol {
    /// Takes the keys of a table.
    pub(super) fn set(&mut self, table: &Node) -> Result<(), LibraryError> {
        let entries = table.table("host")?;
        only(entries, KEYS, "host")?;
        for entry in entries {
            let (key, node) = (entry.key.as_str(), &entry.node);
            match key {
                "eager_max" => self.eager_max = Some(size_or_unlimited(key, node)?),
                "send" => self.send = Some(piecewise(key, node)?),
                "isend" => self.isend = Some(piecewise(key, node)?),
                "recv" => self.recv = Some(piecewise(key, node)?),
                "latency_factor" => self.latency_factor = Some(steps(key, node)?),
                _ => self.bandwidth_factor = Some(steps(key, node)?),
            }
        }
        Ok(())
    }

    /// Those of `between` hosts with these in place of them.
    pub(super) fn over(&self, between: &ProtocolParameters) -> ProtocolParameters {
        let mut all = between.clone();
        all.eager_max = self.eager_max.unwrap_or(all.eager_max);
        all.send = self.send.clone().unwrap_or(all.send);
        all.isend = self.isend.clone().unwrap_or(all.isend);
        all.recv = self.recv.clone().unwrap_or(all.recv);
        all.latency_factor = self.latency_factor.clone().unwrap_or(all.latency_factor);
        all.bandwidth_factor = self.bandwidth_factor.clone().unwrap_or(all.bandwidth_factor);
        all
    }
}
