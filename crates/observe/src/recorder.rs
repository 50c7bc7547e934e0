//! The observer of a run: totals always, tables as asked for.

use crate::blocks::BlocksWriter;
use crate::closer::Closer;
use crate::error::ObserveError;
use crate::io::Io;
use crate::links::{LinkBucket, LinkChannelTotals, LinkTotals, LinkUse};
use crate::links::{write_buckets, write_channels, write_links, write_use};
use crate::messages::Messages;
use crate::outputs::check_outputs;
use crate::ranks::Totals;
use crate::sites;
use crate::summary::Summary;
use crate::table::Table;
use crate::timeline::Timeline;
use crate::waits::Waits;
use files::{NewFile, commit_all};
use ops::{CallSite, Interest, Observer, Record};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use units::LinkId;

/// Observes a run and leaves its tables in the run folder.
pub struct Recorder {
    run: PathBuf,
    totals: Totals,
    timeline: Option<Timeline>,
    messages: Option<Messages>,
    blocks: Option<BlocksWriter>,
    io: Option<Io>,
    waits: Option<Waits>,
    /// Which call sites rows name, if any table with sites is on; by number.
    sites: Option<Vec<CallSite>>,
    seen: SiteSet,
    links: bool,
    buckets: bool,
    channels: bool,
    link_use: bool,
    closer: Arc<Closer>,
    /// Tables of links that do not have their names yet.
    unnamed: Vec<NewFile>,
}

/// A set of call sites: small numbers in a bit map, the rest in a sorted list.
#[derive(Default)]
struct SiteSet {
    low: Vec<u64>,
    high: rustc_hash::FxHashSet<u32>,
}

/// Numbers below this are kept in the bit map.
const LOW: u32 = 1 << 20;

impl SiteSet {
    /// Adds a site; says whether it is new.
    #[inline]
    fn add(&mut self, site: CallSite) -> bool {
        if site.0 >= LOW {
            return self.high.insert(site.0);
        }
        let (word, bit) = (site.0 as usize / 64, 1u64 << (site.0 % 64));
        if word >= self.low.len() {
            self.low.resize(word + 1, 0);
        }
        let new = self.low[word] & bit == 0;
        self.low[word] |= bit;
        new
    }
}

impl Recorder {
    /// Makes an observer of `ranks` ranks that writes the named outputs (and those that are always written) into the
    /// folder `run`, which is made if it is not there.
    pub fn create<'a>(
        run: &Path,
        ranks: u32,
        outputs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ObserveError> {
        std::fs::create_dir_all(run).map_err(|error| ObserveError::unwritable(run, error))?;
        let (asked, closer) = (check_outputs(outputs)?, Arc::new(Closer::new()));
        let wants = |name: &str| asked.iter().any(|output| output.name == name);
        let timeline = wants("timeline").then(|| Timeline::create(run, &closer)).transpose()?;
        let waits = wants("waits").then(|| Waits::create(run, &closer)).transpose()?;
        let blocks = wants("blocks").then(|| BlocksWriter::create(run, &closer)).transpose()?;
        Ok(Self {
            run: run.into(),
            totals: Totals::new(ranks),
            messages: wants("messages").then(|| Messages::create(run, &closer)).transpose()?,
            io: wants("io").then(|| Io::create(run, &closer)).transpose()?,
            sites: (timeline.is_some() || waits.is_some() || blocks.is_some()).then(Vec::new),
            seen: SiteSet::default(),
            timeline,
            waits,
            blocks,
            links: wants("links"),
            buckets: wants("link_buckets"),
            channels: wants("link_channels"),
            link_use: wants("link_use"),
            closer,
            unnamed: Vec::new(),
        })
    }

    /// Whether rows are added while the run goes on.
    pub fn grows(&mut self) -> bool {
        self.tables().next().is_some()
    }

    /// Whether the network has to count bytes and busy time of links.
    pub fn wants_links(&self) -> bool {
        self.links
    }

    /// Whether the network has to count bytes of links over time.
    pub fn wants_link_buckets(&self) -> bool {
        self.buckets
    }

    /// Whether the network has to count what links carry by phase and virtual channel.
    pub fn wants_link_use(&self) -> bool {
        self.link_use
    }

    /// Ends the current part of each table: for tests of what reads several.
    #[doc(hidden)]
    pub fn end_parts(&mut self) {
        self.tables().for_each(Table::end_part);
    }

