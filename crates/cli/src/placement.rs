//! `windtunnel platform place`: prints on which host and core each rank would run.

use engine::{Mapping, Platform};
use serde::Serialize;

/// Host, core and coordinates of every rank.
#[derive(Debug, Serialize)]
pub(crate) struct Placement {
    axes: Vec<NamedAxis>,
    hosts: Vec<u32>,
    cores: Vec<u16>,
    /// A row for each rank, a number for each axis.
    coordinates: Vec<Vec<u32>>,
    #[serde(skip)]
    names: Vec<String>,
}

#[derive(Debug, Serialize)]
struct NamedAxis {
    name: String,
    size: u32,
}

impl Placement {
    /// Where a mapping puts its ranks.
    pub(crate) fn of(platform: &Platform, mapping: &Mapping) -> Self {
        let mut axes = platform.axes();
        // The last one is that of the cores.
        let cores = axes.pop();
        let ends: Vec<_> = (0..mapping.ranks()).map(|rank| mapping.endpoint(rank)).collect();
        let coordinates = |end: &engine::Endpoint| {
            let hosts = axes.iter().map(|axis| axis.coordinate(end.host));
            hosts.chain([end.core.into()]).collect()
        };
        Self {
            hosts: ends.iter().map(|end| end.host.0).collect(),
            cores: ends.iter().map(|end| end.core).collect(),
            coordinates: ends.iter().map(coordinates).collect(),
            names: ends.iter().map(|end| platform.host_name(end.host)).collect(),
            axes: axes.into_iter().chain(cores).map(|axis| NamedAxis { name: axis.name, size: axis.size }).collect(),
        }
    }

    /// Lines as a mapping file has them, with coordinates as comments.
    pub(crate) fn text(&self) -> String {
        let ranks = self.names.iter().zip(&self.cores).zip(&self.coordinates).enumerate();
        let line = |(rank, ((name, core), at)): (usize, ((&String, &u16), &Vec<u32>))| {
            let coordinate = |(axis, at): (&NamedAxis, &u32)| format!("{} {at}", axis.name);
            let at: Vec<String> = self.axes.iter().zip(at).map(coordinate).collect();
            format!("{name}:{core} # rank {rank}: {}\n", at.join(", "))
        };
        ranks.map(line).collect()
    }

    /// All of it but the names of hosts.
    pub(crate) fn json(&self) -> String {
        let text = serde_json::to_string(self).expect("plain data become JSON");
        format!("{text}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::JobText;
    use std::collections::BTreeMap;

    fn placement(mapping: &str, ranks: u32) -> Placement {
        let (platform, _) = engine::load_platform("torus-3d", &BTreeMap::new()).unwrap();
        let job = JobText { mapping: Some(mapping.to_owned()), ..JobText::default() };
        let (mapping, _) = engine::map_ranks(&job, None, ranks, &platform).unwrap();
        Placement::of(&platform, &mapping)
    }

    #[test]
    fn ranks_are_shown_with_their_coordinates() {
        assert_eq!(
            placement("order:ZXYT", 3).text(),
            "host0:0 # rank 0: X 0, Y 0, Z 0, T 0\nhost64:0 # rank 1: X 0, Y 0, Z 1, T 0\n\
             host128:0 # rank 2: X 0, Y 0, Z 2, T 0\n"
        );
    }

    #[test]
    fn numbers_are_arrays_in_json() {
        let value: serde_json::Value = serde_json::from_str(&placement("order:XYZT", 2).json()).unwrap();
        assert_eq!(value["hosts"], serde_json::json!([0, 1]));
        assert_eq!(value["coordinates"], serde_json::json!([[0, 0, 0, 0], [1, 0, 0, 0]]));
        assert_eq!(value["axes"][0], serde_json::json!({ "name": "X", "size": 8 }));
    }
}
