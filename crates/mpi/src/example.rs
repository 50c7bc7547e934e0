use crate::collectives::find;
use crate::schedule::{Batch, Loc, Vertex};
use ops::Operation;

/// A schedule's batch is a graph. Here a rank hands 8 bytes on: it receives from rank 0, and sends to rank 2 once they are there.
#[test]
fn a_batch_is_a_graph_of_sends_and_receives() {
    let mut batch = Batch::default();
    let received = batch.recv(0, 0, Loc::recv(0), 8);
    let sent = batch.send(2, 0, Loc::recv(0), 8);
    batch.after(sent, received);
    assert_eq!(batch.vertices[0], (Vertex::Recv { from: 0, tag: 0, into: Loc::recv(0), bytes: 8 }, 0));
    assert_eq!(batch.vertices[1], (Vertex::Send { to: 2, tag: 0, from: Loc::recv(0), bytes: 8 }, 1));
    assert_eq!(batch.edges, [(0, 1)]);
    // Algorithms fill such batches; a library's selector names them.
    assert_eq!(find(Operation::Bcast, "binomial").map(|algorithm| algorithm.name), Some("binomial"));
}
