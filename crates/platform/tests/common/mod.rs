//! Wrong platform files and what is said about each: shared by the test of the messages and the fuzz loop.
#![allow(unreachable_pub, dead_code, reason = "each test binary uses its part")]

/// One mistake.
pub struct Case {
    pub text: String,
    pub overrides: &'static [(&'static str, &'static str)],
    /// `{topologies}` stands for the names of all.
    pub message: &'static str,
}

const HOST: &str = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }\n";

/// A platform without mistake, of a torus.
pub const GOOD: &str = "[topology]\nkind = 'torus'\ndimensions = [4, 4]\n[topology.links.all]\nbandwidth = '1 GB/s'\n\
                        latency = '1 us'\n[host]\nspeed = '1 Gf'\n\
                        memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }\n";

fn file(text: &str, message: &'static str) -> Case {
    Case { text: text.to_owned(), overrides: &[], message }
}

/// A mistake in the topology; the host is right.
fn topology(text: &str, message: &'static str) -> Case {
    Case { text: format!("[topology]\n{text}\n{HOST}"), overrides: &[], message }
}

/// A mistake in `[host]`, `[nic]` or an option; the topology is right.
fn rest(text: &str, message: &'static str) -> Case {
    let torus = "topology = { kind = 'full', hosts = 2, links.all = { bandwidth = '1 GB/s', latency = '1 us' } }";
    Case { text: format!("{torus}\n{text}"), overrides: &[], message }
}

fn option(overrides: &'static [(&'static str, &'static str)], message: &'static str) -> Case {
    Case { text: GOOD.to_owned(), overrides, message }
}

/// All of them; the file is called `machine.toml`.
pub fn cases() -> Vec<Case> {
    let mut all = file_cases();
    all.extend(topology_cases());
    all.extend(shape_cases());
    all.extend(percs_cases());
    all.extend(graph_cases());
    all.extend(zones_cases());
    all.extend(host_cases());
    all.extend(fifo_cases());
    all.extend(storage_cases());
    all.extend(option_cases());
    all
}

fn file_cases() -> Vec<Case> {
    vec![
        file("[topology", "machine.toml:1:10: not valid TOML: unclosed table, expected `]`"),
        file("name = 'x'\nname = 'y'", "machine.toml:2:1: not valid TOML: duplicate key"),
        file(
            "name = 99999999999999999999",
            "machine.toml:1:8: not valid TOML: the integer 99999999999999999999 does not fit 64 bits",
        ),
        file("", "machine.toml:1:1: `topology` is missing; expected a table"),
        file(
            "nane = 'x'",
            "machine.toml:1:1: unknown key `nane`; expected one of name, grade, topology, host, nic, mpi, storage, flow, packet; did you mean `name`?",
        ),
        file("grade = 'D'\n", "machine.toml:1:9: `grade`: unknown grade `D`; expected one of A, B, C"),
        file("name = 3\n", "machine.toml:1:8: `name` is an integer; expected a text"),
        file("topology = 3\n", "machine.toml:1:12: `topology` is an integer; expected a table"),
    ]
}

