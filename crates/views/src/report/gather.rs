//! Gathers the data of one run for a report, from its tables.

use super::ROOM;
use super::census::{Census, CensusPage};
use super::choose::{self, Cluster};
use super::classes::Classes;
use super::detail::{Detail, LanesPage};
use super::links::{ClassUse, HotLink, Links};
use super::mapping::{self, Hosts};
use super::matrix::{Matrix, Size, Sums};
use super::network::{Drawing, ViewHead};
use super::pack::Block;
use super::path::{self, Path};
use super::profile::{FunctionProfile, Profile};
use super::pyramid::Pyramid;
use super::servers::FilesPage;
use super::sites::{Places, SiteState};
use crate::critical_path::CriticalPath;
use crate::explain::Explanation;
use crate::links::{Curve, curves};
use crate::machine::Machine;
use results::{
    CallRow, LinkBucketRow, LinkRow, Manifest, MessageRow, RankRow, ResultsError, Run, TimelineRow, WaitRow,
};
use serde::Serialize;
use std::panic::resume_unwind;
use std::thread;

/// A run on the page.
#[derive(Serialize)]
pub(crate) struct RunPage {
    pub(crate) name: String,
    manifest: Manifest,
    /// Ranks of all worlds.
    actors: u32,
    profile: ProfilePage,
    timeline: Option<TimelinePage>,
    lanes: Option<Box<LanesPage>>,
    messages: Option<MessagesPage>,
    links: Result<LinksPage, String>,
    loads: Result<Vec<Curve>, String>,
    mapping: Result<MappingPage, String>,
    files: Option<FilesPage>,
    /// Why time was lost, if waits were observed, and the critical path, if states were, too.
    waits: Option<Explanation>,
    path: Option<PathPage>,
}

#[derive(Serialize)]
struct PathPage {
    block: String,
    #[serde(flatten)]
    path: Path,
}

#[derive(Serialize)]
struct ProfilePage {
    functions: Vec<FunctionProfile>,
    clusters: Vec<Cluster>,
    per_group: u32,
    groups: u32,
    by_rank: String,
    by_busy: String,
}

#[derive(Serialize)]
struct LevelPage {
    block: String,
    waiting: Option<String>,
    groups: u32,
    bins: u32,
    per_group: u32,
}

#[derive(Serialize)]
struct TimelinePage {
    levels: Vec<LevelPage>,
    census: CensusPage,
    places: Vec<SiteState>,
}

#[derive(Serialize)]
struct MessagesPage {
    block: String,
    groups: u32,
    per_group: u32,
    point_to_point: Sums,
    collective: Sums,
    sizes: Vec<Size>,
}

#[derive(Serialize)]
struct LinksPage {
    topology: String,
    classes: Vec<ClassUse>,
    hot: Vec<HotLink>,
    /// The longest stretch of time of `link_buckets`, 0 without one.
    longest: u64,
    views: Vec<(ViewHead, String)>,
}

#[derive(Serialize)]
struct MappingPage {
    block: String,
    #[serde(flatten)]
    hosts: Hosts,
}

/// Where blocks go: the page's list, with names that no other run has.
struct BlockList<'a> {
    run: usize,
    list: &'a mut Vec<Block>,
}

impl BlockList<'_> {
    fn add(&mut self, name: &str, bytes: &[u8]) -> String {
        let name = format!("{}-{name}", self.run);
        self.list.push(Block::of(name.clone(), bytes));
        name
    }
}

