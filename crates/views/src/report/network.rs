//! The network page of a report, as heat maps. A cell of a heat map stands for one link, or on large machines for several
//! neighbouring links, and shows the highest utilisation among them.
//!
//! The heat maps follow the topology's arrangement ([`Shape`]): planes of a grid, levels of a tree, groups and their routers,
//! cabinets; for other topologies, classes of links.

use super::links::STRETCHES;
use platform::{GroupNames, Platform, Shape, Topology, Vertex};
use serde::Serialize;
use units::{HostId, LinkId};

/// Views of more cells are left out, or neighbours share a cell.
const MAX_CELLS: u32 = 1 << 16;
/// Cells of a view times stretches of time.
const MAX_VALUES: usize = 1 << 21;
/// A row of a panel that has one dimension only.
const WIDTH: u32 = 64;

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Panel {
    pub(crate) title: String,
    /// What a column and a row are.
    pub(crate) across: String,
    pub(crate) down: String,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The number of its first cell; cells are numbered row by row.
    pub(crate) first: u32,
}

/// One way to look at the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ViewHead {
    pub(crate) title: String,
    /// One sentence on how to read it.
    pub(crate) how: String,
    pub(crate) panels: Vec<Panel>,
    pub(crate) cells: u32,
    /// Stretches of time, 0 if none were observed.
    pub(crate) stretches: u32,
}

/// A view that is being filled.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) head: ViewHead,
    /// The cell of each link, `NONE` if it has none.
    cells: Vec<u32>,
    whole: Vec<u8>,
    over_time: Vec<u8>,
}

const NONE: u32 = u32::MAX;

/// All views of a network.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) views: Vec<View>,
}

/// A part of a million as a byte: its square root, so that small parts can be told apart. Nothing stays nothing.
fn byte(part: u32) -> u8 {
    if part == 0 {
        return 0;
    }
    // The largest b with (b / 255)² ≤ part / 10⁶.
    let square = u64::from(part) * 255 * 255 / 1_000_000;
    (square.isqrt() as u8).max(1)
}

impl Drawing {
    pub(crate) fn of(platform: &Platform) -> Self {
        let topology = platform.topology();
        let mut views = match topology.shape() {
            Shape::Grid { sizes, .. } => grid(topology, &sizes),
            Shape::Tree { levels } => {
                let firsts: Vec<u32> = levels.iter().map(|level| level.first_switch).collect();
                vec![tree(topology, &firsts)]
            }
            Shape::Groups { groups, leaves, spines, hosts, parts, names } => {
                let mut views = grouped(topology, groups, leaves + spines, leaves * hosts, names);
                if parts > 1 && spines == 0 {
                    views.insert(1, parted(topology, groups, leaves, parts, names));
                }
                views
            }
            Shape::Rows { sizes, hosts } => vec![switches(topology, &sizes, hosts)],
            Shape::Halves { q, hosts } => vec![switches(topology, &[q, q, 2], hosts)],
            _ => Vec::new(),
        };
        views.push(classes(platform));
        Self { views }
    }

    /// Notes the use of a link over the whole run.
    pub(crate) fn whole(&mut self, link: LinkId, part: u32) {
        for view in &mut self.views {
            if let Some(&cell) = view.cells.get(link.index()).filter(|cell| **cell != NONE) {
                let place = &mut view.whole[cell as usize];
                *place = byte(part).max(*place);
            }
        }
    }

    /// Notes the use of a link in each of [`STRETCHES`].
    pub(crate) fn stretches(&mut self, link: LinkId, parts: &[u32]) {
        for view in &mut self.views {
            if let Some(&cell) = view.cells.get(link.index()).filter(|cell| **cell != NONE) {
                view.note(cell as usize, parts);
            }
        }
    }
}

impl View {
    fn new(title: &str, how: &str, panels: Vec<Panel>, cells: Vec<u32>) -> Self {
        let count = panels.last().map_or(0, |panel| panel.first + panel.columns * panel.rows);
        let head = ViewHead { title: title.to_owned(), how: how.to_owned(), panels, cells: count, stretches: 0 };
        Self { head, cells, whole: vec![0; count as usize], over_time: Vec::new() }
    }

