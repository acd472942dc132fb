# SPDX-License-Identifier: MIT
"""The report of the paper and of stored results: figures, tables, overview.

    report_test.py PATH/TO/reconverge [unittest options]
"""

import base64
import csv
import json
import re
import sys
import time

from pages import LINES, SINGLE_LOOP, WORK, Page, main, reconverge


def column(table, key):
    with open(WORK / "paper" / "data" / f"{table}.csv", newline="") as file:
        return [float(row[key]) for row in csv.DictReader(file)]

class Report(Page):
    FAR = "[...document.querySelectorAll('figure[data-chart]')].pop()"

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

    def test_short_words_stay_on_one_line_on_paper(self):
        kernels = {(f"a_kernel_with_a_name_{i}", "random(12345)"): [100 + n for n in range(32)] for i in range(3)}
        many = WORK / "short_words.html"
        cards = [self.bench_file(f"short_{i}.json", f"a card with a long name, number {i}", kernels) for i in range(3)]
        self.assertEqual(reconverge("report", *cards, "--html", many).returncode, 0)
        self.browser.emulate(width=718)
        self.open(many)
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        lines = self.browser.run("""(() => { const range = document.createRange();
            return [...document.querySelectorAll('td')].filter((cell) => cell.textContent === '0 to 31').map((cell) => {
              range.selectNodeContents(cell); return new Set([...range.getClientRects()].map((box) => box.top)).size; }); })()""")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.assertGreater(len(lines), 0)
        self.assertEqual(set(lines), {1})

    def test_two_figures_share_a_sheet(self):
        kernels = {(f"kernel_{i}", "staircase"): [100, 110, 120] for i in range(6)}
        page = WORK / "sheets.html"
        self.assertEqual(reconverge("report", self.bench_file("sheets.json", "card", kernels), "--html", page).returncode, 0)
        self.open(page)
        paper = base64.b64decode(self.browser.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
        # The overview, six figures, and what the report is made of.
        self.assertLessEqual(len(re.findall(rb"/Type /Page\b", paper)), 5)

    def test_a_sorted_column_has_an_arrow(self):
        self.open(self.overview_page())
        arrow = self.browser.run("getComputedStyle(document.querySelector('th[aria-sort=descending] .sort'), '::after').content")
        self.assertEqual(arrow, '"\u00a0\u25bc"')

    def overview_page(self):
        page = WORK / "arrow.html"
        kernels = {("loop", "staircase"): [100, 110, 120], ("switch", "staircase"): [50, 90, 130]}
        self.assertEqual(reconverge("report", self.bench_file("arrow.json", "card", kernels), "--html", page).returncode, 0)
        return page

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

    def test_the_report_begins_with_what_a_lane_costs(self):
        kernels = {("loop", "staircase"): [100, 110, 120], ("loop", "reverse"): [100, 110, 120], ("switch", "staircase"): [50, 90, 130]}
        files = [self.bench_file("one.json", "card one", kernels), self.bench_file("two.json", "card two", {("loop", "staircase"): [0, 1, 2]}),
                 self.bench_file("again.json", "card one", {("other", "staircase"): [5, 5, 5]})]
        page = WORK / "overview.html"
        self.assertEqual(reconverge("report", *files, "--html", page).returncode, 0)
        self.open(page)
        self.assertEqual(self.browser.run("document.querySelector('main h2').textContent"), "Overview")
        cells = """[...document.querySelectorAll('table.sortable tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"""
        rows = self.browser.run(cells)
        self.assertEqual([(row[0], row[1], float(row[3])) for row in rows],
                         [("switch", "staircase", 40), ("loop", "reverse", 10), ("loop", "staircase", 10), ("loop", "staircase", 1), ("other", "staircase", 0)])
        ranked = "[...document.querySelectorAll('th[aria-sort]')].map((head) => [head.textContent, head.getAttribute('aria-sort')])"
        self.assertEqual(self.browser.run(ranked), [["cycles a lane", "descending"]])
        sort = lambda title: self.browser.run(f"""[...document.querySelectorAll('table.sortable th')].find((head) =>
            head.textContent === '{title}').querySelector('button').click()""")
        sort("cycles a lane")
        self.assertEqual([float(row[3]) for row in self.browser.run(cells)], [0, 1, 10, 10, 40])
        sort("cycles a lane")
        self.assertEqual([float(row[3]) for row in self.browser.run(cells)], [40, 10, 10, 1, 0])
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
        self.browser.run("""(() => { const choice = document.querySelector('.sort-by select'); choice.value = '6';
            choice.dispatchEvent(new Event('change')); })()""")
        sorted_by = "[...document.querySelectorAll('th[aria-sort]')].map((head) => [head.textContent, head.getAttribute('aria-sort')])"
        self.assertEqual(self.browser.run(sorted_by), [["cycles at the last n", "descending"]])
        self.browser.run("document.querySelector('.sort-by button').click()")
        self.assertEqual(self.browser.run(sorted_by), [["cycles at the last n", "ascending"]])
        # The titles stand in the rows, and not once more above them.
        self.assertFalse(self.browser.run("document.querySelector('table.sortable thead').getClientRects().length > 0"))

    def test_marks_of_footnotes_stay_in_their_row_on_a_phone(self):
        page = WORK / "footnotes.html"
        result = self.bench_file("footnotes.json", "card", {("loop", "halves"): [1, 2], ("loop", "every(4)"): [3, 4], ("one", "halves"): [5]})
        self.assertEqual(reconverge("report", result, "--html", page).returncode, 0)
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(page)
        marks = self.browser.run("""[...document.querySelectorAll('table.sortable .absent')].map((cell) => { const mark = cell.querySelector('sup').getBoundingClientRect();
            const text = document.createRange(); text.selectNodeContents(cell.firstChild); const word = text.getBoundingClientRect();
            const box = cell.getBoundingClientRect(); return [mark.bottom - word.top, mark.top - box.top, mark.left - word.right]; })""")
        self.assertEqual(len(marks), 3)
        for bottom, top, left in marks:
            self.assertGreater(bottom, 4)
            self.assertGreater(top, -4)
            self.assertLess(left, 2)

    def test_one_point_has_an_axis_from_zero(self):
        page = WORK / "one_point.html"
        self.assertEqual(reconverge("report", self.bench_file("one_point.json", "card", {("loop", "reverse"): [7]}), "--html", page).returncode, 0)
        self.open(page)
        on = self.chart("bench_1")
        labels = on("""[...figure.querySelectorAll('.chart svg .role-axis-label text')].filter((text) => text.textContent !== '' &&
            text.getAttribute('opacity') !== '0').map((text) => Number(text.textContent))""")
        self.assertEqual(sorted(set(labels)), list(range(8)))  # upwards 0 to 7, across the one n, which is 0
        drawn = on("[...figure.querySelectorAll('.drawing text')].map((text) => text.textContent).filter((text) => /^[\\d.-]+$/.test(text)).map(Number)")
        self.assertEqual(drawn, [0, 0, 2, 4, 6])

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
        first = "document.querySelector('table.sortable tbody tr').cells[0].textContent"
        self.assertEqual(self.browser.run(first), "kernel_109")
        self.browser.run("[...document.querySelectorAll('table.sortable th button')].find((one) => one.textContent === 'cycles a lane').click()")
        self.assertEqual(self.browser.run(first), "kernel_000")
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
        self.assertEqual(legend, ["lanes every(4)", "lanes halves", "lanes reverse (the same values as lanes halves)"])
        self.assertEqual(on("figure.querySelector('figcaption').textContent"), "Cycles of loop. card.", "the card is said once")
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

    def test_wide_tables_begin_where_headings_do(self):
        result, page = WORK / "ragged.json", WORK / "ragged.html"
        self.assertEqual(reconverge("emulate", *SINGLE_LOOP, "--block", "32", "--json", result).returncode, 0)
        self.assertEqual(reconverge("report", result, "--html", page).returncode, 0)
        for width in (1440, 1100):
            self.browser.emulate(width=width)
            self.open(page)
            heading, captions, tables = self.browser.run("""(() => { const left = (of) => [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect().left);
                return [left('main h2')[0], left('figcaption'), [...document.querySelectorAll('figure.wide .rows')].map((one) => {
                  const { left, right, width } = one.getBoundingClientRect(); return [left, right, width]; })]; })()""")
            self.assertTrue(tables)
            for left in captions:
                self.assertAlmostEqual(left, heading, delta=7, msg=f"{width} px")
            for left, right, table in tables:
                self.assertLessEqual(right, width)
                if heading + table < width - 20:
                    self.assertAlmostEqual(left, heading, delta=2, msg=f"{width} px")
            self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)
            broken = self.browser.run("[...document.querySelectorAll('td .option')].filter((one) => one.getClientRects().length > 1).map((one) => one.textContent)")
            self.assertEqual(broken, [])
            self.assertIn("--block", self.browser.run("[...document.querySelectorAll('td .option')].map((one) => one.textContent)"))


if __name__ == "__main__":
    main()
