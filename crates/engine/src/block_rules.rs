//! Rules that change the time of computation blocks (`--compute SPEC+FILE.toml`): a rule selects blocks by the MPI call that
//! ends them, or by phase, and gives or scales their time.
//!
//! This is BigSim's parameter replacement (G. Zheng et al., *Simulation-based performance prediction for large parallel
//! machines*, IJPP 33, 2005): it shows what another core, numerical library or algorithm would change in a part of the program.

use crate::block_model::BlockModel;
use crate::replay_blocks::FormerBlocks;
use config::{Keys, Node, ReadError};
use mpi::{BlockCosts, BlockNames, BlockSoFar, ComputeBlock, Measurement};
use ops::{CallSite, Function, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use units::Time;
use workload::sizes::CallSelection;

const EXPECTED: &str =
    "`[[block]]` tables with `name`, `function`, `site` or `phase`, and one of `scale`, `time`, `from` and `model`";

/// A factor, in millionths, is at most this.
const SCALE_MAX: f64 = 1e9;

/// What a rule does to a block.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// Scaled by this many millionths.
    Scale(u64),
    Time(Time),
    /// As in the run of this folder.
    From(PathBuf),
    /// What a model says.
    Model(BlockModel),
}

impl Change {
    fn read(keys: &mut Keys<'_>, table: &Node) -> Result<Self, ReadError> {
        let error = |reason: String| ReadError { origin: table.origin, reason };
        let (scale, time, from) = (keys.number("scale")?, keys.text("time")?, keys.text("from")?);
        let terms = keys.map("model")?;
        let model = table.get("model").map(|_| {
            let terms = terms.iter().map(|(term, coefficient)| (term.as_str(), coefficient.as_str()));
            BlockModel::read(terms).map_err(|reason| error(format!("`model`: {reason}")))
        });
        match (scale, time, from, model) {
            (Some(scale), None, None, None) if (0.0..=SCALE_MAX).contains(&scale) => {
                Ok(Self::Scale((scale * 1e6).round() as u64))
            }
            (Some(scale), None, None, None) => {
                Err(error(format!("`scale = {scale}` is not valid; expected a number from 0 to {SCALE_MAX:e}")))
            }
            (None, Some(time), None, None) => {
                let time = time.parse().map_err(|problem| error(format!("`time`: {problem}")))?;
                Ok(Self::Time(time))
            }
            (None, None, Some(folder), None) => Ok(Self::From(PathBuf::from(folder))),
            (None, None, None, Some(model)) => model.map(Self::Model),
            (None, None, None, None) => Err(error(format!("it changes nothing; expected {EXPECTED}"))),
            _ => Err(error(format!("it says several times what the block takes; expected {EXPECTED}"))),
        }
    }
}

/// A rule as written. Keys that it does not name match anything.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    line: usize,
    calls: CallSelection,
    name: Option<String>,
    change: Change,
}

impl Rule {
    fn read(table: &Node, line: usize) -> Result<Self, ReadError> {
        let mut keys = Keys::new(table, "block")?;
        let (calls, name) = (CallSelection::read(&mut keys, table.origin)?, keys.text("name")?);
        let change = Change::read(&mut keys, table);
        // A misspelt key is why a rule changes nothing.
        keys.finish()?;
        let change = change?;
        if calls.function.is_none() && calls.site.is_none() && calls.phase.is_none() && name.is_none() {
            return Err(ReadError { origin: table.origin, reason: format!("selects no block; expected {EXPECTED}") });
        }
        Ok(Self { line, calls, name, change })
    }

    fn fits(&self, function: Function, site: &str, phase: &str, name: &str) -> bool {
        self.calls.fit(function, site) && self.may_fit(phase, name)
    }

    /// Whether it fits a block of this phase and name, if that ends in the right call.
    fn may_fit(&self, phase: &str, name: &str) -> bool {
        self.calls.is_in(phase) && self.name.as_ref().is_none_or(|wanted| wanted == name)
    }

    /// Which blocks it is for, in words.
    fn blocks(&self) -> String {
        let function = self.calls.function.map(|function| format!("function {}", function.name()));
        let site = self.calls.site.as_ref().map(|site| format!("site `{site}`"));
        let phase = self.calls.phase.as_ref().map(|phase| format!("phase `{phase}`"));
        let name = self.name.as_ref().map(|name| format!("name `{name}`"));
        [function, site, phase, name].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The rules of a file. The first one that fits a block changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRules {
    file: PathBuf,
    text: String,
    rules: Vec<Rule>,
}

impl BlockRules {
    /// Reads a file of rules.
    ///
    /// # Errors
    /// In words, with file and line.
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let text = files::read_text(file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))?;
        let rules = config::read_tables(&text, "block", EXPECTED, Rule::read)
            .map_err(|(line, reason)| format!("{}:{line}: {reason}", file.display()))?;
        Ok(Self { file: file.to_owned(), rules, text })
    }

