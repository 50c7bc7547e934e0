use crate::{Buffer, CallSite, CommId, Elements, Enter, Function, Post, RequestId, SendMode, WaitMode, Work};

/// `MPI_Send` of 8 bytes to rank 1: one post, which is the same as a call that is entered, a send and a wait for it. A rank that
/// posts it stops there, as it demands an answer.
#[test]
fn a_blocking_send_stands_for_three_posts() {
    let send = Post::BlockingSend {
        call: Enter { function: Function::Send, site: CallSite(0), block: Work::NONE },
        request: RequestId(0),
        comm: CommId::WORLD,
        peer: 1,
        tag: 7,
        buffer: Buffer::of_bytes(8),
        mode: SendMode::Standard,
        elements: Elements::default(),
    };
    let [enter, own, wait] = send.parts().expect("it is a blocking call");
    assert!(matches!(enter, Post::Enter { .. }));
    assert!(matches!(own, Post::Send { peer: 1, blocking: true, .. }));
    assert!(matches!(wait, Post::Wait { mode: WaitMode::All, .. }));
    assert!(send.demands_answer() && wait.demands_answer() && !own.demands_answer());
}
