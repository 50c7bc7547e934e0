//! Rules that change blocks (`--compute SPEC+FILE.toml`): by the call that ends them, or by phase, they take another time.
//!
//! BigSim's parameter replacement (G. Zheng et al., *Simulation-based performance prediction for large parallel machines*,
//! IJPP 33, 2005): what another core, library or algorithm would do to a part of the program.

use crate::replay_blocks::FormerBlocks;
use config::{Keys, Node, ReadError};
use mpi::{BlockCosts, BlockNames, ComputeBlock, Measurement};
use ops::{CallSite, Function, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use units::Time;

const EXPECTED: &str = "`[[block]]` tables with `function`, `site` or `phase`, and one of `scale`, `time` and `from`";

/// A factor, in millionths, is at most this.
const SCALE_MAX: f64 = 1e9;

/// What a rule does to a block.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// So many millionths of what it takes otherwise.
    Scale(u64),
    Time(Time),
    /// What it took in the run of this folder.
    From(PathBuf),
}

/// A rule as written. What it does not name may be anything.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    line: usize,
    function: Option<Function>,
    site: Option<String>,
    phase: Option<String>,
    change: Change,
}

impl Rule {
    fn read(table: &Node, line: usize) -> Result<Self, ReadError> {
        let error = |reason: String| ReadError { origin: table.origin, reason };
        let mut keys = Keys::new(table, "block")?;
        let name = keys.text("function")?;
        let (site, phase) = (keys.text("site")?, keys.text("phase")?);
        let (scale, time, from) = (keys.number("scale")?, keys.text("time")?, keys.text("from")?);
        keys.finish()?;
        let function = match name {
            None => None,
            Some(name) => Some(Function::from_name(&name).ok_or_else(|| {
                let hint = config::did_you_mean(&name, Function::all().map(Function::name));
                error(format!("`{name}` is no function of MPI{hint}"))
            })?),
        };
        if function.is_none() && site.is_none() && phase.is_none() {
            return Err(error(format!("it says of no block; expected {EXPECTED}")));
        }
        let change = match (scale, time, from) {
            (Some(scale), None, None) if (0.0..=SCALE_MAX).contains(&scale) => {
                Change::Scale((scale * 1e6).round() as u64)
            }
            (Some(scale), None, None) => {
                return Err(error(format!(
                    "`scale = {scale}` is not valid; expected a number from 0 to {SCALE_MAX:e}"
                )));
            }
            (None, Some(time), None) => {
                let time = time.parse().map_err(|problem| error(format!("`time`: {problem}")))?;
                Change::Time(time)
            }
            (None, None, Some(folder)) => Change::From(PathBuf::from(folder)),
            (None, None, None) => return Err(error(format!("it changes nothing; expected {EXPECTED}"))),
            _ => return Err(error(format!("it says several times what the block takes; expected {EXPECTED}"))),
        };
        Ok(Self { line, function, site, phase, change })
    }

    fn fits(&self, function: Function, site: &str, phase: &str) -> bool {
        self.function.is_none_or(|wanted| wanted == function)
            && self.site.as_ref().is_none_or(|wanted| is_site(wanted, site))
            && self.phase.as_ref().is_none_or(|wanted| wanted == phase)
    }