fn topology_cases() -> Vec<Case> {
    vec![
        topology("", "machine.toml:1:1: `topology.kind` is missing; expected a text"),
        topology(
            "kind = 'trous'",
            "machine.toml:2:8: `topology.kind`: unknown topology `trous`; expected one of {topologies}; did you mean `torus`?",
        ),
        topology(
            "kind = 'zeppelin'",
            "machine.toml:2:8: `topology.kind`: unknown topology `zeppelin`; \
             expected one of {topologies}",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { bandwith = '1 GB/s', latency = '1 us' }",
            "machine.toml:4:15: unknown key `topology.links.all.bandwith`; expected one of bandwidth, latency; did you mean `bandwidth`?",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { latency = '1 us' }",
            "machine.toml:4:13: `topology.links.all.bandwidth` is missing; \
             expected a bandwidth, for example `\"12.5 GB/s\"`",
        ),
        topology(
            "kind = 'fat-tree'\nchildren = [2, 2]\nparents = [1, 2]\nlinks.level1 = { bandwidth = '1 GB/s', latency = '1 us' }",
            "machine.toml:5:1: `topology.links.level2.bandwidth` is missing; \
             expected a bandwidth, for example `\"12.5 GB/s\"`",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = '1 GB/s'",
            "machine.toml:4:13: `topology.links.all` is a text; expected a table with the keys bandwidth, latency",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { bandwidth = '1 GB', latency = '1 us' }",
            "machine.toml:4:27: `topology.links.all.bandwidth`: `GB` in `1 GB` is not a unit of a bandwidth; \
             expected for example `12.5 GB/s`, `100 Gb/s` or `1 GiB/s`",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { bandwidth = 12, latency = '1 us' }",
            "machine.toml:4:27: `topology.links.all.bandwidth` is an integer; \
             expected a bandwidth, for example `\"12.5 GB/s\"`",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { bandwidth = '0 GB/s', latency = '1 us' }",
            "machine.toml:4:27: `topology.links.all.bandwidth` is 0 GB/s; expected a bandwidth of at least 1 B/s",
        ),
        topology(
            "kind = 'full'\nhosts = 4\nlinks.all = { bandwidth = '1 GB/s', latency = '5' }",
            "machine.toml:4:47: `topology.links.all.latency`: `5` has no unit; \
             expected for example `30 ns`, `1.5 us` or `2 s`",
        ),
        topology(
            "kind = 'full'\nhosts = 0",
            "machine.toml:3:9: `topology.hosts` is 0; expected a whole number from 1 to 4294967295",
        ),
        topology(
            "kind = 'full'\nhosts = 4.5",
            "machine.toml:3:9: `topology.hosts` is a decimal number without unit; expected a whole number from 1",
        ),
        topology(
            "kind = 'full'\nhosts = 100000\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }",
            "machine.toml:1:1: the machine is too large: 9999900000 links, at most 4294967295",
        ),
    ]
}

fn shape_cases() -> Vec<Case> {
    vec![
        topology(
            "kind = 'torus'\ndimensions = 8",
            "machine.toml:3:14: `topology.dimensions` is an integer; \
             expected a list of whole numbers from 1, for example `[8, 8, 8]`",
        ),
        topology(
            "kind = 'torus'\ndimensions = []",
            "machine.toml:3:14: `topology.dimensions` is an empty list; expected at least one number",
        ),
        topology(
            "kind = 'mesh'\ndimensions = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
            "machine.toml:3:14: `topology.dimensions` is a list of 17; expected at most 16 dimensions",
        ),
        topology(
            "kind = 'torus'\ndimensions = [4, 4]\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }\n\
             links.dim3.latency = '2 us'",
            "machine.toml:5:7: unknown key `topology.links.dim3`; expected one of dim1, dim2; did you mean `dim1`?",
        ),
        topology(
            "kind = 'mesh'\ndimensions = [65537, 2]\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }",
            "machine.toml:1:1: the machine is too large: routes of up to 65537 links, at most 65536",
        ),
        topology(
            "kind = 'torus'\ndimensions = [65536, 65536]",
            "machine.toml:1:1: the machine is too large: 65536 × 65536 hosts, at most 4294967295",
        ),
        topology(
            "kind = 'cluster'\nhosts = 10\ncabinets = 3",
            "machine.toml:4:12: `topology.cabinets` is 3; expected a divisor of the 10 hosts, or a list of sizes",
        ),
        topology(
            "kind = 'cluster'\nhosts = 10\ncabinets = [5, 4]",
            "machine.toml:4:12: `topology.cabinets` is a list that sums to 9; expected sizes that sum to the 10 hosts",
        ),
        topology(
            "kind = 'cluster'\nhosts = 10\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }\n\
             links.cabinet.bandwidth = '1 GB/s'",
            "machine.toml:5:27: `topology.links.cabinet.bandwidth` cannot be given together with \
             `topology.cabinets`: there are no cabinets unless `cabinets` says so",
        ),
        topology(
            "kind = 'dragonfly-plus'\ngroups = 9\nleaves = 4\nspines = 2\nhosts = 2\nglobal_links = 3",
            "machine.toml:7:16: `topology.global_links` is 3; \
             expected at least 4, so that 2 spines reach 8 other groups",
        ),
        topology(
            "kind = 'fat-tree'\narity = 4\nlevels = 2\nparents = [1, 2]",
            "machine.toml:5:11: `topology.parents` cannot be given together with `topology.arity`: \
             a k-ary n-tree has no other shape",
        ),
        topology(
            "kind = 'fat-tree'\nchildren = [4, 4]\nparents = [1]",
            "machine.toml:4:11: `topology.parents` is a list of 1; \
             expected 2 numbers, one per level as in `children`",
        ),
        topology(
            "kind = 'fat-tree'\narity = 4",
            "machine.toml:1:1: `topology.levels` is missing; expected a whole number from 1",
        ),
        topology(
            "kind = 'fat-tree'\narity = 4\nlevels = 20",
            "machine.toml:4:10: `topology.levels` is 20; expected at most 16 levels",
        ),
        topology(
            "kind = 'dragonfly'\ngroups = 9\nrouters = 2\nhosts = 1\nglobal_links = 3",
            "machine.toml:6:16: `topology.global_links` is 3; \
             expected at least 4, so that 2 routers reach 8 other groups",
        ),
        topology(
            "kind = 'slim-fly'\nq = 9",
            "machine.toml:3:5: `topology.q` is 9; expected an odd prime from 3 to 997",
        ),
        topology(
            "kind = 'hypercube'\ndimensions = 27",
            "machine.toml:3:14: `topology.dimensions` is 27; expected at most 26 dimensions",
        ),
        topology(
            "kind = 'dragonfly'\ngroups = 3\nrouters = 2\nhosts = 1\nwiring = 'absolut'",
            "machine.toml:6:10: `topology.wiring`: unknown wiring `absolut`; expected one of absolute, relative, circulant, palm-tree; did you mean `absolute`?",
        ),
    ]
}

