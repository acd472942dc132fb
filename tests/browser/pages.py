# SPDX-License-Identifier: MIT
"""What the tests of the pages share: the program, a folder for what it makes, and a browser that looks at it."""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import browser

WORK = pathlib.Path(tempfile.mkdtemp(prefix="reconverge-pages-"))
atexit.register(shutil.rmtree, WORK, ignore_errors=True)
SM_90 = pathlib.Path(__file__).resolve().parents[2] / "data" / "listings" / "samples" / "paper_kernels_sm_90.sass"
MEASURED = SM_90.parents[2] / "measured"
LINES = pathlib.Path(__file__).resolve().parents[1] / "cases" / "lines"
DIFF = LINES.parent / "diff"
SINGLE_LOOP = [SM_90, "--function", "_Z11single_loopILi0EEvPKiPfPx", "--arg", "i32[32]=staircase(2)",
               "--arg", "f32[32]", "--arg", "i64[64]"]
_program = None

STATE = """(() => {
  const text = (item) => item.textContent;
  return {
    active: document.getElementById("we-masks").textContent.split(" ")[1],
    tokens: [...document.querySelectorAll("#we-wait [class*=we-kind-]")].reverse().map((token) =>
      [token.querySelector("b").textContent, ...[...token.querySelectorAll("code")].map(text)].join(" ").replace("→ ", "")),
    spilled: document.querySelectorAll("#we-wait .we-spilled").length,
    pc: "0x" + parseInt(document.querySelector("#we-rows .we-current .we-pc").textContent, 16).toString(16),
    position: Number(document.getElementById("we-timeline").getAttribute("aria-valuenow")),
    status: document.getElementById("we-status").textContent,
    running: document.querySelectorAll(".we-lane.we-run").length,
    waiting: document.querySelectorAll(".we-lane.we-wait").length,
    idle: document.querySelectorAll(".we-lane.we-idle").length,
    gone: document.querySelectorAll(".we-lane.we-gone").length,
    blocked: document.querySelectorAll(".we-lane.we-block").length,
    kernel: document.getElementById("we-kernel").selectedOptions[0].textContent,
    lanes: document.getElementById("we-pattern").selectedOptions[0].textContent,
    generation: document.getElementById("we-generation").selectedOptions[0].textContent,
    axis: document.getElementById("we-axis").value,
  };
})()"""


# The paper's walk through the single loop with n = 2, figure "walk-through" and the text around it:
# active mask, tokens bottom first, address of the next instruction.
SEVEN_STATES = [
    ("0xffffffff", [], "0x60"),
    ("0xffffffff", ["SYNC 0xffffffff 0x128"], "0xe8"),
    ("0x7fffffff", ["SYNC 0xffffffff 0x128", "DIV 0x80000000 0x120"], "0x100"),
    ("0x3fffffff", ["SYNC 0xffffffff 0x128", "DIV 0x80000000 0x120", "DIV 0x40000000 0x120"], "0x100"),
    ("0x40000000", ["SYNC 0xffffffff 0x128", "DIV 0x80000000 0x120"], "0x120"),
    ("0x80000000", ["SYNC 0xffffffff 0x128"], "0x120"),
    ("0xffffffff", [], "0x128"),
]

# What the pane of convergence barriers says.
BARRIERS = """(() => ({
  registers: document.querySelectorAll(".we-register").length,
  held: [...document.querySelectorAll(".we-register:not(.we-empty)")].map((register) => register.getAttribute("aria-label")),
  ready: [...document.querySelectorAll("#we-wait .we-ready")].map((group) => [...group.children].map((part) => part.textContent).join(" ")),
  elsewhere: [...document.querySelectorAll("#we-wait .we-stopped")].map((wait) => [...wait.children].map((part) => part.textContent).join(" ")),
  lanes: [...document.querySelectorAll(".we-lane")].map((lane) => lane.title),
}))()"""


