use super::*;
use crate::Data;
use crate::Rank;
use crate::datatype::{Datatype, Type, Width, by_handle};
use crate::errors::Reaction;
use crate::handles;
use ops::Layout;
use proptest::prelude::*;

const INT: Handle = 0x209;
const LONG: Handle = 0x20a;

fn named(handle: Handle) -> Datatype {
    by_handle(handle).expect("predefined")
}

/// BlockArgs of `length` ints every `stride`, repeated at an extent of `count · stride` ints.
fn holey(count: i64, length: i64, stride: i64) -> Datatype {
    let vector = Type::vector(Width::Int, count, length, stride, &named(INT)).expect("valid");
    Type::resized(Width::Int, 0, count * stride * 4, &vector).expect("valid")
}

/// Every byte that a view shows of the first so many filetypes, one by one: the slow twin.
fn walk(view: &View, tiles: i64) -> Vec<i64> {
    let extent = view.filetype.extent().expect("small");
    let mut bytes = Vec::new();
    for tile in 0..tiles {
        view.filetype.for_each_block(1, |at, length| {
            bytes.extend((0..length as i64).map(|byte| view.displacement + tile * extent + at + byte));
        });
    }
    bytes
}

proptest! {
    #[test]
    fn an_access_is_a_range_of_the_bytes_of_its_view(
        (count, length, gap) in (1i64..5, 1i64..4, 0i64..3),
        displacement in 0i64..50, at in 0i64..30, elements in 0u64..20, file in 0u64..600
    ) {
        let view = View::new(displacement, named(INT), holey(count, length, length + gap), Representation::Native)
            .expect("a view");
        let all = walk(&view, 200);
        let layout = view.layout(at, elements * 4).expect("small");
        let found: Vec<i64> = layout.blocks().flat_map(|(offset, bytes)| offset..offset + bytes as i64).collect();
        let first = at as usize * 4;
        prop_assert_eq!(&found[..], &all[first..first + elements as usize * 4]);
        prop_assert_eq!(view.byte_offset(at).expect("small"), all[first]);
        let below = all.iter().filter(|&&byte| byte < file as i64).count() as i64;
        prop_assert_eq!(view.etypes_below(file), (below + 3) / 4);
    }
}

#[test]
fn access_modes_are_checked() {
    let class = |mode| check_amode(mode).err().map(Fault::class);
    assert_eq!(class(RDWR | CREATE | EXCL | APPEND | UNIQUE_OPEN | DELETE_ON_CLOSE), None);
    assert_eq!(class(RDONLY | SEQUENTIAL), None);
    for wrong in [0, RDONLY | WRONLY, RDONLY | CREATE, RDONLY | EXCL, RDWR | SEQUENTIAL, RDWR | 512] {
        assert_eq!(class(wrong), Some(ErrorClass::Amode), "{wrong}");
    }
}

#[test]
fn names_lose_the_prefix_of_a_kind_of_file_system_only() {
    assert_eq!(file_name(b"ufs:/tmp/a:b"), Ok(&b"/tmp/a:b"[..]));
    assert_eq!(file_name(b"a:b"), Ok(&b"a:b"[..]));
    assert_eq!(file_name(b"nfs:").map_err(Fault::class), Err(ErrorClass::BadFile));
}

#[test]
fn hints_say_who_may_use_a_file() {
    let mut info = Info::default();
    assert_eq!(open_mode(RDWR, &info).permissions, 0o666);
    info.set("file_perm", "640");
    let mode = open_mode(WRONLY | CREATE, &info);
    assert_eq!(
        (mode.permissions, mode.read, mode.write, mode.create, mode.exclusive),
        (0o640, false, true, true, false)
    );
}

#[test]
fn views_that_make_no_sense_are_refused() {
    let class = |etype: Datatype, filetype: Datatype, representation| {
        View::new(0, etype, filetype, representation).err().map(Fault::class)
    };
    let pair = Type::contiguous(Width::Int, 2, &named(INT)).expect("valid");
    assert_eq!(class(pair, named(INT), Representation::Native), Some(ErrorClass::Arg));
    let before =
        Type::resized(Width::Int, 0, 8, &Type::hindexed(Width::Int, &[1], &[-4], &named(INT)).expect("valid"));
    let before = before.expect("valid");
    assert_eq!(class(named(INT), before.clone(), Representation::Native), Some(ErrorClass::Io));
    assert_eq!(class(before.clone(), before, Representation::Native), Some(ErrorClass::Io));
    let backwards = Type::hindexed(Width::Int, &[1, 1], &[8, 0], &named(INT)).expect("valid");
    assert_eq!(class(named(INT), backwards, Representation::Native), Some(ErrorClass::Io));
    let longs = Type::vector(Width::Int, 2, 1, 2, &named(LONG)).expect("valid");
    assert_eq!(class(named(LONG), longs, Representation::External32), Some(ErrorClass::UnsupportedDatarep));
    assert_eq!(class(named(LONG), named(LONG), Representation::External32), None);
}

#[test]
fn a_long_is_shorter_in_external32() {
    let view = View::new(8, named(LONG), named(LONG), Representation::External32).expect("a view");
    assert_eq!(view.layout(3, 8), Ok(Layout::block(8 + 12, 8)));
    assert_eq!((view.extent_of(&named(LONG)), view.etypes_of(6).is_err()), (Some(4), true));
}