/// Reads everything that a page shows of run `number` of `runs`.
pub(crate) fn gather(
    run: &Run,
    number: usize,
    runs: usize,
    classes: &Classes,
    list: &mut Vec<Block>,
) -> Result<(RunPage, Profile), ResultsError> {
    let mut blocks = BlockList { run: number, list };
    let manifest = run.manifest().clone();
    let whole = manifest.outcome.simulated_time_ps;
    let mut profile = Profile::default();
    run.for_each::<RankRow>(|row| profile.add_rank(&row))?;
    run.for_each::<CallRow>(|row| profile.add_call(&row, classes))?;
    let actors = profile.ranks().len() as u32;
    let clusters = choose::clusters(profile.ranks(), whole);
    let has_waits = run.has::<WaitRow>();
    let whole_path = if has_waits && run.has::<TimelineRow>() { Some(CriticalPath::of(run)?) } else { None };
    let path = match &whole_path {
        Some(path) => Some(PathPage::of(path, run, &mut blocks)?),
        None => None,
    };
    let on_path = path.as_ref().map_or_else(Vec::new, |page| page.path.longest());
    let mut detail = Detail::new(choose::choose(profile.ranks(), whole, &clusters, &on_path), runs as u64);
    // Root causes take as long as all other tables: they are found meanwhile, and what links have carried.
    let (waits, timeline, messages, network) = thread::scope(|scope| -> Result<_, ResultsError> {
        let waits = has_waits.then(|| scope.spawn(|| Explanation::along(run, whole_path.as_ref())));
        let network = scope.spawn(|| NetworkPages::of(run, number));
        let timeline = TimelinePage::of(run, actors, ROOM / runs, classes, &mut detail, &mut blocks)?;
        let messages = MessagesPage::of(run, actors, &mut detail, &mut blocks)?;
        if has_waits {
            run.for_each::<WaitRow>(|row| detail.add_wait(&row))?;
        }
        let waits = waits.map(|waits| waits.join().unwrap_or_else(|panic| resume_unwind(panic))).transpose()?;
        let network = network.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        Ok((waits, timeline, messages, network))
    })?;
    let waits = waits.map(|mut waits| {
        waits.shorten(PLACES);
        waits
    });
    let lanes = match &timeline {
        Some(_) => {
            Some(Box::new(detail.page(run, &run.sites()?, classes, &mut |name, bytes| blocks.add(name, bytes))))
        }
        None => None,
    };
    let NetworkPages { machine, links, loads, blocks: of_links } = network;
    blocks.list.extend(of_links);
    let mapping = machine.and_then(|machine| {
        let (hosts, packed) = mapping::of(&machine, profile.ranks(), whole)?;
        Ok(MappingPage { block: blocks.add("hosts", packed.bytes()), hosts })
    });
    let files = FilesPage::of(run, runs as u64, &mut |name, bytes| blocks.add(name, bytes))?;
    let name =
        run.path().file_name().map_or_else(|| run.path().display().to_string(), |n| n.to_string_lossy().into());
    let profile_page = ProfilePage::new(&profile, whole, clusters, &mut blocks);
    let page = RunPage {
        name,
        manifest,
        actors,
        profile: profile_page,
        timeline,
        lanes,
        messages,
        links,
        loads,
        mapping,
        files,
        waits,
        path,
    };
    Ok((page, profile))
}

impl ProfilePage {
    fn new(profile: &Profile, whole: u64, clusters: Vec<Cluster>, blocks: &mut BlockList<'_>) -> Self {
        let mut order: Vec<u32> = (0..profile.ranks().len() as u32).collect();
        let by_rank = profile.groups(whole, &order);
        order.sort_by_key(|&rank| (std::cmp::Reverse(profile.ranks()[rank as usize].busy()), rank));
        let by_busy = profile.groups(whole, &order);
        Self {
            functions: profile.functions(),
            clusters,
            per_group: by_rank.per_group,
            groups: by_rank.groups,
            by_rank: blocks.add("by-rank", &by_rank.shares),
            by_busy: blocks.add("by-busy", &by_busy.shares),
        }
    }
}

/// Most places of a wait state on a page.
const PLACES: usize = 50;

impl PathPage {
    fn of(path: &CriticalPath, run: &Run, blocks: &mut BlockList<'_>) -> Result<Self, ResultsError> {
        let (page, packed) = path::of(path, run.manifest().outcome.simulated_time_ps, &run.sites()?);
        Ok(Self { block: blocks.add("path", packed.bytes()), path: page })
    }
}

