//! Collects what a report shows of file servers: their load over time, and single file operations with the requests to servers
//! and the device accesses that belong to each operation.
//!
//! The load is the sum of requests and device accesses in each time bin, for the servers that moved most bytes. Single
//! operations, requests and accesses are kept up to a limit; the page says from which simulated time on they are left out.

use super::pack::{PackedColumn, Varints};
use ops::IoOperation;
use results::{IoJobRow, IoRequestRow, IoRow, Manifest, ResultsError, Run};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::Time;

/// Rows of each table that are kept, for a report of one run.
const MAX_ROWS: u64 = 40_000;

/// Servers that are drawn: those that moved most.
const LANES: usize = 16;

/// Stretches of time into which a run is divided.
const BINS: usize = 1024;

/// Calls; a file is its place in `FileServers::files`, an operation its place in the list that the page has.
pub(crate) const CALLS: &[PackedColumn] = &[
    PackedColumn::new("call").signed().after("call"),
    PackedColumn::new("rank"),
    PackedColumn::new("file"),
    PackedColumn::new("operation"),
    PackedColumn::new("offset"),
    PackedColumn::new("bytes"),
    PackedColumn::new("start").signed().after("start"),
    PackedColumn::new("end").since("start"),
];

/// Requests.
pub(crate) const REQUESTS: &[PackedColumn] = &[
    PackedColumn::new("request").signed().after("request"),
    PackedColumn::new("call"),
    PackedColumn::new("rank"),
    PackedColumn::new("server"),
    PackedColumn::new("operation"),
    PackedColumn::new("bytes"),
    PackedColumn::new("extents"),
    PackedColumn::new("posted").signed().after("posted"),
    PackedColumn::new("arrived").since("posted"),
    PackedColumn::new("served").since("arrived"),
    PackedColumn::new("answered").since("served"),
];

/// Accesses to devices.
pub(crate) const JOBS: &[PackedColumn] = &[
    PackedColumn::new("job").signed().after("job"),
    PackedColumn::new("request"),
    PackedColumn::new("server"),
    PackedColumn::new("operation"),
    PackedColumn::new("bytes"),
    PackedColumn::new("start").signed().after("start"),
    PackedColumn::new("end").since("start"),
    PackedColumn::new("positioning"),
];

/// Server by server, bin by bin: the time in which the device was at work and the time that requests were there, in millionths of
/// the bin, and the bytes in memory.
pub(crate) const LOADS: &[PackedColumn] =
    &[PackedColumn::new("busy"), PackedColumn::new("requests"), PackedColumn::new("memory")];

/// Single rows, as long as there is room.
#[derive(Debug, Default)]
struct Kept {
    rows: Varints,
    count: u64,
    room: u64,
    /// The time from which rows were left out.
    cut: Option<u64>,
    /// Values of the last row to which the next one is the difference: number and time.
    last: [u64; 2],
}

impl Kept {
    fn with_room(room: u64) -> Self {
        Self { room, ..Self::default() }
    }

    /// Whether there is room for a row of this time.
    fn admits(&mut self, at: Time) -> bool {
        let admits = self.count < self.room;
        if admits {
            self.count += 1;
        } else {
            let cut = self.cut.get_or_insert(at.ps());
            *cut = at.ps().min(*cut);
        }
        admits
    }

    /// A value as the difference to that of the row before.
    fn push_after(&mut self, which: usize, value: u64) {
        self.rows.push_signed(value.wrapping_sub(self.last[which]) as i64);
        self.last[which] = value;
    }

    fn push_all(&mut self, values: impl IntoIterator<Item = u64>) {
        values.into_iter().for_each(|value| self.rows.push(value));
    }
}

/// What a server did in a stretch of time.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    busy: u64,
    requests: u64,
    memory: Option<u64>,
}

/// A kept table on the page.
#[derive(Debug, Serialize)]
pub(crate) struct KeptRows {
    pub(crate) block: String,
    rows: u64,
    cut: Option<u64>,
}

/// What the page draws.
#[derive(Debug, Serialize)]
pub(crate) struct FilesPage {
    /// Servers that are drawn, and how many there are.
    lanes: Vec<u32>,
    servers: u32,
    bins: usize,
    /// Picoseconds of a bin.
    width: u64,
    loads: String,
    files: Vec<Arc<str>>,
    operations: Vec<&'static str>,
    calls: KeptRows,
    requests: KeptRows,
    jobs: KeptRows,
}

/// Gathers the tables of files.
#[derive(Debug)]
struct FileServers {
    lanes: Vec<u32>,
    servers: u32,
    width: u64,
    loads: Vec<Vec<Bin>>,
    /// Until when the device of a lane is known to be at work: one access has a row for each request.
    busy_until: Vec<u64>,
    files: Vec<Arc<str>>,
    file_numbers: BTreeMap<Arc<str>, u64>,
    calls: Kept,
    requests: Kept,
    jobs: Kept,
}

