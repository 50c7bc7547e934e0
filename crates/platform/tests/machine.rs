//! Paths, NICs, sockets, the `[mpi]` section, overrides, defaults and the text of a machine.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use units::{Endpoint, Frequency, HostId, LinkId, Rate, Speed, Time};
use windtunnel_platform::{Location, Path, Platform};

const FULL: &str = "name = 'Test machine'\n\
    [topology]\nkind = 'cluster'\nhosts = 3\nlinks.host = { bandwidth = '1 GB/s', latency = '2 us' }\n\
    [host]\ncores = 8\nspeed = '3 Gf'\n\
    memory = { bandwidth = '20 GB/s', copy = '6 GB/s', latency = '300 ns', sockets = 2 }\n\
    [nic]\ncount = 2\ninjection = '1.5 GB/s'\nmessage_rate = '200 M/s'\n";

fn platform(text: &str) -> Platform {
    Platform::from_str(text, "machine.toml").unwrap()
}

fn path(platform: &Platform, src: (u32, u16), dst: (u32, u16)) -> (Vec<String>, Time, Rate) {
    let mut path = Path { links: vec![LinkId(9999)], latency: Time::MAX, bound: Rate(7) };
    let end = |(host, core)| platform.endpoint(HostId(host), core);
    platform.path(end(src), end(dst), &mut path);
    (path.links.iter().map(|link| platform.link_name(*link)).collect(), path.latency, path.bound)
}

#[test]
fn values_are_read_with_their_units() {
    let platform = platform(FULL);
    assert_eq!(platform.name(), "Test machine");
    assert_eq!((platform.hosts(), platform.cores(), platform.host.cores), (3, 24, 8));
    assert_eq!(platform.host.speed, Speed(3_000_000_000));
    assert_eq!(platform.host.memory.copy, Rate(6_000_000_000));
    assert_eq!(platform.nic.injection, Some(Rate(1_500_000_000)));
    assert_eq!(platform.nic.message_rate, Some(Frequency(200_000_000)));
    assert_eq!(platform.nic.loopback, None);
    assert!(platform.defaults().is_empty());
}

