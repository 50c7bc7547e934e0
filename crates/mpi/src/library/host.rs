//! The table `[protocol.host]` of a library file: parameters for messages between ranks of one host (shared memory). For a key
//! that this table lacks, the value in `[protocol]` holds.

use super::document::{Entry, Node, only};
use super::error::LibraryError;
use super::protocol::ProtocolParameters;
use config::UsedDefault;

/// The keys; they mean what those of `[protocol]` do, which hold where one is not given.
const KEYS: &[&str] =
    &["eager_max", "send_end", "handshake_cpu", "send", "isend", "recv", "latency_factor", "bandwidth_factor"];

/// Parameters of messages inside a host, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostProtocol {
    given: Vec<Entry>,
}

impl HostProtocol {
    /// Takes the keys of a table. `between`: those between hosts.
    pub(super) fn set(&mut self, table: &Node, between: &ProtocolParameters) -> Result<(), LibraryError> {
        let entries = table.table("host")?;
        only(entries, KEYS, "host")?;
        let mut tried = between.clone();
        for entry in entries {
            tried.set(&entry.key, &entry.node)?;
            self.given.retain(|known| known.key != entry.key);
            self.given.push(entry.clone());
        }
        Ok(())
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Those of `between` hosts with these in place of them.
    pub(super) fn over(&self, between: &ProtocolParameters) -> Result<ProtocolParameters, LibraryError> {
        let mut all = between.clone();
        for entry in &self.given {
            all.set(&entry.key, &entry.node)?;
        }
        Ok(all)
    }

    /// The values of a library file, with its table `[sources.host]`.
    pub(super) fn defaults(
        &self,
        file: &str,
        sources: &Node,
        between: &ProtocolParameters,
    ) -> Result<Vec<UsedDefault>, LibraryError> {
        let inside = self.over(between)?;
        let told = sources.get("host");
        if let Some(told) = told {
            let given: Vec<&str> = self.given.iter().map(|entry| entry.key.as_str()).collect();
            only(told.table("host")?, &given, "sources.host")?;
        }
        let of = |entry: &Entry| {
            let told = told.map_or_else(|| sources.required("host", "sources"), Ok)?;
            let source = told.required(&entry.key, "sources.host")?.text(&entry.key)?;
            Ok(UsedDefault::new(&host_key(&entry.key), &inside.value(&entry.key), &format!("{file}: {source}")))
        };
        self.given.iter().map(of).collect()
    }
}

/// How results name a key of `[protocol.host]`.
pub(super) fn host_key(key: &str) -> String {
    format!("host.{key}")
}
