//! Calls of dynamic process management (spawn, ports, name server), as a rank passes them to the engine (MPI 5.0 §11.8 to
//! §11.10).

use crate::Buffer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The programs that `MPI_Comm_spawn` or `MPI_Comm_spawn_multiple` starts; their ranks form one world in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpawnCall {
    /// The programs; a rank's `MPI_APPNUM` is the index of its program.
    pub programs: Box<[SpawnProgram]>,
    /// The root's working directory, which new ranks start in and relative names refer to.
    pub folder: Box<[u8]>,
}

impl SpawnCall {
    /// The ranks of all programs.
    pub fn ranks(&self) -> u64 {
        self.programs.iter().map(|program| u64::from(program.ranks)).sum()
    }
}

/// One program to start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpawnProgram {
    /// Its name: a path if there is a slash in it, else it is looked for.
    pub command: Box<[u8]>,
    /// Its arguments, without its name.
    pub arguments: Box<[Box<[u8]>]>,
    /// Its ranks, at least one.
    pub ranks: u32,
    /// The hint `host`: the name of the host on which they are to run.
    pub host: Option<Box<str>>,
    /// The hint `wdir`: the working directory in which they begin.
    pub folder: Option<Box<[u8]>>,
    /// The hint `path`: folders, separated by colons, in which the program is looked for.
    pub path: Option<Box<[u8]>>,
}

/// Why programs cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpawnError {
    /// One of them, or the system, is at fault: the caller gets `MPI_ERR_SPAWN`.
    Refused(String),
    /// Windtunnel cannot do that: the run ends.
    Unsupported(String),
}

/// A port, as `MPI_Open_port` names it: its owner and its number among the ports of the owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Port {
    /// The actor.
    pub actor: u32,
    /// How many it had opened before.
    pub number: u32,
}

impl Port {
    /// The port of a name; none if no port is called so.
    pub fn parse(name: &str) -> Option<Self> {
        let (actor, number) = name.strip_prefix("windtunnel:")?.split_once('.')?;
        let port = Self { actor: actor.parse().ok()?, number: number.parse().ok()? };
        // Numbers may be written in several ways, names in one.
        (port.to_string() == name).then_some(port)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "windtunnel:{}.{}", self.actor, self.number)
    }
}

/// What a rank asks of ports and of the name server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PortCall {
    /// Opens a port of the rank's own (`MPI_Open_port`).
    Open(Port),
    /// Closes it: connections that wait at it fail.
    Close(Port),
    /// Has a name stand for a port (`MPI_Publish_name`). Any text may be published.
    Publish {
        /// The service's name.
        service: Box<str>,
        /// The port's.
        port: Box<str>,
    },
    /// Asks which port a name stands for; its name is written to the rank's memory, its length is the status's bytes.
    Lookup {
        /// The service's name.
        service: Box<str>,
        /// Where the port's name goes.
        into: Buffer,
    },
    /// Takes a name back.
    Unpublish {
        /// The service's name.
        service: Box<str>,
    },
}

/// How two groups connect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ConnectRole {
    /// `MPI_Comm_accept`.
    Accept,
    /// `MPI_Comm_connect`.
    Connect,
    /// Both of `MPI_Comm_join`.
    Join,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_found_by_its_name_and_by_no_other() {
        let port = Port { actor: 3, number: 12 };
        assert_eq!(Port::parse(&port.to_string()), Some(port));
        for name in ["", "myhost:27", "windtunnel:3", "windtunnel:03.12", "windtunnel:3.12 ", "windtunnel:3.-1"] {
            assert_eq!(Port::parse(name), None, "{name}");
        }
    }
}
