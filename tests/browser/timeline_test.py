# SPDX-License-Identifier: MIT
"""What the time line of the explorer shows, and ways to a step.

    timeline_test.py PATH/TO/reconverge [unittest options]
"""

import json
import math
import sys

from pages import SINGLE_LOOP, SM_90, WORK, Page, main, reconverge


class Timeline(Page):
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
            self.assertFalse(self.browser.run("document.getElementById('we-places').hidden"))
        self.assertGreater(len(steps), 1)
        link = self.browser.run("document.getElementById('we-link').getAttribute('href')")
        self.open(page, link)
        self.assertEqual(self.browser.run("document.getElementById('we-warp').value"), "31")

    def test_the_end_shows_the_line_that_came_last(self):
        self.browser.emulate(width=1440, height=900)
        page, folder = WORK / "stuck_lines.html", WORK / "stuck_lines"
        folder.mkdir()
        (folder / "stuck.cu").write_text("".join(f"// line {line}\n" for line in range(1, 91)))
        head, *rows = self.STUCK.split("\n/*")
        # The last instruction of the run is far from the line that costs most.
        listing = head + "".join(f'\n\t//## File "{folder}/stuck.cu", line {80 if row.startswith("0040") else 3}\n/*{row}' for row in rows)
        self.assertEqual(reconverge("trace", "-", "--html", page, text=listing).returncode, 5)
        self.open(page)
        self.focus("#we")
        self.browser.press("End")
        seen = self.browser.run("""['we-source', 'we-code'].map((id) => { const pane = document.getElementById(id), row = pane.querySelector('.we-current');
            const [outer, inner] = [pane, row].map((one) => one.getBoundingClientRect());
            return [row.textContent, inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1]; })""")
        self.assertIn("// line 80", seen[0][0])
        self.assertIn("BSYNC", seen[1][0])
        self.assertEqual([one for _, one in seen], [True, True])
        self.assertIn("stopped: deadlock", self.state()["status"])


if __name__ == "__main__":
    main()
