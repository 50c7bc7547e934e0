//! The observer that writes the tables of a run: totals always, other tables on request.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::request::check_tables;
use crate::schema::{Row, Written};
use crate::site_numbers::SiteNumbers;
use crate::summary::Summary;
use crate::tables::{Graph, GraphRow, RecordedTables, SiteRow};
use crate::totals::Totals;
use crate::writer::{TableWriter, write};
use files::{Folder, NewFile, commit_all};
use ops::{CallSite, Interest, Observer, Record};
use std::sync::Arc;
use units::ActorId;

/// Observes a run and leaves its tables in the run folder.
pub struct Recorder {
    run: Folder,
    totals: Totals,
    recorded: RecordedTables,
    /// Whether any of them is asked for.
    records: bool,
    /// Whether records are for more than totals.
    keeps_more: bool,
    /// If it is asked for.
    graph: Option<Graph>,
    /// If a table with call sites is written.
    sites: Option<SiteNumbers>,
    /// Names of the tables that are asked for.
    asked: Vec<&'static str>,
    closer: Arc<Closer>,
    /// Files of tables written at once that are not named yet.
    unnamed: Vec<NewFile>,
}

impl Recorder {
    /// An observer of `ranks` ranks that writes the named tables, and those that are always written, into the folder `run`.
    ///
    /// # Errors
    /// There is no such table, or the folder can't be written.
    pub fn create<'a>(
        run: &Folder,
        ranks: u32,
        tables: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ObserveError> {
        let asked: Vec<&'static str> = check_tables(tables)?.iter().map(|table| table.name).collect();
        let closer = Arc::new(Closer::new());
        let mut recorded = RecordedTables::create(run, |name| asked.contains(&name), &closer)?;
        let records = recorded.writers().next().is_some();
        let names_sites = recorded.timeline.is_some() || recorded.waits.is_some() || recorded.blocks.is_some();
        let graph = asked.contains(&GraphRow::SCHEMA.name).then(Graph::default);
        Ok(Self {
            run: run.clone(),
            totals: Totals::new(ranks),
            records,
            keeps_more: records || graph.is_some() || names_sites,
            recorded,
            graph,
            sites: names_sites.then(SiteNumbers::default),
            asked,
            closer,
            unnamed: Vec::new(),
        })
    }

    /// Whether rows are added while the run goes on.
    pub fn grows(&self) -> bool {
        self.records
    }

    /// Whether a table is written: always, or because it is asked for.
    pub fn wants<R: Row>(&self) -> bool {
        R::SCHEMA.written == Written::Always || self.asked.contains(&R::SCHEMA.name)
    }

    /// Ends the current part of each table: for tests of readers of several parts.
    #[doc(hidden)]
    pub fn end_parts(&mut self) {
        self.recorded.writers().for_each(TableWriter::end_part);
    }

    /// Writes a table at once, if it is wanted, in place of an earlier version. It is named by [`Recorder::save`] or
    /// [`Recorder::finish`].
    ///
    /// # Errors
    /// A file can't be written.
    pub fn write<R: Row>(&mut self, rows: impl Iterator<Item = R>) -> Result<(), ObserveError> {
        if self.wants::<R>() {
            self.unnamed.extend(write(&self.run, rows)?);
        }
        Ok(())
    }

