use super::*;
use crate::Rank;
use crate::checks;
use ops::Access;
use ops::CommId;
use ops::NewComm;
use ops::reduction::BuiltinOp;
use units::ActorId;

const INT: Handle = 0x209;
const SUM: Handle = 0x21;
const NO_OP: Handle = 0x3d;

fn rank_with(flavor: Flavor) -> (Rank, Handle) {
    let mut rank = Rank::new(ActorId(1));
    let new = NewComm { comm: CommId(4), group: Arc::new(Group::range(0, 3)), remote: None };
    let comm = Comm::new(new, ActorId(1));
    let part = |bytes| WindowPart { base: 0x1000, bytes, unit: 4, flavor };
    let parts: Arc<[WindowPart]> = [part(0), part(40), part(10)].into();
    let handle = rank.made_mut().windows.insert(Window::new(comm, parts, Memory::Program));
    (rank, handle)
}

fn put(target: i32, displacement: i64, count: i64) -> AccessRequest {
    let origin = Data { address: 0x8000, count, datatype: INT };
    AccessRequest {
        kind: AccessKind::Put,
        origin,
        result: Data { address: 0, count: 0, datatype: INT },
        compare: 0,
        target,
        displacement,
        count,
        datatype: INT,
        op: SUM,
        request: false,
    }
}

fn class_of(result: Result<Option<Access>, Fault>) -> ErrorClass {
    result.err().map_or(ErrorClass::Success, Fault::class)
}

#[test]
fn accesses_stay_in_the_targets_window() {
    let (mut rank, win) = rank_with(Flavor::Create);
    rank.window_mut(win).expect("made").access = Epoch::Fence { used: false };
    let access = rank.access(win, &put(1, 7, 3)).expect("fits").expect("a rank");
    assert_eq!(
        (access.target_offset, access.target_layout.bytes(), access.origin_layout.single()),
        (28, 12, Some(0x8000))
    );
    assert_eq!(rank.window(win).expect("made").access, Epoch::Fence { used: true });
    assert_eq!(class_of(rank.access(win, &put(1, 8, 3))), ErrorClass::RmaRange);
    assert_eq!(class_of(rank.access(win, &put(2, 2, 1))), ErrorClass::RmaRange);
    assert_eq!(class_of(rank.access(win, &put(0, 0, 0))), ErrorClass::Success);
    assert_eq!(class_of(rank.access(win, &put(1, -1, 1))), ErrorClass::Disp);
    assert_eq!(class_of(rank.access(win, &put(1, i64::MAX, 1))), ErrorClass::RmaRange);
    assert_eq!(class_of(rank.access(win, &put(3, 0, 1))), ErrorClass::Rank);
    assert_eq!(rank.access(win, &put(checks::PROC_NULL, 0, 1)), Ok(None));
    assert_eq!(class_of(rank.access(win, &AccessRequest { count: 2, ..put(1, 0, 1) })), ErrorClass::Type);
    assert_eq!(class_of(rank.access(handles::WIN_NULL, &put(1, 0, 1))), ErrorClass::Win);
}

#[test]
fn epochs_say_what_may_be_accessed() {
    let (mut rank, win) = rank_with(Flavor::Create);
    assert_eq!(class_of(rank.access(win, &put(1, 0, 1))), ErrorClass::RmaSync);
    let window = rank.window_mut(win).expect("made");
    window.check_lock(Some(1)).expect("nothing is open");
    window.locked(Some(1), true);
    assert!(window.check_lock(Some(1)).is_err() && window.check_lock(None).is_err());
    assert!(window.check_lock(Some(2)).is_ok() && window.check_fence().is_err() && window.check_free().is_err());
    assert!(window.check_flush(Some(1)).is_ok() && window.check_flush(Some(2)).is_err());
    assert_eq!(
        (window.held(Some(1)), window.held(Some(2)).is_err(), window.held(None).is_err()),
        (Ok(true), true, true)
    );
    assert_eq!(class_of(rank.access(win, &put(2, 0, 1))), ErrorClass::RmaSync);
    assert_eq!(class_of(rank.access(win, &AccessRequest { request: true, ..put(1, 0, 1) })), ErrorClass::Success);
    let window = rank.window_mut(win).expect("made");
    window.unlocked(Some(1));
    assert_eq!(window.access, Epoch::None);
    window.access = Epoch::Started(vec![0, 2]);
    assert_eq!(class_of(rank.access(win, &put(1, 0, 1))), ErrorClass::RmaSync);
    assert_eq!(class_of(rank.access(win, &AccessRequest { request: true, ..put(2, 0, 1) })), ErrorClass::RmaSync);
    assert_eq!(class_of(rank.access(win, &put(2, 0, 1))), ErrorClass::Success);
    let window = rank.window_mut(win).expect("made");
    window.access = Epoch::Fence { used: false };
    window.check_lock(None).expect("an unused fence ends by itself");
    window.access = Epoch::Fence { used: true };
    assert!(window.check_lock(None).is_err() && window.check_start().is_err() && window.check_post().is_err());
}

