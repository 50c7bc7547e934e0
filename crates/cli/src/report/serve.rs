//! `windtunnel report --serve`: an HTTP server for a report, from which the page fetches data that do not fit into a file, such
//! as single calls of all ranks.
//!
//! It listens on the loopback interface alone, at a port that the system chooses. The address contains a secret, so that other
//! users of the machine cannot read the run, and the `Host` header of a request must name this server, so that pages of other
//! sites cannot reach it by DNS rebinding. The server answers requests about the runs that it was started with, and opens no
//! file that a request names.

use crate::error::CliError;
use crate::output;
use crate::stop::Watch;
use results::Run;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use views::report;

/// The longest head of a request.
const HEAD: usize = 16 << 10;
/// Requests that are answered at a time.
const AT_A_TIME: usize = 16;
/// How long a browser may take to ask, or to take an answer.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The page may use its own parts and this server's answers, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The runs that are served, and their page.
#[derive(Debug)]
struct Served {
    runs: Vec<Run>,
    page: Vec<u8>,
    secret: String,
    port: u16,
    busy: AtomicUsize,
}

/// An answer.
#[derive(Debug)]
struct Reply {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

impl Reply {
    fn refusal(status: &'static str, words: &str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", body: words.as_bytes().to_vec() }
    }

    fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Self { status, kind, body } = self;
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nContent-Security-Policy: {POLICY}\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n"
        )?;
        stream.write_all(body)?;
        stream.flush()
    }
}

/// Serves the page of these runs until Ctrl-C.
pub(super) fn serve(runs: Vec<Run>, page: Vec<u8>) -> Result<(), CliError> {
    let mut watch = Watch::new(None);
    // Any port that is free.
    let (listener, port) = listen(0)?;
    let served = Arc::new(Served { runs, page, secret: secret().map_err(failed)?, port, busy: AtomicUsize::new(0) });
    output::tell(&format!("http://127.0.0.1:{port}/{}/\n", served.secret))?;
    output::say("serves the report at this address, to browsers of this machine, until Ctrl-C");
    while watch.poll().is_none() {
        // A signal ends it; the limit is for one that comes just before.
        let limit = Timespec { tv_sec: 1, tv_nsec: 0 };
        if !matches!(poll(&mut [PollFd::new(&listener, PollFlags::IN)], Some(&limit)), Ok(1..)) {
            continue;
        }
        let Ok((stream, _)) = listener.accept() else { continue };
        let served = Arc::clone(&served);
        if served.busy.fetch_add(1, Ordering::Relaxed) >= AT_A_TIME {
            served.busy.fetch_sub(1, Ordering::Relaxed);
            let mut stream = stream;
            let _ = Reply::refusal("503 Service Unavailable", "too many requests at a time").send(&mut stream);
            continue;
        }
        thread::spawn(move || {
            served.attend(stream);
            served.busy.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

fn failed(error: io::Error) -> CliError {
    CliError::Unserved { reason: error.to_string() }
}

/// Waits for browsers of this machine, and at which port.
fn listen(port: u16) -> Result<(TcpListener, u16), CliError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    Ok((listener, port))
}

/// A text that can't be guessed.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

impl Served {
    /// Answers one request. It does not matter if the browser goes away.
    fn attend(&self, mut stream: TcpStream) {
        let patient = stream.set_read_timeout(Some(TIMEOUT)).and_then(|()| stream.set_write_timeout(Some(TIMEOUT)));
        if patient.is_err() {
            return;
        }
        let reply = read_head(&mut stream).map(|head| self.reply(&head));
        if let Some(reply) = reply {
            let _ = reply.send(&mut stream);
        }
    }

    /// The answer to a request with this head.
    fn reply(&self, head: &[u8]) -> Reply {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut headers);
        if !matches!(request.parse(head), Ok(httparse::Status::Complete(_))) {
            return Reply::refusal("400 Bad Request", "this is not a request of HTTP");
        }
        let hosts: Vec<_> =
            request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host")).collect();
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port).into_bytes());
        if hosts.len() != 1 || !names.iter().any(|name| hosts[0].value == name) {
            return Reply::refusal("403 Forbidden", "the request is for another host");
        }
        if request.method != Some("GET") {
            return Reply::refusal("405 Method Not Allowed", "expected GET");
        }
        let path = request.path.unwrap_or_default();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let Some(what) = path.strip_prefix('/').and_then(|path| path.strip_prefix(&*self.secret)?.strip_prefix('/'))
        else {
            return Reply::refusal("404 Not Found", "there is nothing here");
        };
        if what.is_empty() {
            return Reply { status: "200 OK", kind: "text/html; charset=utf-8", body: self.page.clone() };
        }
        match report::answer(&self.runs, what, &pairs(query)) {
            Ok(json) => Reply { status: "200 OK", kind: "application/json", body: json.into_bytes() },
            Err(error) if error.is_of_question() => Reply::refusal("400 Bad Request", &error.to_string()),
            Err(error) => Reply::refusal("500 Internal Server Error", &error.to_string()),
        }
    }
}

