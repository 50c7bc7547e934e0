use crate::{Path, Platform};
use units::{Endpoint, HostId, Rate, Time};

const TORUS: &str = "
    topology = { kind = 'torus', dimensions = [4, 4], links.all = { bandwidth = '1 GB/s', latency = '1 us' } }
    [host]
    speed = '1 Gf'
    memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }
";

/// From host (0, 0) to (1, 3): one step along the first axis, and one backwards around the second.
#[test]
fn a_route_is_a_list_of_links() {
    let platform = Platform::from_str(TORUS, "torus.toml").unwrap();
    let host = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
    let mut path = Path::default();
    platform.path(host(0), host(7), &mut path);
    assert_eq!((path.links.len(), path.latency), (2, Time::from_ns(2_000)));
    assert!(path.links.iter().all(|link| platform.link(*link).bandwidth == Rate(1_000_000_000)));
}