fn file(amode: i32) -> File {
    File::new(handles::DYNAMIC, CommId(3), Arc::default(), amode, handles::ERRORS_RETURN)
}

#[test]
fn files_that_have_just_been_opened_share_their_view() {
    let (one, other) = (file(RDWR), file(RDWR));
    assert!(Arc::ptr_eq(&one.view, &other.view));
    assert!(size_of::<File>() <= 112, "{}", size_of::<File>());
}

#[test]
fn pointers_move_within_the_view() {
    let mut file = file(RDWR);
    file.view = View::new(4, named(INT), named(INT), Representation::Native).expect("a view").into();
    assert_eq!(file.seek(7, 3, SEEK_SET, 0), Ok(3));
    assert_eq!(file.seek(7, -3, SEEK_CUR, 0), Ok(4));
    assert_eq!(file.seek(7, -1, SEEK_END, 4 + 9), Ok(2), "the third int has begun");
    assert_eq!(file.seek(7, -8, SEEK_CUR, 0).map_err(Fault::class), Err(ErrorClass::Arg));
    assert_eq!(file.seek(7, 0, 0, 0).map_err(Fault::class), Err(ErrorClass::Arg));
}

#[test]
fn bytes_that_overlap_are_read_only() {
    let twice = Type::hindexed(Width::Int, &[2, 1], &[0, 4], &named(INT)).expect("valid");
    let view = || View::new(0, named(INT), twice.clone(), Representation::Native).expect("to be read");
    assert_eq!(file(RDWR).set_view(view()).map_err(Fault::class), Err(ErrorClass::Io));
    let mut open = File { position: 7, ..file(RDONLY) };
    open.set_view(view()).expect("it is only read");
    assert_eq!(open.position, 0);
}

#[test]
fn accesses_have_to_fit_the_access_mode() {
    let class = |amode, write, shared| file(amode).check_access(write, shared).err().map(Fault::class);
    assert_eq!(class(RDONLY, true, false), Some(ErrorClass::ReadOnly));
    assert_eq!(class(WRONLY, false, true), Some(ErrorClass::Access));
    assert_eq!(class(WRONLY | SEQUENTIAL, true, false), Some(ErrorClass::UnsupportedOperation));
    assert_eq!(class(WRONLY | SEQUENTIAL, true, true), None);
}

#[test]
fn the_end_of_a_split_access_fits_its_beginning() {
    let mut file = file(RDWR);
    assert_eq!(file.end_split(SplitKind::At(true)).map_err(Fault::class), Err(ErrorClass::Io));
    file.split = Some(Split { kind: SplitKind::At(true), request: 9 });
    assert_eq!(file.check_no_split().map_err(Fault::class), Err(ErrorClass::Io));
    assert_eq!(file.end_split(SplitKind::At(false)).map_err(Fault::class), Err(ErrorClass::Io));
    assert_eq!(file.end_split(SplitKind::At(true)), Ok(9));
    assert!(file.check_no_split().is_ok());
}

#[test]
fn representations_are_known_by_name_once() {
    let mut rank = Rank::default();
    let own = |name: &str| Datarep { name: name.into(), extent: 0, extra_state: 0 };
    assert_eq!(rank.representation("mine").map_err(Fault::class), Err(ErrorClass::UnsupportedDatarep));
    rank.register_datarep(own("mine")).expect("new");
    assert_eq!(rank.representation("mine"), Ok(Representation::Own(0)));
    assert_eq!(rank.datarep_name(Representation::Own(0)), "mine");
    for taken in ["mine", "native", "external32"] {
        assert_eq!(rank.register_datarep(own(taken)).map_err(Fault::class), Err(ErrorClass::DupDatarep));
    }
    assert_eq!(rank.register_datarep(own("")).map_err(Fault::class), Err(ErrorClass::Arg));
}

#[test]
fn accesses_are_whole_etypes_of_files_that_are_open() {
    let mut rank = Rank::default();
    let data = Data { address: 4096, count: 3, datatype: INT };
    assert_eq!(rank.file_access(5, (true, false), 0, data).err(), Some(Fault::File(5)));
    let mut open = file(RDWR);
    open.view = View::new(0, named(LONG), named(LONG), Representation::Native).expect("a view").into();
    let handle = rank.made_mut().files.insert(open);
    let class = |at, data| rank.file_access(handle, (true, false), at, data).err().map(Fault::class);
    assert_eq!(class(0, data), Some(ErrorClass::Io));
    assert_eq!(class(-1, data), Some(ErrorClass::Arg));
    assert_eq!(class(0, Data { count: -1, ..data }), Some(ErrorClass::Count));
    let two = rank.file_access(handle, (true, false), 2, Data { count: 4, ..data }).expect("two longs");
    assert_eq!((two.etypes, two.access.file), (2, Layout::block(16, 16)));
    assert_eq!(two.access.memory, Layout::block(4096, 16));
    assert_eq!(rank.reaction_of_file(handle), Reaction::Return);
    assert_eq!(rank.reaction_of_file(handles::FILE_NULL), Reaction::Return);
}
