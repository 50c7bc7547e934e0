use super::super::backing::MemoryFile;
use super::*;
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn a_block_that_is_freed_twice_is_found_out_wherever_it_went() {
    let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
    let blocks: Vec<_> = (0..4).map(|_| arena.allocate(0, 40, 16, false)).collect();
    // Into the list, into the block before, and the last one into the memory beyond.
    for &block in [0, 1, 3].map(|at| &blocks[at]) {
        // SAFETY: allocated blocks without another user.
        unsafe { assert!(arena.free(block) && !arena.free(block)) };
    }
}

#[test]
fn a_heap_whose_list_of_runs_is_overwritten_can_be_released() {
    let mut arena = Arena::new(2, 0, HeapMemory::Private).expect("address space");
    for damage in [0, 8, 0x1234_5670, usize::MAX - 7] {
        let first = arena.allocate(0, 200_000, 16, false);
        let heap = arena.heap(0);
        // SAFETY: the header of the block's run, and the heap; that they are damaged is what is tested.
        unsafe {
            let run = first.sub(8).cast::<*mut Run>().read();
            (*run).next = with_exposed_provenance_mut(damage);
            arena.release(0);
            let second = arena.allocate(0, 200_000, 16, false);
            let run = second.sub(8).cast::<*mut Run>().read();
            (*run).next = run;
            arena.release(0);
        }
        assert_ne!(heap, null_mut());
        assert_eq!(arena.heap_use(0).in_use, 0);
    }
}

#[test]
fn a_write_between_blocks_is_found_before_it_does_more_harm() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    // The word before a block, and the word behind it, of a block in use and of one that is free.
    for (bytes, at) in [(40, -8), (40, 40), (5000, -8), (5000, 5000), (300_000, -8)] {
        for freed in [false, true] {
            for value in [0, 16, 0x5a5a_5a5a_5a5a_5a5a_u64, u64::MAX] {
                let mut arena = Arena::new(1, 1 << 20, HeapMemory::Private).expect("address space");
                let blocks: Vec<_> = (0..3).map(|_| arena.allocate(0, bytes, 16, false)).collect();
                let damage = AssertUnwindSafe(|| {
                    // SAFETY: as a rank that writes beyond a block; the arena has no other user.
                    unsafe {
                        if freed {
                            assert!(arena.free(blocks[1]));
                        }
                        if !freed || bytes < LARGE {
                            blocks[1].offset(at).cast::<u64>().write_unaligned(value);
                        }
                        let all = [blocks[2], blocks[0], blocks[1]];
                        let freed = all.map(|block| arena.free(block));
                        (0..9).for_each(|_| assert!(!arena.allocate(0, bytes, 16, false).is_null()));
                        freed == [true; 3]
                    }
                });
                let unseen = catch_unwind(damage).unwrap_or(false);
                assert!(!unseen, "{bytes} {at} {freed} {value:#x}");
                arena.release(0);
            }
        }
    }
}

#[test]
fn between_heaps_nothing_can_be_accessed() {
    // The third is of a program that is started later.
    let mut arena = Arena::new(2, 1 << 20, HeapMemory::Private).expect("address space");
    let blocks: Vec<_> = (0..3).map(|slot| arena.allocate(slot, 2 << 20, 16, true).addr()).collect();
    let small: Vec<_> = (0..3).map(|slot| arena.allocate(slot, 100, 16, true).addr()).collect();
    let maps = std::fs::read_to_string("/proc/self/maps").expect("this process");
    let line = |address: usize| {
        let number = |text: &str| usize::from_str_radix(text, 16).expect("hexadecimal");
        let mut ranges = maps.lines().map(|line| (line, line.split_once(' ').expect("a range").0));
        let holds = |range: &str| {
            let (from, to) = range.split_once('-').expect("two ends");
            (number(from)..number(to)).contains(&address).then(|| (number(from), number(to)))
        };
        let (line, range) = ranges.find_map(|(line, range)| Some((line, holds(range)?))).expect("mapped");
        (line.contains(" rw-p "), range)
    };
    for &address in blocks.iter().chain(&small) {
        let (accessible, (from, to)) = line(address);
        assert!(accessible);
        for gap in [from - 1, to] {
            let (accessible, (from, to)) = line(gap);
            assert!(!accessible && to - from >= 1 << 20);
        }
    }
    assert!((1..3).all(|slot| arena.owner_slot(small[slot]) == Some(slot as u32)));
}

