//! Recognises options that users of `mpirun`, `mpiexec` or `srun` may type: accepts `-np`; for any other, the error message
//! names Windtunnel's equivalent.

use crate::error::CliError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, Command};
use std::ffi::OsString;

/// Options of `mpirun`, `mpiexec` and `srun` that a simulation has no use for, and what to write instead.
const OF_LAUNCHERS: &[(&[&str], &str)] = &[
    (
        &[
            "-host",
            "--host",
            "-hosts",
            "-H",
            "-f",
            "-hostfile",
            "--hostfile",
            "-machinefile",
            "--machinefile",
            "--nodelist",
            "-w",
        ],
        "hosts are simulated: `-p PLATFORM` has them, and `--mapping file:PATH` reads a list of them, a line a rank",
    ),
    (
        &[
            "-ppn",
            "-npernode",
            "--npernode",
            "-N",
            "--map-by",
            "--rank-by",
            "--ntasks-per-node",
            "-perhost",
            "--perhost",
        ],
        "`--ppn K` is the number of ranks per host, and `--mapping` their order",
    ),
    (
        &["-bind-to", "--bind-to", "--cpu-bind", "--cpu-set"],
        "each rank has a core of its simulated host; `--oversubscribe` lets ranks share one",
    ),
    (&["-genv", "-env", "--export", "-genvall"], "`-x NAME=VALUE` passes a variable to the program"),
    (&["-wd", "--chdir", "-D"], "`--wdir DIR` is the working directory of the program"),
    (
        &["-mca", "--mca", "--tune"],
        "parameters of an MPI library are modelled: see `windtunnel list mpi-libraries` and `--collective`",
    ),
];

/// Names of other launchers: `run` does their work here.
const LAUNCHERS: [&str; 6] = ["mpirun", "mpiexec", "mpiexec.hydra", "srun", "orterun", "prterun"];

/// An error of clap's, with the nearest command where it knows none: its own measure misses exchanged letters.
pub(crate) fn with_near_command(mut error: clap::Error, words: &[OsString], cli: &Command) -> clap::Error {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand).cloned() else { return error };
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let level = words.iter().skip(1).map_while(|word| word.to_str()).take_while(|word| *word != wrong);
    let level = level.fold(cli, |command, word| command.find_subcommand(word).unwrap_or(command));
    // `help` takes a command of any level; what it lists are those of its parent.
    let level = if level.get_name() == "help" { cli } else { level };
    let near = match LAUNCHERS.contains(&wrong.as_str()) {
        true => Some("run"),
        false => config::nearest(&wrong, level.get_subcommands().map(Command::get_name)),
    };
    if let Some(near) = near {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![near.to_owned()]));
    }
    error
}

/// Turns `-np` into `-n` where an option of ours may stand: before the program, which has options of its own.
///
/// # Errors
/// There is an option of another launcher.
pub(crate) fn with_np(words: impl IntoIterator<Item = OsString>, cli: &Command) -> Result<Vec<OsString>, CliError> {
    let mut words = words.into_iter();
    let mut turned: Vec<OsString> = words.next().into_iter().collect();
    let mut command = cli;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if text == "-np" {
            turned.push("-n".into());
            turned.extend(words.next());
        } else if text.len() > 1 && text != "--" && text.starts_with('-') {
            refuse_launchers(command, &text)?;
            turned.push(word);
            if takes_next(command, &text) {
                turned.extend(words.next());
            }
        } else if let Some(own) = command.find_subcommand(&text) {
            command = own;
            turned.push(word);
        } else {
            turned.push(word);
            break;
        }
    }
    turned.extend(words);
    Ok(turned)
}

/// Rejects an option that only other launchers have, in a command that runs programs.
fn refuse_launchers(command: &Command, text: &str) -> Result<(), CliError> {
    let option = text.split_once('=').map_or(text, |(option, _)| option);
    let runs = matches!(command.get_name(), "run" | "record");
    let own = command.get_arguments().any(|argument| {
        argument.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long))
            || argument.get_short().is_some_and(|short| option.strip_prefix('-') == Some(short.to_string().as_str()))
    });
    match OF_LAUNCHERS.iter().find(|(options, _)| options.contains(&option)).filter(|_| runs && !own) {
        Some((_, instead)) => Err(CliError::OfLauncher { option: option.to_owned(), instead }),
        None => Ok(()),
    }
}

/// Whether an option's value is the next word.
fn takes_next(command: &Command, word: &str) -> bool {
    let known = |named: &dyn Fn(&clap::Arg) -> bool| {
        let argument = command.get_arguments().find(|argument| named(argument));
        argument.is_some_and(|argument| matches!(argument.get_action(), ArgAction::Set | ArgAction::Append))
    };
    match word.strip_prefix("--") {
        Some(long) => !long.contains('=') && known(&|argument| argument.get_long() == Some(long)),
        None => word.len() == 2 && known(&|argument| argument.get_short() == word.chars().nth(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    fn turned(line: &str) -> String {
        let words = with_np(line.split(' ').map(OsString::from), &options::command()).unwrap();
        words.join(std::ffi::OsStr::new(" ")).into_string().expect("ASCII")
    }

    #[test]
    fn np_is_the_number_of_ranks_before_the_program_and_its_own_word_behind() {
        assert_eq!(turned("windtunnel run -np 4 prog -np 5"), "windtunnel run -n 4 prog -np 5");
        assert_eq!(turned("windtunnel -q run -p m -np 4 prog"), "windtunnel -q run -p m -n 4 prog");
        assert_eq!(
            turned("windtunnel run --tag-output --set a=b -np 4 p"),
            "windtunnel run --tag-output --set a=b -n 4 p"
        );
        assert_eq!(turned("windtunnel run --set=a=b -x V -np 2 -- p"), "windtunnel run --set=a=b -x V -n 2 -- p");
        assert_eq!(turned("windtunnel run -n 2 -- p -np 3"), "windtunnel run -n 2 -- p -np 3");
        assert_eq!(turned("windtunnel run -n 2 -p -np p"), "windtunnel run -n 2 -p -np p");
    }

    #[test]
    fn a_wrong_command_is_near_a_right_one() {
        let said = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            with_near_command(options::parsed(&words).unwrap_err(), &words, &options::command()).to_string()
        };
        assert!(said("windtunnel rnu -n 4 a").contains("a similar subcommand exists: 'run'"));
        assert!(said("windtunnel mpirun -n 4 a").contains("a similar subcommand exists: 'run'"));
        assert!(said("windtunnel platform shwo x").contains("a similar subcommand exists: 'show'"));
        assert!(said("windtunnel help explane").contains("a similar subcommand exists: 'explain'"));
        assert!(!said("windtunnel zzzzzz").contains("similar"));
    }

    #[test]
    fn options_of_other_launchers_are_no_options_of_ours() {
        for option in OF_LAUNCHERS.iter().flat_map(|(options, _)| *options) {
            for line in
                [format!("windtunnel run -n 2 {option} x ./a"), format!("windtunnel record {option}=x -n 2 ./a")]
            {
                let refused = with_np(line.split(' ').map(OsString::from), &options::command()).unwrap_err();
                assert!(refused.to_string().starts_with(&format!("{option}: ")), "{refused}");
            }
            // The program has options of its own.
            let line = format!("windtunnel run -n 2 ./a {option} x");
            assert_eq!(turned(&line), line);
        }
    }
}
