//! The part of a run's summary that is computed from the run's tables: time by call site, message sizes, link load, critical
//! path, heap memory.

use super::links::{self, Histogram, PhaseUse};
use super::memory::{self, SiteMemory};
use super::rows::{SHOWN, heads, more};
use crate::critical_path::CriticalPath;
use crate::text::{bytes, columns, count, percent, time};
use ops::CallSite;
use results::{
    AllocationRow, LinkRow, LinkUseRow, MessageRow, ResultsError, Run, Sites, State, TimelineRow, WaitRow,
};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::Time;

/// What the tables of a run tell, as far as it has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunStatistics {
    /// Time by call site and function, most first; with the table `timeline`.
    pub sites: Option<Vec<SiteTime>>,
    /// Messages by size, most bytes first; with the table `messages`.
    pub sizes: Option<Vec<MessageSize>>,
    /// Links by class; with the table `links`.
    pub classes: Option<Vec<ClassUse>>,
    /// How evenly links of a class are loaded; with the table `links`.
    pub histograms: Option<Vec<Histogram>>,
    /// What links carried by phase; with the table `link_use`.
    pub phases: Option<Vec<PhaseUse>>,
    /// The critical path; with the tables `timeline` and `waits`.
    pub path: Option<PathShare>,
    /// Memory of heaps by call site, most first; with the table `allocations`.
    pub allocations: Option<Vec<SiteMemory>>,
    /// Tables that the run has not, but could have.
    pub missing: Vec<&'static str>,
}

/// What all ranks did at a call site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteTime {
    /// `compute`, before the call, or the MPI function.
    pub state: &'static str,
    /// Function, file and line.
    pub site: Arc<str>,
    /// How often.
    pub count: u64,
    /// Over all ranks.
    pub time_ps: u64,
    /// Of that, waiting.
    pub waiting_ps: u64,
}

/// Messages of sizes from a power of two to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MessageSize {
    /// The smallest.
    pub from: u64,
    /// The largest.
    pub to: u64,
    /// How many.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Links of a class that carried something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassUse {
    /// The class.
    pub class: Arc<str>,
    /// How many.
    pub links: u64,
    /// Bytes over all of them.
    pub bytes: u64,
    /// The busy time of all of them.
    pub busy_ps: u64,
    /// The one that was busy longest, and how long.
    pub busiest: Arc<str>,
    /// How long that one was busy.
    pub busiest_ps: u64,
}

/// Where the time of the critical path went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathShare {
    /// All of it.
    pub time_ps: u64,
    /// In the ranks' own code.
    pub compute_ps: u64,
    /// Inside MPI without waiting.
    pub calls_ps: u64,
    /// Messages on their way, and other ends of waits.
    pub messages_ps: u64,
    /// Of these, what contention took.
    pub contention_ps: u64,
    /// In file servers.
    pub files_ps: u64,
    /// Of that, what it took that they also served others.
    pub file_contention_ps: u64,
    /// How often it leads from a rank to another.
    pub hops: u64,
    /// The rank with most of it.
    pub rank: Option<u32>,
    /// How much.
    pub rank_ps: u64,
}

impl RunStatistics {
    /// Reads the tables of a run that are there. Whole tables are streamed: this takes about a second for ten million rows.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn of(run: &Run) -> Result<Self, ResultsError> {
        let (timeline, waits) = (run.has::<TimelineRow>(), run.has::<WaitRow>());
        let messages = run.has::<MessageRow>();
        let missing = [("timeline", timeline), ("messages", messages), ("waits", waits)];
        Ok(Self {
            sites: if timeline { Some(site_times(run)?) } else { None },
            sizes: if messages { Some(message_sizes(run)?) } else { None },
            classes: if run.has::<LinkRow>() { Some(class_uses(run)?) } else { None },
            histograms: if run.has::<LinkRow>() { Some(links::histograms(run)?) } else { None },
            phases: if run.has::<LinkUseRow>() { Some(links::phases(run)?) } else { None },
            path: if timeline && waits { Some(PathShare::of(&CriticalPath::of(run)?)) } else { None },
            allocations: if run.has::<AllocationRow>() { Some(memory::sites(run)?) } else { None },
            missing: missing.into_iter().filter(|(_, there)| !there).map(|(name, _)| name).collect(),
        })
    }
}

impl PathShare {
    fn of(path: &CriticalPath) -> Self {
        let most = crate::losses::foremost(&path.ranks);
        Self {
            time_ps: path.whole().ps(),
            compute_ps: path.computing().ps(),
            calls_ps: path.calling().ps(),
            messages_ps: path.waiting().saturating_sub(path.files).ps(),
            contention_ps: path.contention.ps(),
            files_ps: path.files.ps(),
            file_contention_ps: path.file_contention.ps(),
            hops: path.hops,
            rank: most.map(|(rank, _)| rank.0),
            rank_ps: most.map_or(0, |(_, time)| time.ps()),
        }
    }
}

