use crate::datatype::{Type, Width, by_name};

/// A column of a 4 × 3 matrix of doubles in row order: four blocks of one double, three doubles apart. A send of it posts 32 bytes.
#[test]
fn a_datatype_is_a_list_of_blocks() {
    let double = by_name("MPI_DOUBLE").unwrap();
    let column = Type::vector(Width::Int, 4, 1, 3, &double).unwrap();
    assert_eq!((column.size(), column.extent()), (Some(32), Some(80)));
    assert!(!column.is_contiguous(1));
    let blocks: Vec<_> = column.blocks(1).collect();
    assert_eq!(blocks, [(0, 8), (24, 8), (48, 8), (72, 8)]);
}
