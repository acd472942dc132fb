# SPDX-License-Identifier: MIT
"""Two runs side by side.

    beside_test.py PATH/TO/reconverge [unittest options]
"""

import json
import re

from pages import DIFF, WORK, Page, main, reconverge


class Beside(Page):
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

    def findings_page(self):
        """Builds of which the new one reads a register that nothing has written, and the old one another."""
        page = WORK / "lone_findings.html"
        if not page.exists():
            builds = [WORK / f"lone_{which}.sass" for which in ("old", "new")]
            for build, source, (read, instead) in zip(builds, ("if_old", "if_new"), (("", ""), ("FFMA R7, R7, R0, 2", "FFMA R7, R7, R20, 2"))):
                text = (DIFF / f"{source}_sm_90.sass").read_text()
                self.assertIn(read, text)
                build.write_text(text.replace(read, instead, 1) if read else text)
            result = reconverge("diff", *builds, "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--html", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("New finding: uninitialised-register", result.stdout)
        return page

    def test_findings_of_one_build_are_named_once(self):
        self.open(self.findings_page())
        named = self.browser.run("document.body.textContent.split('uninitialised-register at ').length - 1")
        self.assertEqual(named, 1)
        self.assertNotIn("New finding", self.browser.run("document.body.textContent"))

    def test_findings_of_one_build_lead_to_their_rows(self):
        for width in (1440, 390):
            self.browser.emulate(width=width, height=900, phone=width < 500)
            self.open(self.findings_page())
            texts = self.browser.run("[...document.querySelectorAll('#we-remarks li')].map((item) => item.textContent)")
            self.assertEqual(len(texts), 1, texts)
            self.assertRegex(texts[0], r"^warning new build alone: uninitialised-register at if_new.cu:4 0x00b0 FFMA: .* step \d+$")
            self.browser.run("document.querySelector('#we-remarks .we-to-row').click()")
            linked = self.browser.run("""[...document.querySelectorAll('#we-pairs .we-linked')].map((cell) => {
                const box = cell.getBoundingClientRect(), pane = document.getElementById('we-aligned').getBoundingClientRect();
                return [cell.textContent, box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1, box.top >= 0 && box.bottom <= innerHeight + 1]; })""")
            self.assertEqual(len(linked), 1)
            self.assertRegex(linked[0][0], r"^0xb0@P0 FFMA R7, R7, R20, 2")
            self.assertEqual(linked[0][1:], [True, True], "in sight")
            self.browser.run("document.querySelector('#we-remarks a').click()")
            self.assertEqual(self.state()["kernel"].split(":")[0], "new")
            self.assertIn("next 0xb0 @P0 FFMA", self.state()["status"])

    def test_time_lines_of_two_builds_have_the_whole_width_of_small_windows(self):
        for width in (700, 820, 1000):
            self.browser.emulate(width=width)
            self.open(self.beside_page()[0])
            left = self.browser.run("""['.we-tracks', '.we-of', '.we-legend'].map((part) =>
                document.querySelector(part).getBoundingClientRect().left)""")
            self.assertLessEqual(max(left) - min(left), 4, f"{width} px: {left}")
            overlap = self.browser.run("""(() => { const [why, name] = ['.we-why', '.we-of'].map((part) =>
                document.querySelector(part).getBoundingClientRect());
                return why.bottom > name.top + 2 && why.top < name.bottom && why.right > name.left && why.left < name.right; })()""")
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
        # Each column names a line as its own file has it.
        loop = next(line for line in seen["lines"] if line[4].startswith("loop_new.cu:7"))
        self.assertEqual([int(loop[column].replace(",", "")) for column in (1, 3)], [difference["old_cycles"], difference["new_cycles"]])
        self.assertTrue(loop[0].startswith("loop_old.cu:5"), loop[0])
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

    def test_two_builds_fit_a_window(self):
        self.browser.emulate(width=1440, height=900)
        self.open(self.beside_page()[0])
        self.assertLessEqual(self.browser.run("document.getElementById('we').getBoundingClientRect().bottom + scrollY"), 900)

    def test_rows_of_two_builds_have_room(self):
        for width, height in ((1440, 900), (1280, 800)):
            self.browser.emulate(width=width, height=height)
            self.open(self.beside_page()[0])
            pane, head, row = self.browser.run("""['#we-aligned', '.we-pairs thead', '.we-pairs tbody tr:nth-child(2)'].map((part) =>
                document.querySelector(part).getBoundingClientRect().height)""")
            self.assertGreaterEqual((pane - head) / row, 10, f"{width} x {height}")

    LOOP = [("S2R R0, SR_LANEID", 2), ("IADD3 R1, R0, 0x1, RZ", 2), ("BSSY B0, 0x70", 3), ("IADD3 R1, R1, -0x1, RZ", 4),
            ("ISETP.GT.AND P0, PT, R1, RZ, PT", 3), ("@P0 BRA 0x30", 3), ("BSYNC B0", 3), ("EXIT", 5)]

    def loops_page(self):
        """Two builds whose loops have one line in common, of which no instruction is the same."""
        for name, head, turn, added in (("while", "  while (n > 0)", "IADD3 R1, R1, -0x1, RZ", 0),
                                        ("for", "  // Each lane\n  // as often as it is told to.\n  for (; n > 0;)", "VIADD R1, R1, 0xffffffff", 2)):
            rows = [(turn if line == 4 else text, line + added if line > 2 else line) for text, line in self.LOOP]
            (WORK / f"{name}.cu").write_text(f"__global__ void f() {{\n  int n = laneid() + 1;\n{head}\n    n -= 1;\n}}\n")
            (WORK / f"{name}.sass").write_text("code for sm_90\n\tFunction : f\n" + "".join(
                f'\t//## File "{WORK}/{name}.cu", line {line}\n/*{16 * at:04x}*/ {text};\n' for at, (text, line) in enumerate(rows)))
        page = WORK / "loops.html"
        result = reconverge("diff", WORK / "while.sass", WORK / "for.sass", "--html", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        return page

    def test_a_line_in_common_keeps_two_loops_together(self):
        self.open(self.loops_page())
        self.focus("#we")
        places = []
        for _ in range(20):
            self.browser.press("d")
            seen = self.browser.run(self.BESIDE)
            places.append(seen["other"])
            # What comes next is of a line that the other build has not, so it is held where both were last.
            self.assertIn("Up to the last common place", seen["here"])
            self.assertIn("new has no such row", seen["here"])
            self.assertLess(abs(seen["own"] - seen["other"]), 4)
        self.assertEqual(places, sorted(set(places)), "each turn of one is a turn of the other")

    # Lanes of a warp make as many passes as its number in the launch says, the old build four times as many.
    PASSES = """code for sm_90
\tFunction : passes
/*0000*/ S2R R0, SR_CTAID.X;
/*0010*/ S2R R1, SR_TID.X;
/*0020*/ SHF.R.U32.HI R1, RZ, 0x5, R1;
/*0030*/ IMAD R2, R0, 0x2, R1;
/*0040*/ IMAD R2, R2, TIMES, RZ;
/*0050*/ ISETP.GT.AND P0, PT, R2, RZ, PT;
/*0060*/ @!P0 EXIT;
/*0070*/ IADD3 R2, R2, -0x1, RZ;
/*0080*/ ISETP.GT.AND P0, PT, R2, RZ, PT;
/*0090*/ @P0 BRA 0x70;
/*00a0*/ EXIT;
"""

    def launch_page(self, *options):
        page, builds = WORK / "launch.html", [WORK / f"passes_{which}.sass" for which in ("old", "new")]
        for build, times in zip(builds, ("0x4", "0x1")):
            build.write_text(self.PASSES.replace("TIMES", times))
        result = reconverge("diff", *builds, "--grid", "3", "--block", "64", *options, "--html", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open(page)
        return self.browser.run(self.BESIDE), self.browser.run("document.querySelector('.answer').textContent")

    def test_a_launch_opens_at_the_warp_that_changes_most(self):
        seen, answer = self.launch_page()
        costs = re.search(r"block 2 alone, opened at warp 1, which changes most of the worst warps of both runs: ([0-9,]+) -> ([0-9,]+) instructions", answer)
        self.assertIsNotNone(costs, answer)
        self.assertGreater(int(costs[1].replace(",", "")), int(costs[2].replace(",", "")))
        self.assertIn("warp 1 of block 2 alone,", self.browser.run("document.getElementById('we-warp').selectedOptions[0].textContent"))
        self.assertNotIn("difference 0", seen["total"])
        loops = [DIFF / f"loop_{which}_sm_90.sass" for which in ("old", "new")]
        timed = WORK / "timed_launch.html"
        result = reconverge("diff", *loops, "--block", "64", "--arg", "i32[64]=index", "--arg", "f32[64]=1", "--html", timed)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(timed.read_text(), "block 0 alone, opened at warp 1, which changes most of the worst warps of both runs: [0-9,]+ -&gt; [0-9,]+ cycles")
        # A warp that is chosen is shown, and of a block that is chosen the warp that changes most.
        _, answer = self.launch_page("--warp", "1:0")
        self.assertIn("warp 0 of block 1 alone, one warp at a time", answer)
        _, answer = self.launch_page("--warp", "1")
        self.assertIn("block 1 alone, one warp at a time", answer)
        self.assertTrue(self.browser.run("document.getElementById('we-warp').selectedOptions[0].textContent").startswith("warp 1 of block 1 alone,"))

    def test_the_current_row_is_marked_from_end_to_end(self):
        self.open(self.beside_page()[0])
        colours = self.browser.run("""[...document.querySelectorAll('#we-pairs tr')].filter((row) => row.querySelectorAll('.we-current').length === 2)
            .map((row) => [...row.cells].map((cell) => getComputedStyle(cell).backgroundColor))""")
        self.assertEqual([(len(row), len(set(row))) for row in colours], [(5, 1)])

    def test_heads_of_both_runs_are_whole(self):
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, phone=width < 500)
            self.open(self.beside_page()[0])
            cut = self.browser.run("""[...document.querySelectorAll('.we-pairs thead th')].filter((head) => head.scrollWidth > head.clientWidth)
                .map((head) => head.textContent)""")
            self.assertEqual(cut, [], width)


if __name__ == "__main__":
    main()
