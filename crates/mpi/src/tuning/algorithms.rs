//! Translates the algorithm names in an MPI library's tuning files: the table `[tuning]` of the file that describes the
//! library maps each name to one of Windtunnel's algorithms.

use super::decisions::{Decisions, FromSize, Pick};
use super::error::TuningError;
use super::format::{Format, Names, Opens, Reader, Told, Written};
use super::list::FORMATS;
use crate::library::document::{Entry, Node, only};
use crate::library::error::LibraryError;
use crate::selectors::{Cell, Comparison, Rule, Selector, Test, operation, read_list};
use config::UnknownName;
use ops::Operation;

/// Segment sizes that are worth a trial beside none, in bytes.
const SEGMENTS: &[u64] = &[8 << 10, 64 << 10];
/// Chains that are worth a trial.
const CHAINS: u64 = 4;
/// The fewest and the most chains: a number outside is taken as the nearest (ompi_coll_base_topo_build_chain).
const FAN_OUT: (u64, u64) = (1, 32);

/// The numbers of an algorithm, in `fixed`.
const NUMBERS: &[&str] = &["segment", "fan_out", "requests"];

/// The names of a library's tuning files.
#[derive(Clone)]
pub struct Tuning {
    format: &'static Format,
    operations: Vec<(Operation, Vec<Named>)>,
    /// What is decided before: how operations are divided between hosts.
    hosts: Option<Box<Tuning>>,
}

impl std::fmt::Debug for Tuning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tuning").field("format", &self.format.name).finish_non_exhaustive()
    }
}

/// What a name stands for.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    rules: Vec<Rule>,
    segment: Option<String>,
    fan_out: Option<String>,
    fixed: Vec<String>,
}

impl Tuning {
    /// Reads a `[tuning]` table.
    pub(crate) fn read(node: &Node) -> Result<Self, LibraryError> {
        let format = node.required("format", "tuning")?;
        let name = format.text("format")?;
        let format = FORMATS.iter().find(|known| known.name == name).ok_or_else(|| {
            let unknown = UnknownName::new(name, FORMATS.iter().map(|known| known.name));
            LibraryError::Tuning(TuningError::Format { place: format.place.clone(), unknown })
        })?;
        let mut operations = Vec::new();
        let hosts = node.get("hosts").map(Self::read).transpose()?.map(Box::new);
        for entry in node.table("tuning")?.iter().filter(|entry| !["format", "hosts"].contains(&&*entry.key)) {
            let of = operation(&entry.key)
                .map_err(|unknown| TuningError::Operation { place: entry.place.clone(), unknown })?;
            let named = entry.node.list(&entry.key)?.iter().map(|node| Named::read(of, node));
            operations.push((of, named.collect::<Result<_, _>>()?));
        }
        Ok(Self { format, operations, hosts })
    }

    /// The format that the library reads.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// The names in the files that say how operations are divided between hosts, if the library reads such ones.
    pub fn hosts(&self) -> Option<&Self> {
        self.hosts.as_deref()
    }

    /// Whether a text is meant to be in its format.
    pub(crate) fn claims(&self, text: &str) -> bool {
        (self.format.claims)(text)
    }

