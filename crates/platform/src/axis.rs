//! The axes of a machine: coordinates of its hosts (x, y, z; group, router …). Mappings and allocations use them to name
//! parts of the machine.

use crate::shape::Shape;
use units::HostId;

/// A coordinate of hosts. Of several axes, the number of a host is Σ coordinate · stride, and every host has one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// A letter on grids (`X`), a word in hierarchies (`drawer`).
    pub name: String,
    /// Coordinates go from 0 to here, exclusive.
    pub size: u32,
    /// Difference between the numbers of hosts that are neighbours along the axis.
    pub stride: u32,
}

impl Axis {
    /// The coordinate of a host.
    pub fn coordinate(&self, host: HostId) -> u32 {
        host.0 / self.stride % self.size
    }

    /// Axes of a hierarchy from its outermost level inwards, hosts numbered in this order: the last axis fastest.
    pub(crate) fn nested<'a>(levels: impl IntoIterator<Item = (&'a str, u32)>) -> Vec<Self> {
        let levels: Vec<(&str, u32)> = levels.into_iter().collect();
        let mut axes: Vec<Self> = Vec::with_capacity(levels.len());
        let mut stride = 1;
        for (name, size) in levels.into_iter().rev() {
            axes.push(Self { name: name.to_owned(), size, stride });
            stride *= size;
        }
        axes.reverse();
        axes
    }

    /// Axes of a grid, the first fastest, above `within` hosts at each place.
    pub(crate) fn grid(sizes: &[u32], within: u32) -> Vec<Self> {
        let mut stride = within;
        let axis = |(index, &size): (usize, &u32)| {
            let axis = Self { name: grid_name(index, sizes.len()), size, stride };
            stride *= size;
            axis
        };
        sizes.iter().enumerate().map(axis).collect()
    }

    /// The axis of the slots of a host beside those of hosts.
    pub(crate) fn slots(hosts: &[Self], size: u32) -> Self {
        let letters = hosts.iter().all(|axis| axis.name.len() == 1);
        Self { name: if letters { "T" } else { "core" }.to_owned(), size, stride: 0 }
    }

    /// The axes that the arrangement of a topology's vertices gives.
    pub(crate) fn of_shape(shape: &Shape, hosts: u32) -> Vec<Self> {
        match shape {
            Shape::Grid { sizes, .. } => Self::grid(sizes, 1),
            Shape::Tree { levels } => {
                let names: Vec<String> = (0..levels.len()).rev().map(subtree_name).collect();
                let sizes = levels.iter().rev().map(|level| level.children);
                Self::nested(names.iter().map(String::as_str).zip(sizes))
            }
            Shape::Cabinets { starts, .. } => match equal_cabinets(starts) {
                Some((cabinets, each)) => Self::nested([("cabinet", cabinets), ("host", each)]),
                None => Self::nested([("host", hosts)]),
            },
            Shape::Groups { groups, leaves, spines, hosts, names, .. } => {
                let router = if *spines > 0 { "leaf" } else { names.router };
                Self::nested([(names.group, *groups), (router, *leaves), ("host", *hosts)])
            }
            Shape::Rows { sizes, hosts } => {
                let mut axes = Self::grid(sizes, *hosts);
                axes.extend(Self::nested([("host", *hosts)]));
                axes
            }
            Shape::Halves { q, hosts } => {
                Self::nested([("half", 2), ("column", *q), ("router", *q), ("host", *hosts)])
            }
            Shape::Ring | Shape::Zones { .. } | Shape::Irregular => Self::nested([("host", hosts)]),
        }
    }

    /// The axes of the first `hosts` hosts, where these are whole planes of one axis within a single place of those that are
    /// slower; none if they are no box.
    pub(crate) fn prefix(axes: &[Self], hosts: u32) -> Option<Vec<Self>> {
        let mut own = axes.to_vec();
        let mut slowest: Vec<&mut Self> = own.iter_mut().filter(|axis| axis.size > 1).collect();
        slowest.sort_by_key(|axis| std::cmp::Reverse(axis.stride));
        for axis in slowest {
            let planes = hosts / axis.stride;
            if planes == 0 {
                axis.size = 1;
            } else {
                let whole = hosts.is_multiple_of(axis.stride) && planes <= axis.size;
                axis.size = planes;
                return whole.then_some(own);
            }
        }
        // One host: all sizes are 1.
        Some(own)
    }
}

/// X, Y and Z; of more than three dimensions A, B, C and on, or of more than the letters before T, which is a core's, dim1 and on.
fn grid_name(index: usize, dimensions: usize) -> String {
    let letters: &str = match dimensions {
        0..=3 => "XYZ",
        4..=19 => "ABCDEFGHIJKLMNOPQRS",
        _ => "",
    };
    letters.get(index..=index).map_or_else(|| format!("dim{}", index + 1), str::to_owned)
}

/// What stands below a switch of a tree's level: hosts, switches, and trees of these.
fn subtree_name(level: usize) -> String {
    match level {
        0 => "host".to_owned(),
        1 => "switch".to_owned(),
        2 => "pod".to_owned(),
        level => format!("level{level}"),
    }
}

/// Cabinets and hosts of each, if all have equally many.
fn equal_cabinets(starts: &[u32]) -> Option<(u32, u32)> {
    let sizes: Vec<u32> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let first = *sizes.first()?;
    sizes.iter().all(|size| *size == first).then_some((sizes.len() as u32, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(axes: &[Axis]) -> Vec<u32> {
        axes.iter().map(|axis| axis.size).collect()
    }

    #[test]
    fn grids_have_letters_below_that_of_cores() {
        let names =
            |dimensions| Axis::grid(&vec![1; dimensions], 1).into_iter().map(|axis| axis.name).collect::<Vec<_>>();
        assert_eq!(names(1), ["X"]);
        assert_eq!(names(3), ["X", "Y", "Z"]);
        assert_eq!(names(5), ["A", "B", "C", "D", "E"]);
        assert_eq!(names(19).last().map(String::as_str), Some("S"));
        assert_eq!(names(20)[..2], ["dim1", "dim2"]);
    }

    #[test]
    fn the_first_hosts_are_a_box_or_not() {
        let grid = Axis::grid(&[4, 3, 2], 1);
        let prefix = |hosts| Axis::prefix(&grid, hosts).map(|axes| sizes(&axes));
        assert_eq!(prefix(24), Some(vec![4, 3, 2]));
        assert_eq!(prefix(12), Some(vec![4, 3, 1]));
        assert_eq!(prefix(8), Some(vec![4, 2, 1]));
        assert_eq!(prefix(3), Some(vec![3, 1, 1]));
        assert_eq!(prefix(1), Some(vec![1, 1, 1]));
        assert_eq!([prefix(5), prefix(13), prefix(23)], [None, None, None]);
        let nested = Axis::nested([("drawer", 3), ("one", 1), ("hub", 4)]);
        assert_eq!(Axis::prefix(&nested, 8).map(|axes| sizes(&axes)), Some(vec![2, 1, 4]));
        assert_eq!(Axis::prefix(&Axis::grid(&[1, 4, 1], 1), 2).map(|axes| sizes(&axes)), Some(vec![1, 2, 1]));
    }
}
