//! The mapping `tiles`: places ranks that are neighbours on a grid near one another on the machine.
//!
//! `tiles:64x32x32/16x8x8/8x8x4/4x4x2` takes 65,536 ranks as a grid of 64 × 32 × 32 (numbered as by `MPI_Cart_create`: the last
//! dimension varies fastest). The grid is cut into tiles of 16 × 8 × 8 ranks, these tiles into tiles of 8 × 8 × 4, and these
//! into tiles of 4 × 4 × 2. The ranks are then put in order tile by tile: at every level, all ranks of a tile come before those
//! of the next tile. Tiles within a larger tile, and ranks within a smallest tile, follow the order of their numbers. In this
//! order ranks take the slots of hosts as with the mapping `block`: host after host. On a machine with 32 ranks per host, 8
//! hosts per drawer and 4 drawers per supernode, each smallest tile of this example is on a host, the next larger on a drawer,
//! the largest on a supernode. This is the hierarchical tiling of Rubik (Bhatele et al., "Mapping Applications with Collectives
//! over Sub-communicators on Torus Networks", SC 2012).

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "tiles",
    argument: "GRID/TILE/…",
    doc: "Fills hosts tile by tile of a grid of ranks, as in tiles:64x32x32/16x8x8/4x4x2.",
    place,
};

const EXPECTED: &str = "the grid of ranks, then tiles, each after a `/`, as in tiles:64x32x32/16x8x8/8x8x4/4x4x2, of at most 16 dimensions";
const MAX_DIMENSIONS: usize = 16;

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let mut levels = read(request)?;
    let firsts = request.slots.firsts();
    let mut coordinates = vec![0; levels[0].len()];
    let table = (0..request.ranks).map(|rank| {
        locate(rank, &levels[0], &mut coordinates);
        let (host, nth) = request.slots.slot(position(&coordinates, &levels), &firsts);
        (host, request.core(nth))
    });
    let table = table.collect();
    Ok(RankPlacement::Grid { table, sizes: levels.swap_remove(0) })
}

/// The sizes of the grid, of the tiles, and of a single rank at the end.
fn read(request: &Request<'_>) -> Result<Vec<Vec<u32>>, MappingError> {
    let bad = || request.bad_argument(EXPECTED);
    let size = |text: &str| text.trim().parse().ok().filter(|size| *size > 0);
    let sizes = |text: &str| text.split('x').map(size).collect::<Option<Vec<u32>>>();
    let texts: Vec<&str> = request.argument.ok_or_else(bad)?.split('/').collect();
    let mut levels: Vec<Vec<u32>> = texts.iter().map(|text| sizes(text).ok_or_else(bad)).collect::<Result<_, _>>()?;
    let spec = || request.spec.to_owned();
    let places = levels[0].iter().try_fold(1u32, |places, size| places.checked_mul(*size));
    if levels[0].len() > MAX_DIMENSIONS {
        return Err(bad());
    }
    if places != Some(request.ranks) {
        return Err(MappingError::TileGrid { spec: spec(), grid: texts[0].trim().to_owned(), ranks: request.ranks });
    }
    for (pair, names) in levels.windows(2).zip(texts.windows(2)) {
        let divides = pair[0].len() == pair[1].len()
            && pair[0].iter().zip(&pair[1]).all(|(whole, tile)| whole.is_multiple_of(*tile));
        if !divides {
            let [whole, tile] = [names[0], names[1]].map(|name| name.trim().to_owned());
            return Err(MappingError::Tile { spec: spec(), whole, tile });
        }
    }
    levels.push(vec![1; levels[0].len()]);
    Ok(levels)
}

/// The place of a rank on the grid, the last dimension fastest.
fn locate(mut rank: u32, grid: &[u32], coordinates: &mut [u32]) {
    for (coordinate, size) in coordinates.iter_mut().zip(grid).rev() {
        *coordinate = rank % size;
        rank /= size;
    }
}

/// How many ranks come before that at `coordinates` in the order of the tiles.
fn position(coordinates: &[u32], levels: &[Vec<u32>]) -> u64 {
    levels.windows(2).fold(0, |position, pair| {
        let (whole, tile) = (&pair[0], &pair[1]);
        (0..coordinates.len()).fold(position, |position, dimension| {
            let (whole, tile) = (whole[dimension], tile[dimension]);
            position * u64::from(whole / tile) + u64::from(coordinates[dimension] % whole / tile)
        })
    })
}
