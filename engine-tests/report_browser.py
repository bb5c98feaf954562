#!/usr/bin/env python3
"""Clicks through a report of `sakdi analyse --html` in a real browser, headless Chromium.

    sakdi analyse GAME.pgn --nodes 2000 --html report.html
    python3 engine-tests/report_browser.py report.html [--shots FOLDER]

Needs Chromium or Chrome (CHROMIUM names the program) and nothing else: it is driven through two pipes.
Without a browser it says so and ends with status 0. --shots keeps pictures at desktop and phone width,
light and dark. Last line: `clicked N moves`.
"""

import argparse
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DESKTOP, PHONE = (1280, 900), (390, 844)


def browser_program():
    wanted = os.environ.get("CHROMIUM")
    return shutil.which(wanted) if wanted else next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A browser with one page, controlled by the DevTools protocol: JSON messages, each ended by a zero byte."""

    def __init__(self, program, profile):
        to_browser, self.out = os.pipe()
        self.input, from_browser = os.pipe()
        # The browser reads from file descriptor 3 and writes to 4.
        high = [os.dup(to_browser), os.dup(from_browser)]
        while min(high) <= 4:
            high = [os.dup(fd) for fd in high]

        def arrange():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
                   f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=arrange, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (to_browser, from_browser, *high):
            os.close(fd)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def read(self, seconds=60):
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], seconds)[0]:
                raise SystemExit("the browser does not answer")
            more = os.read(self.input, 1 << 16)
            if not more:
                raise SystemExit("the browser has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, url, size, dark=False):
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if width < 600 else 1, mobile=width < 600)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def click(self, selector):
        box = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
            "e.scrollIntoView({block: 'nearest'}); const b = e.getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
        return box

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def shot(self, path):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(picture["data"]))

    def faults(self):
        """Errors of the page, and every request beyond its own file."""
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                yield f"exception: {params['exceptionDetails'].get('text')}"
            elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
                yield f"log: {params['entry']['text']}"
            elif method == "Network.requestWillBeSent" and not params["request"]["url"].startswith("file:"):
                yield f"request: {params['request']['url']}"

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def check(holds, what):
    if not holds:
        raise SystemExit(f"FAIL: {what}")


def men(browser):
    return browser.value("[...document.querySelectorAll('.board use')].map(u => u.getAttribute('href')"
                         " + u.getAttribute('class') + u.getAttribute('x') + ',' + u.getAttribute('y')).join(' ')")


def walk(browser):
    """Steps through the first game in every possible way. Returns the number of its moves."""
    ply = "Number(document.querySelector('.moves [aria-current]')?.dataset.ply ?? 0)"
    moves = browser.value("document.querySelectorAll('.moves button').length")
    start = men(browser)
    check(moves > 0 and start, "there are moves and men")
    seen = [start]
    for at in range(1, moves + 1):
        button = f".moves [data-ply='{at}']"
        browser.click(button)
        check(browser.value(ply) == at, f"a click shows move {at}")
        if browser.value(f'document.querySelector("{button} b") !== null'):
            # A judged move and the better one are both shown on the board before the move.
            check(men(browser) == seen[-1], f"the board before move {at}")
            check(browser.value("document.querySelectorAll('.arrow.played').length") == 1, f"an arrow for move {at}")
            browser.key("ArrowRight")
        seen.append(men(browser))
        check(seen[-1] != seen[-2], f"move {at} changes the board")
        heading = browser.value("document.querySelector('.heading').textContent")
        check(len(heading) > 3, f"move {at} has a heading")
    for name, expected in (("Home", 0), ("ArrowRight", 1), ("End", moves), ("ArrowLeft", moves - 1)):
        browser.key(name)
        check(browser.value(ply) == expected, f"{name} leads to {expected}")
        check(men(browser) == seen[expected], f"{name} shows the board of {expected}")
    browser.click(".buttons .first")
    check(men(browser) == start, "the first button leads to the start")
    browser.click(".buttons .forth")
    check(browser.value(ply) == 1, "the next button leads to move 1")
    browser.click(".buttons .flip")
    check(men(browser) != seen[1], "the board turns")
    browser.key("f")
    check(men(browser) == seen[1], "and back")
    browser.click(".chances-graph svg")
    # The labels take space beside the curve, so the middle of the curve is not the middle of the graph.
    check(abs(browser.value(ply) - moves / 2) <= 1 + moves / 20, "a click in the middle of the graph leads there")
    browser.value("navigator.clipboard.writeText = async (text) => { copied = text; }; globalThis.copied = ''")
    browser.key("End")
    for name, beginning in (("fen", browser.value("JSON.parse(document.getElementById('data').textContent).games[0].fens.at(-1)")), ("pgn", "["), ("link", "file:")):
        browser.click(f".copy-{name}")
        check(browser.value("copied").startswith(beginning), f"the {name} is copied")
    check(browser.value("copied").endswith(f"#1.{moves}"), "the link names the move")
    browser.value(f"location.hash = '#1.{moves - 1}'")
    check(browser.value("new Promise((resolve) => setTimeout(() => resolve(" + ply + "), 50))") == moves - 1, "a link leads to its move")
    judged = browser.value("document.querySelector('.moves button b')?.parentElement.dataset.ply")
    if judged:
        arrows = "[...document.querySelectorAll('.board .arrow')].map((arrow) => arrow.getAttribute('class').split(' ')[1]).join(' ')"
        browser.value(f"location.hash = '#1.{judged}'")
        shown = browser.value("new Promise((resolve) => setTimeout(() => resolve(" + arrows + "), 50))")
        check(shown in ("played", "played better"), f"a link to the judged move {judged} compares it: {shown}")
        browser.key("ArrowRight")
        shown = browser.value(arrows)
        check(shown in ("", "best"), f"a step shows the best reply in a colour of its own: {shown}")
    switch_notation(browser)
    # Some readers have wider letters than this browser.
    browser.value("(() => { const style = document.createElement('style'); style.textContent = '.graph .label { font-size: 24px !important }';"
                  " document.head.append(style); for (const svg of document.querySelectorAll('.graph')) svg.style.width = '95%';"
                  " return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))); })()")
    cut = browser.value("[...document.querySelectorAll('.graph text')].filter((text) => { const { x, width } = text.getBBox();"
                        " return x < 0 || x + width > text.ownerSVGElement.clientWidth + 0.5; }).map((text) => text.textContent).join()")
    check(not cut, f"labels of the graphs are cut: {cut}")
    cells = browser.value("[...document.querySelectorAll('.summary td:last-child')].map((cell) => parseFloat(cell.textContent))")
    check(len(cells) == 2 and all(0 <= cell <= 100 for cell in cells), f"both sides have an accuracy: {cells}")
    return moves


def switch_notation(browser):
    """Chooses each notation: moves, lines, edges and men change, the board does not, and the first comes back whole."""
    texts = ("[...document.querySelectorAll('.moves button, .lines button, .men-legend li, .board text')]"
             ".map((each) => each.textContent).join(' ')")
    board, choices = men(browser), browser.value("document.querySelectorAll('#notation option').length")
    check(choices >= 3, f"{choices} notations to choose from")
    seen = []
    for index in [*range(choices), 0]:
        browser.value(f"(() => {{ const choice = document.querySelector('#notation'); choice.value = {index};"
                      " choice.dispatchEvent(new Event('change')); })()")
        check(men(browser) == board, f"notation {index} shows the same board")
        seen.append(browser.value(texts))
        check("undefined" not in seen[-1] and "null" not in seen[-1], f"notation {index} is complete: {seen[-1]}")
    check(len(set(seen)) == choices and seen[0] == seen[-1], "each notation is another one, and the first comes back")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("report", type=pathlib.Path)
    arguments.add_argument("--shots", type=pathlib.Path, metavar="FOLDER")
    arguments = arguments.parse_args()
    program = browser_program()
    if program is None:
        print("skipped: no Chromium or Chrome is installed")
        return
    url = arguments.report.resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            for name, size, dark in (("desktop", DESKTOP, False), ("phone", PHONE, False),
                                     ("desktop-dark", DESKTOP, True), ("phone-dark", PHONE, True)):
                browser.open(url, size, dark)
                width = browser.value("document.documentElement.scrollWidth")
                check(width <= size[0], f"{name}: the page is {width} wide, the window {size[0]}")
                moves = walk(browser) if not dark else 0
                clicked = moves or clicked
                if arguments.shots:
                    arguments.shots.mkdir(parents=True, exist_ok=True)
                    browser.shot(arguments.shots / f"{name}.png")
                faults = list(browser.faults())
                check(not faults, f"{name}: {faults}")
        finally:
            browser.close()
    print(f"clicked {clicked} moves")


if __name__ == "__main__":
    sys.exit(main())
