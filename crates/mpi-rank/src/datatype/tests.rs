//! Tests of datatypes: random types against their type maps, examples of the standard, sizes and limits.

use super::signature::Signature;
use super::twin::{build, map, specs};
use super::*;
use ops::reduction::Basic;
use proptest::prelude::*;
use std::ops::Range;
use std::sync::Arc;

fn named(name: &str) -> Datatype {
    predefined::by_name(name).unwrap_or_else(|| panic!("no {name}"))
}

fn expand(blocks: &[(i64, u64)]) -> Vec<i64> {
    blocks.iter().flat_map(|(at, len)| *at..at + *len as i64).collect()
}

fn collect(ty: &Type, count: u64, range: Range<u64>) -> Vec<(i64, u64)> {
    let mut blocks = Vec::new();
    ty.for_each_block_in(count, range, |at, len| blocks.push((at, len as u64)));
    blocks
}

fn maximal(blocks: &[(i64, u64)]) -> bool {
    blocks.iter().all(|b| b.1 > 0) && blocks.windows(2).all(|w| w[0].0 + w[0].1 as i64 != w[1].0)
}

/// The signature of numbers in order, one by one.
fn slow_signature(numbers: &[(Basic, i64)]) -> Signature {
    numbers.iter().fold(Signature::EMPTY, |sum, (basic, _)| sum.then(Signature::of(*basic)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn agrees_with_the_type_map(spec in specs(), count in 0..4u64, cut in any::<[u16; 2]>()) {
        let (ty, twin) = (build(&spec), map(&spec));
        prop_assume!(twin.0.len() < 3000);
        let bytes = twin.bytes();
        prop_assert_eq!(ty.size(), Some(bytes.len() as i64));
        prop_assert_eq!((ty.lb(), ty.ub(), ty.extent()), (Some(twin.lb()), Some(twin.ub()), Some(twin.extent())));
        let (low, high) = (bytes.iter().min().copied(), bytes.iter().max().map(|b| b + 1));
        prop_assert_eq!(ty.true_lb(), Some(low.unwrap_or(0)));
        prop_assert_eq!(ty.true_extent(), Some(high.unwrap_or(0) - low.unwrap_or(0)));

        // Blocks, whole and in part, walked and iterated.
        let all = twin.repeated(count as i64);
        let bytes = all.bytes();
        let mut walked = Vec::new();
        ty.for_each_block(count, |at, len| walked.push((at, len as u64)));
        prop_assert_eq!(&expand(&walked), &bytes);
        prop_assert!(maximal(&walked), "{:?}", walked);
        prop_assert_eq!(ty.blocks(count).collect::<Vec<_>>(), walked.clone());
        prop_assert_eq!(ty.packed_size(count), Some(bytes.len() as u64));
        prop_assert_eq!(ty.is_contiguous(count), walked.len() < 2);
        let [a, b] = cut.map(|c| u64::from(c) % (bytes.len() as u64 + 1));
        let range = a.min(b)..a.max(b);
        let part = collect(&ty, count, range.clone());
        prop_assert_eq!(&expand(&part), &bytes[range.start as usize..range.end as usize]);
        prop_assert!(maximal(&part), "{:?}", part);
        prop_assert_eq!(ty.blocks_in(count, range).collect::<Vec<_>>(), part);

        // Signature and elements.
        let numbers = all.numbers();
        prop_assert_eq!(ty.signature(count), slow_signature(&numbers));
        let (mut whole, mut rest) = (0, a);
        while whole < numbers.len() && rest >= numbers[whole].0.size() as u64 {
            rest -= numbers[whole].0.size() as u64;
            whole += 1;
        }
        if count > 0 {
            let expected = Prefix { signature: slow_signature(&numbers[..whole]), partial: rest };
            prop_assert_eq!(ty.prefix(a), expected);
        }
        let mut kinds = twin.0.iter().filter(|e| matches!(e.0, super::twin::Entry::Data(_))).map(|e| e.0);
        let first = kinds.next();
        if let Some(super::twin::Entry::Data(basic)) = first {
            prop_assert_eq!(ty.uniform(), kinds.all(|k| Some(k) == first).then_some(basic));
        }
    }

    #[test]
    fn unpacking_what_was_packed_restores_it(spec in specs(), count in 0..4u64, buffer in 1..50u64) {
        let (ty, bytes) = (build(&spec), map(&spec).repeated(count as i64).bytes());
        prop_assume!(bytes.len() < 20_000);
        let (low, high) = (bytes.iter().min().copied().unwrap_or(0), bytes.iter().max().map_or(0, |b| b + 1));
        let memory: Vec<u8> = (0..high - low).map(|i| (i * 7 + 1) as u8).collect();
        let (mut packed, total) = (Vec::new(), ty.packed_size(count).unwrap());
        // Through a buffer of a few bytes, resuming in the middle of elements.
        for start in (0..total).step_by(buffer as usize) {
            ty.for_each_block_in(count, start..start + buffer, |at, len| {
                let at = (at - low) as usize;
                packed.extend_from_slice(&memory[at..at + len]);
            });
        }
        let expected: Vec<u8> = bytes.iter().map(|at| memory[(at - low) as usize]).collect();
        prop_assert_eq!(&packed, &expected);
        let (mut copy, mut next) = (vec![0; memory.len()], 0);
        ty.for_each_block(count, |at, len| {
            let at = (at - low) as usize;
            copy[at..at + len].copy_from_slice(&packed[next..next + len]);
            next += len;
        });
        for at in bytes {
            prop_assert_eq!(copy[(at - low) as usize], memory[(at - low) as usize]);
        }
    }

    #[test]
    fn external32_restores_what_it_can_represent(spec in specs(), count in 0..3u64, seed in any::<u64>()) {
        let (ty, numbers) = (build(&spec), map(&spec).repeated(count as i64).numbers());
        prop_assume!(numbers.len() < 3000);
        let long = |basic| matches!(basic, Basic::I64);
        let mut state = seed;
        let mut native = Vec::new();
        for (basic, _) in &numbers {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            match basic {
                // MPI_LONG is the only 64-bit integer among the random types: 4 bytes outside.
                _ if long(*basic) => native.extend(i64::from((state >> 32) as i32).to_le_bytes()),
                Basic::F80 => {
                    native.extend((state | 1 << 63).to_le_bytes());
                    native.extend([0xff, 0x3f, 0, 0, 0, 0, 0, 0]);
                }
                _ => native.extend(state.to_le_bytes().into_iter().cycle().take(basic.size())),
            }
        }
        let mut external = Vec::new();
        ty.to_external32(count, &native, &mut external);
        prop_assert_eq!(ty.external_size(count), Some(external.len() as u64));
        let size = |basic: Basic| if long(basic) { 4 } else { basic.size() };
        prop_assert_eq!(external.len(), numbers.iter().map(|n| size(n.0)).sum::<usize>());
        let mut back = Vec::new();
        ty.from_external32(count, &external, &mut back);
        prop_assert_eq!(back, native);
    }
}

#[test]
fn predefined_types_are_sorted_unique_and_found() {
    assert!(PREDEFINED.windows(2).all(|w| w[0].handle < w[1].handle));
    for row in &PREDEFINED {
        let ty = predefined::by_handle(row.handle).unwrap();
        assert_eq!(ty.named().unwrap().name, row.name);
        assert_eq!(PREDEFINED.iter().filter(|other| other.name == row.name).count(), 1);
        assert_eq!((ty.size(), ty.extent()), (Some(row.basic.size() as i64), Some(row.basic.extent() as i64)));
        assert_eq!((ty.lb(), ty.true_lb()), (Some(0), Some(0)));
        assert_eq!(ty.true_extent(), Some(row.basic.true_extent() as i64), "{}", row.name);
        assert!(ty.is_predefined() && ty.basic() == Some(row.basic));
    }
    assert!(predefined::by_handle(predefined::DATATYPE_NULL).is_none() && predefined::by_handle(0x204).is_none());
}

#[test]
fn external32_has_the_standards_sizes_and_bytes() {
    let sizes = [
        ("MPI_LONG", 4),
        ("MPI_UNSIGNED_LONG", 4),
        ("MPI_LONG_LONG_INT", 8),
        ("MPI_WCHAR", 2),
        ("MPI_LONG_DOUBLE", 16),
        ("MPI_C_BOOL", 1),
        ("MPI_LOGICAL", 4),
        ("MPI_AINT", 8),
        ("MPI_C_LONG_DOUBLE_COMPLEX", 32),
        ("MPI_COMPLEX4", 4),
        ("MPI_CHARACTER", 1),
        ("MPI_DOUBLE_INT", 12),
        ("MPI_LONG_INT", 8),
        ("MPI_INTEGER16", 16),
    ];
    for (name, size) in sizes {
        assert_eq!(named(name).external_size(3), Some(3 * size), "{name}");
    }
    let convert = |name: &str, native: &[u8]| {
        let mut out = Vec::new();
        named(name).to_external32(1, native, &mut out);
        out
    };
    assert_eq!(convert("MPI_INT", &1i32.to_le_bytes()), [0, 0, 0, 1]);
    assert_eq!(convert("MPI_LONG", &(-2i64).to_le_bytes()), [0xff, 0xff, 0xff, 0xfe]);
    assert_eq!(
        convert("MPI_C_COMPLEX", &[1.5f32, -2.0].map(f32::to_le_bytes).concat()),
        [0x3f, 0xc0, 0, 0, 0xc0, 0, 0, 0]
    );
    // -1.5 as x87 extended, as MPICH packs it.
    let extended = [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0xbf, 9, 9, 9, 9, 9, 9];
    assert_eq!(convert("MPI_LONG_DOUBLE", &extended), [0xbf, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut back = Vec::new();
    named("MPI_UNSIGNED_LONG").from_external32(1, &[0xff; 4], &mut back);
    assert_eq!(back, 0xffff_ffffu64.to_le_bytes());
}

#[test]
fn structs_are_padded_as_c_pads_them() {
    let of = |lengths: &[i64], displs: &[i64], types: &[&str]| {
        let types: Vec<_> = types.iter().map(|t| named(t)).collect();
        let ty = Type::structure(Width::Int, lengths, displs, &types).unwrap();
        (ty.size().unwrap(), ty.lb().unwrap(), ty.extent().unwrap())
    };
    // Values MPICH 5.0.2 gives.
    assert_eq!(of(&[1, 1], &[0, 8], &["MPI_DOUBLE", "MPI_CHAR"]), (9, 0, 16));
    assert_eq!(of(&[1, 1], &[0, 16], &["MPI_DOUBLE_INT", "MPI_CHAR"]), (13, 0, 24));
    assert_eq!(of(&[1, 1], &[0, 16], &["MPI_LONG_DOUBLE", "MPI_CHAR"]), (17, 0, 32));
    assert_eq!(of(&[1, 1], &[0, 16], &["MPI_C_DOUBLE_COMPLEX", "MPI_CHAR"]), (17, 0, 24));
    assert_eq!(of(&[1, 1], &[4, 8], &["MPI_INT", "MPI_CHAR"]), (5, 4, 8));
    assert_eq!(of(&[0, 1], &[-8, 4], &["MPI_INT", "MPI_CHAR"]), (1, 4, 1));
    assert_eq!(of(&[1], &[-3], &["MPI_INT"]), (4, -3, 4));
}

#[test]
fn bound_markers_are_sticky() {
    let small = Type::resized(Width::Int, 0, 5, &named("MPI_INT")).unwrap();
    let both = Type::structure(Width::Int, &[1, 1], &[0, 8], &[small.clone(), named("MPI_DOUBLE")]).unwrap();
    // MPI 4.1 §5.1.6: where there is a ub marker, other entries do not count.
    assert_eq!((both.ub(), both.true_extent()), (Some(5), Some(16)));
    let backwards = Type::resized(Width::Int, 0, -8, &named("MPI_INT")).unwrap();
    let three = Type::contiguous(Width::Int, 3, &backwards).unwrap();
    assert_eq!(
        (three.lb(), three.extent(), three.true_lb(), three.true_extent()),
        (Some(-16), Some(8), Some(-16), Some(20))
    );
}

#[test]
fn contents_are_the_arguments_in_the_order_of_the_standard() {
    let int = named("MPI_INT");
    let dims = [
        Dimension { size: 5, distribution: Distribution::Cyclic, argument: 2, processes: 2 },
        Dimension { size: 7, distribution: Distribution::Block, argument: DISTRIBUTE_DFLT_DARG, processes: 2 },
    ];
    // Lists as MPICH 5.0.2 gives them.
    let show = |ty: &Type| {
        let c = ty.contents();
        (ty.envelope().combiner as i32, c.integers.to_vec(), c.addresses.to_vec(), c.counts.to_vec())
    };
    let darray = |width| Type::darray(width, 4, 1, &dims, Order::C, &int).unwrap();
    assert_eq!(show(&darray(Width::Int)), (112, vec![4, 1, 2, 5, 7, 18, 17, 2, 19, 2, 2, 12], vec![], vec![]));
    assert_eq!(show(&darray(Width::Count)), (112, vec![4, 1, 2, 18, 17, 2, 19, 2, 2, 12], vec![], vec![5, 7]));
    assert_eq!((darray(Width::Int).size(), darray(Width::Int).true_lb()), (Some(36), Some(16)));
    let sub = |width| Type::subarray(width, &[5, 7], &[2, 3], &[1, 2], Order::C, &int).unwrap();
    assert_eq!(show(&sub(Width::Int)), (111, vec![2, 5, 7, 2, 3, 1, 2, 12], vec![], vec![]));
    assert_eq!(show(&sub(Width::Count)), (111, vec![2, 12], vec![], vec![5, 7, 2, 3, 1, 2]));
    let hvector = |width| Type::hvector(width, 3, 2, 4, &int).unwrap();
    assert_eq!(show(&hvector(Width::Int)), (105, vec![3, 2], vec![4], vec![]));
    assert_eq!(show(&hvector(Width::Count)), (105, vec![], vec![], vec![3, 2, 4]));
    let structure = |width| Type::structure(width, &[2, 3], &[1, 2], &[int.clone(), int.clone()]).unwrap();
    assert_eq!(show(&structure(Width::Int)), (110, vec![2, 2, 3], vec![1, 2], vec![]));
    assert_eq!(show(&structure(Width::Count)), (110, vec![], vec![], vec![2, 2, 3, 1, 2]));
    assert_eq!(structure(Width::Int).envelope().types, 2);
    let block = Type::hindexed_block(Width::Int, 3, &[1, 2], &int).unwrap();
    assert_eq!(show(&block), (109, vec![2, 3], vec![1, 2], vec![]));
    assert_eq!(show(&Type::resized(Width::Int, 1, 9, &int).unwrap()), (116, vec![], vec![1, 9], vec![]));
    assert_eq!(show(&Type::f90_real(10, UNDEFINED).unwrap()), (113, vec![10, UNDEFINED], vec![], vec![]));
    assert!(Arc::ptr_eq(&Type::dup(&int).contents().types[0], &int));
}

#[test]
fn fortran_kinds_and_matching_types() {
    assert_eq!(Type::f90_real(6, 37).unwrap().basic(), Some(Basic::F32));
    assert_eq!(Type::f90_real(6, 38).unwrap().basic(), Some(Basic::F64));
    assert_eq!(Type::f90_real(17, 100).unwrap().basic(), Some(Basic::F80));
    assert_eq!(Type::f90_complex(30, UNDEFINED).unwrap().basic(), Some(Basic::ComplexF128));
    assert!(Type::f90_real(34, 1).is_err() && Type::f90_real(UNDEFINED, UNDEFINED).is_err());
    assert_eq!(Type::f90_integer(9).unwrap().basic(), Some(Basic::Integer4));
    assert_eq!(Type::f90_integer(39).unwrap_err().class(), ops::ErrorClass::Arg);
    let name = |class, size| predefined::match_size(class, size).map(|ty| ty.named().unwrap().name);
    assert_eq!(name(TypeClass::Real, 8), Some("MPI_REAL8"));
    assert_eq!(name(TypeClass::Complex, 32), Some("MPI_COMPLEX32"));
    assert_eq!(name(TypeClass::Integer, 3), None);
    let pair = predefined::value_index(&named("MPI_DOUBLE"), &named("MPI_INT")).unwrap();
    assert_eq!(pair.named().unwrap().handle, 0x229);
    assert!(predefined::value_index(&named("MPI_DOUBLE"), &named("MPI_LONG")).is_none());
}

#[test]
fn equal_sequences_have_equal_signatures_however_they_are_built() {
    let (int, ten) = (named("MPI_INT"), Type::contiguous(Width::Int, 10, &named("MPI_INTEGER")).unwrap());
    assert_eq!(int.signature(10), ten.signature(1));
    assert_ne!(int.signature(9), ten.signature(1));
    assert_ne!(named("MPI_FLOAT").signature(10).hash, ten.signature(1).hash);
    assert_eq!(named("MPI_DOUBLE_INT").signature(1), named("MPI_DOUBLE").signature(1).then(int.signature(1)));
    assert!(named("MPI_PACKED").signature(1).wild && !ten.signature(5).wild);
}

#[test]
fn received_bytes_are_counted_as_the_standard_counts_them() {
    let pair = named("MPI_DOUBLE_INT");
    assert_eq!((pair.count_in(24), pair.count_in(20)), (Some(2), None));
    let prefix = pair.prefix(22);
    assert_eq!((prefix.signature.elements, prefix.partial), (3, 2));
    let nothing = Type::contiguous(Width::Int, 0, &pair).unwrap();
    assert_eq!((nothing.count_in(0), nothing.count_in(8)), (Some(0), None));
}

#[test]
fn long_vectors_are_loops() {
    let ty = Type::vector(Width::Count, 1_000_000_000_000, 1, 2, &named("MPI_DOUBLE")).unwrap();
    let end = ty.packed_size(1).unwrap();
    assert_eq!(end, 8_000_000_000_000);
    assert_eq!(collect(&ty, 1, end - 12..end), [(15_999_999_999_972, 4), (15_999_999_999_984, 8)]);
    assert_eq!(ty.signature(1).elements, 1_000_000_000_000);
}

#[test]
fn types_beyond_all_memory_have_undefined_sizes() {
    let huge = Type::contiguous(Width::Count, i64::MAX, &named("MPI_INT")).unwrap();
    assert_eq!((huge.size(), huge.extent(), huge.packed_size(1)), (None, None, None));
    assert_eq!((huge.lb(), huge.true_lb()), (Some(0), Some(0)));
    let again = Type::contiguous(Width::Count, i64::MAX, &huge);
    assert_eq!(again.unwrap_err(), TypeError::TooLarge);
    assert_eq!(named("MPI_INT").packed_size(1 << 61), None);
    let fine = Type::contiguous(Width::Count, 1 << 31, &named("MPI_DOUBLE")).unwrap();
    assert_eq!(fine.packed_size(1 << 20), Some(1 << 54));
}

#[test]
fn long_chains_of_types_are_dropped_without_recursion_and_deep_nesting_is_refused() {
    let mut chain = Type::contiguous(Width::Int, 3, &named("MPI_INT")).unwrap();
    for step in 0..200_000 {
        chain = if step % 2 == 0 { Type::dup(&chain) } else { Type::contiguous(Width::Int, 1, &chain).unwrap() };
    }
    assert_eq!(chain.size(), Some(12));
    drop(chain);
    let mut deep = named("MPI_INT");
    let error = (0..1000).find_map(|_| {
        let parts = [deep.clone(), named("MPI_CHAR")];
        match Type::structure(Width::Int, &[1, 1], &[0, 1000], &parts) {
            Ok(next) => {
                deep = next;
                None
            }
            Err(error) => Some(error),
        }
    });
    assert_eq!(error, Some(TypeError::TooDeep));
}

#[test]
fn wrong_arguments_are_named() {
    let int = named("MPI_INT");
    let message = |result: Result<Datatype, TypeError>| result.unwrap_err().to_string();
    assert_eq!(message(Type::contiguous(Width::Int, -1, &int)), "the argument count is -1, expected zero or more");
    let lengths = Type::indexed(Width::Int, &[1, -2], &[0, 0], &int);
    assert_eq!(message(lengths), "the argument array_of_blocklengths[1] is -2, expected zero or more");
    let sub = Type::subarray(Width::Int, &[4, 4], &[2, 2], &[0, 3], Order::C, &int);
    assert_eq!(message(sub), "the argument array_of_starts[1] is 3, expected 0 to 2");
    let block = Dimension { size: 10, distribution: Distribution::Block, argument: 2, processes: 3 };
    assert!(message(Type::darray(Width::Int, 3, 0, &[block], Order::C, &int)).contains("cover all 10 elements"));
    let grid = Type::darray(Width::Int, 4, 0, &[Dimension { argument: 4, ..block }], Order::C, &int);
    assert_eq!(
        message(grid),
        "the product of the argument array_of_psizes is 3, expected 4, the number of processes"
    );
}
