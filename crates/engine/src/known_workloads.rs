//! Lists the input files of scenarios without running the scenarios, for campaigns. If several scenarios share a trace or
//! motif, it is opened only once.

use crate::assembly::Assembly;
use crate::goal;
use crate::run::{RunError, workload_driver};
use crate::scenario::{Scenario, Workload};
use files::{Input, Inputs};
use std::collections::BTreeMap;

/// Lists what scenarios read. Traces and motifs that several of them have are opened once.
#[derive(Debug, Default)]
pub struct KnownWorkloads(BTreeMap<String, (u32, Inputs)>);

impl KnownWorkloads {
    /// The files that a run of the scenario reads before its ranks begin.
    ///
    /// # Errors
    /// Why it can't begin.
    pub fn inputs(&mut self, scenario: &Scenario) -> Result<Vec<Input>, RunError> {
        let ranks = match (&scenario.workload, scenario.ranks) {
            (Workload::Program { .. }, Some(ranks)) => Some(ranks),
            _ => self.ranks(scenario)?,
        };
        if let Some(ranks) = ranks {
            Assembly::of(scenario, ranks)?.read_blocks(scenario)?;
        }
        Ok(scenario.inputs.list())
    }

    /// The ranks of a trace or motif; none without a machine to place them on.
    fn ranks(&mut self, scenario: &Scenario) -> Result<Option<u32>, RunError> {
        let (text, job) = (&scenario.text, scenario.job());
        let what = (
            &text.engine,
            &text.scale_bytes,
            text.recorded_times,
            job.ranks,
            &job.trace,
            &job.motif,
            &job.parameters,
        );
        let what = format!("{what:?}");
        if let Some((ranks, inputs)) = self.0.get(&what) {
            scenario.inputs.add(inputs);
            return Ok((*ranks > 0).then_some(*ranks));
        }
        let ranks = match &scenario.workload {
            Workload::Goal { file, settings } => {
                goal::read(scenario, file, settings)?;
                0
            }
            _ => workload_driver(scenario)?.map_or(0, |(ranks, _)| ranks),
        };
        let own = Inputs::default();
        own.add(&scenario.inputs);
        self.0.insert(what, (ranks, own));
        Ok((ranks > 0).then_some(ranks))
    }
}
