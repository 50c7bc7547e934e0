//! The messages by which the simulator orders a zygote (the process that forks ranks) to fork a rank. A message names the rank,
//! and passes the pipes of its output if the rank has pipes of its own.

use crate::rank_variables::RankPlace;
use std::io;
use std::mem::{size_of, zeroed};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

/// A rank to be forked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    /// The number of its channel.
    pub(super) channel: u32,
    /// Its place, if it has one that a launcher tells of.
    pub(super) place: Option<RankPlace>,
}

impl Order {
    fn to_bytes(self) -> [u8; BYTES] {
        let RankPlace { rank, local_rank, local_size } =
            self.place.unwrap_or(RankPlace { rank: 0, local_rank: 0, local_size: 0 });
        let mut bytes = [0; BYTES];
        let words = [self.channel, rank, local_rank, local_size];
        bytes.chunks_exact_mut(4).zip(words).for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
        bytes
    }

    fn from_bytes(bytes: [u8; BYTES]) -> Self {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let place = RankPlace { rank: word(4), local_rank: word(8), local_size: word(12) };
        Self { channel: word(0), place: (place.local_size > 0).then_some(place) }
    }
}

/// Bytes of an order.
const BYTES: usize = 4 * size_of::<u32>();

/// Space for two descriptors and what the kernel says of them, aligned as it wants it.
#[repr(align(8))]
struct ControlBytes([u8; 64]);

/// Sends an order.
///
/// # Errors
/// Those of the system; the zygote has ended, too.
pub(super) fn send(socket: &UnixStream, order: Order, streams: Option<&[OwnedFd; 2]>) -> io::Result<()> {
    let mut bytes = order.to_bytes();
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
pub(super) fn receive(socket: RawFd) -> io::Result<Option<(Order, Option<[RawFd; 2]>)>> {
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
        Ok(Some((Order::from_bytes(bytes), streams)))
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
        let place = Some(RankPlace { rank: 5, local_rank: 1, local_size: 4 });
        let [first, second] = [Order { channel: 7, place: None }, Order { channel: 8, place }];
        send(&ours, first, None).expect("sent");
        send(&ours, second, Some(&[out.into(), error.into()])).expect("sent");
        assert_eq!(receive(theirs.as_raw_fd()).expect("received"), Some((first, None)));
        let (order, streams) = receive(theirs.as_raw_fd()).expect("received").expect("an order");
        let [out, error] = streams.expect("two pipes");
        // SAFETY: they are ours now.
        let (mut out, error) = unsafe { (File::from_raw_fd(out), File::from_raw_fd(error)) };
        out.write_all(b"text").expect("written");
        drop((out, error));
        let mut text = String::new();
        (&reader).read_to_string(&mut text).expect("read");
        assert_eq!((order, text.as_str()), (second, "text"));
        drop(ours);
        assert_eq!(receive(theirs.as_raw_fd()).expect("the end"), None);
    }
}