    /// Has what there is so far in files, for the case that the run is killed: the rows that no part has yet, the tables of
    /// ranks, calls and sites, and those of links that have been given. What is written later takes their place. `describe`
    /// gives call sites in words.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn save(&mut self, describe: &mut dyn FnMut(CallSite) -> String) -> Result<(), ObserveError> {
        // A part must not be missing between others.
        self.closer.wait().map_or(Ok(()), Err)?;
        let mut sites = self.sites.clone().unwrap_or_default();
        sites.sort_unstable();
        let [ranks, calls] = self.totals.write(&self.run);
        let last = [sites::write(&self.run, &mut sites.into_iter(), describe)?, ranks?, calls?];
        // Rows come after what they refer to.
        for file in self.unnamed.drain(..).chain(last.into_iter().flatten()) {
            file.commit_unsynced()?;
        }
        self.tables().try_for_each(Table::save)
    }

    fn tables(&mut self) -> impl Iterator<Item = &mut Table> {
        let timeline = self.timeline.as_mut().map(Timeline::table);
        let messages = self.messages.as_mut().map(Messages::table);
        let blocks = self.blocks.as_mut().map(BlocksWriter::table);
        let io = self.io.as_mut().map(Io::table);
        let waits = self.waits.as_mut().map(Waits::table);
        timeline.into_iter().chain(messages).chain(blocks).chain(io).chain(waits)
    }

    /// The error that has stopped a table, if one has: a full disk ends a run, it is not found after it.
    pub fn error(&mut self) -> Option<ObserveError> {
        let error = self.tables().find_map(|table| table.error().cloned());
        error.or_else(|| self.closer.error())
    }

    /// Totals so far.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.totals)
    }

    /// Writes the `links` table if it is wanted; it is there after [`Recorder::save`] or [`Recorder::finish`]. `describe` gives
    /// name and class of a link.
    pub fn links(
        &mut self,
        links: &mut dyn Iterator<Item = LinkTotals>,
        describe: &mut dyn FnMut(LinkId) -> (String, String),
    ) -> Result<(), ObserveError> {
        if self.links {
            self.unnamed.extend(write_links(&self.run, links, describe)?);
        }
        Ok(())
    }

    /// Writes the `link_buckets` table if it is wanted, as [`Recorder::links`] does.
    pub fn link_buckets(&mut self, buckets: &mut dyn Iterator<Item = LinkBucket>) -> Result<(), ObserveError> {
        if self.buckets {
            self.unnamed.extend(write_buckets(&self.run, buckets)?);
        }
        Ok(())
    }

    /// Writes the `link_channels` table if it is wanted, as [`Recorder::links`] does.
    pub fn link_channels(
        &mut self,
        channels: &mut dyn Iterator<Item = LinkChannelTotals>,
    ) -> Result<(), ObserveError> {
        if self.channels {
            self.unnamed.extend(write_channels(&self.run, channels)?);
        }
        Ok(())
    }

    /// Writes the `link_use` table if it is wanted, as [`Recorder::links`] does. `phases` are the names of the phases,
    /// `class_of` gives the class of a link.
    pub fn link_use(
        &mut self,
        uses: &mut dyn Iterator<Item = LinkUse>,
        phases: &[&str],
        class_of: &mut dyn FnMut(LinkId) -> String,
    ) -> Result<(), ObserveError> {
        if self.link_use {
            self.unnamed.extend(write_use(&self.run, uses, phases, class_of)?);
        }
        Ok(())
    }

    /// Closes all tables. What can be written is, whatever becomes of the others. `describe` gives call sites in words.
    ///
    /// # Errors
    /// The first of what could not be written.
    pub fn finish(self, describe: &mut dyn FnMut(CallSite) -> String) -> Result<Summary, ObserveError> {
        let mut sites = self.sites.unwrap_or_default();
        sites.sort_unstable();
        let [ranks, calls] = self.totals.write(&self.run);
        let closed = [
            self.timeline.map(Timeline::close),
            self.messages.map(Messages::close),
            self.blocks.map(BlocksWriter::close),
            self.io.map(Io::close),
            self.waits.map(Waits::close),
            Some(sites::write(&self.run, &mut sites.into_iter(), describe)),
            Some(ranks),
            Some(calls),
        ];
        let (mut files, mut error) = (self.unnamed, self.closer.wait());
        for table in closed.into_iter().flatten() {
            match table {
                Ok(parts) => files.extend(parts),
                Err(found) => error = error.or(Some(found)),
            }
        }
        let committed = commit_all(files).map_err(ObserveError::from);
        error.map_or(committed, Err)?;
        Ok(Summary::of(&self.totals))
    }
}

impl Observer for Recorder {
    fn interest(&self) -> Interest {
        Interest { blocks: true, calls: true, messages: true, io: self.io.is_some(), waits: self.waits.is_some() }
    }

    #[inline]
    fn record(&mut self, record: &Record) {
        self.totals.record(record);
        if let Some(timeline) = &mut self.timeline {
            timeline.record(record);
        }
        if let Some(messages) = &mut self.messages {
            messages.record(record);
        }
        if let Some(blocks) = &mut self.blocks {
            blocks.record(record);
        }
        if let Some(io) = &mut self.io {
            io.record(record);
        }
        if let Some(waits) = &mut self.waits {
            waits.record(record);
        }
        if let Some(sites) = &mut self.sites {
            match *record {
                Record::Block { site, .. } | Record::Call { site, .. } if self.seen.add(site) => sites.push(site),
                Record::Wait { site, culprit_site, .. } => {
                    sites.extend([site, culprit_site].into_iter().filter(|site| self.seen.add(*site)));
                }
                _ => {}
            }
        }
    }

    fn name_file(&mut self, _: u32, path: &str) {
        if let Some(io) = &mut self.io {
            io.name_file(path);
        }
    }
}
