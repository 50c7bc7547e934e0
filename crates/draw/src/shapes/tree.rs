//! Draws fat trees: hosts at the bottom, the switches of each level in a row above.

use super::sizes::{shrunk, times};
use crate::layout::{Point, Role};
use crate::plan::{NodeList, Plan, count};
use platform::TreeLevel;

/// Columns that can be told apart.
const COLUMNS: u32 = 96;

/// Hosts of a switch that are always drawn before whole switches are left out.
const FEW: u32 = 4;

/// What of each level is drawn.
struct ShownTree {
    /// Children of a switch.
    children: Vec<u32>,
    /// Parents of a vertex of the level down.
    parents: Vec<u32>,
}

fn parents(levels: &[TreeLevel]) -> Vec<u32> {
    let below = std::iter::once(1).chain(levels.iter().map(|level| level.copies));
    levels.iter().zip(below).map(|(level, below)| level.copies / below).collect()
}

fn part(levels: &[TreeLevel], most: u32) -> ShownTree {
    let columns = most.min(COLUMNS);
    let mut children: Vec<u32> = levels.iter().map(|level| level.children).collect();
    let above = children[1..].iter().fold(1u32, |product, size| product.saturating_mul(*size));
    children[0] = children[0].min((columns / above).max(FEW));
    let room = columns / children[0];
    let upper = shrunk(&children[1..], room.max(1));
    children.splice(1.., upper);
    ShownTree { children, parents: shrunk(&parents(levels), 48) }
}

pub(super) fn plan(levels: &[TreeLevel], most: u32) -> Plan {
    let part = part(levels, most);
    let columns: u32 = part.children.iter().product();
    let pitch = (1100.0 / f64::from(columns)).clamp(11.0, 44.0);
    let width = pitch * f64::from(columns);
    let rise = (width / f64::from(levels.len() as u32 + 1)).clamp(80.0, 150.0);
    let mut nodes = NodeList::default();
    for column in 0..columns {
        let at = Point::new((f64::from(column) + 0.5) * pitch, 0.0);
        nodes.host(host(column, levels, &part), at, (pitch * 0.3).clamp(2.5, 6.0));
    }
    let mut plan = Plan::default();
    let mut names = vec![(0.0, "hosts".to_owned())];
    for at in 0..levels.len() {
        let y = -rise * f64::from(at as u32 + 1);
        place_level(&mut nodes, levels, &part, at, Point::new(width, y));
        names.push((y, format!("level {}", at + 1)));
    }
    for (y, name) in names {
        plan.label(Point::new(-40.0, y + 4.0), name);
    }
    plan.views.push(nodes.straight());
    notes(&mut plan, levels, &part);
    plan
}

/// The host of a column: digit by digit, the lowest level first.
fn host(column: u32, levels: &[TreeLevel], part: &ShownTree) -> u32 {
    let (mut rest, mut weight, mut host) = (column, 1, 0);
    for (level, children) in levels.iter().zip(&part.children) {
        host += rest % children * weight;
        rest /= children;
        weight *= level.children;
    }
    host
}

/// The switches of a level stand above the middle of what is below them, the copies side by side.
fn place_level(nodes: &mut NodeList, levels: &[TreeLevel], part: &ShownTree, at: usize, corner: Point) {
    let upper = &part.children[at + 1..];
    let subtrees: u32 = upper.iter().product();
    let copies: u32 = part.parents[..=at].iter().product();
    let real = parents(levels);
    let span = corner.x / f64::from(subtrees);
    let radius = (span / f64::from(copies) * 0.3).clamp(3.0, 8.0);
    for subtree in 0..subtrees {
        let (mut rest, mut weight, mut number) = (subtree, 1, 0);
        for (above, shown) in levels[at + 1..].iter().zip(upper) {
            number += rest % shown * weight;
            rest /= shown;
            weight *= above.children;
        }
        for copy in 0..copies {
            let (mut rest, mut weight, mut own) = (copy, 1, 0);
            for (shown, all) in part.parents[..=at].iter().zip(&real) {
                own += rest % shown * weight;
                rest /= shown;
                weight *= all;
            }
            // Close together above their subtree, not spread over all of it.
            let middle = (f64::from(subtree) + 0.5) * span;
            let share = (f64::from(copy) + 0.5) / f64::from(copies) - 0.5;
            let x = middle + share * span * if copies > 1 { 0.9 } else { 0.0 };
            let switch = levels[at].first_switch + number * levels[at].copies + own;
            nodes.switch(switch, Point::new(x, corner.y), radius);
        }
    }
}

fn notes(plan: &mut Plan, levels: &[TreeLevel], part: &ShownTree) {
    let sizes: Vec<u32> = levels.iter().map(|level| level.children).collect();
    let all: u64 = sizes.iter().map(|size| u64::from(*size)).product();
    let shown: u32 = part.children.iter().product();
    if sizes != part.children {
        plan.note(format!(
            "{} of {} hosts are drawn: of the children of a switch, lowest level first, {} of {}.",
            count(shown.into()),
            count(all),
            times(&part.children),
            times(&sizes)
        ));
    }
    let real = parents(levels);
    if real != part.parents {
        plan.note(format!(
            "Of the parents of a vertex, lowest level first, {} of {} are drawn; links to the others are not.",
            times(&part.parents),
            times(&real)
        ));
    }
    debug_assert!(plan.views.iter().flat_map(|view| &view.nodes).all(|node| node.role != Role::Group));
}
