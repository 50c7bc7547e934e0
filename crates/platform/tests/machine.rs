//! Paths, NICs, sockets, the `[mpi]` section, overrides, defaults and the text of a machine.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use units::{Bytes, Endpoint, Frequency, Held, HostId, LinkId, Rate, Speed, Time};
use windtunnel_platform::{Allocation, Location, Mapping, Path, Platform};

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
    assert_eq!(of(&|core| platform.nic_of(core).into()), [0, 0, 0, 0, 1, 1, 1, 1]);
    let odd = Platform::from_str_with(FULL, "m", &[("host.memory.sockets", "3"), ("nic.count", "5")]).unwrap();
    assert_eq!(of(&|core| odd.host.socket_of(core)), [0, 0, 0, 1, 1, 1, 2, 2]);
    assert_eq!(of(&|core| odd.nic_of(core).into()), [0, 0, 1, 1, 2, 3, 3, 4]);
}

#[test]
fn memory_that_is_new_takes_time_from_some_size_on() {
    let with = |settings: &[(&str, &str)]| Platform::from_str_with(FULL, "m", settings);
    assert_eq!(platform(FULL).host.memory.first_touch, None);
    let rate = ("host.memory.first_touch", "4 GB/s");
    let machine = with(&[rate]).unwrap();
    let touch = machine.host.memory.first_touch.unwrap();
    let one = |bytes| touch.time(Bytes(bytes), Bytes(bytes));
    assert_eq!(one((32 << 20) - 1), Time::ZERO);
    assert_eq!(one(40_000_000), Time::from_ns(10_000_000));
    assert_eq!(touch.time(Bytes(2 << 20), Bytes(1 << 20)), Time::ZERO);
    assert!(machine.show().contains("  first touch   4 GB/s, of buffers of 32 MiB or more\n"), "{}", machine.show());
    assert_eq!(machine.defaults().len(), 1, "the size is a default that decides");
    let from = ("host.memory.first_touch_from", "1 MiB");
    assert_eq!(with(&[rate, from]).unwrap().host.memory.first_touch.unwrap().from, Bytes(1 << 20));
    let trimmed = ("host.memory.trimmed_from", "1 MB");
    for missing in [from, trimmed] {
        let error = with(&[missing]).unwrap_err().to_string();
        assert!(error.contains("`host.memory.first_touch` is missing"), "{error}");
    }
    let machine = with(&[rate, trimmed]).unwrap();
    let several = |bytes, longest| machine.host.memory.first_touch.unwrap().time(Bytes(bytes), Bytes(longest));
    assert_eq!(several(2_000_000, 1_000_000), Time::from_ns(500_000));
    for (bytes, longest) in [(1_999_999, 1_000_000), (1_999_998, 999_999), (3_000_000, 3_000_000)] {
        assert_eq!(several(bytes, longest), Time::ZERO, "{bytes} {longest}");
    }
    assert!(machine.show().contains("of buffers of 32 MiB or more, of two of 1000000 B\n"), "{}", machine.show());
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

/// Eight cores: L3s of two, NUMA regions of four with a fabric.
fn with_levels(rest: &str) -> String {
    let levels = "levels = [\n{ name = 'L3', cores = 2, latency = '100 ns' },\n\
        { name = 'numa', cores = 4, latency = '200 ns', between = { bandwidth = '2 GB/s', message_rate = '10 M/s' } },\n";
    FULL.replace("[nic]", &format!("{levels}{rest}]\n[nic]"))
}

const WHOLE: &str = "{ name = 'host', cores = 8, latency = '500 ns', between = { bandwidth = '1 GB/s' } },\n";

#[test]
fn a_message_belongs_to_the_innermost_level_that_holds_both_cores() {
    let own = |links: &[&str], ns| {
        (links.iter().map(|link| (*link).to_owned()).collect(), Time::from_ns(ns), Rate(6_000_000_000))
    };
    let open = platform(&with_levels(""));
    assert_eq!(path(&open, (1, 2), (1, 3)), own(&["host1-memory0"], 100));
    assert_eq!(path(&open, (1, 2), (1, 2)), own(&["host1-memory0"], 100), "to itself");
    assert_eq!(path(&open, (1, 3), (1, 0)), own(&["host1-memory0", "host1-numa-0-fabric"], 200));
    assert_eq!(path(&open, (2, 7), (2, 5)), own(&["host2-memory1", "host2-numa-1-fabric"], 200));
    assert_eq!(path(&open, (1, 3), (1, 4)), own(&["host1-memory0", "host1-memory1"], 300), "no level holds them");
    let text = with_levels(WHOLE).replace(", latency = '300 ns'", "");
    let whole = platform(&text);
    assert_eq!(path(&whole, (1, 3), (1, 4)), own(&["host1-memory0", "host1-memory1", "host1-host-fabric"], 500));
    assert_eq!(whole.host.memory.latency, Time::from_ns(500), "the last level is the whole host");
    assert_eq!(path(&whole, (1, 3), (2, 4)).0.len(), 4, "between hosts nothing changes");
    let shown = whole.show();
    assert!(shown.contains("  level         L3 of 2 cores, a message after 100 ns\n"), "{shown}");
    assert!(
        shown.contains("numa of 4 cores, a message after 200 ns, between its parts 2 GB/s, messages 10 M/s"),
        "{shown}"
    );
    assert!(shown.contains("    numa fabric         6          2 GB/s        0 ps\n"), "{shown}");
}

#[test]
fn fabrics_are_links_with_names_and_ports() {
    let machine = platform(&with_levels(WHOLE).replace(", latency = '300 ns'", ""));
    // After two NICs out and in and two memory buses by host: two fabrics of NUMA regions and one of the host.
    assert_eq!(machine.link_count(), 3 * (2 + 4 + 2 + 3));
    let names: Vec<String> = (24..33).map(|id| machine.link_name(LinkId(id))).collect();
    let of = |host| {
        [format!("host{host}-numa-0-fabric"), format!("host{host}-numa-1-fabric"), format!("host{host}-host-fabric")]
    };
    assert_eq!(names, [of(0), of(1), of(2)].concat());
    let classes: Vec<_> = [24, 25, 26].map(|id| machine.link_class_name(LinkId(id)).to_owned()).into();
    assert_eq!(classes, ["numa fabric", "numa fabric", "host fabric"]);
    assert_eq!(machine.link_end(LinkId(24)), None);
    let port = |from, to| machine.level_port(machine.endpoint(HostId(1), from), machine.endpoint(HostId(1), to));
    assert_eq!(port(0, 1), None, "nothing limits an L3");
    let numa = port(4, 6).unwrap();
    assert_eq!((numa.number, numa.gap, numa.bandwidth), (4, Time::from_ns(100), Some(Rate(2_000_000_000))));
    let whole = port(4, 0).unwrap();
    assert_eq!((whole.number, whole.gap, whole.bandwidth), (5, Time::ZERO, Some(Rate(1_000_000_000))));
    assert_eq!(machine.level_ports(), 9);
    assert_eq!(machine.level_port(machine.endpoint(HostId(1), 0), machine.endpoint(HostId(2), 0)), None);
}

/// The memory keys are a level that holds all cores: paths are the same, to the picosecond.
#[test]
fn memory_alone_is_a_single_level() {
    for (cores, sockets, latency) in [(1, 1, "1 ns"), (8, 2, "300 ns"), (7, 3, "1.25 us"), (64, 5, "17 ps")] {
        let set = [
            ("host.cores", cores.to_string()),
            ("host.memory.sockets", sockets.to_string()),
            ("host.memory.latency", format!("'{latency}'")),
        ];
        let set: Vec<_> = set.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let old = Platform::from_str_with(FULL, "m", &set).unwrap();
        let level = format!("[{{ name = 'host', cores = {cores}, latency = '{latency}' }}]");
        let text = FULL.replace(", latency = '300 ns'", "");
        let new = Platform::from_str_with(&text, "m", &[set[0], set[1], ("host.levels", &level)]).unwrap();
        assert_eq!((old.link_count(), old.host.memory.clone()), (new.link_count(), new.host.memory.clone()));
        let (mut first, mut second) = (Path::default(), Path::default());
        for pair in 0..4 * u32::from(old.host.cores) * u32::from(old.host.cores) {
            let (hosts, cores) = (pair % 4, pair / 4);
            let from = old.endpoint(HostId(hosts / 2), (cores / u32::from(old.host.cores)) as u16);
            let to = old.endpoint(HostId(hosts % 2), (cores % u32::from(old.host.cores)) as u16);
            old.path(from, to, &mut first);
            new.path(from, to, &mut second);
            assert_eq!((&first, old.level_port(from, to)), (&second, new.level_port(from, to)));
        }
    }
}

#[test]
fn ranks_are_bound_to_cores_in_an_order() {
    let bound = |binding: &str| {
        let text = with_levels("").replace("cores = 8\n", &format!("cores = 8\nbinding = '{binding}'\n"));
        let machine = platform(&text);
        let mapping = Mapping::build("block", 24, None, false, &Allocation::Machine, &machine).unwrap();
        let cores: Vec<u16> = (8..16).map(|rank| mapping.endpoint(rank).core).collect();
        assert_eq!(mapping.endpoint(8).host, HostId(1));
        let dealt = Mapping::build("round-robin", 24, None, false, &Allocation::Machine, &machine).unwrap();
        let same: Vec<u16> = (0..8).map(|round| dealt.endpoint(3 * round + 1).core).collect();
        assert_eq!(cores, same, "whatever the mapping");
        cores
    };
    assert_eq!(bound("block"), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(bound("round-robin:numa"), [0, 4, 1, 5, 2, 6, 3, 7]);
    assert_eq!(bound("round-robin:L3"), [0, 2, 4, 6, 1, 3, 5, 7]);
    assert_eq!(bound("6-7, 0"), [6, 7, 0, 1, 2, 3, 4, 5], "the rest comes last");
}

/// The machine with levels, and a cache in each L3.
fn with_caches() -> String {
    let cache = "cache = { level = 'L3', size = '1 MiB', bandwidth = '50 GB/s', data = 'unchanged' }\n[nic]";
    with_levels(WHOLE).replace(", latency = '300 ns'", "").replace("[nic]", cache)
}

#[test]
fn bytes_pass_memory_or_caches_and_the_fabric_if_they_have_changed() {
    let machine = platform(&with_caches());
    let links = |from, to, held| {
        let mut path = Path::default();
        let from = Endpoint { held, ..machine.endpoint(HostId(1), from) };
        machine.path(from, machine.endpoint(HostId(1), to), &mut path);
        let names: Vec<String> = path.links.iter().map(|link| machine.link_name(*link)).collect();
        (names.join(" "), path.latency.ps() / 1_000)
    };
    let own = |text: &str, ns| (text.to_owned(), ns);
    assert_eq!(links(2, 3, Held::Changed), own("host1-L3-1-cache", 100));
    assert_eq!(links(2, 3, Held::Unchanged), own("host1-L3-1-cache", 100));
    assert_eq!(links(0, 3, Held::Changed), own("host1-L3-0-cache host1-L3-1-cache host1-numa-0-fabric", 200));
    assert_eq!(links(0, 3, Held::Unchanged), own("host1-L3-0-cache host1-L3-1-cache", 200));
    assert_eq!(links(7, 0, Held::Changed), own("host1-L3-3-cache host1-L3-0-cache host1-host-fabric", 500));
    assert_eq!(links(0, 3, Held::Memory), own("host1-memory0", 200));
    assert_eq!(links(0, 7, Held::Memory), own("host1-memory0 host1-memory1", 500));
    assert_eq!(links(0, 3, Held::Both), own("host1-memory0 host1-numa-0-fabric", 200));
    // Behind all others; twelve caches.
    assert_eq!(machine.link_count(), 3 * (2 + 4 + 2 + 3) + 12);
    assert_eq!(machine.link_class_name(LinkId(44)), "cache");
    assert_eq!(machine.link(LinkId(44)).bandwidth, Rate(50_000_000_000));
    assert_eq!(
        (machine.link_name(LinkId(33)), machine.link_name(LinkId(44))),
        ("host0-L3-0-cache".into(), "host2-L3-3-cache".into())
    );
    let shown = machine.show();
    assert!(shown.contains("  cache         1 MiB by L3, 50 GB/s, buffers are unchanged between sends\n"), "{shown}");
    let slow = with_caches().replace("data = 'unchanged'", "beyond = '3 GB/s'");
    let shown = platform(&slow).show();
    let line =
        "  cache         1 MiB by L3, 50 GB/s, buffers are rewritten between sends, a core copies 3 GB/s beyond it\n";
    assert!(shown.contains(line), "{shown}");
    let port = |held| {
        machine
            .level_port(Endpoint { held, ..machine.endpoint(HostId(0), 0) }, machine.endpoint(HostId(0), 2))
            .unwrap()
    };
    assert_eq!(port(Held::Changed).bandwidth, Some(Rate(2_000_000_000)));
    assert_eq!((port(Held::Unchanged).bandwidth, port(Held::Memory).gap), (None, Time::from_ns(100)));
    // Without caches there is memory, whatever is asked for.
    let plain = platform(&with_levels(""));
    let mut path = Path::default();
    plain.path(
        Endpoint { held: Held::Unchanged, ..plain.endpoint(HostId(1), 0) },
        plain.endpoint(HostId(1), 3),
        &mut path,
    );
    assert_eq!(path.links.iter().map(|link| plain.link_name(*link)).collect::<Vec<_>>(), ["host1-memory0"]);
}

#[test]
fn nics_take_time_for_messages_and_are_assigned() {
    let of = |keys: &str| platform(&FULL.replace("message_rate = '200 M/s'", keys));
    let time = "message_time = { near = '100 ns', far = '300 ns' }";
    let cores = of(time);
    let far = Endpoint { nic: 1, ..cores.endpoint(HostId(0), 3) };
    let times = [cores.endpoint(HostId(0), 0), cores.endpoint(HostId(0), 7), far]
        .map(|end| cores.message_time(end).ps() / 1_000);
    assert_eq!(times, [100, 100, 300]);
    assert!(
        cores.show().contains(
            "2 per host, injection 1.5 GB/s, messages unlimited, 100 ns per message, 300 ns of far ranks\n"
        ),
        "{}",
        cores.show()
    );
    let few = of("message_time = { near = '100 ns', connections = 64, fetch = '500 ns' }");
    assert!(few.show().contains(", 100 ns of far ranks, 500 ns more beyond 64 connections\n"), "{}", few.show());
    let same = of("message_time = { near = '100 ns' }");
    assert_eq!(same.message_time(far), Time::from_ns(100));
    let noted = |machine: &Platform| machine.defaults().iter().filter(|of| of.key == "nic.message_time.far").count();
    assert_eq!((noted(&same), noted(&cores)), (1, 0), "named, as it decides");
    let placed = |keys: &str, ppn| {
        let text = with_levels("")
            .replace("message_rate = '200 M/s'", keys)
            .replace("cores = 8\n", "cores = 8\nbinding = 'round-robin:numa'\n");
        let machine = platform(&text);
        let mapping = Mapping::build("block", 2 * ppn, Some(ppn), false, &Allocation::Machine, &machine).unwrap();
        (0..ppn).map(|rank| (mapping.endpoint(ppn + rank).core, mapping.endpoint(ppn + rank).nic)).collect::<Vec<_>>()
    };
    assert_eq!(placed("assign = 'cores'", 8), [(0, 0), (4, 1), (1, 0), (5, 1), (2, 0), (6, 1), (3, 0), (7, 1)]);
    assert_eq!(placed("assign = 'ranks'", 8), [(0, 0), (4, 0), (1, 0), (5, 0), (2, 1), (6, 1), (3, 1), (7, 1)]);
    assert_eq!(placed("assign = 'ranks'", 4), [(0, 0), (4, 0), (1, 1), (5, 1)], "blocks of the ranks that there are");
    assert_eq!(placed("assign = 'round-robin'", 4), [(0, 0), (4, 1), (1, 0), (5, 1)]);
    for (assign, words) in [("ranks", ", by blocks of ranks\n"), ("round-robin", ", ranks in turn\n")] {
        let shown = of(&format!("assign = '{assign}'")).show();
        assert!(shown.contains(words), "{shown}");
    }
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
    let ends = (platform.endpoint(HostId(0), 1), platform.endpoint(HostId(2), 7));
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
