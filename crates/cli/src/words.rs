//! `-np`, which other launchers have and clap cannot express.

use clap::{ArgAction, Command};
use std::ffi::OsString;

/// Turns `-np` into `-n` where an option of ours may stand: before the program, which has options of its own.
pub(crate) fn with_np(words: impl IntoIterator<Item = OsString>, cli: &Command) -> Vec<OsString> {
    let mut words = words.into_iter();
    let mut turned: Vec<OsString> = words.next().into_iter().collect();
    let mut command = cli;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if text == "-np" {
            turned.push("-n".into());
            turned.extend(words.next());
        } else if text.len() > 1 && text != "--" && text.starts_with('-') {
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
    turned
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
        let words = with_np(line.split(' ').map(OsString::from), &options::command());
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
}
