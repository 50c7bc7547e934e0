use crate::Machine;
use crate::network::NETWORKS;
use kernel::Transfer;
use platform::Platform;
use std::sync::Arc;
use units::{Endpoint, HostId, Time};

const PAIR: &str = "
    topology = { kind = 'full', hosts = 2, links.all = { bandwidth = '1 GB/s', latency = '1 us' } }
    [host]
    speed = '1 Gf'
    memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }
";

/// Two messages of 100 kB over one link of 1 GB/s: alone each takes 1 us + 100 us. `flow` has them share the link; `delay` does not
/// model contention.
#[test]
fn two_messages_share_a_link_or_do_not() {
    let machine: Arc<dyn Machine> = Arc::new(Platform::from_str(PAIR, "pair.toml").unwrap());
    let host = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
    for (name, arrival) in [("delay", Time::from_ns(101_000)), ("flow", Time::from_ns(201_000))] {
        let kind = NETWORKS.iter().find(|kind| kind.name == name).unwrap();
        let mut network = (kind.build)(Arc::clone(&machine), &[]).unwrap();
        for token in [0, 1] {
            network.start(Time::ZERO, &Transfer::new(token, host(0), host(1), 100_000));
        }
        let (mut arrived, mut last) = (Vec::new(), Time::ZERO);
        while arrived.len() < 2 {
            last = network.next_event();
            network.advance(last, &mut arrived);
        }
        assert_eq!(last, arrival, "{name}");
    }
}