fn percs_cases() -> Vec<Case> {
    let percs = |text: &str, message| topology(&format!("kind = 'percs'\n{text}"), message);
    vec![
        percs("supernodes = 513", "machine.toml:3:14: `topology.supernodes` is 513; expected at most 512"),
        percs("supernodes = 2\ndrawers = 5", "machine.toml:4:11: `topology.drawers` is 5; expected at most 4"),
        percs("supernodes = 2\nhubs = 9", "machine.toml:4:8: `topology.hubs` is 9; expected at most 8"),
        percs(
            "supernodes = 64\nd_links = 9",
            "machine.toml:4:11: `topology.d_links` is 9; expected at most 8, as a hub has 16 D ports",
        ),
        percs(
            "supernodes = 18\ndrawers = 1\nhubs = 1",
            "machine.toml:3:14: `topology.supernodes` is 18; expected at most 17, as 1 hubs have so many D ports",
        ),
        percs(
            "supernodes = 2\nlinks.QCM = { bandwidth = '24 GB/s' }",
            "machine.toml:4:13: `topology.links.QCM.latency` is missing; expected a time, for example `\"1.5 us\"`",
        ),
        percs(
            "supernodes = 2\nlinks.QCM = { bandwidth = '24 GB/s', latency = '1 us' }\nrouting = 'valiant'",
            "machine.toml:5:11: `topology.routing`: unknown routing `valiant`; expected one of direct, indirect",
        ),
    ]
}