#[test]
fn classes_grow_and_hold_what_they_promise() {
    let mut last = class_of(GRANULE);
    assert_eq!(last, (0, GRANULE));
    for granules in 2..5000usize {
        let (class, bytes) = class_of(granules * GRANULE);
        assert!(bytes >= granules * GRANULE && bytes <= granules * GRANULE * 5 / 4 + GRANULE);
        assert!(class >= last.0 && (class > last.0) == (bytes > last.1), "{granules}");
        assert_eq!(bytes_of(class), bytes);
        last = (class, bytes);
    }
}

/// The slow obvious twin: a map of live blocks with the byte each is filled with.
fn exercise(gap: u64, memory: HeapMemory, (seed, steps): (u64, usize), sizes: &[usize]) {
    let is_shared = matches!(memory, HeapMemory::Shared);
    let mut arena = Arena::new(4, gap, memory).expect("address space");
    // Heaps that exist, for what they do without the arena.
    let places = |arena: &Arena| [0, 1, 2].map(|slot| Some(arena.place_of_heap(slot)).filter(|&place| place != 0));
    let mut without = 0;
    let mut live: BTreeMap<usize, (usize, u8, u32)> = BTreeMap::new();
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    for step in 0..steps {
        let slot = (next() % 3) as u32;
        let size = next() % sizes[next() % sizes.len()];
        if next() % 5 < 3 || live.is_empty() {
            let align = 16usize << if next() % 4 == 0 { next() % 10 } else { 0 };
            let zeroed = next() % 2 == 0;
            let place = places(&arena)[slot as usize].filter(|_| is_shared && next() % 2 == 0);
            // SAFETY: this heap has no other user.
            let p = place.map_or(null_mut(), |place| unsafe { allocate_alone(place, size, align, zeroed) });
            without += usize::from(!p.is_null());
            let p = if p.is_null() { arena.allocate(slot, size, align, zeroed) } else { p };
            assert!(!p.is_null() && p.addr().is_multiple_of(align));
            check_new(&live, p.addr(), size);
            // SAFETY: the block is ours and `size` bytes long.
            unsafe {
                assert!(arena.usable(p) >= size);
                assert!(!zeroed || is_filled(p, size, 0), "calloc at step {step}");
                p.write_bytes(step as u8, size);
            }
            live.insert(p.addr(), (size, step as u8, slot));
        } else {
            let key = *live.keys().nth(next() % live.len()).expect("some");
            let (old, fill, owner) = live.remove(&key).expect("live");
            let place = places(&arena)[owner as usize].filter(|_| is_shared && next() % 2 == 0);
            let p: *mut u8 = with_exposed_provenance_mut(key);
            // SAFETY: `p` is a live block of `old` bytes.
            unsafe {
                assert!(is_filled(p, old, fill), "block overwritten at step {step}");
                if next() % 3 == 0 {
                    let q = place.map_or(null_mut(), |place| resize_alone(place, p, size));
                    without += usize::from(!q.is_null());
                    let q = if q.is_null() { arena.reallocate(p, size) } else { q };
                    assert!(is_filled(q, old.min(size), fill));
                    check_new(&live, q.addr(), size);
                    q.write_bytes(fill, size);
                    live.insert(q.addr(), (size, fill, owner));
                } else if place.is_some_and(|place| free_alone(place, p)) {
                    without += 1;
                    assert!(!arena.is_allocated(p) && !free_alone(arena.place_of_heap(owner), p), "freed twice");
                } else {
                    assert!(arena.free(p));
                }
            }
        }
    }
    assert!(!is_shared || without > steps / 4, "{without} of {steps}");
    for (key, (_, _, _)) in live {
        // SAFETY: the last use of each block.
        assert!(unsafe { arena.free(with_exposed_provenance_mut(key)) });
    }
    for slot in 0..3 {
        assert_eq!(arena.heap_use(slot).in_use, 0, "all bytes given back");
        arena.release(slot);
    }
}

/// Whether all bytes of a block are `byte`.
unsafe fn is_filled(block: *const u8, bytes: usize, byte: u8) -> bool {
    // SAFETY: callers pass a live block of that size.
    unsafe { std::slice::from_raw_parts(block, bytes) == vec![byte; bytes] }
}

fn check_new(live: &BTreeMap<usize, (usize, u8, u32)>, at: usize, size: usize) {
    if let Some((&before, &(length, _, _))) = live.range(..=at).next_back() {
        assert!(before + length <= at && before != at, "overlaps the block before");
    }
    if let Some((&after, _)) = live.range(at + 1..).next() {
        assert!(at + size <= after, "overlaps the block after");
    }
}

