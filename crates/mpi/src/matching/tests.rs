use super::*;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Act {
    Push(Envelope),
    Take(Envelope),
    Find(Envelope),
    Remove(usize),
}

fn envelope() -> impl Strategy<Value = Envelope> {
    (0u64..2, -1i32..4, -1i32..3).prop_map(|(context_id, source, tag)| Envelope { context_id, source, tag })
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => envelope().prop_map(Act::Push),
        2 => envelope().prop_map(Act::Take),
        1 => envelope().prop_map(Act::Find),
        1 => (0usize..300).prop_map(Act::Remove),
    ]
}

/// The twin of a queue: a plain list searched from the front.
#[derive(Default)]
struct Twin(Vec<(Envelope, u32)>);

impl Twin {
    fn find(&self, wanted: Envelope) -> Option<(Envelope, u32)> {
        self.0.iter().copied().find(|(envelope, _)| envelope.matches(wanted))
    }

    fn take(&mut self, wanted: Envelope) -> Option<(Envelope, u32)> {
        let at = self.0.iter().position(|(envelope, _)| envelope.matches(wanted));
        at.map(|at| self.0.remove(at))
    }

    fn remove(&mut self, item: u32) -> bool {
        let at = self.0.iter().position(|&(_, other)| other == item);
        at.map(|at| self.0.remove(at)).is_some()
    }
}

/// What ranks do to the queues of one of them.
#[derive(Clone, Debug)]
enum Call {
    Send(Envelope),
    Recv(Envelope),
    Probe(Envelope, bool),
    CancelRecv(usize),
    CancelSend(usize),
}

fn call() -> impl Strategy<Value = Call> {
    let sent = (0u64..3, 0i32..4, 0i32..4).prop_map(|(context_id, source, tag)| Envelope { context_id, source, tag });
    let wild = |bound: i32| prop_oneof![3 => 0..bound, 1 => Just(ANY)];
    let wanted = (0u64..3, wild(4), wild(4))
        .prop_map(|(context_id, source, tag)| Envelope { context_id, source, tag })
        .boxed();
    prop_oneof![
        8 => sent.prop_map(Call::Send),
        6 => wanted.clone().prop_map(Call::Recv),
        2 => (wanted, any::<bool>()).prop_map(|(wanted, matched)| Call::Probe(wanted, matched)),
        1 => (0usize..600).prop_map(Call::CancelRecv),
        1 => (0usize..600).prop_map(Call::CancelSend),
    ]
}

proptest! {
    #[test]
    fn behaves_as_a_plain_list(long in any::<bool>(), acts in proptest::collection::vec(act(), 0..300)) {
        let (mut queue, mut twin): (Queue<u32>, Twin) = Default::default();
        if long {
            queue = Queue::Long(Box::default());
        }
        for (item, act) in (0u32..).zip(acts) {
            match act {
                Act::Push(envelope) => {
                    queue.push(envelope, item);
                    twin.0.push((envelope, item));
                }
                Act::Take(wanted) => prop_assert_eq!(queue.take(wanted), twin.take(wanted)),
                Act::Find(wanted) => prop_assert_eq!(queue.find(wanted), twin.find(wanted)),
                Act::Remove(item) => prop_assert_eq!(queue.remove(item as u32), twin.remove(item as u32)),
            }
            prop_assert_eq!(queue.entries(), twin.0.clone());
        }
    }

    // Messages that come before or after their receives, in bursts, so that queues get long and empty again.
    #[test]
    fn messages_and_receives_meet_as_in_plain_lists(
        bursts in proptest::collection::vec((0usize..2, proptest::collection::vec(call(), 0..150)), 0..6)
    ) {
        let (mut posted, mut unexpected): (Queue<u32>, Queue<u32>) = Default::default();
        let (mut posted_twin, mut unexpected_twin) = (Twin::default(), Twin::default());
        let (mut sends, mut receives) = (0u32, 0u32);
        for (late, calls) in bursts {
            for call in calls {
                // A burst has mostly messages or mostly receives.
                match call {
                    Call::Send(envelope) if late == 0 || envelope.tag > 1 => {
                        let found = posted.take(envelope);
                        prop_assert_eq!(found, posted_twin.take(envelope));
                        if found.is_none() {
                            unexpected.push(envelope, sends);
                            unexpected_twin.0.push((envelope, sends));
                        }
                        sends += 1;
                    }
                    Call::Recv(wanted) if late == 1 || wanted.tag > 1 => {
                        let found = unexpected.take(wanted);
                        prop_assert_eq!(found, unexpected_twin.take(wanted));
                        if found.is_none() {
                            posted.push(wanted, receives);
                            posted_twin.0.push((wanted, receives));
                        }
                        receives += 1;
                    }
                    Call::Send(_) | Call::Recv(_) => {}
                    Call::Probe(wanted, false) => {
                        prop_assert_eq!(unexpected.find(wanted), unexpected_twin.find(wanted));
                    }
                    Call::Probe(wanted, true) => {
                        prop_assert_eq!(unexpected.take(wanted), unexpected_twin.take(wanted));
                    }
                    Call::CancelRecv(item) => {
                        prop_assert_eq!(posted.remove(item as u32), posted_twin.remove(item as u32));
                    }
                    Call::CancelSend(item) => {
                        prop_assert_eq!(unexpected.remove(item as u32), unexpected_twin.remove(item as u32));
                    }
                }
            }
            prop_assert_eq!(posted.entries(), posted_twin.0.clone());
            prop_assert_eq!(unexpected.entries(), unexpected_twin.0.clone());
        }
    }
}

#[test]
fn a_queue_that_has_emptied_holds_nothing() {
    let envelope = |tag| Envelope { context_id: 0, source: 0, tag };
    let mut queue = Queue::default();
    (0..1000).for_each(|tag| queue.push(envelope(tag), tag as u32));
    assert!(queue.remove(500));
    assert_eq!(queue.take(Envelope { source: ANY, ..envelope(ANY) }), Some((envelope(0), 0)));
    (1..1000).filter(|&tag| tag != 500).for_each(|tag| assert!(queue.take(envelope(tag)).is_some()));
    assert!(matches!(queue, Queue::Short(entries) if entries.is_empty()));
}