fn zones_cases() -> Vec<Case> {
    const FULL: &str = "{ kind = 'full', hosts = 2, links.all = { bandwidth = '1 GB/s', latency = '1 us' } }";
    let zones = |text: &str, message| topology(&format!("kind = 'zones'\n{}", text.replace("FULL", FULL)), message);
    vec![
        zones(
            "outer = FULL\nzones = []",
            "machine.toml:4:9: `topology.zones` is a list of 0; expected 1 to 4096 zones",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', topology = FULL }]",
            "machine.toml:3:9: `topology.outer` is a topology of 2 hosts; expected 1 hosts, one for each zone",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', topology = { kind = 'full', hosts = 9000, \
             links.all = { bandwidth = '1 GB/s', latency = '1 us' } } }]",
            "machine.toml:4:10: the machine is too large: a part of 80991000 links (9000 hosts, fully connected), at most 67108864",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', topology = FULL }, { name = 'a', topology = FULL }]",
            "machine.toml:4:132: `topology.zones[1].name`: `a` is defined twice",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', gateway = 'host2', topology = FULL }]",
            "machine.toml:4:34: `topology.zones[0].gateway` is `host2`; \
             expected a gateway of the zone or one of its 2 hosts, of which the first is `host0`",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', count = 2, topology = FULL }]\nbypasses = [{ from = 'a0', to = 'b' }]",
            "machine.toml:5:33: `topology.bypasses[0].to`: unknown zone `b`; expected one of a0, a1",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', count = 2, topology = FULL }]\nbypasses = [{ from = 'a0', to = 'a0' }]",
            "machine.toml:5:33: `topology.bypasses[0].to`: `a0` is defined twice",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', count = 2, topology = FULL }]\nbypasses = [{ from = 'a0', to = 'a1', exit = 'host2' }]",
            "machine.toml:5:46: `topology.bypasses[0].exit` is `host2`; \
             expected a gateway of the zone or one of its 2 hosts, of which the first is `host0`",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', count = 2, gateway = 's', topology = { kind = 'graph', hosts = 1, switches = ['s'], \
             gateways = [{ switch = 's' }], connect = [{ from = 'host0', to = 's', link = 'x', oneway = true }], \
             links.x = { bandwidth = '1 GB/s', latency = '1 us' } } }]",
            "machine.toml:4:45: `topology.zones[0].gateway` is `s`; \
             expected a gateway with routes from and to all hosts of the zone; `host0` has not both",
        ),
        zones(
            "outer = FULL\nzones = [{ name = 'a', topology = { kind = 'ring' } }]",
            "machine.toml:4:44: `topology.zones[0].topology.kind`: unknown topology `ring`; \
             expected one of {topologies}",
        ),
        zones(
            "zones = [{ name = 'a', topology = FULL }]",
            "machine.toml:1:1: `topology.outer` is missing; expected a table",
        ),
    ]
}

fn graph_cases() -> Vec<Case> {
    const LINK: &str = "links.x = { bandwidth = '1 GB/s', latency = '1 us' }";
    let graph = |text: &str, message| topology(&format!("kind = 'graph'\n{LINK}\n{text}"), message);
    vec![
        graph("hosts = ['a', 'b', 'a']\nconnect = []", "machine.toml:4:9: `topology.hosts`: `a` is defined twice"),
        graph(
            "hosts = ['a', 'b']\nswitches = ['b']\nconnect = []",
            "machine.toml:5:12: `topology.switches`: `b` is defined twice",
        ),
        graph(
            "hosts = ['left', 'right']\nconnect = [{ from = 'left', to = 'rigth', link = 'x' }]",
            "machine.toml:5:34: `topology.connect[0].to`: unknown host or switch `rigth`; expected one of left, right; did you mean `right`?",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = [{ from = 'a', to = 'b', link = 'y' }]",
            "machine.toml:5:43: `topology.connect[0].link`: unknown class of links `y`; expected x",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = [{ from = 'a', to = 'a', link = 'x' }]",
            "machine.toml:5:31: `topology.connect[0].to` is `a`; expected another host or switch than `from`",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = [{ from = 'a', to = 'b', link = 'x', oneway = true }]",
            "machine.toml:5:11: no route from `b` to `a`: `topology.connect` does not connect them",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = [{ from = 'a', to = 'b', link = 'x', oneway = 1 }]",
            "machine.toml:5:57: `topology.connect[0].oneway` is an integer; expected `true` or `false`",
        ),
        graph(
            "hosts = ['a', 'b']\nswitches = ['s']\ngateways = [{ switch = 'a' }]\nconnect = []",
            "machine.toml:6:24: `topology.gateways[0].switch`: unknown switch `a`; expected s",
        ),
        graph(
            "hosts = ['a', 'b']\nswitches = ['s']\ngateways = [{ switch = 's' }, { switch = 's' }]\nconnect = []",
            "machine.toml:6:42: `topology.gateways[1].switch`: `s` is defined twice",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = ['ab']",
            "machine.toml:5:12: `topology.connect[0]` is a text; expected a table",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = 'ab'",
            "machine.toml:5:11: `topology.connect` is a text; \
             expected a list of tables with the keys from, to, link, limiter, oneway",
        ),
        graph(
            "hosts = ['a', 1]\nconnect = []",
            "machine.toml:4:15: `topology.hosts` is an integer; \
             expected a list of names or how many there are, for example `[\"a\", \"b\"]` or `16`",
        ),
        graph(
            "hosts = []\nconnect = []",
            "machine.toml:4:9: `topology.hosts` is an empty list; expected at least one host",
        ),
        graph(
            "hosts = 20000\nconnect = []",
            "machine.toml:1:1: the machine is too large: 20000 hosts of a graph, at most 8192",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = [{ from = 'a', to = 'b', link = 'x', limiter = 'core' }]\nlimiters = [{ name = 'cord', bandwidth = '1 GB/s' }]",
            "machine.toml:5:58: `topology.connect[0].limiter`: unknown limiter `core`; expected cord; did you mean `cord`?",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = []\nlimiters = [{ name = 'x', bandwidth = '1 GB/s' }, { name = 'x', bandwidth = '1 GB/s' }]",
            "machine.toml:6:60: `topology.limiters[1].name`: `x` is defined twice",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = []\nlinks.'y.z' = { bandwidth = '1 GB/s', latency = '1 us' }",
            "machine.toml:3:1: `topology.links` is a table with `y.z`; expected names without dots",
        ),
        graph(
            "hosts = ['a', 'b']\nswitches = ['c']\ntransit = ['c']\nconnect = []",
            "machine.toml:6:11: `topology.transit`: unknown host `c`; expected one of a, b",
        ),
        graph(
            "hosts = ['a', 'b']\nconnect = []\nlimiters = [{ name = 'x', bandwidth = '1 GB/s' }]\nlinks.limiter = { bandwidth = '1 GB/s', latency = '1 us' }",
            "machine.toml:3:1: `topology.links`: `limiter` is defined twice",
        ),
        graph(
            "hosts = 8000\nswitches = 1000\nconnect = []",
            "machine.toml:1:1: the machine is too large: \
             8000 hosts × 9000 vertices need 72000000 routes, at most 67108864",
        ),
    ]
}