    fn note(&mut self, cell: usize, parts: &[u32]) {
        let count = self.head.cells as usize;
        if self.head.stretches == 0 {
            // Divisors of the number of stretches, so that each joins equally many.
            let fits = |stretches: &usize| STRETCHES.is_multiple_of(*stretches) && stretches * count <= MAX_VALUES;
            let stretches = (1..=STRETCHES).rev().find(fits).unwrap_or(1);
            self.head.stretches = stretches as u32;
            self.over_time = vec![0; stretches * count];
        }
        let joined = STRETCHES / self.head.stretches as usize;
        for (stretch, parts) in parts.chunks(joined).enumerate() {
            let mean = parts.iter().map(|part| u64::from(*part)).sum::<u64>() / joined as u64;
            let place = &mut self.over_time[stretch * count + cell];
            *place = byte(mean as u32).max(*place);
        }
    }

    /// The cells over the whole run, then stretch by stretch: the largest use of a link, the square of which over 255² is the
    /// part of its bandwidth.
    pub(crate) fn values(&self) -> Vec<u8> {
        [&self.whole[..], &self.over_time].concat()
    }
}

/// Lays panels out one after the other.
#[derive(Default)]
struct Panels {
    list: Vec<Panel>,
    next: u32,
}

impl Panels {
    /// Gives the number of the first cell.
    fn add(&mut self, title: String, across: &str, down: &str, columns: u32, rows: u32) -> u32 {
        let first = self.next;
        let (across, down) = (across.to_owned(), down.to_owned());
        self.list.push(Panel { title, across, down, columns, rows, first });
        self.next += columns * rows;
        first
    }
}

/// The cell of every link of the topology for which `place` knows one.
fn cells(topology: &dyn Topology, place: impl Fn(LinkId, Vertex, Vertex) -> Option<u32>) -> Vec<u32> {
    let cell = |link: u32| {
        let link = LinkId(link);
        topology.link_ends(link).and_then(|(from, to)| place(link, from, to)).unwrap_or(NONE)
    };
    (0..topology.links()).map(cell).collect()
}

/// Planes of a grid of `sizes`; gives the side of the plane's cells in hosts, too, for large ones.
fn planes(sizes: &[u32]) -> Panels {
    let mut panels = Panels::default();
    let size = |at: usize| sizes.get(at).copied().unwrap_or(1);
    let (columns, rows) = (size(0), size(1));
    let count: u32 = sizes.iter().skip(2).product();
    for plane in 0..count.max(1) {
        let mut rest = plane;
        let places: Vec<String> = (2..sizes.len())
            .map(|at| {
                let place = rest % size(at);
                rest /= size(at);
                format!("dimension {}: {place}", at + 1)
            })
            .collect();
        panels.add(places.join(", "), "dimension 1", if sizes.len() > 1 { "dimension 2" } else { "" }, columns, rows);
    }
    panels
}

fn grid(topology: &dyn Topology, sizes: &[u32]) -> Vec<View> {
    // Planes follow each other as hosts do, so a host's number is its cell's.
    let host = |vertex| match vertex {
        Vertex::Host(host) => Some(host.0),
        Vertex::Switch(_) => None,
    };
    let all = cells(topology, |_, from, _| host(from));
    let how =
        "A cell is a host, at its place in the plane; its colour is the use of the busiest link that leaves it.";
    let mut views = vec![View::new("All directions", how, planes(sizes).list, all)];
    if topology.hosts() <= MAX_CELLS / 4 {
        for (class, name) in topology.class_names().iter().enumerate() {
            let along = |link, from, _| host(from).filter(|_| usize::from(topology.link(link).class) == class);
            let how = format!("A cell is a host; its colour is the use of the busier of its links along {name}.");
            views.push(View::new(&format!("Along {name}"), &how, planes(sizes).list, cells(topology, along)));
        }
    }
    views
}

/// Switches on a grid, with their hosts in a panel of its own.
fn switches(topology: &dyn Topology, sizes: &[u32], hosts: u32) -> View {
    let mut panels = planes(sizes);
    let count: u32 = sizes.iter().product();
    let first = panels.add("Links of hosts".to_owned(), "switch", "host of the switch", count, hosts);
    let cells = cells(topology, |_, from, to| match (from, to) {
        (Vertex::Switch(switch), Vertex::Switch(_)) => Some(switch),
        (Vertex::Host(HostId(host)), _) | (_, Vertex::Host(HostId(host))) => {
            Some(first + host % hosts * count + host / hosts)
        }
    });
    let how = "A cell is a switch at its place; its colour is the use of the busiest link that leaves it for another. The last \
               panel has the links of the hosts.";
    View::new("Switches", how, panels.list, cells)
}

