"""How quick the page is: start of the server, first page, and taps, measured in a real Chromium.

    python benchmarks/web.py [--games slither hex ...] [--taps 200]

It starts a server of its own on loopback, with an empty folder of games, and ends it afterwards.
A tap is measured from the click in the page to the moment when the server's answer is drawn.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
USABLE, TAP = 1.0, 0.05
"""Seconds within which a page is to be usable, and a tap answered."""
TAPPED = """
async ([cell]) => {
  const button = document.querySelector(`[data-cell="${cell}"]`);
  const message = document.getElementById("message");
  const begin = performance.now();
  const answered = new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now()); });
    watch.observe(message, { childList: true, characterData: true, subtree: true });
  });
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return (await answered) - begin;
}
"""


@contextmanager
def server() -> Iterator[tuple[str, float]]:
    """Start a server and yield its address and the seconds until it said it was there."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "crosscut", "serve", "--port", "0", "--no-browser"]
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "XDG_STATE_HOME": folder},
        )  # fmt: skip
        try:
            address = process.stdout.readline().split()[-1].rstrip("/")
            yield address, time.perf_counter() - begin
        finally:
            process.terminate()
            process.wait(10)


def opened(page, address: str) -> float:
    """Open a page and return the seconds until its board can be tapped."""
    begin = time.perf_counter()
    page.goto(address)
    page.locator("[data-cell].legal").first.wait_for()
    return time.perf_counter() - begin


def taps(page, address: str, wanted: int) -> list[float]:
    """Tap legal cells at random, game after game, and return the seconds that each took."""
    found, choose = [], random.Random(0).choice
    while len(found) < wanted:
        opened(page, address)
        for _ in range(wanted - len(found)):
            cells = page.locator("[data-cell].legal").evaluate_all(
                "all => all.map((each) => each.dataset.cell)"
            )
            if not cells:
                break
            found.append(page.evaluate(TAPPED, [choose(cells)]) / 1000)
            time.sleep(0.01)
    return found


def main() -> None:
    """Measure and print a table."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=["slither", "hex", "serpent", "gonnect"])
    parser.add_argument("--taps", type=int, default=200)
    chosen = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(f"no browser on the path: none of {', '.join(BROWSERS)}")
    with server() as (address, seconds), sync_playwright() as playwright:
        print(f"server started in {seconds:.2f} s")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context().new_page()
        people = "first=person&second=person"
        cold = opened(page, f"{address}/play/slither?{people}")
        warm = [opened(page, f"{address}/play/slither?{people}") for _ in range(10)]
        slowest = max(warm)
        print(f"first page usable after {cold:.2f} s, later {statistics.median(warm):.2f} s"
              f" (slowest of 10: {slowest:.2f} s, goal {USABLE} s)")  # fmt: skip
        for game in chosen.games:
            times = taps(page, f"{address}/play/{game}?{people}&pie=0", chosen.taps)
            times.sort()
            late = times[int(0.95 * len(times))]
            print(f"{game:12} {len(times)} taps: median {1000 * statistics.median(times):.1f} ms,"
                  f" 95 % within {1000 * late:.1f} ms (goal {1000 * TAP:.0f} ms)")  # fmt: skip
        browser.close()


if __name__ == "__main__":
    main()