impl FileServers {
    fn new(lanes: Vec<u32>, servers: u32, whole: u64, runs: u64) -> Self {
        let room = || Kept::with_room(MAX_ROWS / runs);
        Self {
            servers,
            width: whole.div_ceil(BINS as u64).max(1),
            loads: vec![vec![Bin::default(); BINS]; lanes.len()],
            busy_until: vec![0; lanes.len()],
            lanes,
            files: Vec::new(),
            file_numbers: BTreeMap::new(),
            calls: room(),
            requests: room(),
            jobs: room(),
        }
    }

    fn file(&mut self, path: &Arc<str>) -> u64 {
        let files = &mut self.files;
        *self.file_numbers.entry(Arc::clone(path)).or_insert_with(|| {
            files.push(Arc::clone(path));
            files.len() as u64 - 1
        })
    }

    fn add_call(&mut self, row: &IoRow) {
        let file = self.file(&row.file);
        if self.calls.admits(row.start) {
            let operation = row.operation as u64;
            self.calls.push_after(0, row.call);
            self.calls.push_all([row.rank.0.into(), file, operation, row.offset, row.bytes]);
            self.calls.push_after(1, row.start.ps());
            self.calls.push_all([row.end.saturating_sub(row.start).ps()]);
        }
    }

    fn add_request(&mut self, row: &IoRequestRow) {
        self.fill(row.server, row.arrived, row.served, |bin| &mut bin.requests);
        if self.requests.admits(row.posted) {
            let (rank, server) = (row.rank.0.into(), row.server.into());
            self.requests.push_after(0, row.request);
            self.requests.push_all([row.call, rank, server, row.operation as u64, row.bytes, row.extents]);
            self.requests.push_after(1, row.posted.ps());
            let times = [row.posted, row.arrived, row.served, row.answered];
            self.requests.push_all(times.windows(2).map(|pair| pair[1].saturating_sub(pair[0]).ps()));
        }
    }

    fn add_job(&mut self, row: &IoJobRow) {
        if let Some(lane) = self.lane(row.server) {
            let from = row.start.ps().max(self.busy_until[lane]);
            self.busy_until[lane] = row.end.ps().max(self.busy_until[lane]);
            self.fill(row.server, Time::from_ps(from), row.end, |bin| &mut bin.busy);
            let bin = self.bin(row.start.ps());
            let memory = &mut self.loads[lane][bin].memory;
            *memory = Some(memory.unwrap_or(0).max(row.memory));
        }
        if self.jobs.admits(row.start) {
            self.jobs.push_after(0, row.job);
            self.jobs.push_all([row.request, row.server.into(), row.operation as u64, row.bytes]);
            self.jobs.push_after(1, row.start.ps());
            self.jobs.push_all([row.end.saturating_sub(row.start).ps(), row.positioning.ps()]);
        }
    }

    fn lane(&self, server: u32) -> Option<usize> {
        self.lanes.binary_search(&server).ok()
    }

    fn bin(&self, at: u64) -> usize {
        ((at / self.width) as usize).min(BINS - 1)
    }

    /// Adds a stretch of time to the bins that it touches.
    fn fill(&mut self, server: u32, from: Time, to: Time, what: impl Fn(&mut Bin) -> &mut u64) {
        let Some(lane) = self.lane(server).filter(|_| from < to) else { return };
        let (from, to) = (from.ps(), to.ps());
        for at in self.bin(from)..=self.bin(to - 1) {
            let (begin, end) = (at as u64 * self.width, (at as u64 + 1) * self.width);
            *what(&mut self.loads[lane][at]) += end.min(to).saturating_sub(begin.max(from));
        }
    }

    /// The bins of all lanes, as [`LOADS`].
    fn packed_loads(&self) -> Varints {
        let mut packed = Varints::default();
        let part = |time: u64| (u128::from(time) * 1_000_000 / u128::from(self.width)) as u64;
        for lane in &self.loads {
            let mut memory = 0;
            for bin in lane {
                memory = bin.memory.unwrap_or(memory);
                [part(bin.busy), part(bin.requests), memory].into_iter().for_each(|value| packed.push(value));
            }
        }
        packed
    }
}

/// The servers that moved most, ascending, and how many there are.
fn lanes(run: &Run, manifest: &Manifest) -> Result<(Vec<u32>, u32), ResultsError> {
    let mut moved: BTreeMap<u32, u64> = BTreeMap::new();
    for (number, server) in (0..).zip(&manifest.machine.file_servers) {
        moved.insert(number, server.read.saturating_add(server.written));
    }
    if moved.is_empty() {
        run.for_each::<IoRequestRow>(|row| {
            let sum = moved.entry(row.server).or_default();
            *sum = sum.saturating_add(row.bytes);
        })?;
    }
    let mut order: Vec<(u64, u32)> = moved.iter().map(|(&server, &bytes)| (bytes, server)).collect();
    order.sort_by_key(|&(bytes, server)| (std::cmp::Reverse(bytes), server));
    let mut lanes: Vec<u32> = order.into_iter().take(LANES).map(|(_, server)| server).collect();
    lanes.sort_unstable();
    Ok((lanes, moved.len() as u32))
}