    /// Saves everything so far to files, for the case that the run is killed: rows that are in no part yet, the tables of
    /// ranks, calls and sites, and those given to [`Recorder::write`]. Later versions replace them. `describe` gives the text
    /// of a call site.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn save(&mut self, describe: &mut dyn FnMut(CallSite) -> String) -> Result<(), ObserveError> {
        // A part must not be missing between others.
        self.closer.wait().map_or(Ok(()), Err)?;
        let [ranks, calls] = self.totals.write(&self.run);
        let sites = write_sites(&self.run, self.sites.as_ref(), describe)?;
        let graph = self.graph.as_ref().map_or(Ok(Vec::new()), |graph| graph.write(&self.run));
        // Rows come after those that they refer to.
        for file in self.unnamed.drain(..).chain([sites, ranks?, calls?, graph?].into_iter().flatten()) {
            file.commit_unsynced()?;
        }
        self.recorded.writers().try_for_each(TableWriter::save)
    }

    /// The error that stopped a table, if any: a full disk ends the run at once.
    pub fn error(&mut self) -> Option<ObserveError> {
        let error = self.recorded.writers().find_map(|table| table.error().cloned());
        error.or_else(|| self.closer.error())
    }

    /// Whether it records nothing but totals, so that [`TotalsRecorder`]s may see the run in its place.
    pub fn is_of_totals(&self) -> bool {
        !self.keeps_more
    }

    /// Adds the totals of another observer of the same run.
    pub fn add(&mut self, other: &TotalsRecorder) {
        self.totals.add(&other.totals);
    }

    /// Notes what the ranks' heaps have held at most, bytes.
    pub fn note_heaps(&mut self, peak: impl FnMut(ActorId) -> u64) {
        self.totals.note_heaps(peak);
    }

    /// Totals so far.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.totals)
    }

    /// Closes all tables; an error of one does not keep others from being written. `describe` gives the text of a call site.
    ///
    /// # Errors
    /// The first file that could not be written.
    pub fn finish(self, describe: &mut dyn FnMut(CallSite) -> String) -> Result<Summary, ObserveError> {
        let [ranks, calls] = self.totals.write(&self.run);
        let sites = write_sites(&self.run, self.sites.as_ref(), describe);
        let graph = self.graph.map_or(Ok(Vec::new()), |graph| graph.write(&self.run));
        let (mut files, mut error) = (self.unnamed, self.closer.wait());
        for table in self.recorded.close().chain([sites, ranks, calls, graph]) {
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

/// Observes some of the ranks of a run, for totals alone; [`Recorder::add`] takes them.
pub struct TotalsRecorder {
    totals: Totals,
}

impl TotalsRecorder {
    /// An observer of a run of `ranks` ranks.
    pub fn new(ranks: u32) -> Self {
        Self { totals: Totals::new(ranks) }
    }
}

impl Observer for TotalsRecorder {
    fn interest(&self) -> Interest {
        Interest { blocks: true, noise: true, calls: true, messages: true, ..Interest::default() }
    }

    #[inline]
    fn record(&mut self, record: &Record) {
        self.totals.record(record);
    }
}

/// Writes the table `sites`.
fn write_sites(
    run: &Folder,
    sites: Option<&SiteNumbers>,
    describe: &mut dyn FnMut(CallSite) -> String,
) -> Result<Vec<NewFile>, ObserveError> {
    let named = sites.map_or(&[][..], SiteNumbers::named);
    let row = |(site, &named)| SiteRow { site: CallSite(site), description: describe(named).into() };
    write(run, (0..).zip(named).map(row))
}

impl Recorder {
    /// The tables asked for beside totals.
    fn record_more(&mut self, record: &Record) {
        let record = &self.sites.as_mut().map_or(*record, |sites| sites.renumber(record));
        if self.records {
            self.recorded.record(record);
        }
        if let Some(graph) = &mut self.graph {
            graph.record(record);
        }
    }
}

impl Observer for Recorder {
    fn interest(&self) -> Interest {
        let (io, waits) = (self.recorded.io.is_some(), self.recorded.waits.is_some());
        let (requests, devices) = (self.recorded.io_requests.is_some(), self.recorded.io_jobs.is_some());
        let (phases, collectives) = (self.recorded.phases.is_some(), self.recorded.collectives.is_some());
        let empty_blocks = self.recorded.blocks.is_some();
        let always = Interest { blocks: true, noise: true, calls: true, messages: true, ..Interest::default() };
        let in_order = self.keeps_more;
        Interest { empty_blocks, in_order, io, requests, devices, waits, phases, collectives, ..always }
    }

    #[inline]
    fn record(&mut self, record: &Record) {
        self.totals.record(record);
        if self.keeps_more {
            self.record_more(record);
        }
    }

    fn name_file(&mut self, _: u32, path: &str) {
        if let Some(io) = &mut self.recorded.io {
            io.context.push(path.into());
        }
    }

    fn name_block(&mut self, _: u32, name: &str) {
        if let Some(blocks) = &mut self.recorded.blocks {
            blocks.context.names.push(name.into());
        }
    }

    fn name_algorithm(&mut self, _: u32, text: &str) {
        if let Some(collectives) = &mut self.recorded.collectives {
            collectives.context.push(text.into());
        }
    }

    fn name_phase(&mut self, phase: u32, name: &str) {
        if let Some(phases) = &mut self.recorded.phases {
            phases.context.add(phase, name);
        }
        if let Some(graph) = &mut self.graph {
            graph.names.add(phase, name);
        }
    }
}
