# SPDX-License-Identifier: MIT
"""The worst lines, the source and the listing with their costs.

    cost_test.py PATH/TO/reconverge [unittest options]
"""

import json
import re

from pages import LINES, WORK, Page, main, reconverge


class Cost(Page):
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

    def band_page(self):
        """A load whose latency is a distribution: there are no cycles, but low, typical and high ones."""
        page, record = WORK / "band.html", WORK / "band.json"
        if not page.exists():
            listing = (LINES / "weigh_sm_90.sass").read_text().replace('"/kernels/', f'"{LINES}/').replace("LDG.E R", "LDG.E.STRONG.SYS R")
            for verb, *files in (("trace", "--html", page), ("emulate", "--json", record)):
                result = reconverge(verb, "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index", *files, text=listing)
                self.assertEqual(result.returncode, 0, result.stderr)
        return page, json.loads(record.read_text())

    def test_lines_have_low_typical_and_high_cycles(self):
        page, record = self.band_page()
        for width in (1440, 390):
            self.browser.emulate(width=width, height=900, phone=width < 500)
            self.open(page)
            heads = self.browser.run("[...document.querySelectorAll('.we-band-heads .we-band')].map((one) => [one.textContent, one.getBoundingClientRect().right])")
            self.assertEqual([name for name, _ in heads], ["low", "typical", "high"])
            shown = self.browser.run("""[...document.querySelectorAll('#we-source .we-heat')].filter((line) => line.querySelector('.we-band').textContent !== '')
                .map((line) => [Number(line.dataset.place.split(':').pop()), [...line.querySelectorAll('.we-band')].map((one) => [Number(one.textContent), one.getBoundingClientRect().right])])""")
            wanted = {}
            for line in record["lines"]:
                sums = wanted.setdefault(line["frames"][0]["line"], [0, 0, 0])
                for i, which in enumerate(("low", "typical", "high")):
                    sums[i] += line[f"{which}_cycles"]
            self.assertEqual({line: [number for number, _ in band] for line, band in shown}, {line: band for line, band in wanted.items() if band[2] > 0})
            for _, band in shown:
                for (_, head), (_, number) in zip(heads, band):
                    self.assertAlmostEqual(head, number, delta=2, msg=f"{width} px")
        worst = self.browser.run("[...document.querySelectorAll('#we-worst button')].map((button) => button.textContent)")
        costs = [int(re.search(r": (\d+) typical cycles", text).group(1)) for text in worst]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertRegex(" ".join(worst), r"310 typical cycles \(19%\), 265 to 380")
        answer = self.browser.run("[...document.querySelectorAll('.answer dd')].map((one) => one.textContent)")
        counts = record["counts"]
        self.assertTrue(answer[0].startswith(f"{counts['cycles_low']} to {counts['cycles_high']}, typically {counts['cycles_typical']}, "), answer[0])
        self.assertIn(f"{costs[0]} typical cycles", answer[-1])

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
        self.assertEqual(f"weigh.cu:{self.linked('we-source')[0]}", re.split(": |, ", worst[0])[0])

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
            match = re.match(r"branch_in_loop.cu:(\d+): .* parted at branch_in_loop.cu:(\d+)( last, but .*)?$", text)
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

    def test_places_say_what_the_terminal_says_of_them(self):
        """Who took most of the lanes, where that is another branch than the last, and where the code was inlined."""
        self.kernel_source()
        listing = (LINES / "weigh_sm_90.sass").read_text()
        text = reconverge("emulate", "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index", text=listing).stdout
        # "1. weigh.cu:4 in weigh.cu:11 in weigh.cu:19, weights<int, 4>: 952 cycles, all while lanes were elsewhere (69.1%),
        # parted at weigh.cu:4 0x0150 BRA last, but most of the missing lanes parted at weigh.cu:18 0x0060 BRA; ..."
        said = {}
        for place, calls, parted, most in re.findall(
                r"\d\. (weigh.cu:\d+)((?: in weigh.cu:\d+)*), .*?parted at (weigh.cu:\d+) \w+ BRA(?: last, but most of the missing lanes parted at (weigh.cu:\d+))?", text):
            said[place] = (calls, parted, most)
        self.assertEqual(len(said), 3, text)
        self.assertTrue(any(most for _, _, most in said.values()))
        shown = self.browser.run("[...document.querySelectorAll('#we-worst button')].map((button) => button.textContent)")
        found = {}
        for place, calls, parted, most in (re.match(
                r"(weigh.cu:\d+)(?:, inlined at (.*?))?: .*?(?:parted at (weigh.cu:\d+)(?: last, but most of the missing lanes parted at (weigh.cu:\d+))?)?$", text).groups("") for text in shown):
            found[place] = (" in " + calls if calls else "", parted, most)
        self.assertEqual({place: found[place] for place in said}, said)

    REDUCTION = """code for sm_90
\tFunction : halves
/*0000*/ S2R R0, SR_LANEID;
/*0010*/ ISETP.LT.AND P0, PT, R0, 0x10, PT;
/*0020*/ @P0 IADD3 R1, R0, 0x1, RZ;
/*0030*/ @P0 IADD3 R1, R1, R1, RZ;
/*0040*/ ISETP.LT.AND P1, PT, R0, 0x8, PT;
/*0050*/ @P1 IADD3 R1, R1, 0x1, RZ;
/*0060*/ @P1 EXIT;
/*0070*/ EXIT;
"""

    def test_lanes_that_guards_left_out_are_a_choice(self):
        page = WORK / "guards.html"
        self.assertEqual(reconverge("trace", "-", "--html", page, text=self.REDUCTION).returncode, 0)
        self.open(page)
        left_out = self.measure_by("guards")
        # Lanes that an EXIT leaves out go on.
        self.assertEqual(left_out, [0, 0, 16, 16, 0, 24, 0, 0, 0][:len(left_out)])
        self.assertEqual(self.browser.run("document.querySelector('#we-worst button').textContent"),
                         "0x50 @P1 IADD3 R1, R1, 0x1, RZ: 24 lane slots left out (43%)")
        self.assertIn("left out 56 of 248 active lane slots", self.browser.run("document.querySelector('.answer').innerText"))

    def test_the_source_opens_at_the_line_that_costs_most(self):
        listing = (LINES / "weigh_sm_90.sass").read_text()
        folder = WORK / "long"
        folder.mkdir(exist_ok=True)
        # The same lines, far down a file.
        shift = 90
        lines = (LINES / "weigh.cu").read_text().splitlines()
        (folder / "weigh.cu").write_text("\n".join(lines[:2] + [""] * shift + lines[2:]))
        listing = re.sub(r'("/kernels/weigh.cu", line )(\d+)', lambda at: f'"{folder}/weigh.cu", line {int(at[2]) + (shift if int(at[2]) > 2 else 0)}', listing)
        listing = listing.replace('"/kernels/', f'"{folder}/')
        page = folder / "page.html"
        self.assertEqual(reconverge("trace", "-", "--function", "weights<int, 4>", "--arg", "i32[32]", "--arg", "i32[32]=index",
                                    "--html", page, text=listing).returncode, 0)
        self.browser.emulate(width=1440, height=900)
        self.open(page)
        seen, lines = self.browser.run("""(() => { const pane = document.getElementById('we-source').getBoundingClientRect();
            const heats = [...document.querySelectorAll('#we-source .we-heat')];
            const most = heats.reduce((a, b) => (Number(b.querySelector('b').textContent) > Number(a.querySelector('b').textContent) ? b : a));
            const box = most.getBoundingClientRect();
            return [box.top >= pane.top && box.bottom <= pane.bottom, pane.height / box.height]; })()""")
        self.assertTrue(seen, "the line that costs most is out of sight")
        self.assertGreater(lines, 7, "lines of source in sight")
        self.assertLessEqual(self.browser.run("document.getElementById('we').getBoundingClientRect().bottom + scrollY"), 900)

    def test_the_source_begins_at_the_line_that_costs_most(self):
        # Where the window is narrow only the top of the pane may be in sight.
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, height=900, phone=width < 500)
            self.lines_page(True)
            above, is_end = self.browser.run("""(() => { const pane = document.getElementById('we-source');
                const heats = [...pane.querySelectorAll('.we-heat')];
                const most = heats.reduce((a, b) => (Number(b.querySelector('b').textContent) > Number(a.querySelector('b').textContent) ? b : a));
                return [(most.getBoundingClientRect().top - pane.getBoundingClientRect().top) / most.offsetHeight,
                        pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1]; })()""")
            self.assertTrue(0 <= above < 3 or is_end, f"{width} px: {above} lines above it")

    def test_the_answer_has_the_place_that_costs_most_as_the_terminal_has(self):
        listing = LINES / "branch_in_loop_sm_90.sass"
        arguments = (listing, "--arg", f"i32[32]=list({'1,' * 31}9)", "--arg", "f32[64]=1")
        page = WORK / "most_at.html"
        self.assertEqual(reconverge("trace", *arguments, "--html", page).returncode, 0)
        terminal = reconverge("emulate", *arguments).stdout
        first = re.search(r"most at +1\. (\S+?),", terminal)[1]
        self.open(page)
        rows = self.browser.run("[...document.querySelectorAll('.answer dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])")
        self.assertIn("most at", dict(rows))
        self.assertTrue(dict(rows)["most at"].startswith(first), rows)

    def test_long_source_lines_go_on_below(self):
        for width in (1440, 1024, 390):
            self.browser.emulate(width=width, phone=width < 500)
            self.kernel_source()
            over = self.browser.run("(() => { const pane = document.getElementById('we-source'); return pane.scrollWidth - pane.clientWidth; })()")
            self.assertLessEqual(over, 1, width)
        self.browser.emulate(width=1440)
        self.open(WORK / "lost.html")
        self.assertGreater(self.browser.run("document.querySelector('#we-source .we-heat code').clientWidth"), 330, "some 45 characters")

    def test_the_answer_names_the_worst_place_to_its_end(self):
        self.kernel_source()
        places = self.browser.run("[...document.querySelectorAll('.answer div')].filter((row) => row.textContent.startsWith('most at'))[0].textContent")
        self.assertFalse(places.endswith("..."), places)
        self.assertIn("while lanes were elsewhere", places)

    def test_worst_lines_say_how_often_lanes_went_round(self):
        self.kernel_source()
        worst = self.browser.run("document.querySelector('#we-worst button').textContent")
        passes = re.search(r"lanes made (\d+) to (\d+) passes of the loop that ends at (0x[0-9a-f]+)", worst)
        self.assertIsNotNone(passes, worst)
        # Step by step each lane is at the end of its loop as often.
        counts, last = [0] * 32, -1
        self.browser.run(f"document.getElementById('we-find').value = '{passes[3]}'")
        self.focus("#we-find")
        for _ in range(100):
            self.browser.press("Enter")
            if self.state()["position"] <= last:
                break
            last = self.state()["position"]
            there = self.browser.run("[...document.querySelectorAll('.we-lane')].map((lane) => Number(/we-run|we-idle/.test(lane.className)))")
            counts = [count + one for count, one in zip(counts, there)]
        self.assertEqual([min(counts), max(counts)], [int(passes[1]), int(passes[2])])
        self.assertIn(f"({passes[0]})", self.state()["status"])


if __name__ == "__main__":
    main()