/// A panel upwards and one downwards for each level: a column is a switch, a row a vertex below it.
fn tree(topology: &dyn Topology, firsts: &[u32]) -> View {
    let level_of = |switch: u32| firsts.partition_point(|first| *first <= switch) - 1;
    // Links of a level in the order of their upper ends; the number of links that an upper end has is found by counting.
    let upper = |from, to| match (from, to) {
        (Vertex::Switch(from), Vertex::Switch(to)) => (from.max(to), to > from),
        (Vertex::Host(_), Vertex::Switch(to)) => (to, true),
        (Vertex::Switch(from), Vertex::Host(_)) => (from, false),
        (Vertex::Host(_), Vertex::Host(_)) => unreachable!("a tree has no links between hosts"),
    };
    let ends = |link: u32| topology.link_ends(LinkId(link));
    let mut below: Vec<[u32; 2]> = Vec::new();
    let mut order = vec![0u32; topology.links() as usize];
    for link in 0..topology.links() {
        let Some((from, to)) = ends(link) else { continue };
        let (switch, up) = upper(from, to);
        if switch as usize >= below.len() {
            below.resize(switch as usize + 1, [0; 2]);
        }
        let count = &mut below[switch as usize][usize::from(up)];
        order[link as usize] = *count;
        *count += 1;
    }
    let mut panels = Panels::default();
    let mut places = Vec::new();
    for (level, &first) in firsts.iter().enumerate() {
        let last = firsts.get(level + 1).copied().unwrap_or(below.len() as u32);
        let rows = (first..last).map(|switch| below[switch as usize][1]).max().unwrap_or(0).max(1);
        let joined = Joined::of(last - first, rows);
        for up in [true, false] {
            let title = format!("Level {} {}", level + 1, if up { "up" } else { "down" });
            let down = if joined.rows < rows { "links below, joined" } else { "link below" };
            let start = panels.add(title, "switch of the level", down, joined.columns, joined.rows);
            places.push((start, joined));
        }
    }
    let cells = cells(topology, |link, from, to| {
        let (switch, up) = upper(from, to);
        let level = level_of(switch);
        let (start, joined) = places[2 * level + usize::from(!up)];
        Some(start + joined.cell(switch - firsts[level], order[link.index()]))
    });
    let how = "A column is a switch of the level, a row one of the links to what is below it; panels are for the way up and the \
               way down.";
    View::new("Levels", how, panels.list, cells)
}

/// Columns and rows of which several share a cell where there are too many.
#[derive(Clone, Copy, Debug)]
struct Joined {
    columns: u32,
    rows: u32,
    per_column: u32,
    per_row: u32,
}

impl Joined {
    fn of(columns: u32, rows: u32) -> Self {
        let (most_columns, most_rows) = (256, 64);
        let (per_column, per_row) = (columns.div_ceil(most_columns).max(1), rows.div_ceil(most_rows).max(1));
        Self { columns: columns.div_ceil(per_column), rows: rows.div_ceil(per_row), per_column, per_row }
    }

    fn cell(self, column: u32, row: u32) -> u32 {
        row / self.per_row * self.columns + column / self.per_column
    }
}

