//! A steady exchange allocates nothing: twice as many messages cost no more allocations than half of them.

#![allow(clippy::unwrap_used, reason = "a test")]

use engine::{RunFolder, ScenarioText};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { System.dealloc(pointer, layout) };
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller says.
        unsafe { System.realloc(pointer, layout, bytes) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a replayed ping-pong of so many rounds, and its messages.
fn ping_pong(folder: &Path, rounds: usize) -> (u64, u64) {
    let sides = [["send 1 0 1 6", "recv 1 0 1 6"], ["recv 0 0 1 6", "send 0 0 1 6"]];
    let files: Vec<String> = (0..2)
        .map(|rank| {
            let mut text = format!("{rank} init 1\n");
            for _ in 0..rounds {
                sides[rank].iter().for_each(|line| text.push_str(&format!("{rank} {line}\n")));
            }
            text.push_str(&format!("{rank} finalize\n"));
            let file = folder.join(format!("rounds{rounds}-rank{rank}.txt"));
            std::fs::write(&file, text).unwrap();
            format!("{:?}", file.display().to_string())
        })
        .collect();
    let text = format!("platform = \"two-hosts\"\n[[job]]\nppn = 1\ntrace = [{}]\n", files.join(", "));
    let scenario = ScenarioText::parse(&text, "test").unwrap().resolve().unwrap();
    let run = RunFolder::create_new(folder, "run").unwrap();
    let (ranks, mut driver) = engine::workload_driver(&scenario).unwrap().unwrap();
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let result = engine::run(&scenario, ranks, &mut *driver, &run, &mut |_| None).unwrap();
    let after = ALLOCATIONS.load(Ordering::Relaxed);
    assert_eq!(result.manifest.outcome.ending, "finished");
    (after - before, result.manifest.totals.messages)
}

#[test]
fn a_steady_ping_pong_allocates_nothing() {
    let folder = std::env::temp_dir().join(format!("windtunnel-allocations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    ping_pong(&folder, 100);
    let (few, few_messages) = ping_pong(&folder, 2_000);
    let (many, many_messages) = ping_pong(&folder, 12_000);
    std::fs::remove_dir_all(&folder).unwrap();
    let (more, messages) = (many.saturating_sub(few), many_messages - few_messages);
    assert_eq!(messages, 20_000);
    // What is left comes from the watch that asks for memory a few times a second, and from reading larger files.
    assert!(more < messages / 200, "{more} allocations for {messages} more messages");
}
