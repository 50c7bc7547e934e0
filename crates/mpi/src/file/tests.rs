use super::contents::{Contents, class_of};
use super::effect::Cursor;
use ops::{ErrorClass, Layout, OpenMode};
use proptest::prelude::*;
use std::io;

proptest! {
    #[test]
    fn a_cursor_walks_over_every_byte_in_order(
        blocks in proptest::collection::vec((0i64..1000, 0u64..9), 1..20), most in 1usize..7
    ) {
        let layout = Layout::of_blocks(blocks.iter().copied());
        let bytes = layout.bytes();
        let expected: Vec<u64> = blocks.iter().flat_map(|&(at, bytes)| at as u64..at as u64 + bytes).collect();
        let mut cursor = Cursor::of(&layout);
        let mut found = Vec::new();
        while (found.len() as u64) < bytes {
            let (at, bytes) = cursor.next(most);
            prop_assert!(0 < bytes && bytes <= most);
            found.extend(at..at + bytes as u64);
        }
        prop_assert_eq!(found, expected);
    }
}

const BOTH: OpenMode =
    OpenMode { read: true, write: true, create: true, exclusive: false, delete_on_close: false, permissions: 0o600 };

#[test]
fn files_are_those_of_the_machine_underneath() {
    let folder = std::env::temp_dir().join(format!("windtunnel-contents-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("data");
    let bytes = path.as_os_str().as_encoded_bytes();
    let exclusive = OpenMode { exclusive: true, ..BOTH };
    let plain = OpenMode { create: false, ..BOTH };
    assert_eq!(Contents::open(bytes, plain, true).err(), Some(ErrorClass::NoSuchFile));
    let mut contents = Contents::open(bytes, exclusive, true).expect("it was not there");
    assert_eq!(Contents::open(bytes, exclusive, true).err(), Some(ErrorClass::FileExists));
    contents.write(3, b"abc").expect("room");
    assert_eq!(std::fs::read(&path).expect("there"), b"\0\0\0abc");
    let mut read = [9; 5];
    assert_eq!(contents.read(4, &mut read), Ok(2), "up to the end");
    assert_eq!(read, *b"bc\x09\x09\x09");
    contents.resize(4, true).expect("no shorter");
    assert_eq!(contents.size(), Ok(6));
    contents.resize(4, false).expect("shorter");
    assert_eq!(contents.size(), Ok(4));
    Contents::delete(bytes, true).expect("there");
    assert_eq!(Contents::delete(bytes, true), Err(ErrorClass::NoSuchFile));
    let read_only = OpenMode { write: false, create: false, ..BOTH };
    assert_eq!(
        Contents::open(folder.as_os_str().as_encoded_bytes(), read_only, true).err(),
        Some(ErrorClass::BadFile)
    );
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn without_memory_there_are_lengths() {
    let mut contents = Contents::open(b"/nowhere/at all", BOTH, false).expect("nothing is opened");
    contents.reaches(10);
    contents.reaches(7);
    assert_eq!(contents.size(), Ok(10));
    assert_eq!(contents.read(100, &mut [0; 4]), Ok(4), "what is read was there");
}

#[test]
fn every_trouble_of_the_host_has_its_class() {
    let class = |number| class_of(&io::Error::from_raw_os_error(number));
    // Numbers of Linux: ENOENT, ENOTDIR, EEXIST, EACCES, EPERM, EROFS, EISDIR, ENAMETOOLONG, ENOSPC, EDQUOT, EBUSY,
    // ETXTBSY, EIO.
    let expected = [
        (2, ErrorClass::NoSuchFile),
        (20, ErrorClass::NoSuchFile),
        (17, ErrorClass::FileExists),
        (13, ErrorClass::Access),
        (1, ErrorClass::Access),
        (30, ErrorClass::ReadOnly),
        (21, ErrorClass::BadFile),
        (36, ErrorClass::BadFile),
        (28, ErrorClass::NoSpace),
        (122, ErrorClass::Quota),
        (16, ErrorClass::FileInUse),
        (26, ErrorClass::FileInUse),
        (5, ErrorClass::Io),
    ];
    for (number, expected) in expected {
        assert_eq!(class(number), expected, "error {number}");
    }
}
