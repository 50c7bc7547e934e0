//! `trace`: recorders for real MPI libraries.

use crate::error::CliError;
use crate::output;
use crate::prefix;
use clap::{Args, Subcommand, ValueEnum};

/// What is to be done.
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
            output::print(&format!("{}\n", path.display()));
        }
    }
    Ok(0)
}