/// Groups by groups, the routers of each group, the hosts of each.
fn grouped(topology: &dyn Topology, groups: u32, routers: u32, hosts: u32, names: GroupNames) -> Vec<View> {
    let GroupNames { group, router, .. } = names;
    let joined =
        Joined { per_column: groups.div_ceil(256).max(1), per_row: groups.div_ceil(256).max(1), columns: 0, rows: 0 };
    let side = groups.div_ceil(joined.per_column);
    let joined = Joined { columns: side, rows: side, ..joined };
    let mut panels = Panels::default();
    panels.add(format!("Links between {group}s"), &format!("to {group}"), &format!("from {group}"), side, side);
    let between = cells(topology, |_, from, to| match (from, to) {
        (Vertex::Switch(from), Vertex::Switch(to)) if from / routers != to / routers => {
            Some(joined.cell(to / routers, from / routers))
        }
        _ => None,
    });
    let how = format!(
        "A row is the {group} that links leave, a column the {group} that they enter; the diagonal stays empty."
    );
    let mut views = vec![View::new(&format!("Between {group}s"), &how, panels.list, between)];
    if u64::from(groups) * u64::from(routers) * u64::from(routers) <= u64::from(MAX_CELLS) && routers > 1 {
        let mut panels = Panels::default();
        for number in 0..groups {
            let title = format!("{} {number}", capital(group));
            panels.add(title, &format!("to {router}"), &format!("from {router}"), routers, routers);
        }
        let inside = cells(topology, |_, from, to| match (from, to) {
            (Vertex::Switch(from), Vertex::Switch(to)) if from / routers == to / routers => {
                Some(from * routers + to % routers)
            }
            _ => None,
        });
        let how = format!(
            "A panel for each {group}: a row is the {router} that a link leaves, a column the one that it enters."
        );
        views.push(View::new(&format!("Inside {group}s"), &how, panels.list, inside));
    }
    let mut panels = Panels::default();
    let (of_router, host) = (Joined::of(routers, groups), Joined::of(hosts.max(1), groups));
    panels.add(format!("{}s", capital(router)), router, group, of_router.columns, of_router.rows);
    let first = panels.add("Hosts".to_owned(), &format!("host of the {group}"), group, host.columns, host.rows);
    let busiest = cells(topology, |_, from, to| match (from, to) {
        (Vertex::Switch(from), Vertex::Switch(_)) => Some(of_router.cell(from % routers, from / routers)),
        (Vertex::Host(HostId(end)), _) | (_, Vertex::Host(HostId(end))) => {
            Some(first + host.cell(end % hosts.max(1), end / hosts.max(1)))
        }
    });
    let how = format!(
        "A row is a {group}. First its {router}s, with the busiest link that leaves each for another {router}; then its hosts."
    );
    views.push(View::new(&format!("{}s and hosts", capital(router)), &how, panels.list, busiest));
    views
}

/// A word as a title begins.
fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// The parts that the routers of each group stand in: links between parts, and inside each on the diagonal.
fn parted(topology: &dyn Topology, groups: u32, routers: u32, parts: u32, names: GroupNames) -> View {
    let GroupNames { group, part, .. } = names;
    let each = routers / parts;
    let shown = (MAX_CELLS / (parts * parts)).max(1);
    let joined = groups.div_ceil(shown);
    let mut panels = Panels::default();
    for first in (0..groups).step_by(joined as usize) {
        let last = (first + joined).min(groups) - 1;
        let title = if first == last {
            format!("{} {first}", capital(group))
        } else {
            format!("{}s {first} to {last}", capital(group))
        };
        panels.add(title, &format!("to {part}"), &format!("from {part}"), parts, parts);
    }
    let between = cells(topology, |_, from, to| match (from, to) {
        (Vertex::Switch(from), Vertex::Switch(to)) if from / routers == to / routers => {
            let (panel, row, column) = (from / routers / joined, from % routers / each, to % routers / each);
            Some((panel * parts + row) * parts + column)
        }
        _ => None,
    });
    let how = format!(
        "A panel for each {group}: a row is the {part} that links leave, a column the one that they enter; on the diagonal \
         are links inside one. A cell shows the busiest."
    );
    View::new(&format!("Between {part}s"), &how, panels.list, between)
}

/// Links class by class in the order of their numbers.
fn classes(platform: &Platform) -> View {
    let names = platform.class_names();
    let mut counts = vec![0u32; names.len()];
    let class_of = |link: u32| usize::from(platform.link(LinkId(link)).class);
    (0..platform.link_count()).for_each(|link| counts[class_of(link)] += 1);
    let mut panels = Panels::default();
    let mut places = vec![(0, 1); names.len()];
    for (class, name) in names.iter().enumerate().filter(|(class, _)| counts[*class] > 0) {
        let joined = counts[class].div_ceil(MAX_CELLS / 16).max(1);
        let shown = counts[class].div_ceil(joined);
        let columns = shown.min(WIDTH);
        let title = format!("{name}: {} links", counts[class]);
        let across =
            if joined == 1 { "links in order, row by row" } else { "links in order, several a cell, row by row" };
        places[class] = (panels.add(title, across, "", columns, shown.div_ceil(columns)), joined);
    }
    let mut next = vec![0u32; names.len()];
    let mut cells = Vec::with_capacity(platform.link_count() as usize);
    for link in 0..platform.link_count() {
        let class = class_of(link);
        let (first, joined) = places[class];
        cells.push(first + next[class] / joined);
        next[class] += 1;
    }
    let how = "A cell is a link; the links of each class stand in the order of their numbers, row by row.";
    View::new("Classes", how, panels.list, cells)
}

