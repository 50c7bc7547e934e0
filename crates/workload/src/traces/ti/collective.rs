//! Parses the collective actions of time-independent traces. Some actions have optional fields; the number of fields in a line
//! tells which of them are given.

use super::action::{Action, Arguments, Problem};
use super::datatype::Datatype;
use ops::reduction::BuiltinOp;
use ops::{Buffer, CollectiveCall, Function, Operation, Reducer, Vectors};

/// Reads the arguments of the collective action that `arguments` names.
pub(super) fn parse(arguments: &mut Arguments<'_>) -> Result<Action, Problem> {
    let ranks = u64::from(arguments.scope.ranks);
    let (function, call, flops) = match arguments.grammar.name {
        "barrier" => {
            arguments.end()?;
            (Function::Barrier, call(Operation::Barrier, 0, 0, Buffer::EMPTY, Buffer::EMPTY), 0)
        }
        "bcast" => {
            let count = arguments.count("the count")?;
            let (root, datatype) = root_and_type(arguments)?;
            let message = buffer(count, datatype);
            let call = call(Operation::Bcast, count, datatype.bytes, Buffer::EMPTY, message);
            (Function::Bcast, CollectiveCall { root, ..call }, 0)
        }
        "reduce" => {
            let (count, flops) = (arguments.count("the count")?, arguments.flops()?);
            let (root, datatype) = root_and_type(arguments)?;
            let own = buffer(count, datatype);
            let result = if root == arguments.scope.rank { own } else { Buffer::EMPTY };
            let call = call(Operation::Reduce, count, datatype.bytes, own, result);
            (Function::Reduce, CollectiveCall { root, ..reducing(call, datatype) }, flops)
        }
        "allreduce" => reduction(arguments, Function::Allreduce, Operation::Allreduce)?,
        "scan" => reduction(arguments, Function::Scan, Operation::Scan)?,
        "exscan" => reduction(arguments, Function::Exscan, Operation::Exscan)?,
        "alltoall" => {
            let blocks = unrooted(arguments)?;
            let (send, recv) = (
                buffer(blocks.send.saturating_mul(ranks), blocks.types.0),
                buffer(blocks.recv.saturating_mul(ranks), blocks.types.1),
            );
            (Function::Alltoall, call(Operation::Alltoall, blocks.send, blocks.types.0.bytes, send, recv), 0)
        }
        "allgather" => {
            let blocks = unrooted(arguments)?;
            let (send, recv) =
                (buffer(blocks.send, blocks.types.0), buffer(blocks.recv.saturating_mul(ranks), blocks.types.1));
            (Function::Allgather, call(Operation::Allgather, blocks.send, blocks.types.0.bytes, send, recv), 0)
        }
        "gather" => (Function::Gather, gather(arguments)?, 0),
        "scatter" => (Function::Scatter, scatter(arguments)?, 0),
        "gatherv" => (Function::Gatherv, gatherv(arguments)?, 0),
        "scatterv" => (Function::Scatterv, scatterv(arguments)?, 0),
        "allgatherv" => (Function::Allgatherv, allgatherv(arguments)?, 0),
        "alltoallv" => (Function::Alltoallv, alltoallv(arguments)?, 0),
        "reducescatter" => {
            let (call, flops) = reduce_scatter(arguments)?;
            (Function::ReduceScatter, call, flops)
        }
        other => unreachable!("`{other}` is not a collective action"),
    };
    Ok(Action::Collective { function, call: Box::new(call), flops })
}

fn buffer(count: u64, datatype: Datatype) -> Buffer {
    Buffer::of_bytes(count.saturating_mul(u64::from(datatype.bytes)))
}

fn call(operation: Operation, count: u64, element_bytes: u32, send: Buffer, recv: Buffer) -> CollectiveCall {
    crate::calls::collective(operation, count, element_bytes.into(), send, recv)
}

fn reducing(call: CollectiveCall, datatype: Datatype) -> CollectiveCall {
    let op: BuiltinOp = datatype.operation();
    CollectiveCall { reducer: Some(Reducer::Builtin { op, basic: datatype.basic }), ..call }
}

type Parsed = (Function, CollectiveCall, u64);