#[test]
fn random_operations_agree_with_a_map() {
    for gap in [0, 1 << 20] {
        for seed in 0..12 {
            exercise(gap, HeapMemory::Private, (seed, 4_000), &[40, 300, 5_000]);
        }
        exercise(gap, HeapMemory::Private, (99, 2_000), &[64, 40_000, 400_000]);
        exercise(gap, HeapMemory::Shared, (5, 4_000), &[40, 300, 5_000]);
        exercise(gap, HeapMemory::Shared, (6, 2_000), &[64, 40_000, 400_000]);
        let file = MemoryFile::new(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a disk");
        exercise(gap, HeapMemory::File(file), (7, 2_000), &[64, 40_000, 400_000]);
    }
}

#[test]
fn a_heap_tells_of_the_pages_that_it_gives_up() {
    for memory in [HeapMemory::Private, HeapMemory::Shared] {
        let mut arena = Arena::new(1 << 12, 0, memory).expect("address space");
        let p = arena.allocate(0, 1 << 20, 16, false);
        let place = arena.place_of_heap(0);
        // SAFETY: a live block, and a heap that has no other user.
        unsafe {
            p.write_bytes(7, 1 << 20);
            assert_eq!(cleared(place).bytes, 0);
            assert!(free_alone(place, p));
            assert!(cleared(place).bytes >= 1 << 20 && take_cleared(place).ticks > 0);
            assert_eq!((take_cleared(place).bytes, cleared(0).bytes), (0, 0));
        }
    }
}

#[test]
fn a_block_is_charged_for_pages_that_the_c_library_would_have_given_back() {
    let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
    let mib = 1 << 20;
    let heap = arena.heap(0);
    // SAFETY: a valid heap; live blocks.
    unsafe {
        (*heap).spares = Spares::new(1, Some(libc::MADV_DONTNEED), true);
        let (place, small) = (heap.addr(), arena.allocate(0, mib / 2, 16, false));
        let charged = || take_charged(place);
        let mut blocks = |count: usize| {
            let all: Vec<_> = (0..count).map(|_| allocate_alone(place, mib, 16, false)).collect();
            let all: Vec<_> =
                all.into_iter().map(|p| if p.is_null() { arena.allocate(0, mib, 16, false) } else { p }).collect();
            all.iter().for_each(|block| block.write_bytes(7, mib / 2));
            all.into_iter().for_each(|block| assert!(free_alone(place, block)));
        };
        blocks(1);
        assert_eq!(charged(), 0, "new pages cost what they cost");
        blocks(1);
        let half = charged();
        assert!((128..130).contains(&half), "the first one was mapped, half of it in use: {half}");
        blocks(1);
        assert_eq!(charged(), 0, "no longer");
        blocks(2);
        assert_eq!(charged(), 0);
        blocks(2);
        assert_eq!(charged(), 2 * half, "twice the longest one was free");
        let grown = resize_alone(place, small, mib * 2 / 3);
        assert!(!grown.is_null() && free_alone(place, grown));
        assert_eq!(charged(), 0, "a block that grows takes its pages along");
        // No heap of as many keeps such a block.
        (*heap).spares = Spares::new(1 << 12, Some(libc::MADV_DONTNEED), true);
        let charged = [(); 4].map(|()| {
            blocks(1);
            charged()
        });
        assert_eq!(charged, [0, 0, -128, -128], "the pages of the second block and later ones would have been kept");
    }
}

#[test]
fn a_heap_keeps_pages_of_the_latest_blocks_up_to_a_limit() {
    let mib = 1 << 20;
    let bytes = [30 * mib, 5 * mib, 3 * mib, 40 * mib];
    for memory in [HeapMemory::Private, HeapMemory::Shared] {
        let mut arena = Arena::new(1, 0, memory).expect("address space");
        let blocks = bytes.map(|bytes| arena.allocate(0, bytes, 16, false));
        // SAFETY: live blocks, then blocks of which the first byte is what was left in pages that are kept.
        unsafe {
            for (block, bytes) in blocks.into_iter().zip(bytes) {
                block.write_bytes(7, bytes);
                assert!(arena.free(block));
            }
            // The second needed the room of the first one; the last one needs more than there is.
            let again = bytes.map(|bytes| arena.allocate(0, bytes, 16, false));
            assert_eq!((again, again.map(|block| *block)), (blocks, [0, 7, 7, 0]));
            again.into_iter().for_each(|block| assert!(arena.free(block)));
            let cleared = bytes.map(|bytes| arena.allocate(0, bytes, 16, true));
            assert!(cleared.into_iter().zip(bytes).all(|(block, bytes)| is_filled(block, bytes, 0)));
        }
    }
    let file = MemoryFile::new(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a disk");
    let mut arena = Arena::new(1, 0, HeapMemory::File(file)).expect("address space");
    let block = arena.allocate(0, mib, 16, false);
    // SAFETY: live blocks.
    unsafe {
        block.write_bytes(7, mib);
        assert!(arena.free(block));
        assert_eq!(*arena.allocate(0, mib, 16, false), 0, "no file keeps unused contents");
    }
}

#[test]
fn blocks_have_the_same_addresses_with_and_without_the_arena() {
    for memory in [|| HeapMemory::Private, || HeapMemory::Shared] {
        for gap in [0, 1 << 20] {
            let run = |alone_first: bool| {
                let mut arena = Arena::new(2, gap, memory()).expect("address space");
                let place = |arena: &mut Arena, slot| arena.heap(slot).addr();
                let (mut live, mut seen, mut without) = ([Vec::new(), Vec::new()], Vec::new(), 0);
                let mut state = 7_u64;
                for step in 0..3_000 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let (random, slot) = ((state >> 33) as usize, step % 2);
                    if random % 16 < 9 || live[slot].is_empty() {
                        let size = random % [100, 5_000, 300_000, 3 << 20][random / 16 % 4];
                        let align = 16 << if random.is_multiple_of(5) { random / 64 % 12 } else { 0 };
                        let place = place(&mut arena, slot as u32);
                        // SAFETY: a heap that has no other user.
                        let alone = || unsafe { allocate_alone(place, size, align, false) };
                        let p = if alone_first { alone() } else { null_mut() };
                        without += usize::from(!p.is_null());
                        let p = if p.is_null() { arena.allocate(slot as u32, size, align, false) } else { p };
                        seen.push(p.addr() - arena.range().0);
                        live[slot].push(p);
                    } else {
                        let at = random % live[slot].len();
                        let p = live[slot].swap_remove(at);
                        // SAFETY: a live block.
                        let done = alone_first && unsafe { free_alone(place(&mut arena, slot as u32), p) };
                        // SAFETY: as above.
                        assert!(done || unsafe { arena.free(p) });
                    }
                }
                (seen, without)
            };
            let ((alone, without), (with_arena, _)) = (run(true), run(false));
            assert_eq!(alone, with_arena);
            assert!(without > if gap > 0 { 1_000 } else { 500 }, "{without} with gaps of {gap}");
        }
    }
}

#[test]
fn addresses_do_not_depend_on_which_rank_allocates_first() {
    let addresses = |order: [u32; 3]| {
        let mut arena = Arena::new(3, 1 << 20, HeapMemory::Private).expect("address space");
        let mut blocks = [const { Vec::new() }; 3];
        for slot in order {
            // Heaps outgrow their first extents, and the range near the other heaps.
            for bytes in [100, 500_000, 3 << 20, 9 << 20, 64 << 20] {
                blocks[slot as usize].push(arena.allocate(slot, bytes, 16, false).addr() - arena.range().0);
            }
        }
        blocks
    };
    assert_eq!(addresses([0, 1, 2]), addresses([2, 0, 1]));
}

#[test]
fn an_ended_rank_gives_everything_back_and_double_free_is_seen() {
    let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
    let p = arena.allocate(0, 100, 16, false);
    let q = arena.allocate(0, 1 << 20, 16, false);
    // SAFETY: both blocks are live, then `p` is freed twice, which the allocator must notice.
    unsafe {
        q.write_bytes(7, 1 << 20);
        assert_eq!(*q.add(999_999), 7);
        let hold = arena.allocate(0, 100, 16, false);
        assert!(arena.free(p));
        assert!(!arena.free(p) && !arena.is_allocated(p), "double free");
        assert!(arena.free(hold));
    }
    arena.release(0);
    let again = arena.allocate(0, 1 << 20, 16, false);
    // SAFETY: a live block of a MiB.
    assert!(unsafe { (0..1 << 20).all(|i| *again.add(i) == 0) }, "a new rank sees zeroes");
}