/// Where a host has its cell.
pub(crate) type CellOfHost = Box<dyn Fn(u32) -> u32>;

/// Panels in which every host has a cell, and which.
pub(crate) fn host_panels(topology: &dyn Topology) -> (Vec<Panel>, CellOfHost) {
    let hosts = topology.hosts();
    let table = |across: &str, down: &str, columns: u32| {
        let mut panels = Panels::default();
        panels.add(String::new(), across, down, columns.min(hosts), hosts.div_ceil(columns.min(hosts)));
        (panels.list, Box::new(|host| host) as CellOfHost)
    };
    match topology.shape() {
        Shape::Grid { sizes, .. } => (planes(&sizes).list, Box::new(|host| host)),
        Shape::Tree { levels } => {
            table("host of the switch", "switch of level 1", levels.first().map_or(1, |l| l.children))
        }
        Shape::Groups { leaves, hosts, names, .. } => {
            table(&format!("host of the {}", names.group), names.group, leaves * hosts)
        }
        Shape::Rows { hosts, .. } | Shape::Halves { hosts, .. } if hosts > 1 => {
            table("host of the switch", "switch", hosts)
        }
        _ => table("hosts in order, row by row", "", WIDTH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn platform(topology: &str) -> Platform {
        let rest = "[host]\ncores = 1\nspeed = \"1 Gflop/s\"\n\
                    memory = { bandwidth = \"1 GB/s\", copy = \"1 GB/s\", latency = \"0 s\", sockets = 1 }\n";
        Platform::from_str_with(&format!("[topology]\n{topology}\n{rest}"), "test.toml", &[]).unwrap()
    }

    const ALL: &str = "[topology.links.all]\nbandwidth = \"1 GB/s\"\nlatency = \"0 s\"";

    fn torus() -> Platform {
        platform(&format!("kind = \"torus\"\ndimensions = [4, 3, 2]\n{ALL}"))
    }

    fn tree() -> Platform {
        platform(&format!("kind = \"fat-tree\"\nchildren = [4, 3]\nparents = [1, 2]\n{ALL}"))
    }

    fn dragonfly() -> Platform {
        let class = |name: &str| format!("[topology.links.{name}]\nbandwidth = \"1 GB/s\"\nlatency = \"0 s\"\n");
        let links: String = ["host", "local", "global"].map(class).concat();
        platform(&format!("kind = \"dragonfly\"\ngroups = 5\nrouters = 4\nhosts = 2\nglobal_links = 1\n{links}"))
    }

    fn percs() -> Platform {
        let class = |name: &str| format!("[topology.links.{name}]\nbandwidth = \"1 GB/s\"\nlatency = \"0 s\"\n");
        let links: String = ["QCM", "LL", "LR", "D"].map(class).concat();
        platform(&format!("kind = \"percs\"\nsupernodes = 3\ndrawers = 2\nhubs = 4\nd_links = 1\n{links}"))
    }

    /// The cells that a link of the given name colours in a view.
    fn coloured(platform: &Platform, view: &str, link: &str) -> Vec<u32> {
        let number = (0..platform.link_count()).find(|number| platform.link_name(LinkId(*number)) == link);
        let link = LinkId(number.unwrap_or_else(|| panic!("no link {link}")));
        let mut drawing = Drawing::of(platform);
        drawing.whole(link, 1_000_000);
        let view = drawing.views.iter().find(|other| other.head.title == view).unwrap();
        (0..).zip(&view.whole).filter(|(_, byte)| **byte > 0).map(|(cell, _)| cell).collect()
    }

    #[test]
    fn every_link_has_a_cell_in_the_view_of_classes_and_no_cell_is_beyond_the_panels() {
        for platform in [torus(), tree(), dragonfly()] {
            let drawing = Drawing::of(&platform);
            for view in &drawing.views {
                let panels = &view.head.panels;
                assert_eq!(panels[0].first, 0);
                assert!(panels.windows(2).all(|two| two[0].first + two[0].columns * two[0].rows == two[1].first));
                assert!(
                    view.cells.iter().all(|cell| *cell == NONE || *cell < view.head.cells),
                    "{}",
                    view.head.title
                );
            }
            let classes = &drawing.views.last().unwrap().cells;
            assert!(classes.len() == platform.link_count() as usize && classes.iter().all(|cell| *cell != NONE));
        }
    }

    #[test]
    fn a_link_of_a_torus_is_at_the_host_that_it_leaves() {
        // Host (1,2,1) of 4 × 3 × 2.
        let host = 1 + 4 * (2 + 3);
        assert_eq!(coloured(&torus(), "All directions", "(1,2,1)+1"), [host]);
        let all = Drawing::of(&torus());
        assert_eq!(all.views[0].head.panels.len(), 2);
        assert_eq!(
            (all.views[0].head.panels[1].title.as_str(), all.views[0].head.panels[1].first),
            ("dimension 3: 1", 12)
        );
    }

    #[test]
    fn a_link_of_a_tree_is_at_its_switch_and_direction() {
        let drawing = Drawing::of(&tree());
        let panels: Vec<_> =
            drawing.views[0].head.panels.iter().map(|p| (p.title.as_str(), p.columns, p.rows)).collect();
        assert_eq!(
            panels,
            [("Level 1 up", 3, 4), ("Level 1 down", 3, 4), ("Level 2 up", 2, 3), ("Level 2 down", 2, 3)]
        );
        // Host 5 is the second below the second switch of three.
        assert_eq!(coloured(&tree(), "Levels", "host5>L1.1"), [3 + 1]);
        assert_eq!(coloured(&tree(), "Levels", "L1.1>host5"), [12 + 3 + 1]);
        assert_eq!(coloured(&tree(), "Levels", "L1.2>L2.1"), [24 + 2 * 2 + 1]);
    }

    #[test]
    fn a_link_of_a_dragonfly_is_between_its_groups_or_routers() {
        assert_eq!(coloured(&dragonfly(), "Between groups", "g3>g1"), [3 * 5 + 1]);
        assert_eq!(coloured(&dragonfly(), "Inside groups", "g2r1>g2r3"), [2 * 16 + 4 + 3]);
        assert_eq!(coloured(&dragonfly(), "Between groups", "g2r1>g2r3"), [0; 0]);
        // The third host of group 1, after twenty routers.
        assert_eq!(coloured(&dragonfly(), "Routers and hosts", "host10-up"), [20 + 8 + 2]);
    }

    #[test]
    fn a_link_of_percs_is_between_its_drawers() {
        let titles: Vec<String> = Drawing::of(&percs()).views.iter().map(|view| view.head.title.clone()).collect();
        let expected = ["Between supernodes", "Between drawers", "Inside supernodes", "Hubs and hosts", "Classes"];
        assert_eq!(titles, expected);
        // From the second hub of the second drawer of the last supernode to its first drawer, and within that.
        let name = |from, to| {
            let percs = percs();
            let ends = Some((Vertex::Switch(from), Vertex::Switch(to)));
            let link = (0..percs.link_count()).find(|&link| percs.topology().link_ends(LinkId(link)) == ends);
            percs.link_name(LinkId(link.unwrap()))
        };
        assert_eq!(coloured(&percs(), "Between drawers", &name(2 * 8 + 5, 2 * 8)), [2 * 4 + 2]);
        assert_eq!(coloured(&percs(), "Between drawers", &name(2 * 8 + 5, 2 * 8 + 4)), [2 * 4 + 3]);
        assert_eq!(coloured(&percs(), "Between drawers", "s1>s0#0"), [0; 0]);
    }

    #[test]
    fn a_cell_has_the_busiest_of_its_links_in_every_stretch() {
        let mut drawing = Drawing::of(&torus());
        let mut parts = vec![0; STRETCHES];
        parts[7] = 250_000;
        drawing.stretches(LinkId(0), &parts);
        (parts[7], parts[8]) = (10_000, 1_000_000);
        drawing.stretches(LinkId(0), &parts);
        let view = &drawing.views[0];
        let values = view.values();
        let at = |stretch: usize| values[(1 + stretch) * view.head.cells as usize];
        assert_eq!((view.head.stretches, at(6), at(7), at(8)), (200, 0, 127, 255));
        assert_eq!([byte(0), byte(1), byte(1_000_000)], [0, 1, 255]);
    }

    #[test]
    fn every_host_has_a_cell_of_its_own() {
        for platform in [torus(), tree(), dragonfly()] {
            let (panels, cell_of) = host_panels(platform.topology());
            let mut cells: Vec<u32> = (0..platform.hosts()).map(cell_of).collect();
            cells.sort_unstable();
            cells.dedup();
            let last = panels.last().unwrap();
            assert!(
                cells.len() == platform.hosts() as usize
                    && cells[cells.len() - 1] < last.first + last.columns * last.rows
            );
        }
    }
}
