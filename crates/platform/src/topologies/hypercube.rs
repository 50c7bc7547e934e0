//! `hypercube`: 2ⁿ hosts; two hosts are joined if their numbers differ in exactly one bit. It is a mesh of n dimensions, each
//! with two hosts.
//!
//! Routes correct the differing bits one after another, from the lowest on (e-cube routing, Sullivan and Bashkow, 1977). Links:
//! n·2ⁿ. Diameter: n. Bisection: 2ⁿ⁻¹ links, those between numbers that differ in the lowest bit.

use super::torus::grid;
use crate::error::PlatformError;
use crate::section::Section;
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "hypercube",
    doc: "Hypercube: 2ⁿ hosts, each joined to the n whose numbers differ from its own in one bit.",
    parameters: &[
        Parameter::required("dimensions", ParameterKind::Count, "n, the number of bits."),
        Parameter::optional("links.all.bandwidth", ParameterKind::Bandwidth, "Bandwidth of one direction of a link."),
        Parameter::optional("links.all.latency", ParameterKind::Latency, "Latency of a link."),
        Parameter::optional("links.dim#.bandwidth", ParameterKind::Bandwidth, "The same for bit #, counted from 1."),
        Parameter::optional("links.dim#.latency", ParameterKind::Latency, "The same for bit #, counted from 1."),
    ],
    formulas: Formulas { hosts: "2ⁿ", links: "n·2ⁿ", diameter: "n", bisection: "2ⁿ⁻¹·B" },
    build,
};

/// As many as host numbers have bits to spare.
const MAX_DIMENSIONS: u32 = 26;

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let dimensions = section.count("dimensions")?;
    if dimensions > MAX_DIMENSIONS {
        let expected = format!("at most {MAX_DIMENSIONS} dimensions");
        return Err(section.out_of_range("dimensions", dimensions.to_string(), expected));
    }
    grid(section, "hypercube", &vec![2; dimensions as usize], false, false)
}
