//! Lists the network models that cost less simulation time than a given one, and the effects that they leave out.

use models::network::NETWORKS;

/// A network model that is cheaper than another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cheaper {
    /// Its name.
    pub name: &'static str,
    /// The effects it leaves out.
    pub leaves_out: &'static str,
}

/// The network models that are cheaper than the one of a specification like `packet:transport=tcp`, the next one first.
pub fn cheaper_networks(network: &str) -> Vec<Cheaper> {
    let name = network.split(':').next().unwrap_or_default();
    let dearer = NETWORKS.iter().position(|kind| kind.name == name).unwrap_or(0);
    let cheaper = NETWORKS[..dearer].iter().rev();
    cheaper.map(|kind| Cheaper { name: kind.name, leaves_out: kind.leaves_out }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheaper_models_are_those_before_it_in_the_list() {
        let names = |network| cheaper_networks(network).iter().map(|cheaper| cheaper.name).collect::<Vec<_>>();
        assert_eq!(names("packet:transport=tcp"), ["flow", "loggps", "delay", "ideal"]);
        assert_eq!(names("delay"), ["ideal"]);
        assert_eq!(names("ideal"), <[&str; 0]>::default());
        assert_eq!(names("loggopsim"), <[&str; 0]>::default());
    }
}
