//! Checks the decision lists of SMPI's selectors `mvapich2` and `impi`, on both sides of every boundary, against the tables of
//! SMPI's source, copied to `smpi-mvapich2.txt` and `smpi-impi.txt`.

use super::*;

/// A row of a table: the operation, ranks on each host, the fewest and the most ranks, and what each range of sizes has.
struct Row {
    operation: Operation,
    per_host: Option<u32>,
    ranks: (u32, u32),
    cells: Vec<(i64, &'static str)>,
}

fn rows(text: &'static str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let operation = crate::selectors::operation(words.next().unwrap()).unwrap();
        let per_host = words.next().unwrap().parse().ok();
        let most = words.next().unwrap().parse().unwrap();
        let before = rows.last().filter(|last| last.operation == operation && last.per_host == per_host);
        let ranks = (before.map_or(1, |before| before.ranks.1) + 1, most);
        let cell = |word: &'static str| {
            let (bound, name) = word.split_once(':').unwrap();
            (bound.parse().unwrap(), name)
        };
        rows.push(Row { operation, per_host, ranks, cells: words.map(cell).collect() });
    }
    rows
}

/// A call that moves so many bytes as the table counts them: those of all blocks if `all`.
fn of_bytes(operation: Operation, bytes: u64, ranks: u32) -> CollectiveCall {
    let mut call = call(operation, bytes, 1);
    let blocks: Box<[u64]> = (0..ranks).map(|rank| if rank == 0 { bytes } else { 0 }).collect();
    let equal: Box<[u64]> = (0..ranks).map(|_| bytes / u64::from(ranks)).collect();
    let recv_bytes = match operation {
        Operation::ReduceScatter => equal,
        _ => blocks,
    };
    let none = Box::default;
    let vectors =
        Vectors { send_bytes: none(), send_offsets: none(), recv_bytes, recv_offsets: none(), neighbours: None };
    call.vectors = Some(Box::new(vectors));
    call
}

fn name(selector: &Selector, call: &CollectiveCall, ranks: u32, per_host: u32) -> String {
    let choice = selector.select(call.operation, true, Level::All, &context(call, ranks, per_host)).unwrap();
    choice.to_string()
}

/// What SMPI runs for a function of MVAPICH2's table: the beginning of our name.
fn of_function(row: &Row, function: &str, bytes: u64, ranks: u32, per_host: u32) -> &'static str {
    let hosts = ranks.div_ceil(per_host);
    let (levels, balanced) = (hosts > 1 && per_host > 1, ranks.is_multiple_of(per_host));
    let mpich = match () {
        () if bytes < 12_288 || ranks <= 8 => "binomial",
        () if bytes < 524_288 && ranks.is_multiple_of(2) => "scatter_allgather",
        () => "scatter_ring_allgather",
    };
    let few = bytes < u64::from(1u32 << ranks.ilog2());
    match (row.operation, function) {
        (Operation::Alltoall, "pairwise") => "pairwise:xor=1",
        (Operation::Alltoall, "rd") => "recursive_doubling",
        (_, "bruck") => "brucks",
        (_, "scatter_dest") => "scattered_self:throttle=4",
        (Operation::Allgather, "ring*" | "rd*") => "smp:host=linear,leaders=selected",
        (Operation::Allgather, "ring") => "pairwise:xor=0",
        (Operation::Allgather, "rd" | "rd_allgather_comm") => "recursive_doubling_any",
        (Operation::Allgatherv, "ring") => "ring:chunk=262144",
        (Operation::Allgatherv, "rec_doubling") if ranks.is_power_of_two() => "recursive_doubling",
        (Operation::Allgatherv, "rec_doubling") => "brucks",
        (Operation::Gather, "direct") => "linear",
        (Operation::Gather, "intra") => "binomial",
        (Operation::Gather, "two_level_direct") if levels && balanced => "smp:host=binomial,leaders=linear",
        (Operation::Gather, "two_level_direct") if per_host == 1 => "linear",
        (Operation::Gather, "two_level_direct") => "binomial",
        (Operation::Scatter, "binomial") => "binomial:smallest_first=1",
        (Operation::Scatter, "direct") => "linear",
        (Operation::Scatter, "two_level_direct") => "smp:",
        (Operation::Scatter, "two_level_binomial") => "smp:",
        (Operation::Bcast, "scatter_ring_allgather") => "scatter_ring_allgather",
        (Operation::Bcast, function) => match (levels, function) {
            (true, "binomial*") => "smp:host=selected,leaders=binomial",
            (true, "scatter_doubling_allgather*") => "smp:host=selected,leaders=scatter_allgather",
            (true, "scatter_ring_allgather*" | "scatter_ring_allgather_shm*") => {
                "smp:host=selected,leaders=scatter_ring_allgather"
            }
            (true, _) => "smp:host=selected,leaders=selected",
            (false, "binomial*") if per_host == 1 => "binomial",
            (false, "scatter_doubling_allgather*") if per_host == 1 => "scatter_allgather",
            (false, "scatter_ring_allgather*" | "scatter_ring_allgather_shm*") if per_host == 1 => {
                "scatter_ring_allgather"
            }
            (false, _) => mpich,
        },
        (Operation::Reduce, "redscat_gather") if !few => "reduce_scatter_gather",
        (Operation::Reduce, "redscat_gather" | "binomial") => "binomial",
        (Operation::Reduce, "inter_knomial_wrapper") => "knomial",
        (Operation::Reduce, _) if levels => "smp_via_leader:",
        (Operation::Reduce, _) if hosts == 1 => {
            if bytes <= 2048 {
                "linear"
            } else {
                "knomial"
            }
        }
        (Operation::Reduce, "inter_knomial_wrapper*") => "knomial",
        (Operation::Reduce, "binomial*") => "binomial",
        (Operation::Allreduce, "pt2pt_rs") if few => "recursive_doubling",
        (Operation::Allreduce, "pt2pt_rs") => "reduce_scatter_allgather",
        // The leaders take `rd` for it, and `rs` for anything else but MVAPICH2's multicast.
        (Operation::Allreduce, "pt2pt_rd*" | "mcst_reduce_two_level_helper*") if levels => {
            "smp:leaders=recursive_doubling"
        }
        (Operation::Allreduce, _) if levels => "smp:leaders=reduce_scatter_allgather",
        (Operation::Allreduce, _) if hosts == 1 => "reduce_bcast",
        (Operation::Allreduce, _) => "recursive_doubling",
        (Operation::ReduceScatter, "scatter_basic") => "linear_direct",
        (Operation::ReduceScatter, "scatter_rec_halving") => "recursive_halving",
        (Operation::ReduceScatter, "scatter_pair_wise") => "pairwise",
        _ => panic!("{} {function}", row.operation.name()),
    }
}