fn site_times(run: &Run) -> Result<Vec<SiteTime>, ResultsError> {
    let mut sums: BTreeMap<(State, CallSite), (u64, Time, Time)> = BTreeMap::new();
    run.for_each::<TimelineRow>(|row| {
        let (count, time, waiting) = sums.entry((row.state, row.site)).or_default();
        *count += 1;
        *time = time.saturating_add(row.end.saturating_sub(row.start));
        *waiting = waiting.saturating_add(row.waiting);
    })?;
    let sites: Sites = run.sites()?;
    let row = |((state, site), (count, time, waiting)): ((State, CallSite), (u64, Time, Time))| SiteTime {
        state: state.name(),
        site: sites.words(site),
        count,
        time_ps: time.ps(),
        waiting_ps: waiting.ps(),
    };
    let mut rows: Vec<SiteTime> = sums.into_iter().filter(|(_, sum)| sum.1 > Time::ZERO).map(row).collect();
    rows.sort_by_key(|row| Reverse(row.time_ps));
    Ok(rows)
}

fn message_sizes(run: &Run) -> Result<Vec<MessageSize>, ResultsError> {
    let mut classes: BTreeMap<u32, MessageSize> = BTreeMap::new();
    run.for_each::<MessageRow>(|row| {
        let class = u64::BITS - row.bytes.leading_zeros();
        let size =
            classes.entry(class).or_insert(MessageSize { from: row.bytes, to: row.bytes, messages: 0, bytes: 0 });
        (size.from, size.to) = (size.from.min(row.bytes), size.to.max(row.bytes));
        size.messages += 1;
        size.bytes = size.bytes.saturating_add(row.bytes);
    })?;
    let mut sizes: Vec<MessageSize> = classes.into_values().collect();
    sizes.sort_by_key(|size| Reverse((size.bytes, size.messages)));
    Ok(sizes)
}

fn class_uses(run: &Run) -> Result<Vec<ClassUse>, ResultsError> {
    let mut classes: BTreeMap<Arc<str>, ClassUse> = BTreeMap::new();
    run.for_each::<LinkRow>(|row| {
        let sum = classes.entry(Arc::clone(&row.class)).or_insert_with(|| ClassUse {
            class: row.class,
            links: 0,
            bytes: 0,
            busy_ps: 0,
            busiest: Arc::clone(&row.name),
            busiest_ps: 0,
        });
        sum.links += 1;
        sum.bytes = sum.bytes.saturating_add(row.bytes);
        sum.busy_ps = sum.busy_ps.saturating_add(row.busy.ps());
        if row.busy.ps() > sum.busiest_ps {
            (sum.busiest, sum.busiest_ps) = (row.name, row.busy.ps());
        }
    })?;
    let mut classes: Vec<ClassUse> = classes.into_values().collect();
    classes.sort_by_key(|class| Reverse(class.busiest_ps));
    Ok(classes)
}

/// The first entries of a list, and how many are left.
fn cut<T>(list: &[T], verbose: bool) -> (&[T], usize) {
    let shown = if verbose { list.len() } else { SHOWN.min(list.len()) };
    (&list[..shown], list.len() - shown)
}

pub(super) fn sites(figures: &RunStatistics, verbose: bool) -> String {
    let Some(all) = figures.sites.as_ref().filter(|sites| !sites.is_empty()) else { return String::new() };
    let whole: u64 = all.iter().fold(0, |sum, row| sum.saturating_add(row.time_ps));
    let (shown, left) = cut(all, verbose);
    let mut rows = vec![heads(&["call sites", "where", "times", "of all time", "waiting"])];
    rows.extend(shown.iter().map(|row| {
        let before = if row.state == "compute" { "before " } else { "" };
        vec![
            format!("  {}", row.state),
            format!("{before}{}", row.site),
            count(row.count),
            percent(row.time_ps, whole),
            percent(row.waiting_ps, row.time_ps),
        ]
    }));
    columns(&rows, &[1], "  ") + &more(left)
}

pub(super) fn sizes(figures: &RunStatistics, verbose: bool) -> String {
    let Some(all) = figures.sizes.as_ref().filter(|sizes| !sizes.is_empty()) else { return String::new() };
    let (shown, left) = cut(all, verbose);
    let mut rows = vec![heads(&["message sizes", "messages", "carried"])];
    rows.extend(shown.iter().map(|size| {
        let range = if size.from == size.to {
            format!("  {}", bytes(size.from))
        } else {
            format!("  {} to {}", bytes(size.from), bytes(size.to))
        };
        vec![range, count(size.messages), bytes(size.bytes)]
    }));
    columns(&rows, &[], "  ") + &more(left)
}