/// A request up to its empty line; nothing if it does not come.
fn read_head(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut head, mut part) = (Vec::new(), [0; 2048]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut part).ok().filter(|read| *read > 0)?;
        head.extend_from_slice(&part[..read]);
        if head.len() > HEAD {
            return None;
        }
    }
    Some(head)
}

/// Keys and values of a query, as forms encode them.
fn pairs(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (decoded(key), decoded(value))).collect()
}

fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        let escaped =
            others.get(..2).and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        let (byte, used) = match (first, escaped) {
            (b'%', Some(byte)) => (byte, 2),
            (b'+', _) => (b' ', 0),
            (other, _) => (*other, 0),
        };
        bytes.push(byte);
        rest = &others[used..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served() -> Served {
        Served { runs: Vec::new(), page: b"<p>".to_vec(), secret: "abc".into(), port: 81, busy: AtomicUsize::new(0) }
    }

    #[test]
    fn a_port_that_cannot_be_opened_is_told_with_the_system_s_reason() {
        let (_listener, port) = listen(0).unwrap();
        let text = listen(port).unwrap_err().to_string();
        assert!(
            text.starts_with("report --serve: no port of this machine can be opened: Address already in use"),
            "{text}"
        );
    }

    #[test]
    fn only_requests_to_this_host_that_know_the_secret_are_answered() {
        let status =
            |line: &str, host: &str| served().reply(format!("{line} HTTP/1.1\r\n{host}\r\n\r\n").as_bytes()).status;
        for host in ["Host: 127.0.0.1:81", "hOST: localhost:81"] {
            assert_eq!(status("GET /abc/", host), "200 OK");
        }
        for host in [
            "Host: example.org",
            "Host: 127.0.0.1",
            "Host: 127.0.0.1:80",
            "X: 1",
            "Host: 127.0.0.1:81\r\nHost: example.org",
        ] {
            assert_eq!(status("GET /abc/", host), "403 Forbidden", "{host}");
        }
        let host = "Host: 127.0.0.1:81";
        for path in ["/", "/abc", "/abd/", "/abc../", "//abc/", "/x/abc/"] {
            assert_eq!(status(&format!("GET {path}"), host), "404 Not Found", "{path}");
        }
        assert_eq!(status("POST /abc/", host), "405 Method Not Allowed");
        for path in
            ["/abc/../run.json", "/abc/%2e%2e/run.json", "/abc/run.json", "/abc//etc/passwd", "/abc/lanes?run=0"]
        {
            assert_eq!(status(&format!("GET {path}"), host), "400 Bad Request", "{path}");
        }
        assert_eq!(served().reply(b"\0\r\n\r\n").status, "400 Bad Request");
    }

    #[test]
    fn queries_are_decoded_as_forms_encode_them() {
        let found = pairs("wait=late+sender&state=MPI%5FRecv&x=%&y=%e2%82%ac&z");
        let expected = [("wait", "late sender"), ("state", "MPI_Recv"), ("x", "%"), ("y", "€")];
        assert_eq!(found, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }

    #[test]
    fn secrets_differ() {
        let [one, other] = [secret().unwrap(), secret().unwrap()];
        assert!(one.len() == 32 && one != other);
    }
}
