//! Computes the maximum flow from a set of vertices of a graph to another set, for the bisection bandwidth of irregular
//! networks. Uses shortest augmenting paths (Edmonds and Karp 1972), which is simple, but fast enough only for small graphs.

/// A directed edge: from, to, capacity.
pub(super) type Edge = (usize, usize, u64);

/// The largest flow from the vertices that are `source` to those that are `sink`, and the vertices on the source
/// side of a smallest cut.
pub(super) fn max_flow(vertices: usize, edges: &[Edge], source: &[bool], sink: &[bool]) -> (u64, Vec<bool>) {
    // Arc 2e is edge e, arc 2e + 1 its residual back.
    let mut residual: Vec<u64> = edges.iter().flat_map(|(.., capacity)| [*capacity, 0]).collect();
    let mut arcs: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for (index, (from, to, _)) in edges.iter().enumerate() {
        arcs[*from].push(2 * index);
        arcs[*to].push(2 * index + 1);
    }
    let head = |arc: usize| if arc.is_multiple_of(2) { edges[arc / 2].1 } else { edges[arc / 2].0 };
    let mut flow = 0u64;
    loop {
        let (reached, arrived_by) = search(&arcs, &residual, &head, source);
        let Some(end) = (0..vertices).find(|v| sink[*v] && reached[*v]) else { return (flow, reached) };
        let mut path = Vec::new();
        let mut vertex = end;
        while let Some(arc) = arrived_by[vertex] {
            path.push(arc);
            vertex = head(arc ^ 1);
        }
        let amount = path.iter().map(|arc| residual[*arc]).min().unwrap_or(0);
        for arc in path {
            residual[arc] -= amount;
            residual[arc ^ 1] = residual[arc ^ 1].saturating_add(amount);
        }
        flow = flow.saturating_add(amount);
    }
}

/// Breadth first over arcs with capacity left: what is reached, and by which arc.
fn search(
    arcs: &[Vec<usize>],
    residual: &[u64],
    head: &impl Fn(usize) -> usize,
    source: &[bool],
) -> (Vec<bool>, Vec<Option<usize>>) {
    let mut reached = source.to_vec();
    let mut arrived_by = vec![None; arcs.len()];
    let mut queue: Vec<usize> = (0..arcs.len()).filter(|v| source[*v]).collect();
    let mut next = 0;
    while next < queue.len() {
        for arc in &arcs[queue[next]] {
            let vertex = head(*arc);
            if residual[*arc] > 0 && !reached[vertex] {
                reached[vertex] = true;
                arrived_by[vertex] = Some(*arc);
                queue.push(vertex);
            }
        }
        next += 1;
    }
    (reached, arrived_by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_network() {
        // Cormen et al., "Introduction to Algorithms", figure of the flow network of a trucking company: 23.
        let edges =
            [(0, 1, 16), (0, 2, 13), (1, 3, 12), (2, 1, 4), (2, 4, 14), (3, 2, 9), (3, 5, 20), (4, 3, 7), (4, 5, 4)];
        let only = |vertex: usize| (0..6).map(|v| v == vertex).collect::<Vec<_>>();
        let (flow, side) = max_flow(6, &edges, &only(0), &only(5));
        assert_eq!(flow, 23);
        assert_eq!(side, [true, true, true, false, true, false]);
    }
}
