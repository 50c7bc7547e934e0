//! Fuzz tests of HDTrace: opening and replaying a damaged project ends normally or with a message, never in a panic.

use super::tests::{project, write};
use crate::fuzz_harness::{Corpus, fuzz};
use crate::testing::{Folder, run};
use crate::traces;
use ops::Post;

const PIECES: &[&str] = &[
    "<Nested>",
    "</Nested>",
    "<Program>",
    "</Program>",
    "<Data offset='1' size='2'/>",
    "/>",
    "cid='1'",
    "cid='2'",
    "fid='0'",
    "tid='5'",
    "count='9'",
    "-1",
    "-2",
    "281474976710656",
    "9223372036854775807",
    "0.000001",
    "time=",
    "end=",
    "Gatherv",
    "Allgather",
    "Scatter",
    "Alltoall",
    "File_open",
    "File_read_all",
    "File_close",
    "Comm_dup",
];

const TRACE: &str = "<Program timeAdjustment='7'>
<Send size='1' toRank='1' toTag='7' cid='0' time='1.1' end='1.2'/>
<Sendrecv size='8' toRank='1' toTag='7' fromRank='1' fromTag='7' cid='1' time='1.2' end='1.3'/>
<Nested><Barrier cid='0' time='1.4' end='1.5'/></Nested>
<File_open cid='1' name='out' flags='5' fid='0' time='1.3' end='1.6'/>
<File_set_view fid='0' offset='8' etid='4' filetid='5' time='1.6' end='1.7'/>
<File_write_at fid='0' offset='8' size='24' count='1' tid='5' time='1.7' end='1.8'/>
<File_read_all fid='0' time='1.8' end='1.9'><Data offset='0' size='16'/></File_read_all>
<File_close fid='0' time='1.9' end='2'/>
<Gatherv size='7' root='0' cid='2' time='2' end='2.1'/>
<Allreduce size='8' cid='0' count='1' tid='4' time='2.1' end='2.2'/>
<Type_free tid='5' time='2.2' end='2.3'/>
<Finalize time='2.3' end='2.4'/>
</Program>
";

fn replays(path: std::path::PathBuf) -> bool {
    let Ok(mut open) = traces::open(&[path]) else { return false };
    let mut recorded = open.recorded.take().expect("this format has times");
    let mut right = true;
    for rank in 0..open.ranks.min(4) {
        for driver in [&mut *open.driver, &mut *recorded] {
            right &= !matches!(run(driver, rank, open.ranks).last(), Some(Post::Fatal { .. }));
        }
    }
    right
}

#[test]
fn traces_of_a_rank() {
    let folder = Folder::new();
    let whole = project(3);
    fuzz("HDTrace trace", 30, &Corpus { texts: vec![TRACE.to_owned()], pieces: PIECES }, |_, text| {
        replays(write(&folder, &whole, &[text, "<Program/>", "<Program/>"]))
    });
}

#[test]
fn projects() {
    let folder = Folder::new();
    let pieces =
        &["<Node name='3'/>", "global='0'", "local='9'", "cid='7'", "<Level type='Rank'/>", "<STRUCT id='6'>", "-5"];
    fuzz("HDTrace project", 10, &Corpus { texts: vec![project(3)], pieces }, |_, text| {
        replays(write(&folder, text, &[TRACE, "<Program/>", "<Program/>"]))
    });
}