    /// The file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Its text, as written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The runs whose blocks its rules take.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.rules
            .iter()
            .filter_map(|rule| if let Change::From(folder) = &rule.change { Some(folder.as_path()) } else { None })
    }
}

/// Blocks that rules change.
pub(crate) struct RuledBlocks {
    otherwise: Box<dyn BlockCosts>,
    rules: BlockRules,
    /// By folder, in step with this run.
    former: BTreeMap<PathBuf, FormerBlocks>,
    /// The rule of blocks met before, by what rules go by.
    known: BTreeMap<(Function, CallSite, u32, u32), Option<usize>>,
    used: Vec<bool>,
    /// By rule, how often its model gave less than nothing.
    negative: Vec<u64>,
    /// Work of the latest block before rules.
    unruled: Work,
}

impl RuledBlocks {
    /// Blocks cost what `otherwise` says, if no rule changes them.
    pub(crate) fn new(otherwise: Box<dyn BlockCosts>, rules: BlockRules, ranks: u32) -> Result<Self, String> {
        let open = |folder: &Path| {
            let blocks = FormerBlocks::open(folder, ranks, |row| row.duration);
            Ok((folder.to_owned(), blocks.map_err(|error| format!("{}: {error}", rules.file.display()))?))
        };
        let former = rules.folders().map(open).collect::<Result<_, String>>()?;
        let (used, negative) = (vec![false; rules.rules.len()], vec![0; rules.rules.len()]);
        Ok(Self { otherwise, rules, former, known: BTreeMap::new(), used, negative, unruled: Work::NONE })
    }

    /// The rule that changes a block.
    fn rule_of(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Option<usize> {
        let rules = &self.rules.rules;
        *self.known.entry((block.function, block.site, block.phase, block.named.name)).or_insert_with(|| {
            let (site, phase) = (names.site(block.site), names.phase(block.phase));
            let name = names.block(block.named.name);
            rules.iter().position(|rule| rule.fits(block.function, &site, &phase, &name))
        })
    }
}

impl BlockCosts for RuledBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Result<Work, String> {
        // Each source goes on by a block, whichever counts.
        let mut former = BTreeMap::new();
        for (folder, blocks) in &mut self.former {
            former.insert(folder.clone(), blocks.matching(block)?);
        }
        let otherwise = self.otherwise.work(block, names)?;
        self.unruled = otherwise;
        let Some(number) = self.rule_of(block, names) else { return Ok(otherwise) };
        self.used[number] = true;
        match &self.rules.rules[number].change {
            Change::Time(time) => Ok(Work::Time(*time)),
            Change::From(folder) => Ok(Work::Time(former[folder])),
            Change::Model(model) => {
                let (file, line) = (self.rules.file.display(), self.rules.rules[number].line);
                let name = names.block(block.named.name);
                let time =
                    model.time(&block.named).map_err(|reason| format!("{file}:{line}: block `{name}`: {reason}"))?;
                self.negative[number] += u64::from(time.is_none());
                Ok(time.map_or(Work::NONE, Work::Time))
            }
            Change::Scale(millionths) => match otherwise {
                Work::Time(time) | Work::Stated(time) | Work::Preempted(time) => mpi::scaled(time, *millionths),
                Work::Flops(flops) => {
                    let scaled = u128::from(flops) * u128::from(*millionths) / 1_000_000;
                    let flops =
                        u64::try_from(scaled).map_err(|_| "a scaled block has too many operations".to_owned())?;
                    Ok(Work::Flops(flops))
                }
            },
        }
    }

    fn least(&mut self, block: &BlockSoFar, names: &mut dyn BlockNames) -> Time {
        let (phase, name) = (names.phase(block.phase), names.block(block.named.name));
        let otherwise = self.otherwise.least(block, names);
        // Any rule whose phase and name fit may be the one; those behind one for all calls are not.
        let mut least = Time::MAX;
        for rule in self.rules.rules.iter().filter(|rule| rule.may_fit(&phase, &name)) {
            least = least.min(match &rule.change {
                Change::Time(time) => *time,
                Change::From(folder) => self.former[folder].coming(block.actor),
                Change::Model(model) => model.time(&block.named).ok().flatten().unwrap_or(Time::ZERO),
                Change::Scale(millionths) => mpi::scaled_time(otherwise, *millionths).unwrap_or(Time::MAX),
            });
            if rule.calls.function.is_none() && rule.calls.site.is_none() {
                return least;
            }
        }
        least.min(otherwise)
    }

