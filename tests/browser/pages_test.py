# SPDX-License-Identifier: MIT
"""What holds of all pages: nothing cut, broken or out of place, accessibility, hostile names, unfinished runs.

    pages_test.py PATH/TO/reconverge [unittest options]
"""

import json
import os
import pathlib
import re
import sys
import time

from pages import DIFF, LINES, WORK, Page, main, reconverge


class Pages(Page):
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

    def test_findings_lead_to_their_steps(self):
        page = WORK / "findings.html"
        shuffle = LINES.parent / "issues" / "shuffle_under_branch_sm_90.sass"
        self.assertEqual(reconverge("trace", shuffle, "--arg", "f32[32]=1", "--arg", "f32[32]", "--html", page).returncode, 0)
        self.open(page)
        self.assertIn("2: sync-completed-by-exit at", self.browser.run("document.querySelector('.answer').textContent"))
        texts = self.browser.run("[...document.querySelectorAll('#we-remarks li')].map((item) => item.textContent)")
        self.assertEqual(len(texts), 2)
        self.assertRegex(texts[1], r"^error shuffle-from-exited-lane at .*0x0090 SHFL.DOWN: .*missing 0xffff0000\) step 17$")
        self.browser.run("document.querySelectorAll('#we-remarks a')[1].click()")
        self.assertEqual(self.state()["pc"], "0x90")
        # The link is one to that step, for whoever gets it.
        link = self.browser.run("document.querySelectorAll('#we-remarks a')[0].getAttribute('href')")
        self.assertNotIn("undefined", link)
        self.open(page, link)
        self.assertEqual(self.state()["pc"], "0x80")
        # Without scripts the table says the same.
        rows = self.browser.run("[...document.getElementById('findings').closest('section').querySelectorAll('tbody tr')].map((row) => row.lastChild.textContent.trim())")
        self.assertEqual(rows, ["9", "17"])

    GRID = """code for sm_80
\tFunction : grid
/*0000*/ S2R R0, SR_CTAID.X;
/*0010*/ ISETP.EQ.AND P0, PT, R0, 0x1, PT;
/*0020*/ @P0 BRA 0x50;
/*0030*/ MOV R2, 0x1;
/*0040*/ BRA 0x70;
/*0050*/ IADD3 R2, R9, 0x1, RZ;
/*0060*/ BRA 0x70;
/*0070*/ IADD3 R3, R8, R2, RZ;
/*0080*/ EXIT;
"""

    def test_findings_are_those_of_what_is_shown(self):
        for block, own in (("2", ["0x0070"]), ("1", ["0x0050", "0x0070"]), ("2:0", ["0x0070"])):
            page = WORK / "grid.html"
            self.assertEqual(reconverge("trace", "-", "--grid", "3", "--block", "32", "--warp", block, "--html", page, text=self.GRID).returncode, 0)
            self.open(page)
            places = self.browser.run("[...document.querySelectorAll('#we-remarks .we-to-row')].map((one) => one.textContent)")
            self.assertEqual(sorted(place.split()[0] for place in places), own, block)
            last = self.browser.run("document.querySelector('#we-remarks li:last-child').textContent")
            rows = self.browser.run("document.getElementById('findings').closest('section').querySelectorAll('tbody tr').length")
            self.assertEqual(rows, len(own))
            answer = self.browser.run("document.querySelector('.answer').textContent")
            others = "1 of warps that are not shown: uninitialised-register (1)"
            if block == "1":  # all that ran have no more than it
                self.assertNotIn("not shown", last + answer)
            else:
                self.assertEqual(last, others.replace("of", "more of", 1))
                self.assertIn(others, answer)
            # Each leads to its row.
            self.browser.run("document.querySelector('#we-remarks .we-to-row').click()")
            marked = self.browser.run("[...document.querySelectorAll('#we-rows .we-linked .we-pc')].map((one) => one.textContent)")
            self.assertEqual(marked, [places[0].split()[0]])

    def test_a_deadlock_leads_to_where_it_is(self):
        page = WORK / "stopped.html"
        self.assertEqual(reconverge("trace", "-", "--html", page, text=self.STUCK).returncode, 5)
        self.open(page)
        self.browser.run("document.querySelector('#we-alert a').click()")
        self.assertEqual(self.state()["position"], self.browser.run("Number(document.getElementById('we-step').max)"))

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

    def test_the_contents_stand_before_the_first_answer(self):
        page = WORK / "answer.html"
        self.assertEqual(reconverge("report", self.bench_file("answer.json", "card", {("loop", "halves"): [1, 2, 3], ("switch", "halves"): [1, 2, 3]}), "--html", page).returncode, 0)
        for shown in (self.paper, page):
            self.open(shown)
            order = self.browser.run("[...document.querySelectorAll('h1, h2, table.properties')].map((part) => part.textContent.slice(0, 12))")
            self.assertTrue(order[-1].strip().startswith("tool"), order)
            self.assertEqual(order[1], "Contents")
            # Both begin in the first window, however long the contents are.
            for width in (1440, 390):
                self.browser.emulate(width=width, height=844, phone=width < 500)
                tops = self.browser.run("['nav', 'main h2'].map((part) => document.querySelector(part).getBoundingClientRect().top)")
                self.assertLess(tops[0], 300)
                self.assertLess(tops[1], 500)
            self.browser.emulate()

    def test_a_time_line_begins_in_the_upper_part_of_a_phone(self):
        self.kernel_source()
        for page in (WORK / "lost.html", self.beside_page()[0]):
            self.browser.emulate(width=390, height=844, phone=True)
            self.open(page)
            head, top, below = self.browser.run("""['#we', '#we-tracks', '.we-transport'].map((part) =>
                document.querySelector(part).getBoundingClientRect().top)""")
            self.assertLess(top - head, 180, page.name)
            self.assertLess(top, 560, page.name)
            self.assertGreater(below, top)

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
            const press = (key) => document.getElementById('we').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
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
            self.assertLess(self.browser.run("document.getElementById('we').getBoundingClientRect().top"), 330)
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

    def test_paper_leaves_out_what_did_not_run(self):
        self.browser.emulate(width=794, height=1123)  # A4
        stuck = WORK / "unrun.html"
        self.assertEqual(reconverge("trace", "-", "--html", stuck, text=self.STUCK).returncode, 5)
        for page, rows, note in ((self.beside_page()[0], "#we-pairs tr:not(.we-pair-line)", "we-unrun-pairs"), (stuck, "#we-rows li", "we-unrun-rows")):
            self.open(page)
            shown = f"[...document.querySelectorAll('{rows}')].filter((row) => row.getClientRects().length > 0).length"
            says = f"(({{ textContent, offsetHeight }}) => [textContent, offsetHeight > 0])(document.getElementById('{note}'))"
            on_screen = self.browser.run(shown)
            self.assertFalse(self.browser.run(says)[1])
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            printed, (text, is_seen) = self.browser.run(shown), self.browser.run(says)
            overprints = self.browser.run("""(() => { const [words, line] = ['we-range', 'we-timeline'].map((id) => document.getElementById(id).getBoundingClientRect());
                return words.bottom > line.top + 1 && words.top < line.bottom; })()""")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertLess(printed, on_screen)
            self.assertEqual((int(text.split()[0]), is_seen), (on_screen - printed, True))
            self.assertFalse(overprints)


if __name__ == "__main__":
    main()