    /// The operations that it takes decisions on.
    pub fn operations(&self) -> impl Iterator<Item = Operation> + '_ {
        self.operations.iter().map(|(operation, _)| *operation)
    }

    fn of(&self, operation: Operation) -> &[Named] {
        self.operations.iter().find(|(of, _)| *of == operation).map_or(&[], |(_, named)| named)
    }

    /// The choices for a call of so many bytes that are worth a trial: every name that stands for something else than those before
    /// it, without segments and with those that are shorter than the message.
    pub fn trials(&self, operation: Operation, bytes: u64) -> Vec<Pick> {
        let named = self.of(operation);
        let is_new = |at: usize| {
            let same = |other: &Named| format!("{:?}", other.rules) == format!("{:?}", named[at].rules);
            !named[..at].iter().any(same)
        };
        let mut picks = Vec::new();
        for named in (0..named.len()).filter(|at| is_new(*at)).map(|at| &named[at]) {
            let fan_out = if named.fan_out.is_some() { CHAINS } else { 0 };
            let cut = SEGMENTS.iter().copied().filter(|segment| named.segment.is_some() && *segment < bytes);
            picks.extend(std::iter::once(0).chain(cut).map(|segment| Pick {
                name: named.name.clone(),
                segment,
                fan_out,
                requests: 0,
            }));
        }
        picks
    }

    /// As [`Tuning::trials`] for calls on several hosts of several ranks: first what their division can be told to be, other than what
    /// it is anyway, then what is without it.
    pub fn trials_on_hosts(&self, operation: Operation, bytes: u64) -> Vec<Pick> {
        let of_hosts = self.hosts().into_iter().flat_map(|hosts| hosts.trials(operation, bytes).into_iter().skip(1));
        of_hosts.chain(self.trials(operation, bytes)).collect()
    }

    /// What a choice is, in our words: `pipeline, segment 8192`.
    pub fn describe(&self, operation: Operation, pick: &Pick) -> String {
        if self.is_of_hosts(operation, pick) {
            return pick.name.clone();
        }
        let rules = self.rules(operation, pick);
        let mut text = rules.first().map_or_else(|| pick.name.clone(), Rule::algorithm);
        for (number, value) in [("segment", pick.segment), ("fan-out", pick.fan_out), ("requests", pick.requests)] {
            if value > 0 {
                text.push_str(&format!(", {number} {value}"));
            }
        }
        text
    }

    /// The decisions of a tuning file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(crate) fn read_cells(&self, file: &str, text: &str) -> Result<Vec<(Operation, Vec<Cell>)>, TuningError> {
        match self.format.read {
            Reader::Decisions(read) => {
                Ok(read(self, file, text)?.iter().map(|of| (of.operation, self.cells(of))).collect())
            }
            Reader::Rules(_) => Ok(Vec::new()),
        }
    }

    /// What a file of parameters says; none if the text has none, or the library reads no such files.
    pub(crate) fn read_parameters(
        &self,
        file: &str,
        text: &str,
        open: &Opens<'_>,
    ) -> Option<Result<Told, TuningError>> {
        self.format.parameters.and_then(|parameters| (parameters.read)(self, file, text, open))
    }

    /// A message about a file, with what else the library reads: the file may be meant to be one of those.
    pub(crate) fn among_others(&self, error: TuningError, read_as: &str) -> TuningError {
        let formats = std::iter::once(self).chain(self.hosts()).map(|tuning| tuning.format.known_by);
        let all = formats.chain(self.format.parameters.map(|parameters| parameters.known_by));
        let others: Vec<&str> = all.filter(|known| *known != read_as).collect();
        match error {
            TuningError::Syntax { place, found, expected } if !others.is_empty() => {
                let expected = format!("{expected} (read as {read_as}; not as {})", others.join(", nor as "));
                TuningError::Syntax { place, found, expected }
            }
            other => other,
        }
    }

    /// The rules of a tuning file, to be tried before the library's own.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(crate) fn read_file(&self, file: &str, text: &str) -> Result<Vec<(Operation, Vec<Rule>)>, TuningError> {
        match self.format.read {
            Reader::Decisions(read) => {
                Ok(read(self, file, text)?.iter().map(|of| (of.operation, self.rules_of(of))).collect())
            }
            Reader::Rules(read) => read(self, file, text),
        }
    }

    fn is_of_hosts(&self, operation: Operation, pick: &Pick) -> bool {
        self.hosts().is_some_and(|hosts| hosts.of(operation).iter().any(|named| named.name == pick.name))
    }

    /// What decisions mean for the division between hosts, and for the rest: a choice that is not one of the division is one
    /// without it.
    pub fn divided(&self, decisions: &Decisions) -> (Option<Decisions>, Decisions) {
        let left =
            self.hosts().and_then(|hosts| hosts.of(decisions.operation).iter().find(|named| named.rules.is_empty()));
        let Some(left) = left else { return (None, decisions.clone()) };
        let left = Pick { name: left.name.clone(), segment: 0, fan_out: 0, requests: 0 };
        let (mut hosts, mut rest) = (decisions.clone(), decisions.clone());
        let entries = |of: &mut Decisions, part: &dyn Fn(Pick) -> Option<Pick>| {
            let entries = of.ranks.iter_mut().flat_map(|group| &mut group.sizes);
            entries.for_each(|entry| entry.pick = entry.pick.take().and_then(part));
        };
        let is_of_hosts = |pick: &Pick| self.is_of_hosts(decisions.operation, pick);
        entries(&mut hosts, &|pick| Some(if is_of_hosts(&pick) { pick } else { left.clone() }));
        entries(&mut rest, &|pick| Some(pick).filter(|pick| !is_of_hosts(pick)));
        (Some(hosts), rest)
    }

    /// A tuning file, for a library with these decisions of its own.
    pub fn write(&self, file: &Written, own: &Selector, comment: &str, decisions: &[Decisions]) -> String {
        (file.text)(self, own, comment, decisions)
    }

    /// The calls on which decisions are, with the rules of each choice.
    pub(crate) fn cells(&self, decisions: &Decisions) -> Vec<Cell> {
        let size = (self.format.size)(decisions.operation);
        let whole = [FromSize { from: 0, pick: None }];
        let mut cells = Vec::new();
        for (at, group) in decisions.ranks.iter().enumerate() {
            let next = decisions.ranks.get(at + 1).map(|next| u64::from(next.from));
            let ranks = between(Some("ranks"), (at > 0).then(|| group.from.into()), next);
            let sizes = if group.sizes.is_empty() { &whole[..] } else { &group.sizes[..] };
            // Where sizes are not looked at, the rule for the smallest counts.
            let sizes = if size.is_some() { sizes } else { &sizes[..1] };
            for (at, entry) in sizes.iter().enumerate() {
                let next = sizes.get(at + 1).map(|next| next.from);
                let tests = [ranks.clone(), between(size, (at > 0).then_some(entry.from), next)].concat();
                let rules = entry.pick.as_ref().map(|pick| self.rules(decisions.operation, pick));
                cells.push(Cell { tests, rules });
            }
        }
        cells
    }

    /// Decisions as rules, to be tried before the library's own.
    pub(crate) fn as_rules(&self, decisions: &Decisions) -> Vec<Rule> {
        self.rules_of(decisions)
    }
}