#[test]
fn mvapich2_decides_as_its_tables_say() {
    let selector = library("smpi-mvapich2").selector;
    let mut seen = 0;
    for row in rows(include_str!("smpi-mvapich2.txt")) {
        // SMPI looks at the first table of alltoall alone.
        if row.operation == Operation::Alltoall && row.per_host != Some(1) {
            continue;
        }
        let placements = row.per_host.map_or(vec![1, 2, 4, 16, 64], |per_host| vec![per_host]);
        for (at, &(last, function)) in row.cells.iter().enumerate() {
            let from = row.cells[..at].iter().map(|cell| cell.0 as u64 + 1).max().unwrap_or(1);
            let to = if at + 1 == row.cells.len() { 1 << 24 } else { last as u64 };
            // Without multicast the entry behind is taken; entries of no size are not.
            let next = row.cells.get(at + 1).map(|cell| cell.1);
            let function = if function == "mcst_wrap" { next.unwrap() } else { function };
            for (bytes, ranks) in
                [from, to].into_iter().flat_map(|bytes| [(bytes, row.ranks.0), (bytes, row.ranks.1)])
            {
                let per_hosts = placements.iter().filter(|&&per| row.per_host.is_none() || ranks.is_multiple_of(per));
                for &per_host in per_hosts.filter(|_| from <= to) {
                    // Sizes are those of a block; of an allgatherv the mean one, of a reduce_scatter all blocks.
                    let call = of_bytes(row.operation, bytes, ranks);
                    let call = match row.operation {
                        Operation::Allgatherv => of_bytes(row.operation, bytes * u64::from(ranks), ranks),
                        _ => call,
                    };
                    let expected = of_function(&row, function, bytes, ranks, per_host);
                    let name = name(&selector, &call, ranks, per_host);
                    let what = row.operation.name();
                    assert!(
                        name.starts_with(expected),
                        "{what} {bytes} bytes, {ranks} ranks, {per_host} a host: {name}, not {expected}"
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// What SMPI runs for a number of Intel's: the beginning of our name; none: what its MVAPICH2 table has.
fn of_number(operation: Operation, number: u32, bytes: u64, ranks: u32, per_host: u32) -> Option<&'static str> {
    let levels = ranks > per_host && per_host > 1;
    Some(match (operation, number) {
        (Operation::Allreduce, 1) => "recursive_doubling",
        (Operation::Allreduce, 2) if ranks.is_power_of_two() => "rab1",
        (Operation::Allreduce, 2) => "recursive_doubling",
        (Operation::Allreduce, 3) => "reduce_bcast",
        (Operation::Allreduce, 4 | 6) if levels && bytes > 2048 => "smp_twice:host=reduce_scatter_allgather,",
        (Operation::Allreduce, 4 | 6) if levels => "smp_twice:host=recursive_doubling,",
        (Operation::Allreduce, 4 | 6) => "recursive_doubling",
        (Operation::Allreduce, 5) => {
            if levels {
                "smp_binomial"
            } else {
                "binomial"
            }
        }
        (Operation::Allreduce, 7 | 8) => "ring_and_rest",
        (Operation::Alltoall, 1) | (Operation::Allgather | Operation::Allgatherv, 2) => "brucks",
        (Operation::Alltoall, 2) => "scattered_self:throttle=4",
        (Operation::Alltoall, 3) => "pairwise:xor=1",
        (Operation::Barrier, 1 | 3 | 5 | 6) => "linear",
        (Operation::Barrier, 2 | 4) => "recursive_doubling",
        (Operation::Bcast, 1) => "binomial",
        (Operation::Bcast, 2 | 3 | 5) => "pipeline_at_once:segment=8192",
        (Operation::Bcast, 4) => {
            if levels {
                "smp_binomial"
            } else {
                "binomial"
            }
        }
        (Operation::Bcast, 6) if levels => "smp_pipeline:segment=8192",
        (Operation::Bcast, 6) => {
            if per_host == 1 {
                "pipeline_at_once:segment=8192"
            } else {
                "binomial"
            }
        }
        (Operation::ReduceScatter, 1) => "recursive_halving",
        (Operation::ReduceScatter, 2) => "pairwise",
        (Operation::ReduceScatter, 3) => "recursive_doubling",
        (Operation::ReduceScatter, 4 | 5) => "linear_direct",
        (Operation::Allgather | Operation::Allgatherv, 1) => "recursive_doubling_any",
        (Operation::Allgather | Operation::Allgatherv, 3) => "pairwise:xor=0",
        (Operation::Allgather | Operation::Allgatherv, 4) => "linear",
        (Operation::Gather, 1 | 2) => "binomial",
        (Operation::Scatter, 1 | 2) => "binomial:smallest_first=1",
        (Operation::Alltoallv, 1) => "scattered:throttle=0,rotate=0",
        (Operation::Alltoallv, 2) => "scattered:throttle=4",
        _ => return None,
    })
}

#[test]
fn intel_mpi_decides_as_its_table_says() {
    let [impi, mvapich2] = ["smpi-impi", "smpi-mvapich2"].map(|name| library(name).selector);
    let (mut seen, mut by_mvapich2) = (0, 0);
    for row in rows(include_str!("smpi-impi.txt")) {
        let per_host = row.per_host.unwrap();
        let first = row.ranks.0.next_multiple_of(per_host).max(2);
        let last = if row.ranks.1 > 1 << 20 { 4 * first } else { row.ranks.1 };
        // No size in these: SMPI takes one byte.
        let sizeless = matches!(row.operation, Operation::Barrier | Operation::Alltoallv);
        for (at, &(above, number)) in row.cells.iter().enumerate() {
            let from = if at == 0 { 0 } else { row.cells[at - 1].0 as u64 };
            let to = if above > 1 << 30 { 1 << 24 } else { above as u64 - u64::from(above > 0) };
            let ends = if sizeless { [1, 1] } else { [from.max(1), to] };
            for (bytes, ranks) in ends.into_iter().flat_map(|bytes| [(bytes, first), (bytes, last)]) {
                let least = if sizeless { from } else { from.max(1) };
                if !(least..=to).contains(&bytes) || first > last {
                    continue;
                }
                let call = of_bytes(row.operation, bytes, ranks);
                let number: u32 = number.parse().unwrap();
                let name_of = |selector| name(selector, &call, ranks, per_host);
                let chosen = name_of(&impi);
                let what = row.operation.name();
                let place = format!("{what} {number}: {bytes} bytes, {ranks} ranks, {per_host} a host");
                if let Some(expected) = of_number(row.operation, number, bytes, ranks, per_host) {
                    assert!(chosen.starts_with(expected), "{place}: {chosen}, not {expected}");
                } else {
                    // What runs on a host is named here, and selected there.
                    let same = |name: &str| {
                        name.replace("host=selected", "host=binomial")
                            .replace("host=scatter_allgather", "host=binomial")
                            .replace("host=scatter_ring_allgather", "host=binomial")
                    };
                    assert_eq!(same(&chosen), same(&name_of(&mvapich2)), "{place}");
                    by_mvapich2 += 1;
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 2000 && by_mvapich2 > 300, "{seen} {by_mvapich2}");
}
