# SPDX-License-Identifier: MIT
"""Takes the pictures of docs/images again, with what the program makes now.

    pictures.py PATH/TO/reconverge [FOLDER]

FOLDER is docs/images if it is not given. Look at them before they are committed.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "data" / "listings" / "samples" / "paper_kernels_sm_90.sass"
BUILDS = ROOT / "tests" / "cases" / "diff"
SINGLE_LOOP = ["--function", "_Z11single_loopILi0EEvPKiPfPx", "--arg", "i32[32]=staircase(2)", "--arg", "f32[32]", "--arg", "i64[64]"]

STEP = "document.getElementById('we').focus(); document.getElementById('we-next').click(); document.getElementById('we-forward').click();"
CHART = """document.querySelector('#single_loop_timing-2, figure[data-chart]').scrollIntoView(); scrollBy(0, -60);"""
POINT = """(() => { const chart = document.querySelector('figure[data-chart=ready] .chart'); chart.focus({preventScroll: true});
    for (let i = 0; i < 20; ++i) chart.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})); })()"""


def main(program, folder):
    with tempfile.TemporaryDirectory(prefix="reconverge-pictures-") as work:
        pages = {"paper": pathlib.Path(work, "paper", "report.html"), "barriers": pathlib.Path(work, "barriers.html"),
                 "beside": pathlib.Path(work, "beside.html")}
        for arguments in (["paper", "--out", pages["paper"].parent],
                          ["trace", KERNELS, *SINGLE_LOOP, "--html", pages["barriers"]],
                          ["diff", BUILDS / "loop_old_sm_90.sass", BUILDS / "loop_new_sm_90.sass", "--arg", "i32[32]=staircase(28)",
                           "--arg", "f32[32]=1", "--html", pages["beside"]]):
            subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        explorer = "#explorer?kernel=single_loop&lanes=n%20%3D%2020&generation=kepler&time=steps&step=150"
        with browser.Browser(browser.find()) as shown:
            for name, page, fragment, size, actions in (
                    ("report-light", "paper", "", {"width": 1000, "height": 620}, (CHART, POINT)),
                    ("explorer-dark", "paper", explorer, {"width": 1280, "height": 900, "dark": True}, ()),
                    ("explorer-phone", "barriers", "", {"width": 390, "height": 844, "phone": True}, (STEP, "scrollTo(0, 640)")),
                    ("barriers-light", "barriers", "", {"width": 1280, "height": 900}, (STEP,)),
                    ("beside-light", "beside", "", {"width": 1280, "height": 980}, (STEP * 6,))):
                shown.emulate(**size)
                shown.open("about:blank")
                shown.open(pages[page].as_uri() + fragment)
                for action in actions:
                    shown.run(action)
                    time.sleep(0.5)
                time.sleep(0.5)
                shown.picture(folder / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "images")
