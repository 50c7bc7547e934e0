//! Formats a crash record (a line of JSON) in a fixed buffer, without allocation, as it runs in a signal handler.

use super::locate;
use std::ffi::c_int;

/// Text in a fixed buffer: no allocation in a handler.
pub(super) struct Text {
    bytes: [u8; 12 << 10],
    used: usize,
}

impl Text {
    pub(super) const fn new() -> Text {
        Text { bytes: [0; 12 << 10], used: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    pub(super) fn push(&mut self, text: &[u8]) {
        let pool = self.bytes.len() - self.used;
        let n = text.len().min(pool);
        self.bytes[self.used..self.used + n].copy_from_slice(&text[..n]);
        self.used += n;
    }

    pub(super) fn number(&mut self, value: u64, radix: u64) {
        let mut digits = [0u8; 20];
        let (mut value, mut at) = (value, digits.len());
        loop {
            at -= 1;
            digits[at] = b"0123456789abcdef"[(value % radix) as usize];
            value /= radix;
            if value == 0 {
                break;
            }
        }
        self.push(&digits[at..]);
    }

    pub(super) fn hexadecimal(&mut self, value: u64) {
        self.push(b"\"0x");
        self.number(value, 16);
        self.push(b"\"");
    }

    /// A JSON string; control characters of paths are replaced.
    pub(super) fn string(&mut self, text: &[u8]) {
        self.push(b"\"");
        for &b in text {
            match b {
                b'"' | b'\\' => self.push(&[b'\\', b]),
                0..32 => self.push(b"?"),
                _ => self.push(&[b]),
            }
        }
        self.push(b"\"");
    }

    /// The last member of a record: object and offset of each frame.
    pub(super) fn frames(&mut self, frames: &[usize]) {
        self.push(b",\"frames\":[");
        for (i, &pc) in frames.iter().enumerate() {
            if self.used > self.bytes.len() - 600 {
                break;
            }
            if i > 0 {
                self.push(b",");
            }
            let (object, offset) = locate(pc);
            self.push(b"{\"object\":");
            self.string(&object[..object.len().min(400)]);
            self.push(b",\"offset\":");
            self.hexadecimal(offset as u64);
            self.push(b"}");
        }
        self.push(b"]}\n");
    }

    pub(super) fn send(&self, descriptor: c_int) {
        // SAFETY: the buffer is valid for `used` bytes.
        unsafe { write(descriptor, self.bytes.as_ptr(), self.used) };
    }
}

/// Writes bytes, past the launcher's function, which would give other ranks their turn. A failed write cannot be helped here.
///
/// # Safety
/// `length` bytes at `bytes` can be read.
pub(super) unsafe fn write(descriptor: c_int, bytes: *const u8, length: usize) {
    // SAFETY: as the caller says.
    unsafe { libc::syscall(libc::SYS_write, descriptor, bytes, length) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_json_whatever_the_path() {
        let mut text = Text::new();
        text.string(b"/a \"b\"\\\n");
        text.push(b" ");
        text.hexadecimal(0xdead_beef);
        text.push(b" ");
        text.number(0, 10);
        assert_eq!(&text.bytes[..text.used], br#""/a \"b\"\\?" "0xdeadbeef" 0"#);
    }

    #[test]
    fn a_full_buffer_cuts_instead_of_failing() {
        let mut text = Text::new();
        for _ in 0..1000 {
            text.push(b"0123456789abcdef");
        }
        assert_eq!(text.used, text.bytes.len());
    }
}