impl TimelinePage {
    fn of(
        run: &Run,
        actors: u32,
        room: usize,
        classes: &Classes,
        detail: &mut Detail,
        blocks: &mut BlockList<'_>,
    ) -> Result<Option<Self>, ResultsError> {
        let whole = run.manifest().outcome.simulated_time_ps;
        if !run.has::<TimelineRow>() || whole == 0 || actors == 0 {
            return Ok(None);
        }
        let (mut pyramid, mut census, mut places) =
            (Pyramid::new(actors, whole), Census::new(actors, whole), Places::default());
        run.for_each::<TimelineRow>(|row| {
            let class = classes.of_state(row.state);
            pyramid.add(row.rank.0, class, row.start.ps(), row.end.ps(), row.waiting.ps());
            census.add(&row);
            places.add(&row);
            detail.add_call(&row);
        })?;
        let sites = run.sites()?;
        let (census, packed) = census.pack(room / 4, classes, format!("{}-census", blocks.run));
        let mut levels = Vec::new();
        let mut left = room - packed.text.len().min(room);
        blocks.list.push(packed);
        for (number, level) in pyramid.levels().into_iter().enumerate() {
            let states = Block::of(format!("{}-states-{number}", blocks.run), &level.states);
            // The first level is always there; a finer one if there is room.
            if number > 0 && states.text.len() > left {
                break;
            }
            left = left.saturating_sub(states.text.len());
            let waiting = Block::of(format!("{}-waiting-{number}", blocks.run), &level.waiting);
            let fits = number == 0 || (waiting.text.len() <= left && level.groups * level.bins <= 1 << 21);
            left = if fits { left.saturating_sub(waiting.text.len()) } else { left };
            levels.push(LevelPage {
                block: states.name.clone(),
                waiting: fits.then(|| waiting.name.clone()),
                groups: level.groups,
                bins: level.bins,
                per_group: level.per_group,
            });
            blocks.list.push(states);
            if fits {
                blocks.list.push(waiting);
            }
        }
        let describe = |site| sites.words(site).to_string();
        Ok(Some(Self { levels, census, places: places.list(describe) }))
    }
}

impl MessagesPage {
    fn of(
        run: &Run,
        actors: u32,
        detail: &mut Detail,
        blocks: &mut BlockList<'_>,
    ) -> Result<Option<Self>, ResultsError> {
        if !run.has::<MessageRow>() || actors == 0 {
            return Ok(None);
        }
        let mut matrix = Matrix::new(actors);
        run.for_each::<MessageRow>(|row| {
            matrix.add(&row);
            detail.add_message(&row);
        })?;
        let [point_to_point, collective] = matrix.totals();
        Ok(Some(Self {
            block: blocks.add("matrix", matrix.pack().bytes()),
            groups: matrix.groups(),
            per_group: matrix.per_group(),
            point_to_point,
            collective,
            sizes: matrix.sizes(),
        }))
    }
}

/// The parts of a page that show the network, with their blocks.
struct NetworkPages {
    machine: Result<Machine, String>,
    links: Result<LinksPage, String>,
    loads: Result<Vec<Curve>, String>,
    blocks: Vec<Block>,
}

impl NetworkPages {
    fn of(run: &Run, number: usize) -> Result<Self, ResultsError> {
        let (machine, mut blocks) = (Machine::of(run), Vec::new());
        let links = match &machine {
            Ok(machine) => LinksPage::of(run, machine, &mut BlockList { run: number, list: &mut blocks })?,
            Err(reason) => Err(reason.clone()),
        };
        let loads = match &links {
            Ok(_) => curves(run).map_err(|error| error.to_string()),
            Err(reason) => Err(reason.clone()),
        };
        Ok(Self { machine, links, loads, blocks })
    }
}

impl LinksPage {
    fn of(run: &Run, machine: &Machine, blocks: &mut BlockList<'_>) -> Result<Result<Self, String>, ResultsError> {
        let manifest = run.manifest();
        let whole = manifest.outcome.simulated_time_ps;
        if manifest.totals.messages == 0 || whole == 0 {
            return Ok(Err("nothing was sent".to_owned()));
        }
        // A model that does not count leaves the table empty.
        if !run.has::<LinkRow>() || run.rows::<LinkRow>()?.next().is_none() {
            return Ok(Err(format!("the network model `{}` does not count what links carry", manifest.network)));
        }
        let platform = &machine.platform;
        let mut links = Links::new(platform, whole, Some(Drawing::of(platform)));
        run.for_each::<LinkRow>(|row| links.add(&row))?;
        if run.has::<LinkBucketRow>() {
            run.for_each::<LinkBucketRow>(|row| links.add_bucket(&row))?;
        }
        let (classes, hot, longest, drawing) = links.finish();
        let views = drawing.into_iter().flat_map(|drawing| drawing.views).enumerate().map(|(number, view)| {
            let block = blocks.add(&format!("network-{number}"), &view.values());
            (view.head, block)
        });
        let views = views.collect();
        Ok(Ok(Self { topology: platform.topology().describe(), classes, hot, longest, views }))
    }
}