pub(super) fn classes(figures: &RunStatistics) -> String {
    let Some(all) = figures.classes.as_ref().filter(|classes| !classes.is_empty()) else { return String::new() };
    let mut rows = vec![heads(&["links by class", "used", "carried", "busy on average", "busiest", "busy"])];
    rows.extend(all.iter().map(|class| {
        vec![
            format!("  {}", class.class),
            count(class.links),
            bytes(class.bytes),
            time(class.busy_ps / class.links.max(1)),
            class.busiest.to_string(),
            time(class.busiest_ps),
        ]
    }));
    columns(&rows, &[4], "  ")
}

pub(super) fn path(figures: &RunStatistics) -> String {
    let Some(path) = &figures.path else { return String::new() };
    let row = |name: &str, part: u64| vec![name.to_owned(), time(part), percent(part, path.time_ps)];
    let mut rows = vec![
        vec!["critical path".to_owned(), time(path.time_ps), format!("{} changes of rank", count(path.hops))],
        row("  computing", path.compute_ps),
        row("  inside MPI", path.calls_ps),
        row("  messages on their way", path.messages_ps),
        row("    of that contention", path.contention_ps),
    ];
    if path.files_ps > 0 {
        rows.push(row("  file servers", path.files_ps));
        rows.push(row("    of that contention", path.file_contention_ps));
    }
    if let Some(rank) = path.rank {
        rows.push(row(&format!("  on rank {rank}, the most"), path.rank_ps));
    }
    columns(&rows, &[], "  ")
}

pub(super) fn missing(figures: &RunStatistics) -> String {
    let what = |table: &str| match table {
        "timeline" => "time by call site",
        "messages" => "sizes of messages",
        _ => "the critical path and `windtunnel explain`",
    };
    let lines = figures.missing.iter().map(|table| format!("  {}: run with `--observe {table}`\n", what(table)));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, ps, wait};
    use ops::{CallSite, CommId, Function, Protocol, Record};
    use units::ActorId;

    fn message(bytes: u64) -> Record {
        Record::Message {
            source: ActorId(1),
            destination: ActorId(0),
            comm: CommId::WORLD,
            tag: 0,
            collective: false,
            bytes,
            protocol: Protocol::Eager,
            posted: ps(160),
            start: ps(160),
            delivered: ps(200),
            phase: 0,
        }
    }

    #[test]
    fn figures_are_sums_of_rows() {
        let folder = Folder::new();
        let call = |rank, start, end, waiting| Record::Call {
            actor: ActorId(rank),
            function: Function::Recv,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            waiting: ps(waiting),
        };
        folder.write(&[
            call(0, 90, 210, 100),
            call(1, 0, 10, 0),
            message(1_000),
            message(600),
            message(8),
            Record::Wait(wait(0)),
        ]);
        let figures = RunStatistics::of(&folder.run()).unwrap();
        let sites = figures.sites.as_ref().unwrap();
        assert_eq!((sites.len(), sites[0].count, sites[0].time_ps, sites[0].waiting_ps), (1, 2, 130, 100));
        assert_eq!(&*sites[0].site, "main (wait.c:7)");
        let sizes = figures.sizes.as_ref().unwrap();
        assert_eq!(sizes[0], MessageSize { from: 600, to: 1_000, messages: 2, bytes: 1_600 });
        assert_eq!(sizes[1], MessageSize { from: 8, to: 8, messages: 1, bytes: 8 });
        let classes = figures.classes.as_ref().unwrap();
        assert_eq!((&*classes[0].class, classes[0].bytes, &*classes[0].busiest), ("up", 1_000, "from h1"));
        let path = figures.path.as_ref().unwrap();
        assert_eq!((path.time_ps, path.messages_ps, path.hops), (210, 40, 1));
        assert!(figures.missing.is_empty());
        let text = [sites_text(&figures), path_text(&figures)].concat();
        assert!(text.contains("MPI_Recv  main (wait.c:7)      2      100.0 %   76.9 %"), "{text}");
        assert!(text.contains("messages on their way"), "{text}");
    }

    fn sites_text(figures: &RunStatistics) -> String {
        super::sites(figures, false)
    }

    fn path_text(figures: &RunStatistics) -> String {
        super::path(figures)
    }

    #[test]
    fn what_is_not_there_is_told_with_what_gives_it() {
        let figures = RunStatistics { missing: vec!["timeline", "waits"], ..RunStatistics::default() };
        let text = missing(&figures);
        assert!(text.contains("time by call site: run with `--observe timeline`"), "{text}");
        assert!(text.contains("`windtunnel explain`: run with `--observe waits`"), "{text}");
    }
}