#[test]
fn accumulates_name_one_type_and_a_predefined_operation() {
    let (mut rank, win) = rank_with(Flavor::Create);
    rank.window_mut(win).expect("made").access = Epoch::All(true);
    let sum = AccessRequest { kind: AccessKind::Accumulate, ..put(1, 0, 2) };
    let access = rank.access(win, &sum).expect("valid").expect("a rank");
    assert_eq!((access.update, access.ordered), (Some((BuiltinOp::Sum, Basic::I32)), true));
    assert_eq!(class_of(rank.access(win, &AccessRequest { op: NO_OP, ..sum })), ErrorClass::Op);
    assert_eq!(class_of(rank.access(win, &AccessRequest { op: handles::OP_NULL, ..sum })), ErrorClass::Op);
    let fetch = AccessRequest { kind: AccessKind::GetAccumulate, op: NO_OP, result: sum.origin, ..sum };
    let access = rank.access(win, &fetch).expect("valid").expect("a rank");
    assert_eq!((access.bytes_out(), access.bytes_back()), (0, 8));
    let swap = AccessRequest { kind: AccessKind::CompareAndSwap, compare: 0x9000, result: sum.origin, ..sum };
    let swap = AccessRequest {
        count: 1,
        origin: Data { count: 1, ..sum.origin },
        result: Data { count: 1, ..sum.origin },
        ..swap
    };
    assert_eq!(rank.access(win, &swap).expect("valid").expect("a rank").bytes_out(), 8);
    let double = |data: Data| Data { datatype: 0x214, ..data };
    let swap = AccessRequest { datatype: 0x214, origin: double(swap.origin), result: double(swap.result), ..swap };
    assert_eq!(class_of(rank.access(win, &swap)), ErrorClass::Type);
    let info = &mut rank.window_mut(win).expect("made").info;
    info.set("accumulate_ordering", "none");
    assert!(!rank.access(win, &sum).expect("valid").expect("a rank").ordered);
}

#[test]
fn parts_of_shared_windows_follow_one_another_unless_told_otherwise() {
    let (mut rank, win) = rank_with(Flavor::Shared);
    let window = rank.window_mut(win).expect("made");
    window.memory = Memory::Shared { address: 0x10_0000, bytes: PAGE, owned: true };
    assert_eq!(window.shared_offsets(), Ok((vec![0, 0, 40], PAGE)));
    assert_eq!(window.query(checks::PROC_NULL), Ok((0x10_0000, 40, 4)));
    assert_eq!(window.query(2), Ok((0x10_0000 + 40, 10, 4)));
    assert_eq!(window.query(0), Ok((0, 0, 4)));
    window.info.set(NONCONTIGUOUS.0, "true");
    assert_eq!(window.shared_offsets(), Ok((vec![0, 0, PAGE], 2 * PAGE)));
    assert!(window.attach(8, 8).is_err());
    let (mut rank, win) = rank_with(Flavor::Dynamic);
    let window = rank.window_mut(win).expect("made");
    window.attach(100, 50).expect("nothing there");
    assert!(window.attach(149, 1).is_err() && window.attach(90, 11).is_err() && window.detach(120).is_err());
    window.attach(150, 1).expect("side by side");
    window.detach(100).expect("attached");
    assert_eq!(window.query(0).err().map(Fault::class), Some(ErrorClass::RmaFlavor));
}

#[test]
fn assertions_and_lock_types_are_checked() {
    assert!(assertion(NOCHECK | NOPUT, NOCHECK | NOPUT | NOSTORE).is_ok());
    assert_eq!(assertion(NOSUCCEED, NOCHECK).err().map(Fault::class), Some(ErrorClass::Assert));
    assert_eq!((lock_type(LOCK_EXCLUSIVE), lock_type(LOCK_SHARED)), (Ok(true), Ok(false)));
    assert_eq!(lock_type(7).err().map(Fault::class), Some(ErrorClass::Locktype));
}