fn host_cases() -> Vec<Case> {
    vec![
        option(
            &[("host.noise.trace", "no-such.txt")],
            "--set host.noise.trace=no-such.txt: `host.noise.trace` cannot be used: no-such.txt: cannot be read: No such file or directory (os error 2)",
        ),
        rest(
            &format!("{HOST}names = ['n[0-1']"),
            "machine.toml:5:9: `host.names` is `n[0-1`; expected a name, or several as `node-[0-3,7].org`",
        ),
        rest(
            &format!("{HOST}names = ['n[0-2]']"),
            "machine.toml:5:9: `host.names` is a list of more names; expected 2 names, one for each host",
        ),
        rest(
            &format!("{HOST}names = ['n']"),
            "machine.toml:5:9: `host.names` is a list of 1 names; expected 2 names, one for each host",
        ),
        rest(
            &format!("{HOST}names = 9000000000"),
            "machine.toml:5:9: `host.names` is 9000000000; expected 2 names, one for each host",
        ),
        rest(&format!("{HOST}names = ['n', 'n']"), "machine.toml:5:9: `host.names`: `n` is defined twice"),
        rest("", "machine.toml:1:1: `host` is missing; expected a table"),
        rest(
            "[host]\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }",
            "machine.toml:2:1: `host.speed` is missing; expected a core speed, for example `\"8 Gflop/s\"`",
        ),
        rest(
            "[host]\nspeed = '20 kf'",
            "machine.toml:2:1: `host.memory.bandwidth` is missing; \
             expected a bandwidth, for example `\"12.5 GB/s\"`",
        ),
        rest(
            "[host]\nspeed = '0 f'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }",
            "machine.toml:3:9: `host.speed` is 0 f; expected a speed of at least 1 flop/s",
        ),
        rest(
            "[host]\ncores = 70000",
            "machine.toml:3:9: `host.cores` is 70000; expected at most 65535, as many as a host can have",
        ),
        rest(
            "[host]\ncores = 2\nspeed = '1 Gf'\n\
             memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us', sockets = 4 }",
            "machine.toml:5:79: `host.memory.sockets` is 4; expected at most 2, as many as its cores can have",
        ),
        rest(
            &format!("{HOST}levels = [{{ name = 'L3', cores = 3, latency = '1 ns' }}]"),
            "machine.toml:5:34: `host.levels[0].cores` is 3; expected at most 1, the cores of a host",
        ),
        levels(
            "{ name = 'L3', cores = 2, latency = '1 ns' }, { name = 'numa', cores = 3, latency = '1 ns' }",
            "machine.toml:6:82: `host.levels[1].cores` is 3; \
             expected a multiple of the 2 of `L3` before it, more, and at most 4",
        ),
        levels(
            "{ name = 'L3', cores = 2, latency = '1 ns' }, { name = 'L3', cores = 4, latency = '1 ns' }",
            "machine.toml:6:66: `host.levels[1].name`: `L3` is defined twice",
        ),
        rest(
            &format!("{HOST}cache = {{ level = 'L3', size = '1 MiB', bandwidth = '1 GB/s' }}"),
            "machine.toml:5:19: `host.cache.level`: unknown level `L3`",
        ),
        levels(
            "{ name = 'L3', cores = 2, latency = '1 ns' }]\ncache = { level = 'L3', size = '0 B', bandwidth = '1 GB/s' }\nnoise = [",
            "machine.toml:7:32: `host.cache.size` is 0 B; expected a size of at least 1 B",
        ),
        levels(
            "{ name = 'L3', cores = 2, latency = '1 ns' }]\ncache = { level = 'L3', size = '1 MiB' }\nnoise = [",
            "machine.toml:7:9: `host.cache.bandwidth` is missing; expected a bandwidth, for example `\"12.5 GB/s\"`",
        ),
        rest(
            &format!("{HOST}[nic]\nmessage_rate = '1 M/s'\nmessage_time.near = '1 us'"),
            "machine.toml:6:16: `nic.message_rate` cannot be given together with `nic.message_time`: \
             both say what a message takes of a NIC",
        ),
        rest(
            "[host]\ncores = 4\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }\n\
             [nic]\nmessage_time = { near = '1 us', connections = 64 }",
            "machine.toml:7:16: `nic.message_time.fetch` is missing; expected a time, for example `\"1.5 us\"`",
        ),
        levels(
            "{ name = 'host', cores = 4, latency = '1 ns' }",
            "machine.toml:5:61: `host.memory.latency` cannot be given together with `host.levels`: the last level holds all cores",
        ),
        rest(
            &format!("{HOST}binding = 'round-robin:numa'"),
            "machine.toml:5:11: `host.binding` is `round-robin:numa`; \
             expected `block`, `round-robin:LEVEL`, or different cores below 1, as in `0-3,64-67`",
        ),
        rest(
            "[host]\ncores = 4\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }\n\
             binding = '0-2,1'\nlevels = [{ name = 'L3', cores = 2, latency = '1 ns' }]",
            "machine.toml:6:11: `host.binding` is `0-2,1`; \
             expected `block`, `round-robin:L3`, or different cores below 4, as in `0-3,64-67`",
        ),
        rest(
            "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s' }",
            "machine.toml:4:10: `host.memory.latency` is missing; expected a time, for example `\"1.5 us\"`",
        ),
        rest(
            &format!("{HOST}[nic]\ninjektion = '1 GB/s'"),
            "machine.toml:6:1: unknown key `nic.injektion`; expected one of count, injection, message_rate, message_time, assign, loopback, fifos, engine; did you mean `injection`?",
        ),
        rest(
            &format!("{HOST}[nic]\nmessage_rate = '200 Mps'"),
            "machine.toml:6:16: `nic.message_rate`: `Mps` in `200 Mps` is not a unit of a number per second; \
             expected for example `200 M/s` or `1.5e6 /s`",
        ),
        rest(
            &format!("{HOST}[nic]\ncount = 256"),
            "machine.toml:6:9: `nic.count` is 256; expected at most 255, as many as a host can have",
        ),
        rest(
            &format!("{HOST}[nic]\nmessage_rate = '0 /s'"),
            "machine.toml:6:16: `nic.message_rate` is 0 /s; expected at least 1 /s",
        ),
        rest(
            &format!("{HOST}[nic]\nloopback.bandwidth = '1 GB/s'"),
            "machine.toml:6:1: `nic.loopback.latency` is missing; expected a time, for example `\"1.5 us\"`",
        ),
        rest(&format!("{HOST}[mpi]\nlibrary = 3"), "machine.toml:6:11: `mpi.library` is an integer; expected a text"),
    ]
}

