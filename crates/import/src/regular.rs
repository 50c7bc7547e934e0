//! A platform that is one cluster stays a regular topology: `cluster`, `torus` or `fat-tree`.

use crate::error::{ImportError, Notes};
use crate::model::{Cluster, Kind, Machine, Policy};
use crate::write::{figures, head, hosts, quoted, rate};
use crate::xml::Source;
use units::Rate;

/// The cluster, if there is nothing else.
pub(crate) fn only_cluster(machine: &Machine) -> Option<&Cluster> {
    match &machine.clusters[..] {
        [cluster] if machine.others == 0 && !matches!(cluster.kind, Kind::Dragonfly(_)) => Some(cluster),
        _ => None,
    }
}

pub(crate) fn write(
    source: &Source<'_>,
    machine: &Machine,
    cluster: &Cluster,
    notes: &mut Notes,
) -> Result<String, ImportError> {
    let names =
        format!("names of hosts, of which the first is `{}`: here they are host0, host1, …", cluster.first_name);
    notes.add(cluster.place, names);
    let topology = match &cluster.kind {
        Kind::Flat => flat(cluster),
        Kind::Torus(sizes) => {
            if sizes.iter().any(|size| *size > 2 && size.is_multiple_of(2)) {
                let what = "which way round half of an even dimension is gone: SimGrid goes downwards from its middle \
                            to 0, here all such ways go upwards";
                notes.add(cluster.place, what);
            }
            grid(cluster, "torus", &format!("dimensions = {sizes:?}"), notes)
        }
        Kind::FatTree(children, parents, parallel) => {
            if parallel.iter().any(|links| *links > 1) {
                let what = "which of several parallel links a route takes: here D-mod-k uses all of them";
                notes.add(cluster.place, what);
            }
            let lists = format!("children = {children:?}\nparents = {parents:?}\nparallel = {parallel:?}");
            grid(cluster, "fat-tree", &lists, notes)
        }
        Kind::Dragonfly(_) => unreachable!("a dragonfly of SimGrid's becomes a graph"),
    };
    Ok(format!("{}{topology}\n{}", head(source.file()), hosts(machine, notes)))
}

fn flat(cluster: &Cluster) -> String {
    // What both directions share is a limiter.
    let shared = (cluster.policy == Policy::Shared).then_some(cluster.link.0);
    let limiter: Option<Rate> = cluster.limiter.into_iter().chain(shared).min();
    let limiter = limiter.map_or_else(String::new, |limit| format!(", limiter = {}", quoted(&rate(limit))));
    let mut text = format!(
        "[topology]\nkind = \"cluster\"\nhosts = {}\nlinks.host = {{ {}{limiter} }}\n",
        cluster.hosts,
        figures(cluster.link)
    );
    if let Some((backbone, _)) = cluster.backbone {
        text.push_str(&format!("links.backbone = {{ {} }}\n", figures(backbone)));
    }
    text
}

fn grid(cluster: &Cluster, kind: &str, sizes: &str, notes: &mut Notes) -> String {
    if cluster.policy == Policy::Shared {
        notes.add(cluster.place, "that both directions of a link share its capacity: here each has it");
    }
    if cluster.limiter.is_some() {
        notes.add(cluster.place, "`limiter_link`");
    }
    if cluster.backbone.is_some() {
        notes.add(cluster.place, "the backbone");
    }
    format!("[topology]\nkind = \"{kind}\"\n{sizes}\nlinks.all = {{ {} }}\n", figures(cluster.link))
}
