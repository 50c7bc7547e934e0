//! Restarts a run in processes mode (each rank is a process) if the program turns out to need it.
//!
//! Many programs refer to functions that start threads, fork or open libraries, but never call them. So ranks begin as
//! images (copies of the program in one process). If a rank does something that images do not support, and no input has
//! been read yet, the launcher executes itself again in processes mode. Text that ranks have already printed is not printed
//! again.

use crate::main_entry::{FOLDER_VARIABLE, PROGRESS_VARIABLE, SCENARIO_VARIABLE};
use crate::standard_streams::Shown;
use std::ffi::{CString, c_int};
use std::os::unix::ffi::OsStrExt;

/// Set where a launcher is to take processes, because an earlier one has found out that it must.
pub(crate) const RESTARTED_VARIABLE: &str = "WT_RESTARTED";

/// What the launcher was started with, as long as the ranks have not changed it.
#[derive(Debug)]
pub(crate) struct LaunchState {
    arguments: Vec<CString>,
    environment: Vec<CString>,
    folder: Option<std::path::PathBuf>,
    mask: libc::mode_t,
    /// Where standard input was, if it is a file.
    input: libc::off_t,
    /// Descriptors that the command has given us and that stay open.
    kept: Vec<c_int>,
    /// The one that the scenario is read from and that is closed then, and a copy.
    scenario: Option<(c_int, c_int)>,
}

/// A descriptor that the command names in a variable.
fn descriptor(variable: &str) -> Option<c_int> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

impl LaunchState {
    /// What there is now.
    pub(crate) fn now() -> Self {
        let entry = |(key, value): (std::ffi::OsString, std::ffi::OsString)| {
            CString::new([key.as_bytes(), b"=", value.as_bytes()].concat()).ok()
        };
        // SAFETY: the mask is set to what it was; asks where standard input is.
        let (mask, input) = unsafe {
            let mask = libc::umask(0o077);
            libc::umask(mask);
            (mask, libc::lseek(0, 0, libc::SEEK_CUR))
        };
        Self {
            arguments: std::env::args_os().filter_map(|word| CString::new(word.as_bytes()).ok()).collect(),
            environment: std::env::vars_os().filter_map(entry).collect(),
            folder: std::env::current_dir().ok(),
            mask,
            input,
            kept: [PROGRESS_VARIABLE, FOLDER_VARIABLE].into_iter().filter_map(descriptor).collect(),
            // SAFETY: a copy of a descriptor, ours alone.
            scenario: descriptor(SCENARIO_VARIABLE)
                .map(|given| (given, unsafe { libc::fcntl(given, libc::F_DUPFD_CLOEXEC, 3) })),
        }
    }

    /// Whether this launcher has been started again.
    pub(crate) fn is_restarted(&self) -> bool {
        let prefix = [RESTARTED_VARIABLE.as_bytes(), b"="].concat();
        self.environment.iter().any(|entry| entry.as_bytes().starts_with(&prefix))
    }

    /// Lines that ranks had printed when an earlier launcher started this one.
    pub(crate) fn shown(&self) -> Shown {
        descriptor(RESTARTED_VARIABLE).and_then(Shown::of_descriptor).unwrap_or_default()
    }

    /// Says why ranks are to be processes, and starts again. Returns if the system refuses.
    pub(crate) fn restart_with_processes(&self, why: &str, shown: &Shown) {
        let why = why.replacen("not supported yet: ", "", 1);
        eprintln!("windtunnel: {why}: its ranks run as processes; the run restarts");
        let Some(folder) = &self.folder else { return };
        if std::env::set_current_dir(folder).is_err() {
            return;
        }
        // By its own path: a process is known by the name of what it executes.
        let own = std::env::current_exe().ok().and_then(|path| CString::new(path.as_os_str().as_bytes()).ok());
        let Some(own) = own else { return };
        // Without it the second run prints all of it again.
        let shown = shown.to_descriptor().unwrap_or(-1);
        let restarted = CString::new(format!("{RESTARTED_VARIABLE}={shown}")).unwrap_or_default();
        let list = |texts: &mut dyn Iterator<Item = &CString>| {
            texts.map(|text| text.as_ptr()).chain([std::ptr::null()]).collect::<Vec<_>>()
        };
        let arguments = list(&mut self.arguments.iter());
        let environment = list(&mut self.environment.iter().chain([&restarted]));
        // SAFETY: the arrays end with null pointers and live until the call; what the ranks have opened is closed by it,
        // and what they have changed of this process is put back before.
        unsafe {
            libc::umask(self.mask);
            if self.input >= 0 {
                libc::lseek(0, self.input, libc::SEEK_SET);
            }
            libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
            for kept in self.kept.iter().chain([&shown]) {
                libc::fcntl(*kept, libc::F_SETFD, 0);
            }
            if let Some((given, copy)) = self.scenario {
                libc::lseek(copy, 0, libc::SEEK_SET);
                libc::dup2(copy, given);
            }
            libc::execve(own.as_ptr(), arguments.as_ptr(), environment.as_ptr());
        }
    }
}
