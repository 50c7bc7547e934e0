//! The mapping `order`: fills the hosts along the axes of the machine. The axis named first varies fastest, as in Blue
//! Gene's `XYZT` and `TXYZ`.

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use super::slot_grid::SlotGrid;
use crate::axis::Axis;

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "order",
    argument: "AXES",
    doc: "Assigns ranks along the axes of the machine, the first named fastest, as in order:TXYZ or order:core,hub,drawer,supernode.",
    place,
};

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let grid = SlotGrid::of(request.slots, request.platform);
    let order = read(request, grid.axes())?;
    let mut coordinates = vec![0; grid.axes().len()];
    let table = (0..request.ranks).map(|_| {
        let (host, nth) = grid.slot(&coordinates);
        advance(&mut coordinates, grid.axes(), &order);
        (host, request.core(nth))
    });
    Ok(RankPlacement::Table(table.collect()))
}

/// The next place; after the last one the first.
fn advance(coordinates: &mut [u32], axes: &[Axis], order: &[usize]) {
    for &axis in order {
        coordinates[axis] += 1;
        if coordinates[axis] < axes[axis].size {
            return;
        }
        coordinates[axis] = 0;
    }
}

/// The axes that are named: all of them once, by letters in one word or by names with commas between them.
fn read(request: &Request<'_>, axes: &[Axis]) -> Result<Vec<usize>, MappingError> {
    let text = request.argument.unwrap_or_default();
    let names: Vec<&str> = match text.contains(',') {
        true => text.split(',').map(str::trim).collect(),
        false if axes.iter().all(|axis| axis.name.len() == 1) => {
            text.split("").filter(|name| !name.is_empty()).collect()
        }
        false => vec![text],
    };
    let position = |name: &&str| axes.iter().position(|axis| axis.name == *name);
    let order: Option<Vec<usize>> = names.iter().map(position).collect();
    let complete =
        |order: &Vec<usize>| order.len() == axes.len() && (0..axes.len()).all(|axis| order.contains(&axis));
    order.filter(complete).ok_or_else(|| {
        let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        MappingError::Axes { spec: request.spec.to_owned(), axes: names.join(", ") }
    })
}
