# SPDX-License-Identifier: MIT
"""What people see and do in the HTML pages, in a real browser.

    pages_test.py PATH/TO/reconverge [unittest options]

Exit status 77, which ctest shows as skipped, without a Chromium (or CHROMIUM=path in the environment).
Times are printed, not judged: they belong to the machine.
"""

import csv
import json
import math
import os
import pathlib
import re
import sys
import time

from pages import DIFF, LINES, SINGLE_LOOP, SM_90, STATE, WORK, Page, main, reconverge

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

def column(table, key):
    with open(WORK / "paper" / "data" / f"{table}.csv", newline="") as file:
        return [float(row[key]) for row in csv.DictReader(file)]


class Pages(Page):
    # --- the report ---

    def test_opens_fast_and_is_small(self):
        self.assertLess(self.paper.stat().st_size, 10_000_000)
        self.open(self.paper)
        seconds = self.browser.run("performance.getEntriesByType('navigation')[0].domInteractive") / 1000
        print(f"\nreport.html: {self.paper.stat().st_size / 1e6:.2f} MB, interactive after {seconds:.2f} s", file=sys.stderr)
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("data:", "about:"))],
                         [self.paper.as_uri()])

    def test_the_browser_forbids_requests(self):
        self.open(self.paper)
        blocked = self.browser.run("fetch('https://example.org/').then(() => false, () => true)")
        self.assertTrue(blocked)
        self.assertTrue(any("Content Security Policy" in text for text in self.browser.complaints))
        self.browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')")
        time.sleep(0.2)
        self.assertIsNone(self.browser.run("window.ran"))
        self.browser.complaints, self.browser.requests = [], []

    def values(self, on):
        """What the arrow keys read from the chart that has the focus: {series: [[x, y]]}."""
        read = {}
        self.browser.press("Home")
        last = None
        while True:
            x, rows = on("""[figure.querySelector('.chart-tip b').textContent.split(': ').pop(),
                [...figure.querySelectorAll('.chart-tip div')].map((row) =>
                  [row.childNodes[2].textContent.trim(), row.querySelector('.chart-value').textContent])]""")
            if x == last:
                return read
            last = x
            for name, value in rows:
                read.setdefault(name, []).append((float(x), float(value)))
            self.browser.press("ArrowRight")

    def test_figures_hold_the_numbers_of_the_tables(self):
        self.open(self.paper)
        for figure, table, key, series in (
                ("single_loop_timing", "single_loop", "kepler_cycles", "kepler, emulated (lazy)"),
                ("double_loop_timing", "double_loop", "kepler_cycles", "kepler, emulated (lazy)"),
                ("double_loop_timing", "double_loop", "maxwell_cycles", "maxwell, emulated (lazy)")):
            on = self.chart(figure)
            on("figure.querySelector('.chart').focus()")
            read = self.values(on)
            self.assertIn(series, read)
            self.assertEqual([y for _, y in read[series]], column(table, key))
            self.assertEqual([x for x, _ in read[series]], list(range(32)))
            drawn = on("figure.querySelectorAll('.chart svg .mark-symbol path').length")
            self.assertGreaterEqual(drawn, 32)

    def test_figures_with_thousands_of_points(self):
        self.open(self.paper)
        on = self.chart("stack_history_double")
        on("figure.querySelector('.chart').focus()")
        self.browser.press("End")
        self.browser.press("Home")
        depths = column("stack_history_double_n31", "depth")
        shown = json.loads(on("figure.querySelector('script').textContent"))
        series = next(s for s in shown["series"] if s["name"] == "n = 31")
        self.assertEqual([y for _, y in series["points"]], depths)

    def test_series_can_be_switched_off_and_axes_changed(self):
        self.open(self.paper)
        on = self.chart("single_loop_timing")
        marks = on("figure.querySelectorAll('.chart svg .mark-symbol path').length")
        on("[...figure.querySelectorAll('.chart-legend input')].pop().click()")
        self.browser.wait("document.querySelector('figure[data-chart]').querySelectorAll('.chart svg .mark-symbol path').length === 0")
        on("[...figure.querySelectorAll('.chart-legend input')].pop().click()")
        self.browser.wait(f"document.querySelector('figure[data-chart]').querySelectorAll('.chart svg .mark-symbol path').length === {marks}")
        on("""(() => { const axis = figure.querySelector('.chart-tools select'); axis.value = 'log';
              axis.dispatchEvent(new Event('change')); })()""")
        on("figure.querySelector('.chart').focus()")
        self.assertEqual(len(self.values(on)["kepler, emulated (lazy)"]), 32)

    def test_data_and_drawing_can_be_saved(self):
        self.open(self.paper)
        self.browser.run("""(() => { window.saved = []; const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => { saved.push(blob.text()); return make(blob); }; })()""")
        on = self.chart("single_loop_timing")
        self.browser.call("Browser.setDownloadBehavior", behavior="deny")
        on("figure.querySelectorAll('.chart-tools button').forEach((button) => button.click())")
        self.browser.wait("saved.length === 2")
        first, second = self.browser.run("Promise.all(saved)")
        data, drawing = sorted((first, second), key=lambda text: "<svg" in text)
        rows = list(csv.reader(data.splitlines()))
        self.assertEqual([float(row[rows[0].index("kepler, emulated (lazy)")]) for row in rows[1:]],
                         column("single_loop", "kepler_cycles"))
        self.assertIn("<svg", drawing)
        self.assertNotIn("var(", drawing)

    def test_axes_say_what_they_show_at_any_width(self):
        for width in (390, 1200):
            self.browser.emulate(width=width)
            self.open(self.paper)
            on = self.chart("single_loop_timing")
            # Where the labels stand on the axis, they must stand in proportion.
            labels = on("""[...figure.querySelectorAll('.chart svg .role-axis')].pop() && [...figure.querySelectorAll(
                '.chart svg .role-axis:not([aria-hidden]) .role-axis-label text')].filter((text) => text.getAttribute('opacity') !== '0')
                .map((text) => [text.textContent.replace(/,/g, ''), ...text.getAttribute('transform').match(/[-\\d.]+/g)])""")
            across = [(float(value), float(x)) for value, x, _ in labels if x != labels[-1][1]]
            self.assertGreaterEqual(len(across), 3)
            (first, start), (last, end) = across[0], across[-1]
            for value, x in across:
                self.assertAlmostEqual((x - start) / (end - start), (value - first) / (last - first), delta=0.01)

    def test_fits_a_phone_and_the_dark(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(self.paper)
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)
        light = self.browser.run("getComputedStyle(document.body).backgroundColor")
        self.browser.emulate(dark=True)
        self.assertNotEqual(light, self.browser.run("getComputedStyle(document.body).backgroundColor"))

    def test_paper_shows_the_drawings_and_no_controls(self):
        self.open(self.paper)
        on = self.chart("single_loop_timing")
        shown = lambda selector: on(f"figure.querySelector('{selector}').getClientRects().length > 0")
        self.assertEqual((shown(".drawing"), shown(".chart-frame")), (False, True))
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual((shown(".drawing"), shown(".chart-frame"), shown(".chart-legend")), (True, False, False))
        self.browser.call("Emulation.setEmulatedMedia", media="")

    FAR = "[...document.querySelectorAll('figure[data-chart]')].pop()"

    def test_paper_loses_no_column(self):
        kernels = {("loop", "halves"): [100, 110, 120], ("switch", "every(4)"): [50, 90, 130]}
        cards = [self.bench_file(f"card_{i}.json", f"a card with a long name, number {i}", kernels) for i in range(8)]
        wide = WORK / "wide.html"
        self.assertEqual(reconverge("report", *cards, "--html", wide).returncode, 0)
        self.browser.emulate(width=718)  # A4 less its margins
        for page in (self.paper, wide):
            self.open(page)
            self.browser.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
            self.browser.wait("document.querySelectorAll('details > noscript').length === 0")
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            lost = self.browser.run("""[...document.querySelectorAll('.rows table')].filter((table) =>
                table.getBoundingClientRect().right > innerWidth + 1).map((table) => table.parentNode.getAttribute('aria-label'))""")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual(lost, [])

    def test_what_no_one_looks_at_is_not_built(self):
        self.open(self.paper)
        parts = f"{self.FAR}.querySelectorAll('.drawing, table, path').length"
        self.assertEqual(self.browser.run(parts), 0)
        self.browser.run(f"{self.FAR}.querySelector('summary').click()")
        self.browser.wait(f"{self.FAR}.querySelectorAll('details table tbody tr').length > 3")
        self.assertEqual(self.browser.run(f"{self.FAR}.querySelectorAll('.drawing').length"), 0)

    def test_paper_shows_figures_that_nobody_scrolled_to(self):
        self.open(self.paper)
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.browser.wait(f"{self.FAR}.querySelector('.drawing path') !== null")
        self.assertGreater(self.browser.run(f"{self.FAR}.querySelector('.drawing').getClientRects().length"), 0)
        self.browser.call("Emulation.setEmulatedMedia", media="")

    def test_without_scripts_drawings_and_tables_are_there(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open(self.paper)
            nodes = self.browser.call("DOM.getDocument", depth=-1)["root"]
            shown = self.browser.call("DOM.querySelectorAll", nodeId=nodes["nodeId"], selector="figure[data-chart] noscript > .drawing")
            self.assertGreater(len(shown["nodeIds"]), 5)
            tables = self.browser.call("DOM.querySelectorAll", nodeId=nodes["nodeId"], selector="figure[data-chart] details td")
            self.assertGreater(len(tables["nodeIds"]), 100)
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_without_scripts_no_page_promises_what_it_has_not(self):
        stuck = WORK / "stuck_noscript.html"
        reconverge("trace", "-", "--html", stuck, text=self.STUCK)
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            for page, named, there in ((stuck, "summary below", "#summary"), (self.beside_page()[0], "tables below", "table"),
                                       (self.paper, "section before", "#walk_through")):
                self.open(page)
                nodes = self.browser.call("DOM.getDocument", depth=-1)["root"]["nodeId"]
                find = lambda selector: self.browser.call("DOM.querySelector", nodeId=nodes, selector=selector)["nodeId"]
                text = self.browser.call("DOM.getOuterHTML", nodeId=find(".applet > noscript"))["outerHTML"]
                self.assertIn(named, text)
                self.assertNotEqual(find(there), 0, there)
                self.assertNotEqual(find("#we[hidden]"), 0, "controls without use")
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    # --- the explorer ---

    def expect(self, number):
        active, tokens, pc = SEVEN_STATES[number]
        state = self.state()
        self.assertEqual((state["active"], state["tokens"], state["pc"]), (active, tokens, pc), f"state {number + 1}")
        return state

    def test_the_seven_states_of_the_walk_through(self):
        self.open(self.paper)
        self.focus("#we")
        for number in range(7):
            state = self.expect(number)
            self.assertEqual(state["running"] + state["idle"], bin(int(state["active"], 16)).count("1"))
            self.assertEqual(state["running"] + state["idle"] + state["waiting"], 32)
            self.browser.press("e")
        for number in reversed(range(6)):
            self.browser.press("e", shift=True)
            self.expect(number)
        self.assertEqual(self.browser.run("document.querySelectorAll('#we-states button').length"), 7)
        for number in range(7):
            self.browser.run(f"document.querySelectorAll('#we-states button')[{number}].click()")
            self.expect(number)

    def test_single_steps_back_and_forth_agree(self):
        self.open(self.paper)
        self.focus("#we")
        forth = []
        for _ in range(138):
            forth.append(self.state())
            self.browser.press("ArrowRight")
        self.assertEqual(forth[-1]["position"], 137)
        for seen in reversed(forth[:-1]):
            self.browser.press("ArrowLeft")
            self.assertEqual(self.state(), seen)

    def test_divergences_spills_and_their_prices(self):
        self.open(self.paper, "#explorer?kernel=single_loop&lanes=n%20%3D%2020&generation=kepler&time=cycles&step=0")
        self.focus("#we")
        found = 0
        while True:
            before = self.state()["position"]
            self.browser.press("d")
            if self.state()["position"] == before:
                break
            found += 1
        self.assertEqual(found, 20)
        state = self.state()
        self.assertEqual(len(state["tokens"]), 21)
        self.assertEqual(state["spilled"], 8)
        self.assertIn(f"{20 * 32 + 2 * 84} cycles", state["status"])
        self.assertEqual(state["axis"], "cycles")
        self.browser.run("""(() => { const choice = document.getElementById('we-generation');
            choice.value = [...choice.options].find((option) => option.textContent.startsWith('Fermi')).value;
            choice.dispatchEvent(new Event('change')); })()""")
        state = self.state()
        self.assertEqual((state["spilled"], state["axis"]), (0, "steps"))
        self.assertNotIn("cycles", state["status"])
        self.assertIn("no cost is known", self.browser.run("document.getElementById('we-prices').textContent"))

    def test_links_reopen_the_step(self):
        self.open(self.paper, "#explorer?kernel=double_loop&lanes=n%20%3D%2031&generation=maxwell&time=cycles&step=2000")
        seen = self.state()
        self.assertEqual((seen["kernel"], seen["lanes"], seen["position"]), ("double loop", "n = 31", 2000))
        self.focus("#we")
        self.browser.press("d")
        self.browser.press("ArrowRight")
        seen = self.state()
        link = self.browser.run("document.getElementById('we-link').getAttribute('href')")
        self.open(self.paper, link)
        self.assertEqual(self.state(), seen)

    def test_the_keyboard_alone_suffices(self):
        self.open(self.paper)
        for _ in range(400):
            self.browser.press("Tab")
            if self.browser.run("document.activeElement.id") == "we":
                break
        else:
            self.fail("Tab does not lead to the explorer")
        self.browser.press("Tab")
        self.assertEqual(self.browser.run("document.activeElement.id"), "we-kernel")
        self.browser.press("ArrowDown")
        self.assertEqual(self.state()["kernel"], "double loop")
        self.browser.press("Tab")
        self.browser.press("ArrowDown")
        self.assertEqual(self.state()["lanes"], "n = 3")
        reached = set()
        for _ in range(40):
            self.browser.press("Tab")
            reached.add(self.browser.run("document.activeElement.id"))
        for control in ("we-generation", "we-axis", "we-first", "we-before", "we-back", "we-play", "we-forward", "we-next",
                        "we-last", "we-step", "we-speed", "we-link", "we-out", "we-in", "we-all", "we-timeline", "we-code"):
            self.assertIn(control, reached)
        for control in ("we-find", "we-line", "we-lane-next", "we-lane", "we-wait"):
            self.assertIn(control, reached)
        self.focus("#we-timeline")
        self.browser.press("End")
        end = self.state()["position"]
        self.assertEqual(end, self.browser.run("Number(document.getElementById('we-timeline').getAttribute('aria-valuemax'))"))
        self.browser.press("Home")
        self.browser.press(" ")
        self.browser.wait("Number(document.getElementById('we-timeline').getAttribute('aria-valuenow')) > 3")
        self.browser.press(" ")
        stopped = self.state()["position"]
        time.sleep(0.2)
        self.assertEqual(self.state()["position"], stopped)

    def test_the_time_line_can_be_dragged(self):
        self.open(self.paper)
        self.browser.run("document.getElementById('we-timeline').scrollIntoView({block: 'center'})")
        box = self.browser.run("""(() => { const box = document.getElementById('we-timeline').getBoundingClientRect();
            return [box.left, box.top, box.width]; })()""")
        mouse = lambda kind, share: self.browser.call("Input.dispatchMouseEvent", type=kind, x=box[0] + share * box[2],
                                                      y=box[1] + 20, button="left", clickCount=1)
        mouse("mousePressed", 0.1)
        self.assertAlmostEqual(self.state()["position"], 0.1 * 137, delta=1)
        mouse("mouseMoved", 0.5)
        self.assertAlmostEqual(self.state()["position"], 0.5 * 137, delta=1)
        mouse("mouseReleased", 0.5)
        mouse("mouseMoved", 0.9)
        self.assertAlmostEqual(self.state()["position"], 0.5 * 137, delta=1)

    # --- convergence barriers ---

    def barriers(self):
        return self.browser.run(BARRIERS)

    def test_lanes_block_at_a_barrier_and_are_released(self):
        self.open_single_loop()
        self.assertEqual((self.state()["generation"], self.state()["axis"]), ("sm_90", "cycles"))
        self.assertEqual(self.barriers()["registers"], 16)
        self.assertEqual(self.barriers()["held"], [])
        self.browser.press("e")  # BSSY
        self.assertEqual(self.barriers()["held"], ["B0 holds 32 lanes 0xffffffff, arrived 0 lanes 0x00000000"])
        for left, lane in ((1, 31), (2, 30)):
            self.browser.press("d")
            state, seen = self.state(), self.barriers()
            self.assertEqual((state["running"], state["waiting"], state["blocked"]), (1, 32 - left, left - 1))
            self.assertEqual(seen["ready"], [f"0x{(1 << lane) - 1:08x} {lane} lanes → 0xf0 next, fast"])
            self.assertEqual(seen["lanes"][0], "lane 0: ready, continues at 0xf0")
            self.assertEqual(seen["lanes"][lane], f"lane {lane}: running")
            self.browser.press("ArrowRight")  # BSYNC
            state, seen = self.state(), self.barriers()
            self.assertEqual((state["running"], state["waiting"], state["blocked"]), (32 - left, 0, left))
            self.assertEqual(seen["ready"], [])
            self.assertEqual(seen["lanes"][lane], f"lane {lane}: blocked at B0, 0x130, waits for {lane} lanes 0x{(1 << lane) - 1:08x}")
            self.assertIn(f"{left} of 32 arrived", self.browser.run("document.querySelector('.we-register').textContent"))
        before = self.state()["position"]
        self.browser.press("e")
        state = self.state()
        self.assertIn("B0 is complete and releases 32 lanes 0xffffffff: re-convergence", state["status"])
        self.assertEqual((state["running"], state["blocked"]), (32, 0))
        self.assertEqual(self.barriers()["held"], [])
        self.assertGreater(state["position"], before)
        self.browser.press("End")
        self.assertEqual(self.state()["gone"], 32)
        self.browser.press("d", shift=True)
        self.assertEqual(self.barriers()["lanes"][30], "lane 30: running")

    def test_the_cycles_of_the_page_are_those_of_the_trace(self):
        run = json.loads(reconverge("trace", *SINGLE_LOOP, "--json", "-").stdout)["runs"][0]
        self.open_single_loop()
        for step in (0, 1, 13, 135, 136, 154):
            self.browser.run(f"(() => {{ const step = document.getElementById('we-step'); step.value = {step}; step.dispatchEvent(new Event('change')); }})()")
            self.assertIn(f"After {step} instructions, cycle {run['issue_cycles'][step]},", self.state()["status"])
        self.assertIn(f"of {run['issue_cycles'][-1]} cycles", self.browser.run("document.getElementById('we-range').textContent"))
        prices = self.browser.run("document.getElementById('we-prices').textContent")
        self.assertEqual("not a prediction" in prices, run["cycles"] is None)

    def test_barrier_steps_back_and_forth_agree(self):
        self.open_single_loop()
        forth = []
        for _ in range(156):
            forth.append((self.state(), self.barriers()))
            self.browser.press("ArrowRight")
        self.assertEqual(forth[-1][0]["position"], 155)
        for seen in reversed(forth[:-1]):
            self.browser.press("ArrowLeft")
            self.assertEqual((self.state(), self.barriers()), seen)

    def test_links_reopen_a_step_under_barriers(self):
        self.open_single_loop()
        self.browser.press("d")
        self.browser.press("ArrowRight")
        seen = (self.state(), self.barriers())
        link = self.browser.run("document.getElementById('we-link').getAttribute('href')")
        self.open_single_loop(link)
        self.assertEqual((self.state(), self.barriers()), seen)
        self.assertEqual(seen[0]["blocked"], 1)

    def test_the_time_line_of_cycles_can_be_dragged(self):
        self.open_single_loop()
        self.browser.run("document.getElementById('we-timeline').scrollIntoView({block: 'center'})")
        box = self.browser.run("""(() => { const box = document.getElementById('we-timeline').getBoundingClientRect();
            return [box.left, box.top, box.width]; })()""")
        cycles = json.loads(reconverge("trace", *SINGLE_LOOP, "--json", "-").stdout)["runs"][0]["issue_cycles"]
        for share in (0.25, 0.5, 0.9):
            self.browser.call("Input.dispatchMouseEvent", type="mousePressed", x=box[0] + share * box[2], y=box[1] + 20,
                              button="left", clickCount=1)
            self.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=box[0] + share * box[2], y=box[1] + 20,
                              button="left", clickCount=1)
            issued_by_then = sum(1 for cycle in cycles if cycle <= share * cycles[-1])
            self.assertAlmostEqual(self.state()["position"], issued_by_then - 1, delta=1)

    def test_the_report_offers_the_loop_compiled_for_sm_90(self):
        self.open(self.paper)
        self.browser.run("document.getElementById('we-kernel').focus()")
        self.browser.press("ArrowDown")
        self.browser.press("ArrowDown")
        state = self.state()
        self.assertEqual((state["kernel"], state["lanes"], state["generation"], state["axis"]),
                         ("single loop, compiled for sm_90", "n = 2", "Hopper (sm_90)", "cycles"))
        self.assertEqual(self.browser.run("document.getElementById('we-generation').options.length"), 1)
        self.assertEqual(self.browser.run("document.getElementById('we-h-wait').textContent"), "Barriers and ready groups")
        self.focus("#we")
        self.browser.press("d")
        self.browser.press("ArrowRight")
        self.assertEqual(self.state()["blocked"], 1)
        self.browser.run("document.getElementById('we-kernel').focus()")
        self.browser.press("ArrowUp")
        self.browser.press("ArrowUp")
        state = self.state()
        self.assertEqual((state["kernel"], state["axis"]), ("single loop", "steps"))
        self.assertGreater(self.browser.run("document.getElementById('we-generation').options.length"), 2)
        self.assertEqual(self.browser.run("document.getElementById('we-h-wait').textContent"), "Token stack")

    def test_other_waits_and_a_deadlock_are_shown(self):
        listing = """code for sm_80
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
        page = WORK / "stuck.html"
        result = reconverge("trace", "-", "--html", page, text=listing)
        self.assertEqual(result.returncode, 5, result.stderr)
        self.open(page)
        self.focus("#we")
        self.browser.press("End")
        state, seen = self.state(), self.barriers()
        self.assertEqual((state["running"], state["blocked"], state["axis"]), (0, 32, "steps"))
        self.assertEqual(seen["elsewhere"], ["WARPSYNC 0x0000000f at 0x60 waits for 28 lanes 0xfffffff0"])
        self.assertEqual(seen["lanes"][31], "lane 31: blocked at B5, 0x40, waits for 4 lanes 0x0000000f")
        prices = self.browser.run("document.getElementById('we-prices').textContent")
        for part in ("time is in executed instructions", "no instruction timings", "did not finish", "deadlock"):
            self.assertIn(part, prices)
        self.assertTrue(self.browser.run("document.getElementById('we-axis').options[1].disabled"))

    # --- cost by source line ---

    def linked(self, pane):
        return self.browser.run(f"""[...document.querySelectorAll("#{pane} .we-linked")].map((item) =>
            item.dataset.place ? Number(item.dataset.place.split(":").pop()) : Number(item.dataset.row))""")

    def test_source_and_instructions_mark_each_other(self):
        self.lines_page(True)
        self.assertFalse(self.browser.run("document.getElementById('we-cost').hidden"))
        texts = self.browser.run("[...document.querySelectorAll('#we-source .we-heat code')].map((code) => code.textContent)")
        self.assertIn("    total += step * i;", texts)
        self.browser.run("""[...document.querySelectorAll("#we-source .we-heat")].find((item) =>
            item.dataset.place.endsWith("weigh.cu:5")).click()""")
        rows = self.linked("we-sass")
        self.assertGreater(len(rows), 1)
        self.assertEqual(self.linked("we-source"), [5])
        self.browser.run(f"document.querySelector('#we-sass [data-row=\"{rows[0]}\"]').dispatchEvent(new Event('mouseenter'))")
        self.assertEqual(self.linked("we-sass"), rows[:1])
        self.assertEqual(self.linked("we-source"), [5, 11, 19], "the line and the calls that were inlined")

    def test_the_worst_places_come_first_and_add_up(self):
        self.lines_page(True)
        worst = self.browser.run("[...document.querySelectorAll('#we-worst button')].map((button) => button.textContent)")
        costs = [int(text.split(": ")[1].split(" ")[0]) for text in worst]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertTrue(any("while lanes were elsewhere, parted at weigh.cu:" in text for text in worst), worst)
        rows = self.browser.run("[...document.querySelectorAll('#we-sass .we-heat b')].map((cost) => Number(cost.textContent))")
        total = int(self.browser.run("document.getElementById('we-cost-note').textContent").split(" ")[0])
        self.assertEqual(sum(rows), total)
        self.browser.run("document.querySelector('#we-worst button').click()")
        self.assertEqual(f"weigh.cu:{self.linked('we-source')[0]}", worst[0].split(": ")[0])

    def test_lines_without_their_text_have_their_numbers(self):
        self.lines_page(False)
        text = self.browser.run("document.getElementById('we-source').textContent")
        self.assertIn("(the source is not here)", text)
        self.assertIn("weigh.cu", text)

    def test_no_folder_of_a_source_is_shown(self):
        self.lines_page(True)
        text = self.browser.run("document.getElementById('warp-explorer-data').textContent")
        self.assertIn("weigh.cu", text)
        self.assertNotIn(str(LINES), text)

    # --- what the timeline shows, and ways to a step ---

    def pixel(self, x, y):
        """Colour of the timeline at a share of its width and a distance from its top."""
        self.browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.browser.run(f"""(() => {{ const canvas = document.getElementById('we-canvas');
            const copy = new OffscreenCanvas(1, 1).getContext('2d', {{ willReadFrequently: true }});
            copy.drawImage(canvas, Math.floor({x} * canvas.width), {y}, 1, 1, 0, 0, 1, 1);
            return [...copy.getImageData(0, 0, 1, 1).data]; }})()""")

    def test_a_deadlock_is_seen_on_the_time_line(self):
        page = WORK / "stuck_line.html"
        self.assertEqual(reconverge("trace", "-", "--html", page, text=self.STUCK).returncode, 5)
        self.open(page)
        self.assertIn("deadlock", self.browser.run("document.getElementById('we-alert').innerText"))
        # The run ends at step 6 of what is shown; from there on it is hatched, behind a line in the colour of alarm.
        start, end = map(float, self.browser.run("document.getElementById('we-timeline').dataset.range").split())
        self.assertEqual((start, end), (0, 7))
        self.assertEqual(self.pixel(6 / 7 + 0.001, 2), self.colour("--we-alarm"))
        row = [self.pixel(6.1 / 7 + share / 1000, 2) for share in range(0, 60, 4)]
        self.assertGreater(len({tuple(colour) for colour in row}), 1, "no hatching")
        self.assertEqual(self.pixel(0.2, 2), self.colour("--we-run"))
        self.open_single_loop()
        self.assertTrue(self.browser.run("document.getElementById('we-alert').hidden"))

    def test_waits_are_told_from_work(self):
        self.open_single_loop()
        run = json.loads(self.browser.run("document.getElementById('warp-explorer-data').textContent"))["runs"][0]
        cycles, classes = run["spent"][::2], run["spent"][1::2]
        self.assertEqual(sum(cycles), sum(run["issues"]))
        sums = [sum(cycle for cycle, kind in zip(cycles, classes) if kind == one) for one in range(7)]
        account = [sum(row[kind] for row in run["classes"]) for kind in range(7)]
        self.assertEqual(sums, account, "stretch by stretch as by row")
        # Of a few cycles at the start, where all lanes run, those that issue are dark and those that wait light.
        self.go(0)
        for _ in range(20):
            self.browser.run("document.getElementById('we-in').click()")
        start, end = map(float, self.browser.run("document.getElementById('we-timeline').dataset.range").split())
        by_cycle = [kind for cycle, kind in zip(cycles, classes) for _ in range(cycle)]
        seen = set()
        for cycle in range(math.ceil(start), math.floor(end)):
            colour = self.pixel((cycle + 0.5 - start) / (end - start), 2)
            self.assertEqual(colour, self.colour("--we-run" if by_cycle[cycle] == 0 else "--we-values"), cycle)
            seen.add(by_cycle[cycle] == 0)
        self.assertEqual(seen, {True, False})

    def test_the_time_line_has_labels_and_ticks(self):
        self.open_single_loop()
        self.browser.wait("document.querySelectorAll('#we-ticks span').length > 2")
        labels = self.browser.run("[...document.querySelectorAll('#we-labels span')].map((label) => label.textContent)")
        self.assertEqual(labels[:9], ["0", "4", "8", "12", "16", "20", "24", "28", "31"])
        box = self.browser.run("document.getElementById('we-timeline').getBoundingClientRect().left")
        width = self.browser.run("document.getElementById('we-timeline').clientWidth")
        _, end = map(float, self.browser.run("document.getElementById('we-timeline').dataset.range").split())
        ticks = self.browser.run("""[...document.querySelectorAll('#we-ticks span:not(.we-last-tick)')].map((tick) =>
            [Number(tick.textContent.replace(/,/g, '')), tick.getBoundingClientRect().left])""")
        for value, left in ticks:
            self.assertAlmostEqual((left - box) / width, value / end, delta=0.01)

    def mouse(self, kind, share, y=20, **more):
        self.browser.run("document.getElementById('we-timeline').scrollIntoView({block: 'center'})")
        left, top, width = self.browser.run("""(() => { const box = document.getElementById('we-timeline').getBoundingClientRect();
            return [box.left, box.top, box.width]; })()""")
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=left + share * width, y=top + y, **more)

    def test_the_pointer_reads_a_lane_and_a_moment(self):
        self.open_single_loop()
        self.assertTrue(self.browser.run("document.getElementById('we-tip').hidden"))
        self.browser.press("d")
        self.browser.press("ArrowRight")
        time_of = self.browser.run("Number(document.getElementById('we-cursor').style.left.replace('%', ''))") / 100
        self.mouse("mouseMoved", time_of + 0.002, y=31 * 5 + 2)
        tip = self.browser.run("document.getElementById('we-tip').textContent")
        self.assertIn("lane 31: blocked at B0", tip)
        self.assertRegex(tip, "instruction [0-9]+, cycle [0-9]+")
        self.mouse("mouseMoved", 0.5, y=-60)
        self.assertTrue(self.browser.run("document.getElementById('we-tip').hidden"))

    def test_the_wheel_zooms_where_the_pointer_is(self):
        self.open_single_loop()
        seen = lambda: [float(part) for part in self.browser.run("document.getElementById('we-timeline').dataset.range").split()]
        start, end = seen()
        at = start + 0.75 * (end - start)
        for _ in range(5):
            self.mouse("mouseWheel", 0.75, deltaX=0, deltaY=-100)
        self.browser.wait(f"Number(document.getElementById('we-timeline').dataset.range.split(' ')[0]) > 0")
        closer = seen()
        self.assertLess(closer[1] - closer[0], 0.9 * (end - start))
        self.assertAlmostEqual((at - closer[0]) / (closer[1] - closer[0]), 0.75, delta=0.01)
        before = self.browser.run("scrollY")
        for _ in range(8):
            self.mouse("mouseWheel", 0.75, deltaX=0, deltaY=100)
        self.browser.wait("document.getElementById('we-timeline').dataset.range.startsWith('0 ')")
        self.assertEqual(seen(), [start, end])

    def rows(self):
        return self.browser.run("Number(document.querySelector('#we-rows .we-current').dataset.row)")

    def test_a_click_on_an_instruction_goes_to_its_next_time(self):
        self.open_single_loop()
        trace = json.loads(reconverge("trace", *SINGLE_LOOP, "--json", "-").stdout)["runs"][0]
        rows = [part["row"] + i for part in trace["path"] for _ in range(part["times"]) for i in range(part["count"])]
        row = max(set(rows), key=rows.count)
        times = [step for step, executed in enumerate(rows) if executed == row]
        click = f"document.querySelector('#we-rows [data-row=\"{row}\"]').click()"
        for expected in times[:3]:
            self.browser.run(click)
            self.assertEqual((self.state()["position"], self.rows()), (expected, row))
        self.go(times[-1])
        self.browser.run(click)
        self.assertEqual(self.state()["position"], times[0], "from the start again")

    def test_next_time_this_line_and_this_lane(self):
        self.open_single_loop()
        trace = json.loads(reconverge("trace", *SINGLE_LOOP, "--json", "-").stdout)["runs"][0]
        rows = [part["row"] + i for part in trace["path"] for _ in range(part["times"]) for i in range(part["count"])]
        row = max(set(rows), key=rows.count)
        times = [step for step, executed in enumerate(rows) if executed == row]
        self.go(times[0])
        self.focus("#we")
        self.browser.press("l")
        self.assertEqual(self.state()["position"], times[1], "no lines are known: the instruction")
        self.browser.press("l", shift=True)
        self.assertEqual(self.state()["position"], times[0])
        self.go(0)
        self.browser.run("document.querySelectorAll('.we-lane')[31].click()")
        self.assertEqual(self.browser.run("document.getElementById('we-lane').value"), "31")
        self.focus("#we")
        self.browser.press("d")
        left = self.state()["position"]
        self.browser.press("ArrowRight")
        self.assertIn("blocked", self.barriers()["lanes"][31])
        self.browser.press("n")
        state = self.state()
        self.assertEqual(self.barriers()["lanes"][31], "lane 31: running")
        self.assertGreater(state["position"], left)
        self.browser.press("ArrowLeft")
        self.assertNotEqual(self.barriers()["lanes"][31], "lane 31: running")

    def test_the_next_time_of_a_source_line(self):
        self.lines_page(True)
        line = "document.querySelector('#we-rows .we-current .we-line').textContent"
        self.browser.run("""[...document.querySelectorAll("#we-source .we-heat")].find((item) =>
            item.dataset.place.endsWith("weigh.cu:5")).click()""")
        first = self.state()["position"]
        self.assertEqual(self.browser.run(line), ":5")
        self.assertIn("total += step * i;", self.browser.run("document.querySelector('#we-source .we-current').textContent"))
        self.browser.run("document.getElementById('we-line').click()")
        self.assertEqual(self.browser.run(line), ":5")
        self.assertGreater(self.state()["position"], first)
        self.focus("#we")
        self.browser.press("ArrowLeft")
        self.assertNotEqual(self.browser.run(line), ":5", "the line is come to, not stayed in")

    def find(self, text):
        self.browser.run("document.getElementById('we-find').value = ''")
        self.focus("#we-find")
        self.browser.run(f"document.getElementById('we-find').value = {json.dumps(text)}")
        self.browser.press("Enter")
        return self.browser.run("document.getElementById('we-found').textContent")

    def test_search_finds_opcodes_addresses_and_lines(self):
        self.lines_page(True)
        self.assertRegex(self.find("bsync"), "[0-9]+ instructions?")
        self.assertIn("BSYNC", self.browser.run("document.querySelector('#we-rows .we-current code').textContent"))
        self.find("0x50")
        self.assertEqual(self.browser.run("document.querySelector('#we-rows .we-current .we-pc').textContent"), "0x0050")
        self.find(":19")
        self.assertEqual(self.browser.run("document.querySelector('#we-rows .we-current .we-line').textContent"), ":19")
        self.assertEqual(self.find("FROBNICATE"), "nothing of that name")

    def test_the_explorer_fits_a_window_without_scrolling(self):
        self.browser.emulate(width=1440, height=900)
        self.lines_page(True)
        bottom = self.browser.run("document.getElementById('we').getBoundingClientRect().bottom")
        self.assertLessEqual(bottom, 900)
        for pane in ("we-source", "we-code", "we-lanes", "we-wait"):
            box = self.browser.run(f"(() => {{ const box = document.getElementById('{pane}').getBoundingClientRect(); return [box.top, box.bottom, box.height]; }})()")
            self.assertGreater(box[2], 40, pane)
            self.assertLessEqual(box[1], bottom, pane)
        self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), 1440)

    def test_the_listing_follows_the_step_and_empty_panes_are_gone(self):
        self.browser.emulate(width=1440, height=900)
        self.lines_page(True)
        self.focus("#we")
        self.assertEqual(self.find("0x180"), "1 instruction")
        seen = """(() => { const pane = document.getElementById('we-code').getBoundingClientRect();
            const row = document.querySelector('#we-rows .we-current').getBoundingClientRect();
            return row.top >= pane.top - 1 && row.bottom <= pane.bottom + 1; })()"""
        self.assertTrue(self.browser.run(seen))
        page = WORK / "stack.html"
        values = ",".join(str(lane * 1000) for lane in range(32))
        self.assertEqual(reconverge("trace", "single_loop", "--reg", f"R5=list({values})", "--max-steps", "2000", "--html", page).returncode, 5)
        self.open(page)
        self.assertEqual(self.browser.run("document.getElementById('we-cost').getClientRects().length"), 0)
        self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), 1440)

    def test_a_block_of_32_warps_has_each_to_choose(self):
        page = WORK / "block.html"
        result = reconverge("trace", SM_90, "--function", "_Z11single_loopILi0EEvPKiPfPx", "--block", "1024", "--warp", "0",
                            "--arg", "i32[1024]=index", "--arg", "f32[1024]", "--arg", "i64[4096]", "--html", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page)
        seconds = self.browser.run("performance.getEntriesByType('navigation')[0].domInteractive") / 1000
        print(f"\nblock of 32 warps: {page.stat().st_size / 1e6:.2f} MB, interactive after {seconds:.2f} s", file=sys.stderr)
        options = self.browser.run("[...document.getElementById('we-warp').options].map((option) => option.textContent)")
        self.assertEqual(len(options), 32)
        steps = set()
        for warp in (0, 7, 31):
            self.browser.run(f"""(() => {{ const choice = document.getElementById('we-warp'); choice.value = '{warp}';
                choice.dispatchEvent(new Event('change')); }})()""")
            steps.add(self.browser.run("document.getElementById('we-total').textContent"))
            self.assertIn(f"of {options[warp].split(', ')[1].split(' ')[0]},", self.browser.run("document.getElementById('we-total').textContent"))
            self.assertFalse(self.browser.run("document.getElementById('we-cost').hidden"))
        self.assertGreater(len(steps), 1)
        link = self.browser.run("document.getElementById('we-link').getAttribute('href')")
        self.open(page, link)
        self.assertEqual(self.browser.run("document.getElementById('we-warp').value"), "31")

    # --- the rules ---

    def rules(self):
        return self.browser.run("""({name: document.getElementById('we-why-name').textContent, open: document.getElementById('we-why').open,
            text: document.getElementById('we-rule').textContent, hidden: document.getElementById('we-why').hidden,
            numbers: [...document.querySelectorAll('#we-rule tr')].map((row) => [...row.cells].map((cell) => cell.textContent))})""")

    def test_a_step_leads_to_its_rule(self):
        self.open_single_loop()
        self.browser.press("d")
        self.assertIn("divergent-branch (11)", self.rules()["name"])
        self.assertNotIn("uniform-branch", self.rules()["name"])
        self.browser.press("r")
        self.assertTrue(self.rules()["open"])
        self.browser.press("ArrowRight")
        shown = self.rules()
        self.assertIn("barriers: BSYNC B", shown["name"])
        self.assertIn("wait until all its live lanes do", shown["text"])
        explained = reconverge("explain", "bsync").stdout
        for line in explained.splitlines()[2:5]:
            self.assertIn(line, " ".join(shown["text"].split()))
        self.assertIn(["BSYNC resumed-older", "51 cycles", "measured", "probes/control/if_else.cu"], shown["numbers"])
        self.browser.press("r")
        self.assertFalse(self.rules()["open"])

    def test_a_step_of_the_stack_leads_to_its_rule(self):
        self.open(self.paper)
        self.focus("#we")
        self.browser.press("d")
        self.assertEqual(self.rules()["name"], "token-stack: BRA, JMP")
        self.browser.press("r")
        self.assertIn("push (DIV, the lanes that do not, the next address)", self.rules()["text"])

    # --- two runs side by side ---

    BESIDE = """(() => ({
      total: document.getElementById('we-beside-total').textContent,
      here: document.getElementById('we-here').textContent,
      statuses: ['we-status', 'we-status-other'].map((id) => document.getElementById(id).textContent),
      own: Number(document.getElementById('we-timeline').getAttribute('aria-valuenow')),
      other: Number(document.getElementById('we-timeline-other').getAttribute('aria-valuenow')),
      names: [...document.querySelectorAll('.we-of')].sort((a, b) => a.parentNode.style.order - b.parentNode.style.order).map((one) => one.textContent),
      current: [...document.querySelectorAll('.we-pair.we-current')].map((cell) => cell.textContent),
      lines: [...document.querySelectorAll('.we-pair-line')].map((row) => [...row.cells].map((cell) => cell.textContent)),
      shown: ['we-panes', 'we-beside-panes'].map((id) => document.getElementById(id).getClientRects().length > 0),
      width: document.documentElement.scrollWidth,
    }))()"""

    def test_tables_of_two_builds_are_not_wider_than_the_page(self):
        for width in (1440, 1024):
            self.browser.emulate(width=width)
            self.open(self.beside_page()[0])
            wide = self.browser.run("[...document.querySelectorAll('.scroll')].map((rows) => rows.scrollWidth - rows.clientWidth)")
            self.assertGreater(len(wide), 2)
            self.assertLessEqual(max(wide), 1, f"{width} px")

    def test_time_lines_of_two_builds_have_the_whole_width_of_small_windows(self):
        for width in (700, 820, 1000):
            self.browser.emulate(width=width)
            self.open(self.beside_page()[0])
            left = self.browser.run("""['.we-tracks', '.we-of', '.we-legend'].map((part) =>
                document.querySelector(part).getBoundingClientRect().left)""")
            self.assertLessEqual(max(left) - min(left), 4, f"{width} px: {left}")
            overlap = self.browser.run("""(() => { const [why, name] = ['.we-why', '.we-of'].map((part) =>
                document.querySelector(part).getBoundingClientRect());
                return why.bottom > name.top + 2 && why.right > name.left && why.left < name.right; })()""")
            self.assertFalse(overlap, f"{width} px")

    def test_two_builds_stand_side_by_side(self):
        page, record = self.beside_page()
        for width, height in ((1440, 900), (1024, 768), (390, 844)):
            self.browser.emulate(width=width, height=height, phone=width < 500)
            self.open(page)
            self.assertLessEqual(self.browser.run(self.BESIDE)["width"], width)
        self.browser.emulate(width=1440)
        self.open(page)
        self.focus("#we")
        seen = self.browser.run(self.BESIDE)
        self.assertEqual((seen["shown"], seen["names"]), ([False, True], ["old", "new"]))
        old, new = record["old"]["cycles"], record["new"]["cycles"]
        self.assertIn(f"old: {old:,}, new: {new:,} cycles; difference −{old - new:,}", seen["total"])
        difference = next(line for line in record["lines"] if line["place"] == "loop_new.cu:7")
        loop = next(line for line in seen["lines"] if line[0].startswith("loop_new.cu:7"))
        self.assertEqual([int(loop[column].replace(",", "")) for column in (1, 3)], [difference["old_cycles"], difference["new_cycles"]])
        self.assertEqual(loop[4], "line 5 before")
        # Their lines sum up to the whole.
        self.assertEqual([sum(int(line[column].replace(",", "")) for line in seen["lines"]) for column in (1, 3)], [old, new])

    def test_steps_are_synchronized_along_either_run(self):
        page, record = self.beside_page()
        self.open(page)
        self.focus("#we")
        for _ in range(9):
            self.browser.press("d")
        seen = self.browser.run(self.BESIDE)
        self.assertTrue(seen["statuses"][0].startswith(f"old: After {seen['own']} instructions"))
        self.assertTrue(seen["statuses"][1].startswith(f"new: After {seen['other']} instructions"))
        self.assertEqual(len(seen["current"]), 2)
        self.assertEqual([re.search(r"[A-Z][A-Z0-9.]+", text[4:]).group().split(".")[0] for text in seen["current"]], ["BSYNC", "BSYNC"])
        self.browser.press("o")
        turned = self.browser.run(self.BESIDE)
        self.assertEqual((turned["names"], turned["own"]), (["old", "new"], seen["other"]))
        self.assertTrue(turned["statuses"][0].startswith("new: After"))
        self.assertEqual([line[2] for line in turned["lines"]], [line[2] for line in seen["lines"]], "a difference keeps its sign")
        self.browser.press("End")
        self.assertIn(f"{record['old']['cycles']:,} and {record['new']['cycles']:,}", self.browser.run(self.BESIDE)["here"])
        link = self.browser.run("document.getElementById('we-link').getAttribute('href')")
        ended = self.browser.run(self.BESIDE)
        self.open(page, link)
        self.assertEqual(self.browser.run(self.BESIDE), ended)
        self.browser.run("document.querySelector('.we-pair').click()")
        self.assertTrue(self.browser.run(self.BESIDE)["statuses"][0].startswith("old: After 0 instructions"))
        rows = self.browser.run("document.querySelectorAll('#we-pairs tr').length")
        self.browser.run("document.getElementById('we-only').click()")
        self.assertLess(self.browser.run("document.querySelectorAll('#we-pairs tr').length"), rows)
        self.browser.run("document.querySelector('#we-differences button').click()")

    def test_copies_of_an_unrolled_loop_stand_beside_its_row(self):
        page, _ = self.beside_page()
        self.open(page)
        cells = self.browser.run("[...document.querySelectorAll('#we-pairs tr:not(.we-pair-line)')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        again = [(row[0], row[4]) for row in cells if "again" in row[0]]
        self.assertTrue(again)
        self.assertFalse([new for _, new in again if re.search("BRA|BSYNC", new)], "control is no copy")
        original = next(row[0] for row in cells if "FFMA" in row[0] and "FFMA" in row[4])
        address = original.split("FFMA")[0].strip()
        copies = [new for old, new in again if old == f"{address} again"]
        self.assertGreater(len(copies), 1)
        self.assertTrue(all("FFMA" in new for new in copies), copies)
        # From one copy to the next the old code goes on by a pass. The new one runs them a few times more, as its lanes part
        # more often, so that two of them may share one.
        self.browser.run("document.getElementById('we-along').click()")
        self.focus("#we")
        self.browser.run("document.querySelector('#we-find').value = 'FFMA'")
        seen = []
        for _ in range(12):
            self.focus("#we-find")
            self.browser.press("Enter")
            state = self.browser.run(self.BESIDE)
            seen.append(state["other"])
            self.assertIn("FFMA", state["statuses"][0])
            self.assertRegex(state["statuses"][1], f"next {address} FFMA")
        self.assertGreater(len(set(seen)), len(seen) - 3, "each copy is another pass of the old loop")
        self.assertEqual(seen, sorted(seen))

    def beside(self, text):
        self.browser.run(f"""(() => {{ const choice = document.getElementById('we-beside');
            choice.value = [...choice.options].find((option) => option.textContent === {json.dumps(text)}).value;
            choice.dispatchEvent(new Event('change')); }})()""")

    def test_two_runs_of_one_kernel_stand_side_by_side(self):
        self.open(self.paper)
        self.beside("n = 14")
        seen = self.browser.run(self.BESIDE)
        self.assertEqual((seen["names"], seen["shown"]), (["n = 2", "n = 14"], [False, True]))
        self.assertIn("n = 2: 137, n = 14:", seen["total"])
        self.beside("nothing")
        self.assertEqual(self.browser.run(self.BESIDE)["shown"], [True, False])
        self.assertEqual(self.browser.run("document.getElementById('we-timeline-other').getClientRects().length"), 0)
        self.expect(0)

    # --- stored results ---

    def test_the_report_begins_with_what_a_lane_costs(self):
        kernels = {("loop", "halves"): [100, 110, 120], ("loop", "reverse"): [100, 110, 120], ("switch", "halves"): [50, 90, 130]}
        files = [self.bench_file("one.json", "card one", kernels), self.bench_file("two.json", "card two", {("loop", "halves"): [0, 1, 2]}),
                 self.bench_file("again.json", "card one", {("other", "halves"): [5, 5, 5]})]
        page = WORK / "overview.html"
        self.assertEqual(reconverge("report", *files, "--html", page).returncode, 0)
        self.open(page)
        self.assertEqual(self.browser.run("document.querySelector('main h2').textContent"), "Overview")
        cells = """[...document.querySelectorAll('table.sortable tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"""
        rows = self.browser.run(cells)
        self.assertEqual([(row[0], row[1], float(row[3])) for row in rows],
                         [("loop", "halves", 10), ("loop", "halves", 1), ("loop", "reverse", 10), ("other", "halves", 0), ("switch", "halves", 40)])
        sort = lambda title: self.browser.run(f"""[...document.querySelectorAll('table.sortable th')].find((head) =>
            head.textContent === '{title}').querySelector('button').click()""")
        sort("cycles a lane")
        self.assertEqual([float(row[3]) for row in self.browser.run(cells)], [40, 10, 10, 1, 0])
        sort("cycles a lane")
        self.assertEqual([float(row[3]) for row in self.browser.run(cells)], [0, 1, 10, 10, 40])
        self.assertEqual(self.browser.run("document.querySelectorAll('th[aria-sort]').length"), 1)
        # Verdicts are whole: nothing of a cell is beyond its edge.
        self.assertTrue(self.browser.run("[...document.querySelectorAll('table.sortable td')].every((cell) => cell.scrollWidth <= cell.clientWidth + 1)"))
        # Devices stand once each.
        self.assertEqual(self.browser.run("document.querySelector('#devices ~ figure thead, section[aria-labelledby=devices] thead').rows[0].cells.length"), 3)

    def test_the_overview_fits_every_window(self):
        kernels = {("if_else_short", pattern): [100, 110, 120] for pattern in ("halves", "every(4)", "staircase")}
        files = [self.bench_file(f"long_{i}.json", f"NVIDIA GeForce card with a long name, number {i}", kernels) for i in range(3)]
        page = WORK / "long_names.html"
        self.assertEqual(reconverge("report", *files, "--html", page).returncode, 0)
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, phone=width < 500)
            self.open(page)
            wide = self.browser.run("(() => { const rows = document.querySelector('table.sortable').parentNode; return rows.scrollWidth - rows.clientWidth; })()")
            self.assertLessEqual(wide, 1, f"{width} px")
        # On a phone each value stands beside the title of its column, and still sorts.
        self.assertEqual(self.browser.run("document.querySelector('table.sortable tbody td').dataset.label"), "kernel")
        self.browser.run("document.querySelectorAll('table.sortable th button')[3].click()")
        self.assertEqual(self.browser.run("document.querySelectorAll('th[aria-sort]').length"), 1)

    def test_cards_of_the_overview_stand_on_one_line(self):
        page = WORK / "cards.html"
        results = [LINES.parents[2] / "data" / "measured" / "h100" / name for name in ("all_same_code.json", "paper_patterns.json")]
        self.assertEqual(reconverge("report", *results, "--html", page).returncode, 0)
        for width in (1440, 1024):
            self.browser.emulate(width=width)
            self.open(page)
            heights = self.browser.run("""[...document.querySelectorAll('table.sortable tbody tr')].slice(0, 20).map((row) => {
                const range = document.createRange(); range.selectNodeContents(row.cells[2]);
                return [row.cells[2].textContent, range.getClientRects().length]; })""")
            self.assertEqual({tuple(one) for one in heights}, {("NVIDIA H100 80GB HBM3", 1)})
            self.assertLessEqual(self.browser.run(
                "(() => { const rows = document.querySelector('table.sortable').parentNode; return rows.scrollWidth - rows.clientWidth; })()"), 1)

    def test_rows_of_long_tables_come_when_the_page_stands(self):
        kernels = {(f"kernel_{i:03}", pattern): [i, 2 * i] for i in range(110) for pattern in ("halves", "reverse")}
        page = WORK / "long_table.html"
        self.assertEqual(reconverge("report", self.bench_file("long_table.json", "card", kernels), "--html", page).returncode, 0)
        self.open(page)
        rows = "document.querySelectorAll('table.sortable tbody tr').length"
        self.browser.wait(f"{rows} === 220")
        self.assertEqual(self.browser.run("document.querySelectorAll('noscript.rest').length"), 0)
        self.browser.run("[...document.querySelectorAll('table.sortable th button')].find((one) => one.textContent === 'cycles a lane').click()")
        self.assertEqual(self.browser.run("document.querySelector('table.sortable tbody tr').cells[0].textContent"), "kernel_109")
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open(page)
            nodes = self.browser.call("DOM.getDocument", depth=-1)["root"]
            shown = self.browser.call("DOM.querySelectorAll", nodeId=nodes["nodeId"], selector="figure[id^=overview] tbody tr")
            self.assertEqual(len(shown["nodeIds"]), 220)
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_equal_curves_are_said_to_be_equal_and_patterns_share_a_chart(self):
        kernels = {("loop", "halves"): [100, 110, 120], ("loop", "reverse"): [100, 110, 120], ("loop", "every(4)"): [1, 2, 3]}
        page = WORK / "equal.html"
        self.assertEqual(reconverge("report", self.bench_file("equal.json", "card", kernels), "--html", page).returncode, 0)
        self.open(page)
        on = self.chart("bench_1")
        legend = on("[...figure.querySelectorAll('.chart-legend label')].map((label) => label.textContent)")
        self.assertEqual(legend, ["card, lanes every(4)", "card, lanes halves", "card, lanes reverse (the same values as card, lanes halves)"])
        swatches = on("[...figure.querySelectorAll('.chart-legend .chart-swatch')].map((swatch) => swatch.style.color + swatch.innerHTML)")
        self.assertEqual(len(set(swatches)), 3)
        self.assertEqual(len(set(on("[...figure.querySelectorAll('.chart-legend .chart-swatch')].map((swatch) => swatch.innerHTML)"))), 3,
                         "marks alone set them apart")

    def test_a_logarithmic_axis_says_what_it_leaves_out(self):
        page = WORK / "zero.html"
        self.assertEqual(reconverge("report", self.bench_file("zero.json", "card", {("loop", "halves"): [0, 10, 100]}), "--html", page).returncode, 0)
        self.open(page)
        on = self.chart("bench_1")
        self.assertTrue(on("figure.querySelector('.chart-left-out').hidden"))
        on("""(() => { const axis = figure.querySelector('.chart-tools select'); axis.value = 'log';
              axis.dispatchEvent(new Event('change')); })()""")
        self.assertIn("card, 1 point", on("figure.querySelector('.chart-left-out').innerText"))

    def test_a_saved_drawing_has_its_caption_and_legend(self):
        self.open(self.paper)
        self.browser.run("""(() => { window.saved = []; const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => { saved.push(blob.text()); return make(blob); }; })()""")
        on = self.chart("single_loop_timing")
        self.browser.call("Browser.setDownloadBehavior", behavior="deny")
        on("[...figure.querySelectorAll('.chart-tools button')].find((button) => button.textContent === 'Save SVG').click()")
        self.browser.wait("saved.length === 1")
        drawing = self.browser.run("Promise.all(saved)")[0]
        texts = " ".join(self.browser.run(f"""[...new DOMParser().parseFromString({json.dumps(drawing)}, 'image/svg+xml').querySelectorAll('text')]
            .map((text) => text.textContent)"""))
        self.assertIn("kepler, emulated (lazy)", texts)
        for word in on("figure.querySelector('figcaption').textContent").split():
            self.assertIn(word, texts)
        self.assertEqual(self.browser.run(f"new DOMParser().parseFromString({json.dumps(drawing)}, 'image/svg+xml').querySelector('parsererror')"), None)

    def test_emulations_of_kernels_stand_in_a_report(self):
        emulated = WORK / "kernel.json"
        self.assertEqual(reconverge("emulate", *SINGLE_LOOP, "--json", emulated).returncode, 0)
        page = WORK / "kernel_report.html"
        result = reconverge("report", emulated, "--html", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        account = json.loads(emulated.read_text())["account"]
        self.open(page)
        row = self.browser.run("[...document.querySelector('table.sortable tbody tr').cells].map((cell) => cell.textContent)")
        self.assertEqual(row[0], "kernel.json")
        for number in (account["executed"], account["divergent_branches"], account["cycles"], account["apart_cycles"]):
            self.assertIn(str(number), row)

    # --- what was cut, broken or out of place ---

    def kernel_source(self):
        """A run whose lines are known, and whose lanes are missed at other lines than those that took them."""
        page = WORK / "lost.html"
        if not page.exists():
            listing = (LINES / "weigh_sm_90.sass").read_text().replace('"/kernels/', f'"{LINES}/')
            self.assertEqual(reconverge("trace", "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index",
                                        "--html", page, text=listing).returncode, 0)
        self.open(page)
        return json.loads(self.browser.run("document.getElementById('warp-explorer-data').textContent"))

    def test_the_page_names_the_line_that_parted_lanes_as_the_terminal_does(self):
        listing = LINES / "branch_in_loop_sm_90.sass"
        # The branch in the loop parts lanes once; then one lane goes on alone, which the branch of the loop has parted.
        arguments = ("--arg", f"i32[32]=list({'1,' * 31}9)", "--arg", "f32[64]=1")
        page = WORK / "branch_in_loop.html"
        self.assertEqual(reconverge("trace", listing, *arguments, "--html", page).returncode, 0)
        lines = json.loads(reconverge("emulate", listing, *arguments, "--json", "-").stdout)["lines"]
        expected = {}
        for line in lines:
            if line["parted_at"]:
                expected[line["frames"][0]["line"]] = line["parted_at"][0]["source"].split(":")[-1]
        self.open(page)
        texts = self.browser.run("[...document.querySelectorAll('#we-worst button')].map((button) => button.textContent)")
        found = {}
        for text in texts:
            match = re.match(r"branch_in_loop.cu:(\d+): .* parted at branch_in_loop.cu:(\d+)$", text)
            if match:
                found[int(match[1])] = match[2]
        self.assertGreaterEqual(len(found), 5, texts)
        self.assertEqual(found, {line: expected[line] for line in found})
        self.assertEqual(found[8], "5")

    def measure_by(self, what):
        self.browser.run(f"""(() => {{ const choice = document.getElementById('we-measure-by'); choice.value = '{what}';
            choice.dispatchEvent(new Event('change')); }})()""")
        return [int(text or 0) for text in self.browser.run(
            "[...document.querySelectorAll('#we-rows .we-heat[data-row] b')].map((cost) => cost.textContent)")]

    def test_idle_lanes_stand_where_they_were_lost_and_where_that_was_caused(self):
        run = self.kernel_source()["runs"][0]
        triples = [[flat[i:i + 3] for i in range(0, len(flat), 3)] for flat in run["idle"]]
        lost = [sum(lanes for _, _, lanes in row) for row in triples]
        caused = [0] * len(triples)
        for row in triples:
            for _, cause, lanes in row:
                if cause >= 0:
                    caused[cause] += lanes
        # Of 32 lanes, those that were not active.
        self.assertEqual(lost, [32 * executions - active for executions, active, *_ in run["costs"]])
        self.assertGreater(sum(lost), 0)
        self.assertNotEqual(lost, caused)
        self.assertEqual(self.measure_by("lost"), lost)
        first = self.browser.run("document.querySelector('#we-worst button').textContent")
        self.assertRegex(first, r"weigh.cu:\d+: \d+ idle lane slots \(\d+%\), \d+ parted at weigh.cu:\d+")
        self.go(7)
        self.assertEqual(self.measure_by("caused"), caused)
        self.assertEqual(self.state()["position"], 7)
        self.assertEqual(len(self.browser.run("[...document.querySelectorAll('#we-rows .we-current')].map(() => 1)")), 1)
        self.assertRegex(self.browser.run("document.querySelector('#we-worst button').textContent"), r"missed at weigh.cu:\d+")
        total = int(self.browser.run("document.getElementById('we-cost-note').textContent").split(" ")[0])
        self.assertEqual(total, sum(caused))
        self.measure_by("cost")

    def test_no_part_of_the_explorer_hangs_out_of_it(self):
        stuck = WORK / "stuck_out.html"
        reconverge("trace", "-", "--html", stuck, text=self.STUCK)
        self.kernel_source()
        for page in (stuck, WORK / "lost.html", self.beside_page()[0]):
            for width, height in ((1440, 900), (1024, 768), (1100, 640), (1440, 2400), (390, 844)):
                self.browser.emulate(width=width, height=height, phone=width < 500)
                self.open(page)
                out = self.browser.run("""(() => { const box = document.getElementById('we').getBoundingClientRect();
                    return [...document.querySelectorAll('#we > *, #we .we-bar *, #we .we-pane, #we .we-code')].filter((part) => {
                      const own = part.getBoundingClientRect();
                      return own.width > 2 && (own.bottom > box.bottom + 1 || own.right > box.right + 1 || own.left < box.left - 1);
                    }).map((part) => part.id || part.className); })()""")
                self.assertEqual(out, [], f"{page.name}, {width} x {height}")

    def test_two_builds_fit_a_window(self):
        self.browser.emulate(width=1440, height=900)
        self.open(self.beside_page()[0])
        self.assertLessEqual(self.browser.run("document.getElementById('we').getBoundingClientRect().bottom + scrollY"), 900)

    def test_heads_of_both_runs_are_whole(self):
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, phone=width < 500)
            self.open(self.beside_page()[0])
            cut = self.browser.run("""[...document.querySelectorAll('.we-pairs thead th')].filter((head) => head.scrollWidth > head.clientWidth)
                .map((head) => head.textContent)""")
            self.assertEqual(cut, [], width)

    def test_a_lane_and_its_number_stay_together(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.kernel_source()
        tops = self.browser.run("['we-lane-next', 'we-lane'].map((id) => document.getElementById(id).getBoundingClientRect().top)")
        self.assertAlmostEqual(tops[0], tops[1], delta=8)

    def test_what_went_wrong_and_what_to_try_are_two_lines(self):
        page = WORK / "stuck_two.html"
        reconverge("trace", "-", "--html", page, text=self.STUCK)
        self.open(page)
        lines = self.browser.run("[...document.querySelectorAll('#we-alert span')].map((line) => line.textContent)")
        self.assertEqual(len(lines), 2)
        self.assertIn("deadlock at BSYNC", lines[0])
        self.assertTrue(lines[1].startswith("try: "))
        self.assertNotIn("try:", self.browser.run("document.getElementById('we-prices').textContent"), "said twice")

    def test_no_number_is_broken_on_paper(self):
        kernels = {("loop", "halves"): [123456.25, 234567.5, 3456789.75], ("switch", "every(4)"): [50, 90, 130]}
        wide = WORK / "wide_numbers.html"
        self.assertEqual(reconverge("report", *[self.bench_file(f"number_{i}.json", f"card {i}", kernels) for i in range(6)],
                                    "--html", wide).returncode, 0)
        self.browser.emulate(width=718)
        for page in (self.paper, wide):
            self.open(page)
            self.browser.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
            self.browser.wait("document.querySelectorAll('details > noscript').length === 0")
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            broken = self.browser.run("""(() => { const range = document.createRange();
                return [...document.querySelectorAll('td.number')].filter((cell) => {
                  range.selectNodeContents(cell);
                  return cell.childElementCount === 0 && new Set([...range.getClientRects()].map((box) => box.top)).size > 1;
                }).map((cell) => cell.textContent).slice(0, 5); })()""")
            wide_by = self.browser.run("document.documentElement.scrollWidth")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual(broken, [], page.name)
            self.assertLessEqual(wide_by, 718, page.name)

    def test_nothing_of_the_explorer_leaves_its_pane_on_paper_or_a_phone(self):
        token, beside = WORK / "printed_token.html", WORK / "printed_beside.html"
        self.assertEqual(reconverge("trace", "single_loop", "--reg", "R5=staircase(12)", "--html", token).returncode, 0)
        builds = [DIFF / f"loop_{which}_sm_90.sass" for which in ("old", "new")]
        self.assertEqual(reconverge("diff", *builds, "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--html", beside).returncode, 0)
        for page, width, media in ((token, 794, "print"), (beside, 794, "print"), (beside, 390, "")):  # A4 without margins
            self.browser.emulate(width=width, phone=media == "")
            self.open(page)
            self.browser.call("Emulation.setEmulatedMedia", media=media)
            parts = ".we-pairs :is(th, td)" if media == "" else "#we-rows li, .we-lane, .we-pairs :is(th, td)"
            over = self.browser.run(f"""[...document.querySelectorAll('{parts}')].filter((part) =>
                part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent).slice(0, 5)""")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual(over, [], (page.name, width))

    def test_the_table_of_lanes_is_seen_whole(self):
        for width in (1440, 1024):
            self.browser.emulate(width=width)
            self.open(self.paper)
            over = self.browser.run("(() => { const rows = document.querySelector('table.many').parentNode; return rows.scrollWidth - rows.clientWidth; })()")
            self.assertLessEqual(over, 1, width)

    def test_the_answer_stands_before_the_contents(self):
        page = WORK / "answer.html"
        self.assertEqual(reconverge("report", self.bench_file("answer.json", "card", {("loop", "halves"): [1, 2, 3], ("switch", "halves"): [1, 2, 3]}), "--html", page).returncode, 0)
        for shown in (self.paper, page):
            self.open(shown)
            order = self.browser.run("[...document.querySelectorAll('h1, main h2, table.properties')].map((part) => part.textContent.slice(0, 12))")
            self.assertEqual(order[2], "Contents")
            self.assertTrue(order[-1].strip().startswith("tool"), order)
            self.assertLess(self.browser.run("document.querySelector('main h2').getBoundingClientRect().top"), 300)

    def test_columns_of_the_contents_do_not_touch(self):
        kernels = {("i" * length, "halves"): [1, 2, 3] for length in range(20, 62)}  # some fill their column
        page = WORK / "contents.html"
        self.assertEqual(reconverge("report", self.bench_file("contents.json", "card", kernels), "--html", page).returncode, 0)
        self.open(page)
        boxes = self.browser.run("""[...document.querySelectorAll('nav a')].map((link) => { const box = link.getBoundingClientRect();
            return [box.left, box.right]; })""")
        lefts = sorted({round(left) for left, _ in boxes})
        self.assertGreater(len(lefts), 1)
        for first, second in zip(lefts, lefts[1:]):
            # The numbers stand before the links, some 30 pixels wide.
            self.assertLess(max(right for left, right in boxes if round(left) == first), second - 40)

    def test_labels_of_cards_leave_their_values_in_line(self):
        page = WORK / "cards.html"
        self.assertEqual(reconverge("report", self.bench_file("cards.json", "card", {("loop", "halves"): [1, 2, 3], ("switch", "halves"): [1, 2, 3]}), "--html", page).returncode, 0)
        self.browser.emulate(width=390, phone=True)
        self.open(page)
        lefts = self.browser.run("""[...document.querySelector('table.labelled tbody tr').cells].map((cell) => { const range = document.createRange();
            range.selectNodeContents(cell); return Math.round(range.getBoundingClientRect().left); })""")
        self.assertEqual(len(set(lefts)), 1, lefts)

    def test_each_series_has_its_mark_in_chart_and_legend(self):
        self.open(self.paper)
        on = self.chart("additional_branches")
        names = on("[...figure.querySelectorAll('.chart-legend input')].length")
        swatches = on("[...figure.querySelectorAll('.chart-legend .chart-swatch')].map((swatch) => swatch.innerHTML)")
        self.assertEqual(len(set(swatches)), names, "a mark for each of the rules")
        # The cross of the legend has two strokes from corner to corner, and so has that of the chart.
        shapes = on("""[...figure.querySelectorAll('.chart svg .mark-symbol')].map((group) => group.querySelector('path')?.getAttribute('d')).filter(Boolean)""")
        self.assertEqual(len(set(shapes)), len(shapes))
        crosses = [shape for shape in shapes if shape.count("M") == 2]
        self.assertEqual(len(crosses), 1, shapes)
        first = [float(number) for number in re.findall(r"-?[0-9.]+", crosses[0])]
        self.assertNotAlmostEqual(first[0], first[2], delta=1)
        self.assertNotAlmostEqual(first[1], first[3], delta=1)

    def test_steps_of_a_walk_are_a_list(self):
        self.open(self.paper)
        steps = self.browser.run("[...document.querySelectorAll('main > section > ol > li')].map((step) => step.textContent)")
        self.assertEqual(len(steps), 7)
        self.assertTrue(steps[0].startswith("After 0 instructions: entry."))

    def test_the_head_of_a_trace_of_the_stack_has_its_cycles(self):
        page = WORK / "stack_head.html"
        self.assertEqual(reconverge("trace", "single_loop", "--reg", "R5=staircase(20)", "--html", page).returncode, 0)
        self.open(page)
        answer = self.browser.run("document.querySelector('.answer').innerText")
        self.assertIn(f"divergence adds {20 * 32 + 2 * 84}", answer)

    def test_a_profile_is_seen_whole(self):
        kernel = "transform_of_a_long_name_without_a_place_to_break"
        counts = {"warp_instructions": 123456, "idle_lanes": 624120, "branches": 8000, "divergent": 611}
        profile = WORK / "profile.json"
        profile.write_text(json.dumps({"schema": "reconverge.profile", "complete": True, "problems": [],
            "kernels": [{"kernel": kernel, "launches": 3, "measured": 3, "simt_efficiency": 39.0625, **counts}],
            "lines": [{"line": f"transform_kernels.cu:{line}", "kernel": kernel, "active_lanes": 25.25, "handover_cycles_least": 126,
                       "handover_cycles_most": 306, **counts} for line in range(10, 30)]}))
        page = WORK / "profile.html"
        result = reconverge("report", profile, "--html", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        for width, media in ((1440, ""), (1024, ""), (390, ""), (718, "print")):
            self.browser.emulate(width=width, phone=width < 500)
            self.open(page)
            self.browser.call("Emulation.setEmulatedMedia", media=media)
            over = self.browser.run("""[...document.querySelectorAll('figure[id^=profiled] .rows')].map((rows) =>
                rows.querySelector('table').getBoundingClientRect().right - rows.getBoundingClientRect().right)""")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual(len(over), 2)
            self.assertLessEqual(max(over), 1, f"{width} px {media}")
            if width < 500:
                room = self.browser.run("document.querySelector('figure[id^=profiled] td').getBoundingClientRect().width")
                self.assertGreater(room, 280, "a name and its label have the row")

    # --- accessibility ---

    def test_axe_finds_no_violation(self):
        """With axe-core, a file of another project: AXE_CORE=path/to/axe.min.js in the environment."""
        axe = os.environ.get("AXE_CORE")
        if not axe:
            self.skipTest("AXE_CORE names no axe.min.js")
        program = pathlib.Path(axe).read_text()
        stuck = WORK / "stuck_axe.html"
        reconverge("trace", "-", "--html", stuck, text=self.STUCK)
        bench = WORK / "bench_axe.html"
        reconverge("report", self.bench_file("axe.json", "card", {("loop", "halves"): [0, 10, 100], ("loop", "reverse"): [0, 1, 2]}),
                   "--html", bench)
        self.lines_page(True)
        self.browser.call("Page.setBypassCSP", enabled=True)
        try:
            for page in (self.paper, stuck, WORK / "lines_True.html", bench, self.beside_page()[0]):
                for width, dark in ((1440, False), (1440, True), (390, False)):
                    self.browser.emulate(width=width, dark=dark, phone=width == 390)
                    self.open(page)
                    self.browser.run("for (const id of ['we-next', 'we-forward', 'we-next', 'we-forward']) document.getElementById(id)?.click()")
                    self.browser.run(program + ";1")
                    found = self.browser.run("""axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map(
                        (one) => [one.id, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120))]))""")
                    self.assertEqual(found, [], f"{page.name}, {width}, {'dark' if dark else 'light'}")
        finally:
            self.browser.call("Page.setBypassCSP", enabled=False)

    # --- other pages ---

    def test_long_traces_move_smoothly(self):
        listing = """code for sm_20
\tFunction : long
/*0008*/ SSY 0x58;
/*0010*/ IADD R0, R0, 0x1;
/*0018*/ SSY 0x40;
/*0020*/ ISETP.LT.AND P0, PT, R0, R5, PT;
/*0028*/ @P0 BRA 0x38;
/*0030*/ NOP;
/*0038*/ NOP.S;
/*0040*/ ISETP.LT.AND P0, PT, R0, 0x2328, PT;
/*0048*/ @P0 BRA 0x10;
/*0050*/ NOP.S;
/*0058*/ EXIT;
"""
        page = WORK / "long.html"
        values = ",".join(str(280 * lane + 280) for lane in range(32))
        result = reconverge("trace", "-", "--reg", f"R5=list({values})", "--html", page, text=listing)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page)
        steps = self.browser.run("Number(document.getElementById('we-timeline').getAttribute('aria-valuemax'))")
        self.assertGreater(steps, 50_000)
        self.focus("#we")
        taken = self.browser.run("""(() => {
            const press = (key) => document.getElementById('we').dispatchEvent(new KeyboardEvent('keydown', { key }));
            press('End');
            const start = performance.now();
            for (let i = 0; i < 1000; ++i) press('ArrowLeft');
            document.body.offsetWidth;
            return performance.now() - start;
        })()""")
        print(f"\n{steps} instructions, page {page.stat().st_size / 1e6:.2f} MB: {1e6 / taken:.0f} steps a second", file=sys.stderr)
        self.assertEqual(self.state()["position"], steps - 1000)

    def test_a_trace_opens_at_a_generation_whose_stack_is_known(self):
        page = WORK / "opening.html"
        self.assertEqual(reconverge("trace", "single_loop", "--reg", "R5=staircase(20)", "--html", page).returncode, 0)
        self.open(page)
        self.assertTrue(self.state()["generation"].startswith("Kepler"))

    def test_links_that_name_nothing_open_what_there_is(self):
        for fragment in ("kernel=%3Cb%3E&lanes=none&generation=volta&time=moons&step=NaN", "step=-5", "step=1e99", "", "%"):
            self.open(self.paper, "#explorer?" + fragment)
            self.assertEqual(self.state()["kernel"], "single loop")
            self.assertGreaterEqual(self.state()["position"], 0)

    def test_hostile_names_appear_as_text(self):
        name = "</script><img/src=x/onerror=window.ran=1>"
        listing = f"code for sm_35\n\tFunction : {name}\n/*0008*/ EXIT;\n"
        page = WORK / "hostile.html"
        result = reconverge("trace", "-", "--html", page, text=listing)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page)
        self.assertEqual(self.browser.run("document.images.length"), 0)
        self.assertIsNone(self.browser.run("window.ran"))
        self.assertEqual(self.state()["kernel"], name)
        bench = WORK / "hostile <b>.json"
        bench.write_text(json.dumps({"schema": "reconverge.bench", "devices": [{"id": 0, "name": name}], "benchmarks": [
            {"name": name, "device": 0, "pattern": name, "verdict": name,
             "states": [{"n": 0, "status": "ok", "median_cycles": 5}, {"n": 1, "status": "failed", "reason": name}]}]}))
        page = WORK / "hostile_bench.html"
        self.assertEqual(reconverge("report", bench, "--html", page).returncode, 0)
        self.open(page)
        self.browser.run("window.scrollTo(0, 400)")
        time.sleep(0.3)
        self.assertEqual(self.browser.run("document.images.length"), 0)
        self.assertIsNone(self.browser.run("window.ran"))
        self.assertIn(name, self.browser.run("document.querySelector('main h2').textContent"))

    def test_names_without_end_leave_the_rest_in_sight(self):
        name = "k" * 3000
        bench = self.bench_file("endless.json", name, {(name, name): [1, 2, 3], ("b", "x"): [1e-320, 1e308, 2]})
        page, trace = WORK / "endless.html", WORK / "endless_trace.html"
        self.assertEqual(reconverge("report", bench, "--html", page).returncode, 0)
        self.assertEqual(reconverge("trace", "-", "--html", trace, text=f"code for sm_90\n\tFunction : {name}\n/*0000*/ EXIT;\n").returncode, 0)
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, height=900, phone=width < 500)
            self.open(page)
            self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)
            wide = self.browser.run("(() => { const rows = document.querySelector('table.sortable').parentNode; return rows.scrollWidth - rows.clientWidth; })()")
            self.assertLessEqual(wide, 1, f"{width} px")
            self.open(trace)
            self.assertLess(self.browser.run("document.getElementById('we').getBoundingClientRect().top"), 300)
            self.assertEqual(self.browser.run("document.querySelector('h1').title"), f"Trace of {name}")

    def test_an_unfinished_run_says_what_is_missing(self):
        states = [{"n": n, "status": "ok", "median_cycles": 100 + n} for n in range(8)]
        states.append({"n": 8, "status": "failed", "reason": "the clock went backwards"})
        whole = [{"n": n, "status": "ok", "median_cycles": 200 + n} for n in range(32)]
        for name, content, incomplete in (("part", states, "interrupted"), ("whole", whole, None)):
            (WORK / f"{name}.json").write_text(json.dumps({
                "schema": "reconverge.bench", "incomplete": incomplete, "devices": [{"id": 0, "name": f"{name} card"}],
                "benchmarks": [{"name": "single_loop", "device": 0, "pattern": "staircase", "states": content}]}))
        page = WORK / "devices.html"
        self.assertEqual(reconverge("report", WORK / "part.json", WORK / "whole.json", "--html", page).returncode, 0)
        self.open(page)
        text = self.browser.run("document.querySelector('main').innerText")
        for expected in ("the clock went backwards", "9 to 31", "cut short: interrupted", "part card", "whole card"):
            self.assertIn(expected, text)


if __name__ == "__main__":
    main()
