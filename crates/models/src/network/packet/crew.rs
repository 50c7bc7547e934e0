//! Threads that work on sectors.
//!
//! A sector is handed to a thread and comes back when its window is done; nothing is shared but what no one changes meanwhile
//! ([`World`]). Threads wait for a short while by asking again and again, as the next window most often begins at once, and then
//! sleep.

use super::sector::Sector;
use super::world::World;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};

/// Times that a thread asks before it sleeps, some ten microseconds; then with others let go first.
const PATIENCE: u32 = 500;
const POLITENESS: u32 = 20;

/// A window of a sector.
struct Job {
    sector: Sector,
    world: Arc<World>,
    end: u64,
}

/// Threads beside the one that owns the network; they are started when there is first work for them.
pub(super) struct Crew {
    wanted: usize,
    hands: Vec<Hand>,
}

struct Hand {
    /// None when it is to end.
    jobs: Option<Sender<Job>>,
    done: Receiver<Sector>,
    thread: Option<JoinHandle<()>>,
}

impl Hand {
    /// A thread; none if the system has none to give.
    fn start() -> Option<Self> {
        let (jobs, todo) = channel::<Job>();
        let (results, done) = channel();
        let body = move || {
            while let Ok(Job { mut sector, world, end }) = receive(&todo) {
                sector.run(&world, end);
                // Who gets the sector may change the world.
                drop(world);
                if results.send(sector).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("packets".to_owned()).spawn(body).ok()?;
        Some(Self { jobs: Some(jobs), done, thread: Some(thread) })
    }

    /// The sector that it has worked on.
    fn finish(&mut self) -> Sector {
        match receive(&self.done) {
            Ok(sector) => sector,
            Err(RecvError) => match self.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => resume_unwind(panic),
                _ => unreachable!("a thread ends early only by a panic"),
            },
        }
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.jobs = None;
        // A panic has been reported where the sector was missed.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Waits for a message, awake at first.
fn receive<T>(from: &Receiver<T>) -> Result<T, RecvError> {
    for asked in 0..PATIENCE + POLITENESS {
        match from.try_recv() {
            Ok(message) => return Ok(message),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if asked < PATIENCE => std::hint::spin_loop(),
            Err(TryRecvError::Empty) => std::thread::yield_now(),
        }
    }
    from.recv()
}

impl Crew {
    /// So many threads at most.
    pub(super) fn new(wanted: usize) -> Self {
        Self { wanted, hands: Vec::new() }
    }

    /// Has all sectors process what happens up to `end`; false, and nothing done, if there are no threads for it.
    pub(super) fn work(&mut self, sectors: &mut Vec<Sector>, world: &Arc<World>, end: u64) -> bool {
        if self.wanted == 0 || sectors.len() < 2 {
            return false;
        }
        while self.hands.len() < self.wanted {
            match Hand::start() {
                Some(hand) => self.hands.push(hand),
                // Fewer will do: the results are the same.
                None => self.wanted = self.hands.len(),
            }
        }
        if self.hands.is_empty() {
            return false;
        }
        // The first sectors stay here, the others go to a thread each.
        let stay = sectors.len() - self.hands.len().min(sectors.len() - 1);
        let away = sectors.split_off(stay);
        let busy = away.len();
        for (hand, sector) in self.hands.iter().zip(away) {
            let job = Job { sector, world: world.clone(), end };
            let sent = hand.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
            assert!(sent, "a thread ends only with its crew");
        }
        sectors.iter_mut().for_each(|sector| sector.run(world, end));
        sectors.extend(self.hands[..busy].iter_mut().map(Hand::finish));
        true
    }
}
