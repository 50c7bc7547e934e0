//! Orders to a zygote: the number of a rank to be forked, with the pipes of its output if it has its own.

use std::io;
use std::mem::{size_of, zeroed};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

/// Bytes of an order.
const BYTES: usize = size_of::<u32>();

/// Space for two descriptors and what the kernel says of them, aligned as it wants it.
#[repr(align(8))]
struct ControlBytes([u8; 64]);

/// Sends an order.
///
/// # Errors
/// Those of the system; the zygote has ended, too.
pub(super) fn send(socket: &UnixStream, rank: u32, streams: Option<&[OwnedFd; 2]>) -> io::Result<()> {
    let mut bytes = rank.to_le_bytes();
    let mut room = ControlBytes([0; 64]);
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: BYTES };
    // SAFETY: all parts of the message live until it has been sent; the room is as large as the macros say.
    let sent = unsafe {
        let mut message: libc::msghdr = zeroed();
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
        if let Some([out, error]) = streams {
            let fds = [out.as_raw_fd(), error.as_raw_fd()];
            message.msg_control = room.0.as_mut_ptr().cast();
            message.msg_controllen = libc::CMSG_SPACE(size_of_val(&fds) as u32) as usize;
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            ((*header).cmsg_level, (*header).cmsg_type) = (libc::SOL_SOCKET, libc::SCM_RIGHTS);
            (*header).cmsg_len = libc::CMSG_LEN(size_of_val(&fds) as u32) as usize;
            libc::CMSG_DATA(header).cast::<[RawFd; 2]>().write_unaligned(fds);
        }
        libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL)
    };
    if sent == BYTES as isize { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Receives an order; none if no more can come.
///
/// # Errors
/// Those of the system.
pub(super) fn receive(socket: RawFd) -> io::Result<Option<(u32, Option<[RawFd; 2]>)>> {
    let mut bytes = [0; BYTES];
    let mut room = ControlBytes([0; 64]);
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: BYTES };
    // SAFETY: as in `send`; descriptors are read only where the kernel says that there are two.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
        (message.msg_control, message.msg_controllen) = (room.0.as_mut_ptr().cast(), size_of::<ControlBytes>());
        let received = libc::recvmsg(socket, &raw mut message, libc::MSG_CMSG_CLOEXEC);
        if received < 0 {
            return Err(io::Error::last_os_error());
        }
        if received != BYTES as isize {
            return Ok(None);
        }
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        let two = libc::CMSG_LEN(size_of::<[RawFd; 2]>() as u32) as usize;
        let comes = !header.is_null() && (*header).cmsg_type == libc::SCM_RIGHTS && (*header).cmsg_len == two;
        let streams = comes.then(|| libc::CMSG_DATA(header).cast::<[RawFd; 2]>().read_unaligned());
        Ok(Some((u32::from_le_bytes(bytes), streams)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::FromRawFd;

    #[test]
    fn an_order_comes_with_its_pipes() {
        let (ours, theirs) = UnixStream::pair().expect("a socket");
        let ((reader, out), (_other, error)) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
        send(&ours, 7, None).expect("sent");
        send(&ours, 8, Some(&[out.into(), error.into()])).expect("sent");
        assert_eq!(receive(theirs.as_raw_fd()).expect("received"), Some((7, None)));
        let (rank, streams) = receive(theirs.as_raw_fd()).expect("received").expect("an order");
        let [out, error] = streams.expect("two pipes");
        // SAFETY: they are ours now.
        let (mut out, error) = unsafe { (File::from_raw_fd(out), File::from_raw_fd(error)) };
        out.write_all(b"text").expect("written");
        drop((out, error));
        let mut text = String::new();
        (&reader).read_to_string(&mut text).expect("read");
        assert_eq!((rank, text.as_str()), (8, "text"));
        drop(ours);
        assert_eq!(receive(theirs.as_raw_fd()).expect("the end"), None);
    }
}