impl FilesPage {
    /// What the page draws of a run, if it has the tables; `add` keeps a block and gives its name.
    ///
    /// # Errors
    /// A table can't be read.
    pub(crate) fn of(
        run: &Run,
        runs: u64,
        add: &mut dyn FnMut(&str, &[u8]) -> String,
    ) -> Result<Option<Self>, ResultsError> {
        let manifest = run.manifest();
        let whole = manifest.outcome.simulated_time_ps;
        if !run.has::<IoRow>() || !run.has::<IoRequestRow>() || whole == 0 {
            return Ok(None);
        }
        let (lanes, servers) = lanes(run, manifest)?;
        if lanes.is_empty() {
            return Ok(None);
        }
        let mut all = FileServers::new(lanes, servers, whole, runs);
        run.for_each::<IoRow>(|row| all.add_call(&row))?;
        run.for_each::<IoRequestRow>(|row| all.add_request(&row))?;
        if run.has::<IoJobRow>() {
            run.for_each::<IoJobRow>(|row| all.add_job(&row))?;
        }
        let loads = add("server-loads", all.packed_loads().bytes());
        let mut kept = |name: &str, kept: &Kept| KeptRows {
            block: add(name, kept.rows.bytes()),
            rows: kept.count,
            cut: kept.cut,
        };
        Ok(Some(Self {
            servers: all.servers,
            bins: BINS,
            width: all.width,
            loads,
            operations: IoOperation::ALL.iter().map(|operation| operation.name()).collect(),
            calls: kept("io-calls", &all.calls),
            requests: kept("io-requests", &all.requests),
            jobs: kept("io-jobs", &all.jobs),
            lanes: all.lanes,
            files: all.files,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::IoOperation;
    use results::Row;
    use units::ActorId;

    fn ps(ps: u64) -> Time {
        Time::from_ps(ps)
    }

    fn job(job: u64, request: u64, server: u32, start: u64, end: u64, memory: u64) -> IoJobRow {
        let operation = IoOperation::Write;
        let (start, end, positioning) = (ps(start), ps(end), ps(1));
        IoJobRow { job, request, server, operation, offset: 0, bytes: 5, start, end, positioning, waiting: 0, memory }
    }

    fn request(request: u64, server: u32, times: [u64; 4]) -> IoRequestRow {
        let [posted, arrived, served, answered] = times.map(ps);
        let operation = IoOperation::Write;
        let (rank, call, offset, bytes, extents) = (ActorId(3), 8, 0, 5, 1);
        IoRequestRow {
            request,
            call,
            rank,
            server,
            operation,
            offset,
            bytes,
            extents,
            posted,
            arrived,
            served,
            answered,
        }
    }

    #[test]
    fn bins_hold_parts_of_time_and_the_last_known_memory() {
        // A bin of 10 ps.
        let mut all = FileServers::new(vec![2, 5], 7, 10 * BINS as u64, 1);
        all.add_request(&request(0, 2, [0, 5, 25, 30]));
        all.add_request(&request(1, 2, [0, 15, 20, 30]));
        all.add_request(&request(2, 4, [0, 0, 90, 95]));
        // Two requests in one access: it is at work once.
        all.add_job(&job(0, 0, 2, 12, 18, 700));
        all.add_job(&job(0, 1, 2, 12, 18, 700));
        all.add_job(&job(1, 1, 5, 10 * BINS as u64 - 1, 10 * BINS as u64 + 5, 9));
        let bytes = all.packed_loads();
        let mut numbers = Vec::new();
        let (mut word, mut shift) = (0u64, 0);
        for byte in bytes.bytes() {
            word |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                numbers.push(word);
                (word, shift) = (0, 0);
            }
        }
        assert_eq!(numbers.len(), 2 * 3 * BINS);
        assert_eq!(numbers[..12], [0, 500_000, 0, 600_000, 1_500_000, 700, 0, 500_000, 700, 0, 0, 700]);
        assert_eq!(numbers[numbers.len() - 3..], [100_000, 0, 9], "up to the end of the run");
    }

    #[test]
    fn single_rows_are_kept_while_there_is_room() {
        let mut all = FileServers::new(vec![0], 1, 1000, MAX_ROWS / 2);
        for number in 0..4 {
            all.add_request(&request(number, 0, [100 - 10 * number, 200, 300, 400]));
        }
        assert_eq!((all.requests.count, all.requests.cut), (2, Some(70)));
        // Number 0, call 8, rank 3, server 0, write, 5 bytes in one stretch; posted at 100 (signed: 200), then 100 each.
        let first = [0, 8, 3, 0, IoOperation::Write as u8, 5, 1, 0xc8, 1, 100, 100, 100];
        assert_eq!(all.requests.rows.bytes()[..12], first);
        assert_eq!(all.requests.rows.bytes()[12..14], [2, 8], "one number further");
    }

    #[test]
    fn packed_columns_are_those_of_the_tables() {
        for (columns, schema) in [(CALLS, IoRow::SCHEMA), (REQUESTS, IoRequestRow::SCHEMA), (JOBS, IoJobRow::SCHEMA)]
        {
            columns.iter().for_each(|column| assert!(schema.position(column.name).is_some(), "{column:?}"));
        }
    }
}