    fn unruled(&self) -> Option<Work> {
        Some(self.unruled)
    }

    fn measurement(&self) -> Option<Measurement> {
        self.otherwise.measurement()
    }

    fn unmatched(&self) -> u64 {
        self.otherwise.unmatched()
    }

    fn warnings(&self) -> Vec<String> {
        let file = self.rules.file.display();
        let rules = self.rules.rules.iter().zip(&self.used).zip(&self.negative);
        let warning = |((rule, used), negative): ((&Rule, &bool), &u64)| match (used, negative) {
            (true, 0) => None,
            (true, count) => Some(format!(
                "{file}:{}: the model gave less than no time for {count} blocks, which took none",
                rule.line
            )),
            (false, _) => Some(format!(
                "{file}:{}: the rule changed no block ({}): none fits it, or earlier rules fit all that do; the table `sites` \
                 has the names of call sites",
                rule.line,
                rule.blocks()
            )),
        };
        rules.filter_map(warning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mpi::FreeBlocks;
    use ops::NamedBlock;
    use units::ActorId;
    use workload::sizes::is_site;

    struct Names;

    impl BlockNames for Names {
        fn site(&mut self, site: CallSite) -> String {
            format!("f{} (a.c:{})", site.0, 10 + site.0)
        }

        fn phase(&mut self, phase: u32) -> String {
            ["0", "solve"][phase as usize].to_owned()
        }

        fn block(&mut self, name: u32) -> String {
            ["", "spmv", "dot"][name as usize].to_owned()
        }
    }

    /// As stated, times 1.
    #[derive(Debug)]
    struct AsIs;

    impl BlockCosts for AsIs {
        fn records_all(&self) -> bool {
            true
        }

        fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
            Ok(block.measured)
        }
    }

    fn rules(text: &str) -> Result<BlockRules, String> {
        let folder = std::env::temp_dir().join(format!("windtunnel-rules-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let digits: u32 = text.bytes().fold(7, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
        let file = folder.join(format!("{digits}.toml"));
        std::fs::write(&file, text).unwrap();
        let read = BlockRules::read(&file).map_err(|error| error.replace(&folder.display().to_string(), ""));
        std::fs::remove_file(&file).unwrap();
        read
    }

    fn block(function: Function, site: u32, phase: u32, measured: Work) -> ComputeBlock {
        let named = NamedBlock::default();
        ComputeBlock { actor: ActorId(0), function, site: CallSite(site), phase, measured, named }
    }

    fn named(name: u32, parameters: &[u64]) -> ComputeBlock {
        let mut named = NamedBlock { name, count: parameters.len() as u8, ..NamedBlock::default() };
        named.parameters[..parameters.len()].copy_from_slice(parameters);
        ComputeBlock { named, ..block(Function::Allreduce, 1, 0, Work::Time(Time::from_ps(1_000))) }
    }

    #[test]
    fn a_model_goes_by_name_and_parameters() {
        let text = "[[block]]\nname = \"spmv\"\nmodel = { \"1\" = \"1 ns\", \"p2\" = \"2.5 ps\" }\n\
                    [[block]]\nname = \"dot\"\nscale = 2\n\
                    [[block]]\nname = \"\"\nfunction = \"MPI_Recv\"\nmodel = { \"1\" = \"-1 ns\" }\n";
        let mut blocks = RuledBlocks::new(Box::new(AsIs), rules(text).unwrap(), 1).unwrap();
        let time = |ps| Ok(Work::Time(Time::from_ps(ps)));
        assert_eq!(blocks.work(&named(1, &[7, 3]), &mut Names), time(1_008), "7.5 ps of parameters");
        assert_eq!(blocks.work(&named(1, &[7, 4]), &mut Names), time(1_010));
        assert_eq!(blocks.work(&named(2, &[]), &mut Names), time(2_000));
        assert_eq!(blocks.work(&named(0, &[]), &mut Names), time(1_000));
        assert_eq!(blocks.work(&block(Function::Recv, 1, 0, Work::NONE), &mut Names), Ok(Work::NONE));
        let error = blocks.work(&named(1, &[7]), &mut Names).unwrap_err();
        assert!(error.contains(":1: block `spmv`: a model uses parameter p2 of a block that has 1"), "{error}");
        let warnings = blocks.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("less than no time for 1 blocks"), "{warnings:?}");
    }

    #[test]
    fn the_first_rule_that_fits_changes_a_block() {
        let text = "[[block]]\nfunction = \"MPI_Send\"\nphase = \"solve\"\nscale = 0.5\n\
                    [[block]]\nsite = \"a.c:12\"\ntime = \"3 us\"\n\
                    [[block]]\nfunction = \"MPI_Send\"\nscale = 3\n\
                    [[block]]\nsite = \"nowhere\"\nscale = 2\n";
        let mut blocks = RuledBlocks::new(Box::new(AsIs), rules(text).unwrap(), 1).unwrap();
        let time = |ps| Work::Time(Time::from_ps(ps));
        for (function, site, phase, expected) in [
            (Function::Send, 1, 1, time(500)),
            (Function::Send, 2, 0, time(3_000_000)),
            (Function::Send, 1, 0, time(3_000)),
            (Function::Recv, 1, 1, time(1_000)),
            (Function::Recv, 2, 1, time(3_000_000)),
        ] {
            let block = block(function, site, phase, time(1_000));
            assert_eq!(blocks.work(&block, &mut Names), Ok(expected), "{block:?}");
        }
        let flops = block(Function::Send, 1, 0, Work::Flops(7));
        assert_eq!(blocks.work(&flops, &mut Names), Ok(Work::Flops(21)));
        let warnings = blocks.warnings();
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains(".toml:11: the rule changed no block (site `nowhere`)"), "{warnings:?}");
    }

    #[test]
    fn a_time_holds_where_blocks_are_free() {
        let text = "[[block]]\nsite = \"f1\"\ntime = \"3 us\"\n[[block]]\nphase = \"0\"\nscale = 2\n";
        let mut blocks = RuledBlocks::new(Box::new(FreeBlocks), rules(text).unwrap(), 1).unwrap();
        let of = |site| block(Function::Send, site, 0, Work::Time(Time::from_ps(9)));
        assert_eq!(blocks.work(&of(1), &mut Names), Ok(Work::Time(Time::from_ps(3_000_000))));
        assert_eq!(blocks.work(&of(2), &mut Names), Ok(Work::NONE));
    }

    #[test]
    fn a_site_is_meant_by_function_or_place() {
        for wanted in ["solve (halo.c:42)", "solve", "halo.c:42"] {
            assert!(is_site(wanted, "solve (halo.c:42)"), "{wanted}");
        }
        for wanted in ["solve (halo.c:4)", "sol", "halo.c", "42"] {
            assert!(!is_site(wanted, "solve (halo.c:42)"), "{wanted}");
        }
        assert!(is_site("halo+0x1234", "halo+0x1234"));
    }

    #[test]
    fn errors_say_where_what_and_what_instead() {
        for (text, expected) in [
            ("", ":1: it has no rules"),
            ("x = 1\n", "unknown key `x`"),
            ("\n[[block]]\nscale = 2\n", ":2: selects no block"),
            ("[[block]]\nsite = \"a\"\n", ":1: it changes nothing"),
            ("[[block]]\nsite = \"a\"\nscale = 1\ntime = \"1 us\"\n", "says several times"),
            ("[[block]]\nsite = \"a\"\nscale = -1\n", "expected a number from 0"),
            ("[[block]]\nsite = \"a\"\ntime = \"1 lightyear\"\n", "`time`"),
            ("[[block]]\nfunction = \"MPI_Sned\"\nscale = 1\n", "did you mean `MPI_Send`"),
            ("[[block]]\nsiet = \"a\"\nscale = 1\n", "unknown key `siet`; did you mean `site`"),
            ("[[block]\n", ":1: "),
            ("[[block]]\nname = \"a\"\nmodel = {}\n", ":1: `model`: it has no terms"),
            ("[[block]]\nname = \"a\"\nmodel = { n = \"1 ns\" }\n", "`model`: `n` is not a term"),
            ("[[block]]\nname = \"a\"\nmodel = { p1 = 3 }\n", "`model.p1` is an integer; expected a text"),
            ("[[block]]\nname = \"a\"\nmodel = { p1 = \"1 ns\" }\nscale = 1\n", "says several times"),
        ] {
            let error = rules(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
