//! Warns when a user has requested a table of links that will stay empty, because the network model of the run does not fill
//! it.

use kernel::LinkCounters;
use models::network::{LinkUsage, NETWORKS, NetworkKind};

/// A sentence for each of the tables that a network with these counters will not fill.
pub(crate) fn notices<'a>(
    observe: impl Iterator<Item = &'a str>,
    network: &str,
    counters: Option<&dyn LinkCounters>,
) -> Vec<String> {
    let has_bucket = counters.is_some_and(|counters| counters.bucket().is_some());
    let mut notices = Vec::new();
    for own in observe.filter_map(|table| notice(table, network, has_bucket)) {
        // A table may be asked for twice.
        if !notices.contains(&own) {
            notices.push(own);
        }
    }
    notices
}

/// The networks that fill a table.
fn fillers(table: &str) -> Vec<String> {
    let fills = |kind: &&NetworkKind| kind.capabilities.fills(table);
    NETWORKS.iter().filter(fills).map(|kind| format!("`{}`", kind.name)).collect()
}

fn notice(table: &str, network: &str, has_bucket: bool) -> Option<String> {
    let (kind, fillers) = (NETWORKS.iter().find(|kind| kind.name == network)?, fillers(table));
    let empty = format!("the table `{table}` is empty:");
    if kind.capabilities.fills(table) {
        let set = table != "link_buckets" || has_bucket;
        let how = format!("set one as in `--network \"{network}:bucket=1 ms\"`");
        return (!set).then(|| format!("{empty} no stretch of time is set; {how}"));
    }
    let why = match table {
        _ if kind.capabilities.links == LinkUsage::None => "sends messages without links",
        "link_channels" => "has no virtual channels",
        _ => "does not know when links are busy",
    };
    // Other tables are not a network's affair.
    let fill = format!("networks that fill it: {}", fillers.join(", "));
    (!fillers.is_empty()).then(|| format!("{empty} the network `{network}` {why}; {fill}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::LinkTotals;
    use units::{LinkId, Time};

    struct Counters(Option<Time>);

    impl LinkCounters for Counters {
        fn for_each_link(&self, _: &mut dyn FnMut(LinkId, LinkTotals)) {}

        fn bucket(&self) -> Option<Time> {
            self.0
        }

        fn for_each_bucket(&self, _: &mut dyn FnMut(LinkId, u64, u64)) {}
    }

    const ALL: [&str; 6] = ["timeline", "links", "link_use", "links", "link_channels", "link_buckets"];

    fn of(network: &str, bucket: Option<Time>) -> Vec<String> {
        notices(ALL.into_iter(), network, Some(&Counters(bucket)))
    }

    #[test]
    fn each_network_says_what_it_leaves_empty_and_which_ones_fill_it() {
        let without = "is empty: the network `ideal` sends messages without links; networks that fill it:";
        assert_eq!(
            notices(ALL.into_iter(), "ideal", None),
            [
                format!("the table `links` {without} `delay`, `loggps`, `flow`, `packet`"),
                format!("the table `link_use` {without} `delay`, `loggps`, `flow`, `packet`"),
                format!("the table `link_channels` {without} `packet`"),
                format!("the table `link_buckets` {without} `flow`, `packet`"),
            ]
        );
        for network in ["delay", "loggps"] {
            assert_eq!(
                of(network, None),
                [
                    format!(
                        "the table `link_channels` is empty: the network `{network}` has no virtual channels; networks that fill it: `packet`"
                    ),
                    format!(
                        "the table `link_buckets` is empty: the network `{network}` does not know when links are busy; networks that fill it: `flow`, `packet`"
                    ),
                ]
            );
        }
        let unset = "the table `link_buckets` is empty: no stretch of time is set; set one as in `--network \"packet:bucket=1 ms\"`";
        assert_eq!(of("packet", None), [unset]);
        assert_eq!(of("packet", Some(Time::from_ns(5))), [""; 0]);
        assert_eq!(of("flow", Some(Time::from_ns(5))).len(), 1, "no virtual channels");
    }
}