    /// Which blocks it is for, in words.
    fn blocks(&self) -> String {
        let function = self.function.map(|function| format!("function {}", function.name()));
        let site = self.site.as_ref().map(|site| format!("site `{site}`"));
        let phase = self.phase.as_ref().map(|phase| format!("phase `{phase}`"));
        [function, site, phase].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Whether a site in words, `solve (halo.c:42)`, is meant by all of it, by its function or by its place.
fn is_site(wanted: &str, site: &str) -> bool {
    let parts = site.strip_suffix(')').and_then(|site| site.split_once(" ("));
    wanted == site || parts.is_some_and(|(function, place)| wanted == function || wanted == place)
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
        let line = |byte: usize| config::line_and_column(&text, byte).0;
        let read = || -> Result<Vec<Rule>, ReadError> {
            let tree = config::parse(&text)?;
            let mut keys = Keys::new(&tree, "the file")?;
            let tables = keys.list("block")?;
            keys.finish()?;
            if tables.is_empty() {
                let reason = format!("it has no rules; expected {EXPECTED}");
                return Err(ReadError { origin: tree.origin, reason });
            }
            tables.iter().map(|table| Rule::read(table, line(table.origin.byte()))).collect()
        };
        let rules =
            read().map_err(|error| format!("{}:{}: {}", file.display(), line(error.origin.byte()), error.reason))?;
        Ok(Self { file: file.to_owned(), rules, text })
    }

    /// The file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// What it says, as written.
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
    known: BTreeMap<(Function, CallSite, u32), Option<usize>>,
    used: Vec<bool>,
}

impl RuledBlocks {
    /// Blocks cost what `otherwise` says, if no rule changes them.
    pub(crate) fn new(otherwise: Box<dyn BlockCosts>, rules: BlockRules, ranks: u32) -> Result<Self, String> {
        let open = |folder: &Path| {
            let blocks = FormerBlocks::open(folder, ranks, |row| row.duration);
            Ok((folder.to_owned(), blocks.map_err(|error| format!("{}: {error}", rules.file.display()))?))
        };
        let former = rules.folders().map(open).collect::<Result<_, String>>()?;
        let used = vec![false; rules.rules.len()];
        Ok(Self { otherwise, rules, former, known: BTreeMap::new(), used })
    }

    /// The rule that changes a block.
    fn rule_of(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Option<usize> {
        let rules = &self.rules.rules;
        *self.known.entry((block.function, block.site, block.phase)).or_insert_with(|| {
            let (site, phase) = (names.site(block.site), names.phase(block.phase));
            rules.iter().position(|rule| rule.fits(block.function, &site, &phase))
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
        let Some(number) = self.rule_of(block, names) else { return Ok(otherwise) };
        self.used[number] = true;
        match &self.rules.rules[number].change {
            Change::Time(time) => Ok(Work::Time(*time)),
            Change::From(folder) => Ok(Work::Time(former[folder])),
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

    fn measurement(&self) -> Option<Measurement> {
        self.otherwise.measurement()
    }

    fn unmatched(&self) -> u64 {
        self.otherwise.unmatched()
    }

    fn warnings(&self) -> Vec<String> {
        let unused = self.rules.rules.iter().zip(&self.used).filter(|(_, used)| !**used);
        let file = self.rules.file.display();
        let warning = |(rule, _): (&Rule, _)| {
            format!(
                "{file}:{}: the rule changed no block ({}): none fits it, or earlier rules fit all that do; the table `sites` \
                 has the names of call sites",
                rule.line,
                rule.blocks()
            )
        };
        unused.map(warning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mpi::FreeBlocks;
    use units::ActorId;

    struct Names;

    impl BlockNames for Names {
        fn site(&mut self, site: CallSite) -> String {
            format!("f{} (a.c:{})", site.0, 10 + site.0)
        }

        fn phase(&mut self, phase: u32) -> String {
            ["0", "solve"][phase as usize].to_owned()
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
        ComputeBlock { actor: ActorId(0), function, site: CallSite(site), phase, measured }
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
            ("\n[[block]]\nscale = 2\n", ":2: it says of no block"),
            ("[[block]]\nsite = \"a\"\n", ":1: it changes nothing"),
            ("[[block]]\nsite = \"a\"\nscale = 1\ntime = \"1 us\"\n", "says several times"),
            ("[[block]]\nsite = \"a\"\nscale = -1\n", "expected a number from 0"),
            ("[[block]]\nsite = \"a\"\ntime = \"1 lightyear\"\n", "`time`"),
            ("[[block]]\nfunction = \"MPI_Sned\"\nscale = 1\n", "did you mean `MPI_Send`"),
            ("[[block]]\nsiet = \"a\"\nscale = 1\n", "unknown key `siet`; did you mean `site`"),
            ("[[block]\n", ":1: "),
        ] {
            let error = rules(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