/// A host of four cores with these levels.
fn levels(levels: &str, message: &'static str) -> Case {
    let memory = "memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }";
    rest(&format!("[host]\ncores = 4\nspeed = '1 Gf'\n{memory}\nlevels = [{levels}]"), message)
}

fn fifo_cases() -> Vec<Case> {
    let nic = |text: &str, message| rest(&format!("{HOST}[nic]\n{text}"), message);
    vec![
        nic(
            "engine.bandwidth = '3 GB/s'",
            "machine.toml:5:1: `nic.fifos.masks` is missing; expected a list of whole numbers from 1, for example `[8, 8, 8]`",
        ),
        nic(
            "fifos.masks = []",
            "machine.toml:6:15: `nic.fifos.masks` is an empty list; expected at least one number",
        ),
        nic(
            "fifos.masks = [1, 0]",
            "machine.toml:6:19: `nic.fifos.masks` is 0; expected a whole number from 1 to 4294967295",
        ),
        nic(
            "fifos.masks = [0x80, 0x100]",
            "machine.toml:6:15: `nic.fifos.masks` is 0x100; expected masks of 8 bits, one for each network FIFO",
        ),
        nic(
            "fifos = { masks = [1], network = 33 }",
            "machine.toml:6:34: `nic.fifos.network` is 33; expected at most 32",
        ),
        nic(
            "fifos = { masks = [1], choice = 'destinations' }",
            "machine.toml:6:33: `nic.fifos.choice`: unknown choice of a memory FIFO `destinations`; \
             expected one of destination, in-turn; did you mean `destination`?",
        ),
        nic(
            "fifos.masks = [1]\nengine.packet = 3",
            "machine.toml:7:17: `nic.engine.packet` is an integer; expected a time, for example `\"1.5 us\"`",
        ),
        rest(&format!("packet = 3\n{HOST}"), "machine.toml:2:10: `packet` is an integer; expected a table"),
        rest(
            &format!("{HOST}[packet]\nheader = true"),
            "machine.toml:6:10: `packet.header` is true or false; expected a text",
        ),
        rest(&format!("flow = 3\n{HOST}"), "machine.toml:2:8: `flow` is an integer; expected a table"),
        rest(
            &format!("{HOST}[flow]\ncapacity-factor = true"),
            "machine.toml:6:19: `flow.capacity-factor` is true or false; expected a text",
        ),
    ]
}