/// `COUNT FLOPS [TYPE]`.
fn reduction(arguments: &mut Arguments<'_>, function: Function, operation: Operation) -> Result<Parsed, Problem> {
    let (count, flops) = (arguments.count("the count")?, arguments.flops()?);
    let datatype = arguments.last_datatype()?;
    let own = buffer(count, datatype);
    Ok((function, reducing(call(operation, count, datatype.bytes, own, own), datatype), flops))
}

/// `[ROOT [TYPE]]`.
fn root_and_type(arguments: &mut Arguments<'_>) -> Result<(u32, Datatype), Problem> {
    let root = if arguments.fields.count_rest() > 0 { arguments.rank("the root")? } else { 0 };
    Ok((root, arguments.last_datatype()?))
}

/// `[TYPE [TYPE]]`; a second type that is missing is the first one's.
fn types(arguments: &mut Arguments<'_>) -> Result<(Datatype, Datatype), Problem> {
    if arguments.fields.count_rest() == 0 {
        return Ok((arguments.scope.default, arguments.scope.default));
    }
    let first = arguments.datatype()?;
    let second = if arguments.fields.count_rest() == 0 { first } else { arguments.datatype()? };
    arguments.end()?;
    Ok((first, second))
}

/// Two counts and their types.
struct CollectiveCounts {
    send: u64,
    recv: u64,
    root: u32,
    types: (Datatype, Datatype),
}

/// `SEND RECEIVE [TYPE [TYPE]]`. SimGrid's writer leaves out a receive count of 0 and always writes both types:
/// three fields that begin with 0 are such a line.
fn unrooted(arguments: &mut Arguments<'_>) -> Result<CollectiveCounts, Problem> {
    let fields = arguments.fields.count_rest();
    let send = arguments.count("the send count")?;
    let recv = if fields == 3 && send == 0 { 0 } else { arguments.count("the receive count")? };
    Ok(CollectiveCounts { send, recv, root: 0, types: types(arguments)? })
}

/// `SEND RECEIVE [ROOT [TYPE [TYPE]]]`, or, of four fields, `SEND ROOT TYPE TYPE`: SimGrid's writer leaves out a
/// receive count of 0 and always writes both types.
fn rooted(arguments: &mut Arguments<'_>) -> Result<CollectiveCounts, Problem> {
    let fields = arguments.fields.count_rest();
    let send = arguments.count("the send count")?;
    let recv = if fields == 4 { 0 } else { arguments.count("the receive count")? };
    let root = if fields > 2 { arguments.rank("the root")? } else { 0 };
    Ok(CollectiveCounts { send, recv, root, types: types(arguments)? })
}

fn gather(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    let ranks = u64::from(arguments.scope.ranks);
    let CollectiveCounts { send, recv, root, types } = rooted(arguments)?;
    let result =
        if root == arguments.scope.rank { buffer(recv.saturating_mul(ranks), types.1) } else { Buffer::EMPTY };
    let call = call(Operation::Gather, send, types.0.bytes, buffer(send, types.0), result);
    Ok(CollectiveCall { root, ..call })
}

fn scatter(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    let ranks = u64::from(arguments.scope.ranks);
    let CollectiveCounts { send, recv, root, types } = rooted(arguments)?;
    // Only the root's send count matters to MPI; a line without a receive count has one block size for both.
    let (count, datatype) = if recv > 0 { (recv, types.1) } else { (send, types.0) };
    let all = if root == arguments.scope.rank { buffer(send.saturating_mul(ranks), types.0) } else { Buffer::EMPTY };
    let call = call(Operation::Scatter, count, datatype.bytes, all, buffer(count, datatype));
    Ok(CollectiveCall { root, ..call })
}

/// One count per rank.
fn counts(arguments: &mut Arguments<'_>, name: &'static str) -> Result<Vec<u64>, Problem> {
    // A line too short for all is refused before anything is allocated.
    let ranks = arguments.scope.ranks as usize;
    if arguments.fields.count_rest() < ranks {
        return Err(arguments.wrong_number());
    }
    (0..ranks).map(|_| arguments.count(name)).collect()
}

/// Counts of a type in bytes, and where each block starts if they lie one after the other.
fn layout(counts: &[u64], datatype: Datatype) -> (Box<[u64]>, Box<[u64]>, Buffer) {
    let bytes: Box<[u64]> = counts.iter().map(|count| count.saturating_mul(u64::from(datatype.bytes))).collect();
    let (offsets, all) = crate::calls::one_after_the_other(&bytes);
    (bytes, offsets, Buffer::of_bytes(all))
}

