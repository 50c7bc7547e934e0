//! `windtunnel trace`: prints how to preload the recorders into runs under a real MPI library, and inspects the traces that
//! they write.

mod compare;

use crate::error::CliError;
use crate::output;
use crate::prefix;
use clap::{Args, Subcommand, ValueEnum};
use engine::{MergeError, Time, TraceExcerpt, TraceSummary, clear_trace_destination, cut_trace, merge_trace};
use serde_json::json;
use std::path::PathBuf;

/// The words of `windtunnel trace`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct TraceOptions {
    #[command(subcommand)]
    action: TraceAction,
}

#[derive(Debug, Subcommand)]
enum TraceAction {
    /// Prints the path of the library that records a program under a real MPI library: put it into LD_PRELOAD.
    Library {
        /// The ABI that the program was linked with.
        #[arg(value_name = "NAME")]
        name: Recorder,
    },
    /// Prints the contents of a trace: ranks, computation, calls and messages by function.
    Info {
        /// The trace: a file of `windtunnel record`, or the folder of a recorder.
        #[arg(value_name = "TRACE")]
        trace: PathBuf,
        /// Prints JSON: times in picoseconds.
        #[arg(long)]
        json: bool,
    },
    /// Compares the times of calls of two recordings, or of a recording with those of its simulation, by call site.
    Compare {
        /// A recording of a real run, or the folder of a run with `--observe timeline`.
        #[arg(value_name = "ONE")]
        one: PathBuf,
        /// Another one.
        #[arg(value_name = "OTHER")]
        other: PathBuf,
    },
    /// Writes what ranks do in a phase, or between two times of a real run, as a trace of its own; communicators made elsewhere
    /// remain.
    Cut {
        /// The trace.
        #[arg(value_name = "TRACE")]
        trace: PathBuf,
        /// The phase: a name of `wt_phase`, or a level of `MPI_Pcontrol`.
        #[arg(long, value_name = "NAME", required_unless_present_any = ["from", "to"], conflicts_with_all = ["from", "to"])]
        phase: Option<String>,
        /// From here on: behind the first collective operation on `MPI_COMM_WORLD` that all ranks call at this time or later. Else from
        /// the start, which is the end of `MPI_Init`.
        #[arg(long, value_name = "TIME")]
        from: Option<Time>,
        /// Up to here: to the end of the first such operation that all ranks call at this time or later. Else to the end.
        #[arg(long, value_name = "TIME")]
        to: Option<Time>,
        /// The new trace.
        #[arg(short, long, value_name = "FILE.trace")]
        output: PathBuf,
        /// Replaces an existing trace.
        #[arg(long)]
        force: bool,
    },
    /// Writes the files of all ranks as one file.
    Merge {
        /// The folder of a recorder.
        #[arg(value_name = "TRACE")]
        trace: PathBuf,
        /// Joins counts of blocks (instructions, cycles) to it, as their parameters: a file with the columns rank, site, occurrence and
        /// up to four counters. `replay --compute trace:COUNTER@RATE` goes by them
        #[arg(long, value_name = "FILE.csv")]
        counters: Option<PathBuf>,
        /// The new trace.
        #[arg(short, long, value_name = "FILE.trace")]
        output: PathBuf,
        /// Replaces an existing trace.
        #[arg(long)]
        force: bool,
    },
}

/// The recorders, by the ABI of the program.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Recorder {
    /// MPICH and what has its ABI (`libmpi.so.12`): Intel MPI, MVAPICH, Cray MPICH.
    Mpich,
    /// Open MPI (`libmpi.so.40`).
    Openmpi,
    /// MPI's standard ABI (`libmpi_abi.so`).
    Abi,
}

/// Does what the command line says.
pub(crate) fn command(options: &TraceOptions) -> Result<u8, CliError> {
    match &options.action {
        TraceAction::Library { name } => {
            let name = match name {
                Recorder::Mpich => "mpich",
                Recorder::Openmpi => "openmpi",
                Recorder::Abi => "abi",
            };
            let path = prefix::installed(&format!("lib/windtunnel/libwindtunnel_record_{name}.so"))?;
            output::print(&format!("{}\n", path.display()))?;
        }
        TraceAction::Info { trace, json } => {
            let summary = TraceSummary::of(trace).map_err(MergeError::Trace)?;
            output::print(&if *json { info_json(&summary) } else { info(&summary) })?;
        }
        TraceAction::Compare { one, other } => compare::command(one, other)?,
        TraceAction::Cut { trace, phase, from, to, output, force } => {
            clear_trace_destination(output, *force, std::slice::from_ref(trace))?;
            let times = TraceExcerpt::Times(from.unwrap_or(Time::ZERO), to.unwrap_or(Time::MAX));
            cut_trace(trace, phase.as_deref().map_or(times, TraceExcerpt::Phase), output)?;
        }
        TraceAction::Merge { trace, counters, output, force } => {
            let read: Vec<PathBuf> = [Some(trace), counters.as_ref()].into_iter().flatten().cloned().collect();
            clear_trace_destination(output, *force, &read)?;
            merge_trace(trace, counters.as_deref(), output)?;
        }
    }
    Ok(0)
}

/// The contents of a trace as lines.
fn info(of: &TraceSummary) -> String {
    let libraries = of.libraries.iter().map(|library| format!("library      {library}\n"));
    let mut text: String = libraries.collect();
    if !of.counters.is_empty() {
        text += &format!("counters     {}\n", of.counters.join(", "));
    }
    text += &format!("ranks        {}", of.ranks);
    if of.started > 0 {
        text += &format!(", and {} started", of.started);
    }
    match &of.cut[..] {
        [] if of.whole => {}
        [] => text += " (the recording was stopped or killed)",
        cut => text += &format!(" ({} of them stopped or killed)", cut.len()),
    }
    text += &format!("\ncomputation  {:.6} s in all\n\n", of.compute.as_secs_f64());
    text += &format!(
        "{:<28}{:>12}{:>12}{:>16}{:>22}\n",
        "function", "calls", "messages", "bytes", "not on MPI_COMM_WORLD"
    );
    for (function, own) in &of.functions {
        let name = function.name();
        text += &format!("{name:<28}{:>12}{:>12}{:>16}{:>22}\n", own.calls, own.messages, own.bytes, own.elsewhere);
    }
    text
}

/// The same as JSON.
fn info_json(of: &TraceSummary) -> String {
    let functions: Vec<_> = of
        .functions
        .iter()
        .map(|(function, own)| {
            json!({
                "function": function.name(),
                "calls": own.calls,
                "messages": own.messages,
                "bytes": own.bytes,
                "not_on_world": own.elsewhere,
            })
        })
        .collect();
    let all = json!({
        "libraries": of.libraries,
        "counters": of.counters,
        "ranks": of.ranks,
        "started": of.started,
        "whole": of.whole,
        "cut": of.cut,
        "compute_ps": of.compute.ps(),
        "functions": functions,
    });
    format!("{}\n", serde_json::to_string_pretty(&all).expect("plain data become JSON"))
}
