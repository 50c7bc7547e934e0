//! A thread that syncs finished table files (*parts*) to disk and gives them their final names. The simulation does not
//! wait for it: a sync takes milliseconds on a fast disk, and hundreds of milliseconds over a network.

use crate::error::ObserveError;
use files::{FileError, NewFile};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

/// Parts that may wait for the disk before the simulation does.
const WAITING: usize = 4;

/// Syncs parts and names them, in the order in which they end.
#[derive(Debug)]
pub(crate) struct Closer {
    /// None if no thread could be started: parts are then closed at once.
    thread: Mutex<Option<(SyncSender<Order>, JoinHandle<()>)>>,
    error: Arc<Mutex<Option<FileError>>>,
}

enum Order {
    Close(NewFile),
    /// Reports that all before it is done.
    Tell(SyncSender<()>),
}

impl Closer {
    pub(crate) fn new() -> Self {
        let (sender, orders) = sync_channel(WAITING);
        let error = Arc::default();
        let errors = Arc::clone(&error);
        let thread = Builder::new().name("tables".to_owned()).spawn(move || serve(&orders, &errors));
        Self { thread: Mutex::new(thread.ok().map(|thread| (sender, thread))), error }
    }

    /// Closes a part that is written.
    pub(crate) fn close(&self, file: NewFile) {
        let thread = self.thread.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*thread {
            // The thread lives as long as `self`.
            Some((sender, _)) => drop(sender.send(Order::Close(file))),
            None => commit(file, &self.error),
        }
    }

    /// Waits until all parts are named; returns the first error.
    pub(crate) fn wait(&self) -> Option<ObserveError> {
        let thread = self.thread.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((sender, _)) = &*thread {
            let (done, told) = sync_channel(1);
            if sender.send(Order::Tell(done)).is_ok() {
                // No answer means that the thread panicked; the error says so.
                let _ = told.recv();
            }
        }
        self.error()
    }

    /// The first error, if any.
    pub(crate) fn error(&self) -> Option<ObserveError> {
        self.error.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone().map(Into::into)
    }
}

impl Drop for Closer {
    fn drop(&mut self) {
        let thread = self.thread.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((sender, thread)) = thread.take() {
            drop(sender);
            // A panic of the thread has no one to report to.
            let _ = thread.join();
        }
    }
}

fn serve(orders: &Receiver<Order>, error: &Mutex<Option<FileError>>) {
    for order in orders {
        match order {
            Order::Close(file) => commit(file, error),
            Order::Tell(done) => drop(done.send(())),
        }
    }
}

fn commit(file: NewFile, error: &Mutex<Option<FileError>>) {
    if let Err(found) = file.commit() {
        error.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(found);
    }
}
