"""A real Chromium, driven through its DevTools protocol: just what tests of pages need."""

import base64
import contextlib
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find():
    """The browser's command, fetched from Debian if it is missing; or None and the reason why there is none."""
    if not shutil.which("chromium"):
        done = subprocess.run(["sh", ROOT / "tools" / "debian.sh", "chromium", "chromium"], capture_output=True, text=True)
        if done.returncode or not shutil.which("chromium"):
            return None, f"no Chromium, and apt-get does not bring one: {done.stderr.strip()[-200:]}"
    return installed()


def installed():
    """The browser's command if it can be driven; or None and the reason why not."""
    command = shutil.which("chromium")
    if not command:
        return None, "there is no Chromium"
    try:
        import websockets.sync.client  # noqa: F401
    except ImportError:
        return None, "Python's package websockets is missing (pip install websockets)"
    return command, None


class Browser:
    """A browser without a window. It reaches no network but this machine: what a page asks for is kept in `requests`."""

    def __init__(self, command):
        from websockets.sync.client import connect

        self.profile = tempfile.TemporaryDirectory(prefix="windtunnel-browser-")
        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--remote-debugging-port=0",
            "--hide-scrollbars",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            f"--user-data-dir={self.profile.name}",
            "about:blank",
        ]
        self.process = subprocess.Popen([command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = Path(self.profile.name) / "DevToolsActivePort"
        limit = time.monotonic() + 60
        while not (port.exists() and len(port.read_text().splitlines()) == 2):
            assert self.process.poll() is None and time.monotonic() < limit, "Chromium did not start"
            time.sleep(0.05)
        number, path = port.read_text().splitlines()
        self.stack = contextlib.ExitStack()
        self.socket = self.stack.enter_context(connect(f"ws://127.0.0.1:{number}{path}", max_size=1 << 28))
        self.next = 0
        self.session = None
        self.problems, self.requests, self.events = [], [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.stack.close()
        self.process.terminate()
        self.process.wait(20)
        # Its last processes may still write.
        shutil.rmtree(self.profile.name, ignore_errors=True)

    def call(self, method, **parameters):
        self.next += 1
        message = {"id": self.next, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        wanted = self.next
        while True:
            answer = json.loads(self.socket.recv(timeout=120))
            if answer.get("id") == wanted:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, about = event.get("method"), event.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = about["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
            self.problems.append(
                " ".join(str(argument.get("value", argument.get("description"))) for argument in about["args"])
            )
        elif method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
            self.problems.append(about["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])

    def open(self, path, width=1280, height=900, dark=False):
        """Opens a file, or an address of this machine, and waits until it is loaded."""
        self.problems, self.requests, self.events = [], [], []
        self.size(width, height)
        self.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        )
        url = str(path) if str(path).startswith(("http://127.0.0.1:", "about:")) else Path(path).resolve().as_uri()
        self.call("Page.navigate", url=url)
        self.until(f"document.readyState === 'complete' && location.href.startsWith({json.dumps(url.partition('#')[0])})")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def js(self, expression):
        """The value of an expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def until(self, expression, seconds=60):
        limit = time.monotonic() + seconds
        while not self.js(expression):
            assert time.monotonic() < limit, f"it did not come true: {expression}"
            time.sleep(0.05)

    def settle(self):
        """Waits until every section is filled and nothing has been drawn for a moment."""
        self.until("!document.querySelector('[aria-busy]')")
        self.js("new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 300))")

    def box(self, selector):
        """Where an element is in the window, after scrolling to it."""
        find = f"document.querySelector({json.dumps(selector)})"
        self.js(f"{find}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        return self.js(
            f"(() => {{ const r = {find}.getBoundingClientRect(); return {{x: r.x, y: r.y, width: r.width, height: r.height}}; }})()"
        )

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseMoved", (x + to_x) / 2, (y + to_y) / 2, button="left", buttons=1)
        self.mouse("mouseMoved", to_x, to_y, button="left", buttons=1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def key(self, name, text=None):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name)

    def picture(self, path, clip=None):
        parameters = {"format": "png", "captureBeyondViewport": clip is not None}
        if clip:
            parameters["clip"] = {**clip, "scale": 1}
        Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"]))
