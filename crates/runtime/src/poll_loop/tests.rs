//! Tests of the poll-loop analysis. Among loops in machine code, those that only poll are found, and no others. Short functions
//! give the same result when the analysis interprets their instructions as when the processor executes them.

use super::machine::{Machine, RAX, RDI, RSI, RSP};
use super::{Caller, Certain, Extent, Memory, Poll, only_polls};
use ops::Function;
use std::arch::naked_asm;

/// Everything is the rank's.
struct All;

impl Memory for All {
    fn code(&self, _: u64) -> Option<(u64, u64)> {
        Some((0, u64::MAX))
    }

    fn may_read(&self, address: u64, _: u64) -> bool {
        address != FOREIGN
    }

    fn may_write(&self, address: u64, _: u64) -> bool {
        address != FOREIGN
    }

    fn poll_at(&self, address: u64) -> Option<Function> {
        (address == other as *const () as usize as u64).then_some(Function::Test)
    }
}

/// Memory of others.
const FOREIGN: u64 = 0xf000;

#[unsafe(naked)]
extern "C" fn poll() {
    naked_asm!("ret")
}

#[unsafe(naked)]
extern "C" fn other() {
    naked_asm!("ret")
}

/// Makes a loop around a poll: it begins with the call, `[rsp + 8]` after it is the flag, and `rbx` is what it likes.
macro_rules! poll_loop {
    ($name:ident: $($line:literal),*) => {
        #[unsafe(naked)]
        extern "C" fn $name() {
            naked_asm!("call {poll}", $($line,)* "lea rdx, [rsp + 8]", "mov edi, 7", "jmp {here}", "9:", "ret",
                poll = sym poll, here = sym $name)
        }
    };
}

