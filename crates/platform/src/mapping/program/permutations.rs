//! Permutations of the contents of a box in a mapping program, as Rubik defines them (LLNL's rubik/arrayutils.py, zorder.py and
//! partition.py; Bhatele et al., "Mapping Applications with Collectives over Sub-communicators on Torus Networks", SC 2012).
//!
//! For each position in the box, a permutation tells from which other position the contents come. Three permutations *roll*
//! planes: they shift the contents of each plane cyclically along one axis, the rolled axis. Let n be the box's size along the
//! rolled axis, c a position's coordinate along the rolled axis, and i the position's coordinate along the normal of the
//! planes. `slope`, `depth` and `stride` are parameters of the operations:
//!
//! - tilt: planes normal to `direction` are rolled along `axis` by i·slope, that is, c gets the contents of (c − i·slope) mod
//!   n.
//! - shear: planes normal to `axis` are rolled along `direction` by i·slope; that is tilt with `axis` and `direction`
//!   exchanged.
//! - zigzag: planes normal to `direction` are rolled along `axis` by depth − ⌊|i − base|·depth/stride⌋ with base =
//!   ⌊i/(2·stride)⌋·2·stride + stride. The first plane is not rolled.
//! - transpose: the positions of the box are counted in two ways: in the order of the box, its last axis fastest, and in the
//!   order of the transposed box, the last of the transposed axes fastest. The k-th position of the first count gets the
//!   contents of the k-th position of the second count.
//! - zorder: the k-th position along the Z-order (Morton) curve gets the contents of the k-th position of the box, its last
//!   axis fastest. A position's Morton code interleaves the bits of its coordinates; the least significant bit of the code is
//!   the least significant bit of the coordinate along the first axis.

use super::boxes::advance;
use std::cmp::Ordering;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Permutation {
    Tilt { axis: usize, direction: usize, slope: i64 },
    Zigzag { axis: usize, direction: usize, depth: i64, stride: i64 },
    Transpose { axes: Vec<usize> },
    Zorder,
}

impl Permutation {
    /// For each place of a box of these sizes, the last dimension fastest, the place whose contents it gets.
    pub(super) fn sources(&self, sizes: &[u32]) -> Vec<u32> {
        match self {
            Self::Tilt { axis, direction, slope } => {
                rolled(sizes, *axis, *direction, |plane| plane * i128::from(*slope))
            }
            Self::Zigzag { axis, direction, depth, stride } => {
                rolled(sizes, *axis, *direction, |plane| if plane == 0 { 0 } else { zigzag(plane, *depth, *stride) })
            }
            Self::Transpose { axes } => transposed(sizes, axes),
            Self::Zorder => inverse(&z_curve(sizes)),
        }
    }
}

/// How far plane number `plane` is shifted.
fn zigzag(plane: i128, depth: i64, stride: i64) -> i128 {
    let (depth, stride) = (i128::from(depth), i128::from(stride));
    let base = plane / (2 * stride) * (2 * stride) + stride;
    // Rounded down, whatever the sign.
    depth - ((plane - base).abs() * depth).div_euclid(stride)
}

/// Distance of neighbours along each dimension.
fn distances(sizes: &[u32]) -> Vec<u32> {
    (0..sizes.len()).map(|dimension| sizes[dimension + 1..].iter().product()).collect()
}

/// Indices of all places, in order.
fn indices(sizes: &[u32]) -> Vec<Vec<u32>> {
    let mut index = vec![0; sizes.len()];
    let mut all = vec![index.clone()];
    while advance(&mut index, sizes) {
        all.push(index.clone());
    }
    all
}

/// Planes normal to `direction`, each rolled along `axis` by the shift of its number.
fn rolled(sizes: &[u32], axis: usize, direction: usize, shift: impl Fn(i128) -> i128) -> Vec<u32> {
    let (size, distance) = (sizes[axis], distances(sizes)[axis]);
    // Below the size of an axis, which fits.
    let shift = |plane: u32| shift(i128::from(plane)).rem_euclid(i128::from(size)) as u32;
    let shifts: Vec<u32> = (0..sizes[direction]).map(shift).collect();
    let mut index = vec![0; sizes.len()];
    let mut sources = Vec::new();
    loop {
        let place = sources.len() as u32;
        let (at, shift) = (index[axis], shifts[index[direction] as usize]);
        let from = if at >= shift { at - shift } else { size - shift + at };
        sources.push(place - at * distance + from * distance);
        if !advance(&mut index, sizes) {
            return sources;
        }
    }
}

/// The places of a box in the order of the box whose k-th axis is number `axes[k]` of it.
fn transposed(sizes: &[u32], axes: &[usize]) -> Vec<u32> {
    let distances = distances(sizes);
    axes.iter().fold(vec![0], |places, &axis| {
        let along = |place: u32| (0..sizes[axis]).map(move |at| (place, at));
        places.into_iter().flat_map(along).map(|(place, at)| place + at * distances[axis]).collect()
    })
}

/// All places along the Z-order curve.
fn z_curve(sizes: &[u32]) -> Vec<u32> {
    let indices = indices(sizes);
    let mut places: Vec<u32> = (0..indices.len() as u32).collect();
    places.sort_unstable_by(|a, b| z_compare(&indices[*a as usize], &indices[*b as usize]));
    places
}

/// The order of two Morton codes, which are not computed: the axis with the highest differing bit decides, of several the
/// last one.
fn z_compare(a: &[u32], b: &[u32]) -> Ordering {
    let highest_difference = |axis: &usize| (std::cmp::Reverse((a[*axis] ^ b[*axis]).leading_zeros()), *axis);
    let decides = (0..a.len()).max_by_key(highest_difference);
    decides.map_or(Ordering::Equal, |axis| a[axis].cmp(&b[axis]))
}

fn inverse(places: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; places.len()];
    (0..).zip(places).for_each(|(number, place)| inverse[*place as usize] = number);
    inverse
}
