"""A Chromium without a window, driven over its debugging protocol: pages, script, input, pictures, and what the console said."""

import json
import os
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
QUIET = (
    "--headless --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-background-networking --no-first-run "
    "--disable-gpu-compositing "  # texts and boxes of a page are drawn as pixels, not as triangles without a graphics card
    "--disable-component-update --disable-sync --disable-extensions --hide-scrollbars --mute-audio --remote-debugging-pipe"
).split()
# Chromium reads from 3 and writes to 4. Copies come first, because one of both may be 3 or 4 already.
START = """
import os, sys
for place, copy in enumerate([os.dup(int(number)) for number in sys.argv[1:3]], 3):
    os.dup2(copy, place)
    os.set_inheritable(place, True)  # even where the copy is there already
os.execv(sys.argv[3], sys.argv[3:])
"""
# For tests without a picture: the programs of scenes are compiled and all their rows are set, but no triangle is filled.
UNDRAWN = """for (const name of ["drawArrays", "drawArraysInstanced", "drawElements"])
  WebGL2RenderingContext.prototype[name] = () => {};"""
STALL = "GPU stall due to ReadPixels"  # a warning: without a graphics card, Chromium reads each scene back to compose the page
SOON = 60.0  # [s] in which a page must have answered


class Browser:
    """A Chromium with an empty profile. `errors` and `requests` grow while a page is open."""

    def __init__(self, profile: Path, *more: str):
        command = [CHROMIUM, *QUIET, *more, f"--user-data-dir={profile}", "about:blank"]
        read_by_chromium, self._to = os.pipe()
        self._from, written_by_chromium = os.pipe()
        fds = (read_by_chromium, written_by_chromium)
        start = [sys.executable, "-c", START, *map(str, fds), *command]
        self._process = subprocess.Popen(start, pass_fds=fds, stderr=subprocess.DEVNULL)
        for end in fds:
            os.close(end)
        self._number, self._rest, self._session = 0, b"", None
        self._undrawn = None  # the script that leaves scenes out, while it is there
        self.errors: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **given):
        """Call a method of the protocol, and return its result. Events that come before it are kept."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": given}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
            self._keep(answer)
        raise AssertionError(f"no answer to {method}")

    def _next(self):
        while b"\0" not in self._rest:
            data = os.read(self._from, 1 << 20)
            assert data, "Chromium has ended"
            self._rest += data
        first, _, self._rest = self._rest.partition(b"\0")
        return json.loads(first)

    def _keep(self, event):
        what, given = event.get("method"), event.get("params", {})
        if what == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        if what == "Runtime.consoleAPICalled" and given["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(one.get("value", one.get("description"))) for one in given["args"]))
        if what == "Log.entryAdded" and given["entry"]["level"] in ("error", "warning") and STALL not in given["entry"]["text"]:
            self.errors.append(given["entry"]["text"])
        if what == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        if what == "Page.javascriptDialogOpening":
            self.errors.append(f"dialog: {given['message']}")

    def size(self, width: int, height: int, phone: bool = False, scale: float = 1.0):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def open(self, path: Path, ready: str = "true", draws: bool = False):
        """Open a file, and wait until the expression `ready` is true.

        draws: whether scenes are drawn, without a graphics card. That takes most of a page's time
        """
        if draws and self._undrawn:
            self.call("Page.removeScriptToEvaluateOnNewDocument", **self._undrawn)
            self._undrawn = None
        elif not draws and not self._undrawn:
            self._undrawn = self.call("Page.addScriptToEvaluateOnNewDocument", source=UNDRAWN)
        self.errors.clear()
        self.requests.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait(f"document.readyState === 'complete' && ({ready})")

    def wait(self, condition: str):
        end = time.monotonic() + SOON
        while not self.run(f"!!({condition})"):
            assert time.monotonic() < end, f"never true: {condition}; {self.errors}"
            time.sleep(0.05)

    def run(self, expression: str):
        """Return the value of an expression in the page, which may be a promise."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def picture(self, path: Path):
        assert not self._undrawn, "the page's scenes were left out"
        path.write_bytes(b64decode(self.call("Page.captureScreenshot")["data"]))

    def mouse(self, kind: str, x: float, y: float, buttons: int = 0, **more):
        button = "left" if buttons == 1 or kind == "mouseReleased" else "right" if buttons == 2 else "none"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1, **more)

    def close(self):
        self._session = None
        self.call("Browser.close")
        self._process.wait(timeout=SOON)
        for end in (self._to, self._from):
            os.close(end)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