poll_loop! { plain: "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { tested: "mov eax, [rsp + 8]", "test eax, eax", "je 2f", "jmp 9f", "2:" }
poll_loop! { counted: "add rbx, 1", "inc qword ptr [rsp + 24]", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { counted_twice: "add rbx, 1", "add [rsp + 24], rbx", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { limited: "add rbx, 1", "cmp rbx, 1000000", "je 9f", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { limited_in_memory: "dec dword ptr [rsp + 24]", "js 9f", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { by_count: "add rbx, 1", "mov [rsp + rbx * 8 + 24], rbx", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { by_rest: "test rcx, rcx", "jne 9f", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { calling: "push rbp", "mov rbp, rsp", "sub rsp, 32", "mov dword ptr [rbp - 8], 5", "leave",
"cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { vectors: "addsd xmm0, xmm0", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { of_others: "mov eax, [0xf000]", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { written: "mov dword ptr [rsp + 8], 1", "mov qword ptr [rsp + 16], 3", "jmp 2f", "jne 9f", "2:" }
poll_loop! { asking: "xor eax, eax", "syscall", "cmp dword ptr [rsp + 8], 0", "jne 9f" }
poll_loop! { alternating: "cmp dword ptr [rsp + 8], 0", "jne 9f", "xor rbx, 1", "mov rsi, rbx" }
poll_loop! { other_arguments: "cmp dword ptr [rsp + 8], 0", "jne 9f", "add rsi, 8" }
poll_loop! { endless: "2:", "jmp 2b", "jne 9f" }

/// Loops with their names.
macro_rules! polls {
    ($($name:ident)*) => { [$((stringify!($name), $name as extern "C" fn())),*] };
}

/// The polls of a round of the loop, if a rank in it is found to do nothing else. The flag is 0, as after a poll that has found nothing.
fn polls(code: extern "C" fn()) -> Option<u32> {
    followed_round(code, |_, _, certain| certain.polls)
}

/// The result of `look` for a loop, its stack and its caller, if a rank in it is found to do nothing else.
fn followed_round<R>(code: extern "C" fn(), look: impl FnOnce(&mut [u64], Caller, Certain) -> R) -> Option<R> {
    let mut stack = [0u64; 64];
    let at = 32;
    let code = code as usize as u64;
    stack[at] = code + 5;
    let here = (&raw const stack[at]).addr() as u64;
    let _ = (&raw const stack).expose_provenance();
    let passed = [7, 5, here + 16, 0, 0, 0];
    let entry = self::poll as *const () as usize as u64;
    let caller = Caller { kept: [40, 0, 0, 0, 0, 0], stack: here, passed, entry };
    let requests = Extent { address: here + 24, bytes: 8 };
    let poll =
        Poll { arguments: 3, extents: [requests, Extent::default(), Extent::default()], flag: Some(here + 16) };
    let certain = only_polls(&caller, &poll, &All)?;
    Some(look(&mut stack[at..], caller, certain))
}

fn found(code: extern "C" fn()) -> bool {
    polls(code) == Some(1)
}

/// Makes a loop around two polls: the second tests the request at `[rsp + 48]`, and its flag is at `[rsp + 40]`.
macro_rules! round {
    ($name:ident: $($line:literal),*; $($after:literal),*) => {
        #[unsafe(naked)]
        extern "C" fn $name() {
            naked_asm!("call {poll}", "cmp dword ptr [rsp + 8], 0", "jne 9f", "mov edi, 9", "xor ecx, ecx", "lea rsi, [rsp + 48]",
                "lea rdx, [rsp + 40]", $($line,)* "call {other}", "cmp dword ptr [rsp + 40], 0", "jne 9f", $($after,)*
                "lea rdx, [rsp + 8]", "mov edi, 7", "mov esi, 5", "jmp {here}", "9:", "ret",
                poll = sym poll, other = sym other, here = sym $name)
        }
    };
}

round! { two_polls: "inc qword ptr [rsp + 32]"; "nop" }
round! { flag_reset: "mov dword ptr [rsp + 40], 7"; "mov dword ptr [rsp + 8], 3" }
round! { request_unknown: "inc qword ptr [rsp + 48]"; "nop" }
round! { argument_unknown: "mov rcx, r8"; "nop" }
round! { kept_nothing: "mov r8d, 1"; "test r8d, r8d", "je 9f" }
round! { limited_round: "inc qword ptr [rsp + 32]"; "cmp qword ptr [rsp + 32], 1000", "je 9f" }

#[test]
fn loops_with_two_polls_in_turn_are_found() {
    for (name, code) in polls!(two_polls flag_reset) {
        assert_eq!(polls(code), Some(2), "{name}");
    }
    for (name, code) in polls!(request_unknown argument_unknown kept_nothing limited_round) {
        assert_eq!(polls(code), None, "{name}");
    }
}

#[test]
fn a_loop_is_known_again_while_nothing_has_changed_that_it_reads() {
    let known = |change: fn(&mut [u64], &mut Caller)| {
        followed_round(two_polls, |stack, mut caller, certain| {
            change(stack, &mut caller);
            certain.holds(&caller)
        })
    };
    assert_eq!(known(|_, _| {}), Some(true));
    assert_eq!(known(|stack, _| stack[5] += 1), Some(true), "a count that it does not depend on");
    assert_eq!(known(|stack, _| stack[0] += 1), Some(false), "where it returns to");
    assert_eq!(known(|_, caller| caller.kept[0] += 1), Some(false), "a register that may decide");
    assert_eq!(known(|_, caller| caller.passed[1] += 1), Some(false), "an argument");
}

#[test]
fn loops_that_only_poll_are_found() {
    poll_loop! { plain: "cmp dword ptr [rsp + 8], 0", "jne 9f", "mov esi, 5" }
    poll_loop! { tested: "mov eax, [rsp + 8]", "test eax, eax", "je 2f", "jmp 9f", "2:", "mov esi, 5" }
    poll_loop! { counted: "add rbx, 1", "inc qword ptr [rsp + 32]", "cmp dword ptr [rsp + 8], 0", "jne 9f", "mov esi, 5" }
    poll_loop! { counted_twice: "add rbx, 1", "add [rsp + 32], rbx", "cmp dword ptr [rsp + 8], 0", "jne 9f", "mov esi, 5" }
    poll_loop! { calling: "push rbp", "mov rbp, rsp", "sub rsp, 32", "mov dword ptr [rbp - 8], 5", "leave",
    "cmp dword ptr [rsp + 8], 0", "jne 9f", "mov esi, 5" }
    for (name, code) in polls!(plain tested counted counted_twice calling) {
        assert!(found(code), "{name}");
    }
}

#[test]
fn loops_that_may_do_something_else_are_not() {
    let all = polls!(limited limited_in_memory by_count by_rest vectors of_others written asking alternating other_arguments endless);
    for (name, code) in all {
        assert!(!found(code), "{name}");
    }
    // Their second argument is not set again, so that nothing is known of it.
    for (name, code) in polls!(plain tested counted counted_twice calling) {
        assert!(!found(code), "{name}");
    }
}

/// Makes a function of two numbers that ends by giving the flags of its last operation, each in a bit, above the result.
macro_rules! computes {
    ($($name:ident: $($line:literal),*;)*) => {
        $(
            #[unsafe(naked)]
            extern "C" fn $name(_: u64, _: u64) -> u64 {
                naked_asm!("mov rax, rdi", $($line,)* "ret")
            }
        )*
        const ALL: &[(&str, extern "C" fn(u64, u64) -> u64)] = &[$((stringify!($name), $name)),*];
    };
}

computes! {
    add64: "add rax, rsi", "setc al", "seto ah";
    add_flags: "add rax, rsi", "setc cl", "seto dl", "movzx eax, cl", "lea eax, [rax + rax]", "or al, dl";
    add32: "add eax, esi", "sets cl", "movzx ecx, cl", "add rax, rcx";
    add16: "add ax, si", "setz cl", "movzx ecx, cl", "add rax, rcx";
    add8: "add al, sil", "setc cl", "movzx ecx, cl", "lea rax, [rax + rcx * 2]";
    sub64: "sub rax, rsi", "setl cl", "movzx ecx, cl", "lea rax, [rax + rcx]";
    sub32: "sub eax, esi", "setg cl", "movsx ecx, cl", "lea rax, [rax + rcx * 4]";
    compare: "cmp rdi, rsi", "mov eax, 3", "mov ecx, 4", "cmova eax, ecx";
    compare_signed: "cmp edi, esi", "mov eax, 3", "mov ecx, 4", "cmovle eax, ecx";
    compare_constant: "cmp edi, -1", "sete al", "movzx eax, al";
    logic: "and rax, rsi", "or rax, 16", "xor rax, rdi", "not rax";
    logic32: "and eax, esi", "setz cl", "movzx ecx, cl", "lea rax, [rax + rcx * 8 + 5]";
    test_negative: "test esi, esi", "setns al", "movzx eax, al";
    counts: "inc rax", "dec esi", "lea rax, [rax + rsi]";
    count_flags: "add rax, rsi", "inc rax", "setc cl", "movzx ecx, cl", "lea rax, [rax + rcx]";
    signs: "movsxd rax, edi", "movsx ecx, si", "movzx edx, sil", "add rax, rcx", "sub rax, rdx";
    widens: "mov eax, edi", "cdq", "mov rax, rdx", "cdqe";
    widens_more: "cqo", "mov rax, rdx";
    shifts: "shr rax, 56", "mov ecx, esi", "sar ecx, 3", "movsxd rcx, ecx", "shl rcx, 5", "shr esi, 1", "add rax, rcx", "sub rax, rsi";
    moves: "push rdi", "push rsi", "movups xmm0, [rsp]", "pxor xmm1, xmm1", "movaps xmm2, xmm0", "xorps xmm2, xmm1", "movq rcx, xmm2",
        "movd xmm3, edi", "punpcklqdq xmm3, xmm0", "movups [rsp], xmm3", "pop rax", "pop rdx", "sub rax, rdx", "lea rax, [rax + rcx * 2]";
    halves: "push rdi", "push rsi", "movq xmm0, qword ptr [rsp]", "movq qword ptr [rsp + 8], xmm0", "movdqu xmm1, [rsp]", "movdqa xmm2, xmm1",
        "movdqu [rsp], xmm2", "movd eax, xmm2", "pop rcx", "pop rdx", "sub rcx, rdx", "add rax, rcx";
    guard: "mov rcx, fs:[0x28]", "sub rcx, fs:[0x28]", "lea rax, [rax + rcx]", ".byte 0xf2", "jmp 2f", "mov eax, 1", "2:";
    jumps: "cmp rdi, rsi", "jb 2f", "mov eax, 1", "ret", "2:", "mov rax, 0x123456789abcdef0";
    stack: "push rdi", "push rsi", "push -7", "pop rcx", "pop rax", "pop rdx", "sub rax, rdx", "add rax, rcx";
    frame: "push rbp", "mov rbp, rsp", "sub rsp, 24", "mov [rbp - 8], rdi", "mov [rbp - 16], esi", "mov dword ptr [rbp - 12], -2",
        "mov byte ptr [rbp - 8], 9", "mov rax, [rbp - 8]", "add rax, [rbp - 16]", "leave";
    bytes: "mov al, 5", "mov cl, sil", "add al, cl", "movzx eax, al", "mov r9d, eax", "mov r10, r9", "lea rax, [r10 + r9 * 8 - 3]";
    clears: "xor eax, eax", "sub ecx, ecx", "or edx, -1", "lea rax, [rax + rcx + 1]", "add rax, rdx";
}

/// The function as the machine does it.
fn followed(code: extern "C" fn(u64, u64) -> u64, left: u64, right: u64) -> Option<u64> {
    const END: u64 = 0x1234;
    let mut stack = [0u64; 64];
    let at = 48;
    stack[at] = END;
    let _ = (&raw const stack).expose_provenance();
    let mut registers = [None; 16];
    (registers[RDI], registers[RSI]) = (Some(left), Some(right));
    registers[RSP] = Some((&raw const stack[at]).addr() as u64);
    registers[super::RBP] = Some(0);
    let mut machine = Machine::new(&All, registers, code as usize as u64, Vec::new());
    while machine.at != END {
        machine.step()?;
    }
    machine.registers[RAX]
}

#[test]
fn instructions_do_what_the_processor_does() {
    let values = [
        0,
        1,
        2,
        7,
        0x7f,
        0x80,
        0xff,
        0x100,
        0x7fff,
        0x8000,
        0xffff,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x1_0000_0000,
        i64::MAX as u64,
        1 << 63,
        u64::MAX,
        u64::MAX - 1,
        0x0123_4567_89ab_cdef,
    ];
    let mut done = Vec::new();
    for (name, code) in ALL {
        for left in values {
            for right in values {
                if let Some(value) = followed(*code, left, right) {
                    assert_eq!(value, code(left, right), "{name} of {left:#x} and {right:#x}");
                    done.push(*name);
                }
            }
        }
    }
    // `seto ah` is none of those that are followed.
    done.dedup();
    let expected: Vec<&str> = ALL.iter().map(|(name, _)| *name).filter(|name| *name != "add64").collect();
    assert_eq!(done, expected);
}