fn storage(text: &str, message: &'static str) -> Case {
    rest(&format!("{HOST}[storage]\n{text}"), message)
}

fn storage_cases() -> Vec<Case> {
    vec![
        rest(&format!("storage = 3\n{HOST}"), "machine.toml:2:11: `storage` is an integer; expected a table"),
        storage("model = 3", "machine.toml:6:9: `storage.model` is an integer; expected a text"),
        storage("latency = true", "machine.toml:6:11: `storage.latency` is true or false; expected a text"),
        storage("servers = 65537", "machine.toml:6:11: `storage.servers` is 65537; expected at most 65536"),
        storage("servers = []", "machine.toml:6:11: `storage.servers` is an empty list; expected at least one host"),
        storage(
            "servers = ['host0', 'host2']",
            "machine.toml:6:11: `storage.servers` is `host2`; expected names of hosts, of which the first is `host0`",
        ),
        storage(
            "servers = [0]",
            "machine.toml:6:12: `storage.servers` is an integer; expected a list of names or how many there are, for example \
             `[\"a\", \"b\"]` or `16`",
        ),
    ]
}

fn option_cases() -> Vec<Case> {
    vec![
        option(
            &[("topology.links.all.bandwidth", "5 GB")],
            "--set topology.links.all.bandwidth=5 GB: `topology.links.all.bandwidth`: `GB` in `5 GB` is not a unit of \
             a bandwidth; expected for example `12.5 GB/s`, `100 Gb/s` or `1 GiB/s`",
        ),
        option(
            &[("host.kores", "4")],
            "--set host.kores=4: unknown key `host.kores`; expected one of cores, speed, names, binding, memory, levels, cache, noise; did you mean `cores`?",
        ),
        option(
            &[("host.speed.x", "4")],
            "--set host.speed.x=4: `host.speed` is a text, not a table, so it has no key `x`",
        ),
        option(
            &[("host..x", "4")],
            "--set host..x=4: `host..x` is not a key; expected names joined by dots, as in `host.cores`",
        ),
        option(
            &[("topology.kind", "cluster")],
            "machine.toml:3:1: unknown key `topology.dimensions`; expected one of kind, hosts, cabinets, links",
        ),
        option(
            &[("topology.dimensions", "[4, 0]")],
            "--set topology.dimensions=[4, 0]: `topology.dimensions` is 0; \
             expected a whole number from 1 to 4294967295",
        ),
    ]
}
