use crate::EventQueue;
use units::Time;

#[test]
fn events_come_by_time_then_class_then_source() {
    const RANK: u8 = 0;
    const PORT: u8 = 1;
    let mut queue = EventQueue::default();
    queue.push(Time::from_ns(5), PORT, 7, 0, "port 7 is free");
    queue.push(Time::from_ns(5), RANK, 1, 0, "rank 1 wakes");
    queue.push(Time::from_ns(5), RANK, 0, 1, "rank 0 sends");
    queue.push(Time::from_ns(5), RANK, 0, 0, "rank 0 wakes");
    queue.push(Time::from_ns(2), PORT, 9, 0, "port 9 is free");
    let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
    assert_eq!(order, ["port 9 is free", "rank 0 wakes", "rank 0 sends", "rank 1 wakes", "port 7 is free"]);
}