def reconverge(*arguments, text=None):
    return subprocess.run([_program, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)


class Page(unittest.TestCase):
    """A test that looks at pages. The console stays silent, and nothing is asked for from outside."""

    @classmethod
    def setUpClass(cls):
        cls.paper = WORK / "paper" / "report.html"
        if not cls.paper.exists():
            result = reconverge("paper", "--out", WORK / "paper")
            assert result.returncode == 0, result.stderr
        cls.browser = browser.Browser(browser.find())

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def setUp(self):
        self.browser.emulate()

    def open(self, path, fragment=""):
        # A change of the fragment alone would not load the page again.
        self.browser.open("about:blank")
        self.browser.open(path.as_uri() + fragment)

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [], "the console is not silent")
        for url in self.browser.requests:
            self.assertTrue(url.startswith(("file:", "data:", "blob:", "about:")), f"asked for {url}")

    def state(self):
        return self.browser.run(STATE)

    def focus(self, selector):
        self.browser.run(f"document.querySelector({json.dumps(selector)}).focus()")

    STUCK = """code for sm_80
\tFunction : stuck
/*0000*/ S2R R0, SR_LANEID;
/*0010*/ ISETP.LT.AND P0, PT, R0, 0x4, PT;
/*0020*/ BSSY B5, 0x50;
/*0030*/ @P0 BRA 0x60;
/*0040*/ BSYNC B5;
/*0050*/ EXIT;
/*0060*/ WARPSYNC.ALL;
/*0070*/ BSYNC B5;
/*0080*/ EXIT;
"""

    def colour(self, name):
        return self.browser.run(f"""(() => {{ const context = new OffscreenCanvas(1, 1).getContext('2d');
            context.fillStyle = getComputedStyle(document.getElementById('we')).getPropertyValue('{name}');
            context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; }})()""")

    def go(self, step):
        self.browser.run(f"""(() => {{ const field = document.getElementById('we-step'); field.value = {step};
            field.dispatchEvent(new Event('change')); }})()""")

    def chart(self, figure):
        """Makes a figure's chart and returns a function that runs an expression on its element."""
        found = f"document.querySelector('figure[data-chart][id^={json.dumps(figure)}]')"
        if not self.browser.run(f"{found} !== null"):
            self.skipTest("no charting library was found when this was built")
        self.browser.run(f"{found}.scrollIntoView()")
        self.browser.wait(f"{found}.dataset.chart === 'ready' && {found}.querySelector('.chart svg') !== null")
        return lambda expression: self.browser.run(f"((figure) => {expression})({found})")

    def lines_page(self, with_source):
        listing = (LINES / "weigh_sm_90.sass").read_text()
        if with_source:
            listing = listing.replace('"/kernels/', f'"{LINES}/')
        page = WORK / f"lines_{with_source}.html"
        result = reconverge("trace", "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index",
                            "--html", page, text=listing)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page)

    def open_single_loop(self, fragment=""):
        page = WORK / "barriers.html"
        if not page.exists():
            result = reconverge("trace", *SINGLE_LOOP, "--html", page)
            self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page, fragment)
        self.focus("#we")

    def beside_page(self):
        page, record = WORK / "beside.html", WORK / "beside.json"
        if not page.exists():
            old, new = (DIFF / f"loop_{which}_sm_90.sass" for which in ("old", "new"))
            result = reconverge("diff", old, new, "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--html", page, "--json", record)
            self.assertEqual(result.returncode, 0, result.stderr)
        return page, json.loads(record.read_text())

    def bench_file(self, name, card, kernels):
        """Medians by kernel and pattern, over n."""
        (WORK / name).write_text(json.dumps({"schema": "reconverge.bench", "devices": [{"id": 0, "name": card, "uuid": card}],
            "benchmarks": [{"name": kernel, "device": 0, "pattern": pattern, "verdict": "divergent", "verdict_reason": "word " * 60,
                            "states": [{"n": n, "status": "ok", "median_cycles": cycles} for n, cycles in enumerate(medians)]}
                           for (kernel, pattern), medians in kernels.items()]}))
        return WORK / name

    def expect(self, number):
        active, tokens, pc = SEVEN_STATES[number]
        state = self.state()
        self.assertEqual((state["active"], state["tokens"], state["pc"]), (active, tokens, pc), f"state {number + 1}")
        return state

    def barriers(self):
        return self.browser.run(BARRIERS)

    def kernel_source(self):
        """A run whose lines are known, and whose lanes are missed at other lines than those that took them."""
        page = WORK / "lost.html"
        if not page.exists():
            listing = (LINES / "weigh_sm_90.sass").read_text().replace('"/kernels/', f'"{LINES}/')
            self.assertEqual(reconverge("trace", "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index",
                                        "--html", page, text=listing).returncode, 0)
        self.open(page)
        return json.loads(self.browser.run("document.getElementById('warp-explorer-data').textContent"))


def main():
    """Exit status 77, which ctest shows as skipped, without a Chromium (or CHROMIUM=path in the environment)."""
    global _program
    _program = os.path.abspath(sys.argv.pop(1))
    if browser.find() is None:
        print("skipped: no Chromium here; install one, or name it in CHROMIUM", file=sys.stderr)
        sys.exit(77)
    unittest.main(module="__main__", verbosity=2)