impl Names for Tuning {
    fn takes(&self, operation: Operation) -> bool {
        self.operations().any(|one| one == operation)
    }

    fn check(&self, operation: Operation, pick: &Pick, place: &str) -> Result<(), TuningError> {
        let known = self.of(operation);
        let named = known.iter().find(|named| named.name == pick.name).ok_or_else(|| TuningError::Algorithm {
            place: place.to_owned(),
            operation: operation.name(),
            name: pick.name.clone(),
            known: known.iter().map(|named| &*named.name).collect::<Vec<_>>().join(", "),
        })?;
        let given = [pick.segment, pick.fan_out, pick.requests];
        match NUMBERS.iter().zip(given).find(|(number, value)| *value > 0 && named.fixed.iter().any(|n| n == *number))
        {
            Some((&number, value)) => Err(TuningError::NotModelled {
                place: place.to_owned(),
                operation: operation.name(),
                name: pick.name.clone(),
                number,
                value,
            }),
            None => Ok(()),
        }
    }

    fn rules(&self, operation: Operation, pick: &Pick) -> Vec<Rule> {
        let named = self.of(operation).iter().find(|named| named.name == pick.name);
        named.map_or_else(Vec::new, |named| {
            let mut rules = named.rules.clone();
            for rule in &mut rules {
                if let Some(segment) = &named.segment {
                    rule.set(segment, pick.segment);
                }
                if let Some(fan_out) = named.fan_out.as_ref().filter(|_| pick.fan_out > 0) {
                    rule.set(fan_out, pick.fan_out.clamp(FAN_OUT.0, FAN_OUT.1));
                }
            }
            rules
        })
    }

    fn rules_of(&self, decisions: &Decisions) -> Vec<Rule> {
        let cells = self.cells(decisions).into_iter();
        cells.flat_map(|cell| cell.rules.into_iter().flatten().map(move |rule| rule.under(&cell.tests))).collect()
    }

    fn cells_of(&self, decisions: &Decisions) -> Vec<Cell> {
        self.cells(decisions)
    }

    fn of_hosts(&self) -> Option<&dyn Names> {
        self.hosts().map(|hosts| hosts as &dyn Names)
    }

    fn name_of(&self, operation: Operation, rule: &Rule) -> Option<(String, Option<u64>)> {
        self.of(operation).iter().find_map(|named| {
            let mut same = named.rules.iter().find(|own| own.algorithm() == rule.algorithm())?.clone();
            let fan_out = named.fan_out.as_deref().and_then(|name| rule.get(name));
            if let (Some(name), Some(value)) = (&named.fan_out, fan_out) {
                same.set(name, value);
            }
            same.chooses_as(rule).then(|| (named.name.clone(), fan_out))
        })
    }
}

/// What is below the next bound, if there is one.
fn between(predicate: Option<&str>, from: Option<u64>, below: Option<u64>) -> Vec<Test> {
    let Some(predicate) = predicate else { return Vec::new() };
    let from = from.map(|from| Test::number(predicate, Comparison::AtLeast, from));
    let below = below.map(|below| Test::number(predicate, Comparison::Less, below));
    from.into_iter().chain(below).collect()
}

impl Named {
    fn read(of: Operation, node: &Node) -> Result<Self, LibraryError> {
        const WHAT: &str = "a name of tuning files";
        let entries: &[Entry] = node.table(WHAT)?;
        only(entries, &["name", "rules", "segment", "fan_out", "fixed"], WHAT)?;
        let named = Self {
            name: node.required("name", WHAT)?.text("name")?.to_owned(),
            rules: read_list(of, node.required("rules", WHAT)?)?,
            segment: node.get("segment").map(|node| node.text("segment").map(str::to_owned)).transpose()?,
            fan_out: node.get("fan_out").map(|node| node.text("fan_out").map(str::to_owned)).transpose()?,
            fixed: match node.get("fixed") {
                Some(fixed) => fixed
                    .list("fixed")?
                    .iter()
                    .map(|one| one.text("fixed").map(str::to_owned))
                    .collect::<Result<_, _>>()?,
                None => Vec::new(),
            },
        };
        let wrong = |found: &str, expected: String| {
            Err(LibraryError::Tuning(TuningError::Name {
                place: node.place.clone(),
                found: found.to_owned(),
                expected,
            }))
        };
        if let Some(number) = named.fixed.iter().find(|number| !NUMBERS.contains(&number.as_str())) {
            return wrong(number, NUMBERS.join(", "));
        }
        let parameters = || named.rules.iter().flat_map(Rule::parameters);
        let set = [&named.segment, &named.fan_out];
        let unknown = set.into_iter().flatten().find(|name| !parameters().any(|known| known == **name)).cloned();
        match unknown {
            Some(name) => wrong(&name, parameters().collect::<Vec<_>>().join(", ")),
            None => Ok(named),
        }
    }
}