#[test]
fn cores_are_dealt_out_to_sockets_and_nics_in_blocks() {
    let platform = platform(FULL);
    let of = |f: &dyn Fn(u16) -> u16| (0..8).map(f).collect::<Vec<_>>();
    assert_eq!(of(&|core| platform.host.socket_of(core)), [0, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!(of(&|core| platform.nic_of(core)), [0, 0, 0, 0, 1, 1, 1, 1]);
    let odd = Platform::from_str_with(FULL, "m", &[("host.memory.sockets", "3"), ("nic.count", "5")]).unwrap();
    assert_eq!(of(&|core| odd.host.socket_of(core)), [0, 0, 0, 1, 1, 1, 2, 2]);
    assert_eq!(of(&|core| odd.nic_of(core)), [0, 0, 1, 1, 2, 3, 3, 4]);
}

#[test]
fn between_hosts_a_path_goes_nic_network_nic() {
    let platform = platform(FULL);
    let (links, latency, bound) = path(&platform, (0, 1), (2, 7));
    assert_eq!(links, ["host0-nic0-out", "host0-up", "host2-down", "host2-nic1-in"]);
    assert_eq!((latency, bound), (Time::from_ns(4_000), Rate(u64::MAX)));
    let plain = Platform::from_str_with(FULL, "m", &[("nic.injection", "unlimited")]).unwrap();
    assert_eq!(path(&plain, (0, 1), (2, 7)).0, ["host0-up", "host2-down"]);
}

#[test]
fn inside_a_host_a_path_is_memory() {
    let platform = platform(FULL);
    let own = (vec!["host1-memory0".to_owned()], Time::from_ns(300), Rate(6_000_000_000));
    assert_eq!(path(&platform, (1, 0), (1, 3)), own);
    assert_eq!(path(&platform, (1, 2), (1, 2)), own, "a rank's message to itself is a copy too");
    let (links, latency, _) = path(&platform, (1, 0), (1, 4));
    assert_eq!(links, ["host1-memory0", "host1-memory1"]);
    assert_eq!(latency, Time::from_ns(300), "the latency is paid once");
}

#[test]
fn a_loopback_replaces_memory() {
    let text = format!("{FULL}loopback = {{ bandwidth = '7 GB/s', latency = '150 ns' }}\n");
    let platform = platform(&text);
    let (links, latency, bound) = path(&platform, (1, 0), (1, 4));
    assert_eq!(links, ["host1-nic0-loopback"]);
    assert_eq!((latency, bound), (Time::from_ns(150), Rate(u64::MAX)));
}

#[test]
fn every_link_has_figures_a_class_and_a_name_of_its_own() {
    let text = format!("{FULL}loopback = {{ bandwidth = '7 GB/s', latency = '150 ns' }}\n");
    let platform = platform(&text);
    // Up and down, two NICs out and in, two loopbacks, two memory buses, per host.
    assert_eq!(platform.link_count(), 3 * (2 + 4 + 2 + 2));
    let mut names: Vec<String> = (0..platform.link_count()).map(|id| platform.link_name(LinkId(id))).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len() as u32, platform.link_count());
    let classes: Vec<&str> = [0, 6, 17, 18, 23, 24, 29].map(|id| platform.link_class_name(LinkId(id))).into();
    assert_eq!(classes, ["host", "nic", "nic", "loopback", "loopback", "memory", "memory"]);
    assert_eq!(platform.link(LinkId(24)).bandwidth, Rate(20_000_000_000));
    assert_eq!(platform.link(LinkId(6)).bandwidth, Rate(1_500_000_000));
}

#[test]
fn a_path_does_not_allocate_when_the_vector_is_large_enough() {
    let platform = platform(FULL);
    let mut path = Path { links: Vec::with_capacity(8), ..Path::default() };
    let before = path.links.as_ptr();
    for host in 0..3 {
        platform.path(platform.endpoint(HostId(0), 0), platform.endpoint(HostId(host), 5), &mut path);
    }
    assert_eq!((path.links.as_ptr(), path.links.capacity()), (before, 8));
}

#[test]
fn defaults_are_remembered_with_their_source() {
    let text = FULL.split("[nic]").next().unwrap().replace(", sockets = 2", "").replace("cores = 8\n", "");
    let platform = platform(&text);
    let defaults: Vec<String> = platform.defaults().iter().map(|d| format!("{} = {}", d.key, d.value)).collect();
    assert_eq!(
        defaults,
        [
            "host.cores = 1",
            "host.memory.sockets = 1",
            "nic.count = 1",
            "nic.injection = unlimited",
            "nic.message_rate = unlimited"
        ]
    );
    assert!(platform.defaults().iter().all(|default| default.source.len() > 10));
}

#[test]
fn overrides_are_toml_or_text() {
    let set = [
        ("topology.links.host.bandwidth", "5 GB/s"),
        ("host.cores", "16"),
        ("topology.cabinets", "[2, 1]"),
        ("topology.links.cabinet", "{ bandwidth = '4 GB/s', latency = '1 us' }"),
        ("name", "\"quoted\""),
        ("mpi.library", "mpich-4.2"),
    ];
    let platform = Platform::from_str_with(FULL, "machine.toml", &set).unwrap();
    assert_eq!(platform.topology().link(LinkId(0)).bandwidth, Rate(5_000_000_000));
    assert_eq!((platform.host.cores, platform.name()), (16, "quoted"));
    assert_eq!(platform.topology().links(), 10);
    assert_eq!(platform.mpi.library.as_deref(), Some("mpich-4.2"));
    // A later one wins.
    let twice = Platform::from_str_with(FULL, "m", &[("host.cores", "2"), ("host.cores", "4")]).unwrap();
    assert_eq!(twice.host.cores, 4);
}

#[test]
fn the_mpi_section_is_handed_on_with_its_places() {
    let text = format!(
        "{FULL}[mpi]\nlibrary = 'mpich-4.2'\neager = '64 KiB'\nsegments = [\n  {{ up_to = 1, o = 2.5 }},\n]\n"
    );
    let platform = platform(&text);
    let mpi = &platform.mpi;
    assert_eq!(mpi.library.as_deref(), Some("mpich-4.2"));
    assert_eq!(mpi.overrides.keys().collect::<Vec<_>>(), ["eager", "segments"]);
    assert_eq!(mpi.overrides["segments"][0]["o"].as_float(), Some(2.5));
    let line = text.lines().position(|line| line.starts_with("eager")).unwrap() as u32 + 1;
    let at = |line, column| Location::File { file: "machine.toml".into(), line, column };
    assert_eq!(mpi.location("eager"), Some(&at(line, 9)));
    assert_eq!(mpi.location("segments[0].o"), Some(&at(line + 2, 20)));
    assert_eq!(mpi.location("nothing"), None);
    let set = Platform::from_str_with(&text, "m", &[("mpi.eager", "1 KiB")]).unwrap();
    assert_eq!(set.mpi.location("eager"), Some(&Location::Option { argument: "mpi.eager=1 KiB".into() }));
}

#[test]
fn a_platform_is_shared_among_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Platform>();
}