fn gatherv(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    let send = arguments.count("the send count")?;
    let counts = counts(arguments, "the receive count")?;
    let root = if arguments.fields.count_rest() > 0 { arguments.rank("the root")? } else { 0 };
    let types = types(arguments)?;
    let (mut vectors, mut recv) = (Vectors::default(), Buffer::EMPTY);
    if root == arguments.scope.rank {
        (vectors.recv_bytes, vectors.recv_offsets, recv) = layout(&counts, types.1);
    }
    let call = call(Operation::Gatherv, 0, types.0.bytes, buffer(send, types.0), recv);
    Ok(CollectiveCall { root, vectors: Some(Box::new(vectors)), ..call })
}

fn scatterv(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    let counts = counts(arguments, "the send count")?;
    let recv = arguments.count("the receive count")?;
    let root = if arguments.fields.count_rest() > 0 { arguments.rank("the root")? } else { 0 };
    let types = types(arguments)?;
    let (mut vectors, mut send) = (Vectors::default(), Buffer::EMPTY);
    if root == arguments.scope.rank {
        (vectors.send_bytes, vectors.send_offsets, send) = layout(&counts, types.0);
    }
    let call = call(Operation::Scatterv, 0, types.1.bytes, send, buffer(recv, types.1));
    Ok(CollectiveCall { root, vectors: Some(Box::new(vectors)), ..call })
}

/// Displacements tell where contents go; there are none, so they are checked and not used.
fn allgatherv(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    let ranks = arguments.scope.ranks as usize;
    let send = arguments.count("the send count")?;
    let counts = counts(arguments, "the receive count")?;
    // As SimGrid resolves them, by the number of fields: more than 2 + P are both types and displacements, else
    // more than 2 are displacements alone, else types.
    let rest = arguments.fields.count_rest();
    let default = arguments.scope.default;
    let (types, displacements) = match rest {
        0..=2 => (types(arguments)?, 0),
        _ if rest == ranks => ((default, default), ranks),
        _ if rest == ranks + 2 => ((arguments.datatype()?, arguments.datatype()?), ranks),
        _ => return Err(arguments.wrong_number()),
    };
    for _ in 0..displacements {
        arguments.integer("the displacement")?;
    }
    let (recv_bytes, recv_offsets, recv) = layout(&counts, types.1);
    let vectors = Vectors { recv_bytes, recv_offsets, ..Vectors::default() };
    let call = call(Operation::Allgatherv, 0, types.0.bytes, buffer(send, types.0), recv);
    Ok(CollectiveCall { vectors: Some(Box::new(vectors)), ..call })
}

fn alltoallv(arguments: &mut Arguments<'_>) -> Result<CollectiveCall, Problem> {
    arguments.count("the send buffer's size")?;
    let send_counts = counts(arguments, "the send count")?;
    arguments.count("the receive buffer's size")?;
    let recv_counts = counts(arguments, "the receive count")?;
    let types = types(arguments)?;
    let (send_bytes, send_offsets, send) = layout(&send_counts, types.0);
    let (recv_bytes, recv_offsets, recv) = layout(&recv_counts, types.1);
    let vectors = Vectors { send_bytes, send_offsets, recv_bytes, recv_offsets, neighbours: None };
    let call = call(Operation::Alltoallv, 0, types.0.bytes, send, recv);
    Ok(CollectiveCall { vectors: Some(Box::new(vectors)), ..call })
}

fn reduce_scatter(arguments: &mut Arguments<'_>) -> Result<(CollectiveCall, u64), Problem> {
    let counts = counts(arguments, "the count")?;
    let flops = arguments.flops()?;
    let datatype = arguments.last_datatype()?;
    let (recv_bytes, recv_offsets, all) = layout(&counts, datatype);
    let own = Buffer::of_bytes(recv_bytes[arguments.scope.rank as usize]);
    let total = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
    let vectors = Vectors { recv_bytes, recv_offsets, ..Vectors::default() };
    let call = call(Operation::ReduceScatter, total, datatype.bytes, all, own);
    Ok((CollectiveCall { vectors: Some(Box::new(vectors)), ..reducing(call, datatype) }, flops))
}