#[test]
fn a_platform_without_name_is_called_as_its_file() {
    let text = FULL.replace("name = 'Test machine'\n", "");
    assert_eq!(Platform::from_str(&text, "some/where/frontier.toml").unwrap().name(), "frontier");
}

#[test]
fn a_machine_that_is_changed_is_not_the_one_that_was_measured() {
    let text = format!("grade = 'B'\n{FULL}");
    let grade = |set: &[(&str, &str)]| Platform::from_str_with(&text, "machine.toml", set).unwrap().grade().letter();
    assert_eq!((grade(&[]), grade(&[("name", "'mine'")]), grade(&[("grade", "'A'")])), ("B", "B", "A"));
    assert_eq!(grade(&[("host.cores", "4")]), "C");
    assert_eq!(grade(&[("host.cores", "4"), ("grade", "'B'")]), "B", "whoever sets it says so");
    assert_eq!(platform(FULL).grade().letter(), "C");
}

#[test]
fn the_text_of_a_machine() {
    let text = FULL.replace("message_rate = '200 M/s'\n", "");
    let expected = "\
Test machine (machine.toml)
  grade         C: nominal figures, never held against a measurement of the machine
  topology      cluster of 3 hosts on one switch
  hosts         3
  cores         24 (8 per host, 3 Gflop/s each)
  memory        2 buses of 20 GB/s, a message at most 6 GB/s after 300 ns
  NICs          2 per host, injection 1.5 GB/s, messages unlimited
  diameter      2 links
  bisection     1 GB/s
  links         24 in all
    host           6          1 GB/s        2 us
    nic           12        1.5 GB/s        0 ps
    memory         6         20 GB/s        0 ps
  values not given by the file
    nic.message_rate = unlimited  only the MPI library's overheads limit the rate
";
    assert_eq!(platform(&text).show(), expected);
}

#[test]
fn the_text_of_a_route() {
    let platform = platform(FULL);
    let ends = (Endpoint { host: HostId(0), nic: 0, core: 1 }, Endpoint { host: HostId(2), nic: 1, core: 7 });
    let expected = "\
host0 core 1 (NIC 0) to host2 core 7 (NIC 1)
  host0-nic0-out  nic         1.5 GB/s        0 ps
  host0-up        host          1 GB/s        2 us
  host2-down      host          1 GB/s        2 us
  host2-nic1-in   nic         1.5 GB/s        0 ps
  4 links, latency 4 us, at most 1 GB/s
";
    assert_eq!(platform.describe_route(ends.0, ends.1), expected);
    let expected = "\
host0 core 1 (NIC 0) to host0 core 1 (NIC 0)
  host0-memory0  memory         20 GB/s        0 ps
  1 link, latency 300 ns, at most 6 GB/s
";
    assert_eq!(platform.describe_route(ends.0, ends.0), expected);
}

#[test]
fn hosts_are_called_as_the_file_says() {
    let text = FULL.replace("[host]\n", "[host]\nnames = ['login', 'n[08-09].org']\n");
    let platform = platform(&text);
    let names: Vec<String> = (0..3).map(|host| platform.host_name(HostId(host))).collect();
    assert_eq!(names, ["login", "n08.org", "n09.org"]);
    assert_eq!(platform.find_host("n09.org"), Some(HostId(2)));
    assert_eq!(platform.find_host("host2"), None, "the topology's names are not known then");
    assert!(platform.show().contains("names         login to n09.org\n"), "{}", platform.show());
}
