# SPDX-License-Identifier: MIT
"""Whether pages fit their windows and paper, and what can be taken from them.

    layout_test.py PATH/TO/reconverge [unittest options]
"""

import itertools
import json
import math
import re
import xml.etree.ElementTree as xml

from pages import MEASURED, SINGLE_LOOP, SM_90, WORK, Page, main, reconverge

# Tables that hang out of the box that they stand in, by how many pixels.
OVER = """[...document.querySelectorAll('.rows')].filter((rows) => rows.getClientRects().length > 0)
    .map((rows) => [rows.getAttribute('aria-label'), rows.scrollWidth - rows.clientWidth]).filter(([, over]) => over > 1)"""

# Words that are broken between their letters: a word whose parts stand on several lines.
BROKEN = """(() => { const broken = [];
    for (const cell of document.querySelectorAll('.rows :is(th, td)')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
          if (word[0].length > 12) continue;
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
        }
    }
    return [...new Set(broken)]; })()"""


class Layout(Page):
    def stored_report(self):
        page = WORK / "stored.html"
        if not page.exists():
            results = [MEASURED / "h100" / name for name in ("paper_all_gpus.json", "paper_patterns.json", "shapes_patterns.json")]
            results += [MEASURED / "h200" / "occupancy" / name for name in ("control_if_else.json", "control_loops.json")]
            result = reconverge("report", *results, "--html", page)
            self.assertEqual(result.returncode, 0, result.stderr)
        return page

    def emulated_report(self):
        page, folder = WORK / "emulated.html", WORK / "a folder"
        if not page.exists():
            folder.mkdir()
            results = [folder / "old.json", folder / "new.json"]
            for result, bounds in zip(results, (2, 20)):
                arguments = [str(one).replace("staircase(2)", f"staircase({bounds})") for one in SINGLE_LOOP]
                self.assertEqual(reconverge("emulate", *arguments, "--json", result).returncode, 0)
            self.assertEqual(reconverge("report", *results, "--html", page).returncode, 0)
        return page

    def profile_report(self):
        page, profile = WORK / "profile_layout.html", WORK / "profile_layout.json"
        if not page.exists():
            counts = {"warp_instructions": 1234560, "idle_lanes": 6241200, "branches": 80000, "divergent": 6110}
            kernel = "breadth_first_search_step"
            profile.write_text(json.dumps({"schema": "reconverge.profile", "complete": True, "problems": [],
                "kernels": [{"kernel": name, "launches": 3, "measured": 3, "simt_efficiency": 39.0625, **counts}
                            for name in (kernel, "reduce", "transform_of_a_long_name_without_a_place_to_break")],
                "lines": [{"line": f"sources/transform_kernels.cu:{line}", "kernel": kernel, "active_lanes": 25.25,
                           "handover_cycles_least": 126, "handover_cycles_most": 306, **counts} for line in range(10, 40)]}))
            self.assertEqual(reconverge("report", profile, "--html", page).returncode, 0)
        return page

    def stuck_page(self):
        page, folder = WORK / "stuck_layout.html", WORK / "of a user"
        if not page.exists():
            folder.mkdir()
            (folder / "stuck.sass").write_text(self.STUCK)
            self.assertEqual(reconverge("trace", folder / "stuck.sass", "--html", page).returncode, 5)
        return page

    def block_page(self):
        page = WORK / "block_layout.html"
        if not page.exists():
            result = reconverge("trace", SM_90, "--function", "_Z11single_loopILi0EEvPKiPfPx", "--block", "1024", "--warp", "0",
                                "--arg", "i32[1024]=index", "--arg", "f32[1024]", "--arg", "i64[4096]", "--html", page)
            self.assertEqual(result.returncode, 0, result.stderr)
        return page

    # --- tables ---

    def test_no_column_of_a_report_is_out_of_sight(self):
        for page in (self.stored_report(), self.emulated_report(), self.profile_report(), self.beside_page()[0]):
            for width in (1440, 1024):
                self.browser.emulate(width=width)
                self.open(page)
                self.assertEqual(self.browser.run(OVER), [], f"{page.name}, {width} px")
                self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)

    def test_rows_of_the_overview_take_a_line(self):
        self.browser.emulate(width=1440)
        self.open(self.stored_report())
        heights = self.browser.run("[...document.querySelectorAll('table.sortable tbody tr')].slice(0, 40).map((row) => row.offsetHeight)")
        self.assertEqual(len(set(heights)), 1, heights)
        self.assertLess(heights[0], 40)
        # Why a verdict is what it is stands with the numbers of the kernel.
        self.browser.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        self.browser.wait("document.querySelector('main').textContent.includes('verdict divergent: start read')")

    def test_short_tables_are_read_on_a_phone_without_moving_them(self):
        self.browser.emulate(width=390, height=844, phone=True)
        for page in (self.beside_page()[0], self.stuck_page(), self.emulated_report()):
            self.open(page)
            self.assertEqual(self.browser.run(OVER), [], page.name)

    def test_names_of_rows_stay_where_a_table_is_moved_sideways(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(self.paper)
        before, after = self.browser.run("""(() => { const rows = document.querySelector('figure[id^=single_loop] .rows') ??
              [...document.querySelectorAll('.rows')].find((one) => one.scrollWidth > one.clientWidth + 50);
            const left = () => rows.querySelector('tbody td').getBoundingClientRect().left;
            const first = left(); rows.scrollLeft = 120; return [first, left()]; })()""")
        self.assertAlmostEqual(before, after, delta=1)

    def test_an_edge_says_that_a_table_goes_on(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(self.paper)
        images, attached = self.browser.run("""(() => { const style = getComputedStyle([...document.querySelectorAll('.rows')].find(
            (one) => one.scrollWidth > one.clientWidth + 50)); return [style.backgroundImage, style.backgroundAttachment]; })()""")
        self.assertEqual(images.count("linear-gradient"), 2)
        self.assertEqual(attached, "local, scroll")

    def test_no_arrow_is_broken(self):
        for width in (1440, 1024):
            self.browser.emulate(width=width)
            self.open(self.beside_page()[0])
            lines = self.browser.run("[...document.querySelectorAll('.rows .arrow')].map((arrow) => arrow.getClientRects().length)")
            self.assertGreater(len(lines), 3)
            self.assertEqual(set(lines), {1})

    def test_no_word_is_broken_on_paper(self):
        self.browser.emulate(width=718)  # A4 less its margins
        for page in (self.stored_report(), self.emulated_report(), self.profile_report(), self.beside_page()[0]):
            self.open(page)
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            broken, over = self.browser.run(BROKEN), self.browser.run(OVER)
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual((broken, over), ([], []), page.name)

    def test_entries_of_the_contents_stand_in_lines(self):
        self.open(self.beside_page()[0])
        tops = self.browser.run("[...document.querySelectorAll('nav li')].map((entry) => Math.round(entry.getBoundingClientRect().top))")
        self.assertLessEqual(len(set(tops)), 2, tops)

    # --- the explorer ---

    def test_no_page_shows_a_folder(self):
        for page in (self.stuck_page(), self.emulated_report()):
            self.open(page)
            text = self.browser.run("document.body.innerText + document.querySelector('#warp-explorer-data')?.textContent")
            self.assertNotIn(str(WORK), text, page.name)

    def test_panes_of_the_explorer_are_not_slits(self):
        self.browser.emulate(width=1024, height=768)
        for page in (self.block_page(), self.stuck_page()):
            self.open(page)
            for pane in ("we-worst", "we-code", "we-wait"):
                height, whole = self.browser.run(f"(({{ clientHeight, scrollHeight }}) => [clientHeight, scrollHeight])(document.getElementById('{pane}'))")
                self.assertGreaterEqual(height, min(whole, 100), f"{page.name}: {pane}")
        self.lines_page(True)
        self.assertGreater(self.browser.run("document.getElementById('we-source').getBoundingClientRect().height"), 200)
        self.browser.emulate(width=1440, height=900)
        self.open(self.block_page())
        self.assertGreater(self.browser.run("document.getElementById('we-wait').getBoundingClientRect().height"), 35)

    def test_controls_take_two_rows_of_a_wide_window(self):
        self.browser.emulate(width=1440, height=900)
        for page in (self.block_page(), self.beside_page()[0]):
            self.open(page)
            rows = self.browser.run("""[...document.querySelectorAll('.we-bar')].map((bar) => bar.offsetHeight /
                bar.querySelector('button, select').offsetHeight)""")
            self.assertLess(max(rows), 1.9, page.name)
        self.browser.emulate(width=1280, height=900)
        self.open(self.block_page())
        self.assertLess(self.browser.run("document.querySelector('.we-transport').offsetHeight / document.getElementById('we-play').offsetHeight"), 1.9)

    def test_steps_do_not_move_the_page(self):
        for width, height in ((1440, 900), (1280, 800), (1024, 768)):
            self.browser.emulate(width=width, height=height)
            self.open(self.block_page())
            tops = set()
            for key in "ddedeledd":
                self.focus("#we")
                self.browser.press(key)
                tops.add(tuple(self.browser.run("""['we-timeline', 'we-lanes'].map((part) =>
                    document.getElementById(part).getBoundingClientRect().top + scrollY)""")))
            self.assertEqual(len(tops), 1, f"{width} px: {tops}")

    def test_entries_of_lists_are_whole(self):
        self.browser.emulate(width=1440, height=900)
        self.lines_page(True)
        cut = self.browser.run("""(() => { const list = document.getElementById('we-worst'), bottom = list.getBoundingClientRect().bottom;
            return [...list.children].filter((entry) => { const box = entry.getBoundingClientRect();
              return box.top < bottom - 1 && box.bottom > bottom + 1; }).map((entry) => entry.textContent); })()""")
        self.assertEqual(cut, [])
        titles = self.browser.run("[...document.querySelectorAll('#we-worst button')].map((entry) => [entry.title, entry.textContent])")
        self.assertGreater(len(titles), 3)
        for title, text in titles:
            self.assertEqual(title, text)

    def test_lists_of_a_wide_window_show_their_choice(self):
        # What the lanes got may be longer than any window.
        self.browser.emulate(width=1440, height=900)
        for page in (self.block_page(), self.beside_page()[0]):
            self.open(page)
            cut = self.browser.run("""(() => { const context = new OffscreenCanvas(1, 1).getContext('2d');
                return [...document.querySelectorAll('.we-choices select:not(#we-pattern)')].filter((list) => {
                  context.font = getComputedStyle(list).font;
                  const room = list.clientWidth - parseFloat(getComputedStyle(list).paddingLeft) - 16;  // an arrow stands on the right
                  return list.clientWidth > 0 && context.measureText(list.selectedOptions[0].textContent).width > room + 1; }).map((list) => list.title); })()""")
            self.assertEqual(cut, [], page.name)

    def test_numbers_of_the_time_line_are_whole(self):
        for width in range(360, 460, 10):
            self.browser.emulate(width=width, height=844, phone=True)
            self.open_single_loop()
            self.browser.wait("document.querySelectorAll('#we-ticks span').length > 1")
            over = self.browser.run("""(() => { const right = document.getElementById('we-ticks').getBoundingClientRect().right;
                return [...document.querySelectorAll('#we-ticks span')].filter((tick) => tick.getBoundingClientRect().right > right + 0.5)
                  .map((tick) => tick.textContent); })()""")
            self.assertEqual(over, [], f"{width} px")

    def test_heads_of_the_legend_stay_with_their_entries(self):
        for width in (390, 1024, 1440):
            self.browser.emulate(width=width, phone=width < 500)
            self.open(self.block_page())
            tops = self.browser.run("""[...document.querySelectorAll('#we-legend b')].map((head) => [head.textContent, head.getBoundingClientRect().top,
                [...document.querySelectorAll('#we-legend b, #we-legend .we-entry')].find((one) => head.compareDocumentPosition(one) & 4).getBoundingClientRect().top])""")
            self.assertEqual(len(tops), 4)
            for head, own, first in tops:
                self.assertAlmostEqual(own, first, delta=4, msg=f"{head}, {width} px")

    def test_without_lines_no_pane_is_empty(self):
        self.open(self.block_page())
        self.assertEqual(self.browser.run("document.getElementById('we-source').getClientRects().length"), 0)
        self.assertIn("notes no source lines", self.browser.run("document.getElementById('we-cost-note').textContent"))
        self.assertEqual(self.browser.run("document.getElementById('we-kernel').selectedOptions[0].textContent"), "single_loop<0>")

    def test_a_list_that_is_cut_off_says_what_it_holds(self):
        self.open(self.block_page())
        names = self.browser.run("['we-pattern', 'we-warp'].map((id) => [document.getElementById(id).title, document.getElementById(id).selectedOptions[0].textContent])")
        for title, text in names:
            self.assertEqual(title, text)

    def test_words_of_lanes_fit_their_cells(self):
        for page in (self.stuck_page(), self.block_page(), self.beside_page()[0]):
            for width in (1440, 1024, 390):
                self.browser.emulate(width=width, height=900, phone=width < 500)
                self.open(page)
                for _ in range(3):
                    self.browser.run("document.getElementById('we-next').click(); document.getElementById('we-forward').click()")
                cut = self.browser.run("""[...document.querySelectorAll('.we-lane')].filter((lane) => lane.scrollWidth > lane.clientWidth + 1)
                    .map((lane) => lane.textContent).slice(0, 3)""")
                self.assertEqual(cut, [], f"{page.name}, {width} px")

    def test_every_lane_is_seen_whichever_is_chosen(self):
        for page in (self.block_page(), self.beside_page()[0]):
            for width in (1440, 1024, 390):
                self.browser.emulate(width=width, height=900, phone=width < 500)
                self.open(page)
                groups = "[...document.querySelectorAll('.we-lanes')].filter((list) => list.getClientRects().length > 0)"
                for lane in (0, 7, 31):
                    seen = self.browser.run(f"""(() => {{ const field = document.getElementById('we-lane'); field.value = {lane};
                        field.dispatchEvent(new Event('input'));
                        return {groups}.map((list) => [...list.children].filter((cell) => cell.getClientRects().length > 0).length); }})()""")
                    self.assertEqual(set(seen), {32}, f"{page.name}, {width} px, lane {lane}")

    def test_texts_of_source_lines_begin_at_one_place(self):
        for width, media in ((1440, ""), (390, ""), (794, "print")):
            self.browser.emulate(width=width, height=900, phone=width < 500)
            self.lines_page(True)
            self.browser.call("Emulation.setEmulatedMedia", media=media)
            lines = self.browser.run("""[...document.querySelectorAll('#we-source .we-heat')].map((line) =>
                [line.querySelector('.we-pc').textContent.length, line.querySelector('code').getBoundingClientRect().left])""")
            self.browser.call("Emulation.setEmulatedMedia", media="")
            self.assertEqual({digits for digits, _ in lines}, {1, 2})
            self.assertLess(max(left for _, left in lines) - min(left for _, left in lines), 0.5, f"{width} px {media}")

    def test_words_of_the_controls_are_whole(self):
        for width in (1440, 1024, 390):
            for page in (self.block_page(), self.beside_page()[0]):
                self.browser.emulate(width=width, height=900, phone=width < 500)
                self.open(page)
                over = self.browser.run("""(() => { const context = new OffscreenCanvas(1, 1).getContext('2d');
                    const over = (id, texts, arrow) => { const control = document.getElementById(id), style = getComputedStyle(control); context.font = style.font;
                      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
                      return texts.filter((text) => context.measureText(text).width > room); };
                    return [...over('we-find', [document.getElementById('we-find').placeholder], 16),
                            ...over('we-speed', [...document.getElementById('we-speed').options].map((option) => option.textContent), 18)]; })()""")
                self.assertEqual(over, [], f"{page.name}, {width} px")

    def test_instructions_of_two_builds_are_read_on_a_phone(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(self.beside_page()[0])
        widths = self.browser.run("[...document.querySelectorAll('.we-pair')].map((cell) => cell.getBoundingClientRect().width)")
        self.assertGreater(min(widths), 150)
        costs = self.browser.run("[...document.querySelector('.we-pairs tbody tr:nth-child(2)').cells].map((cell) => cell.getBoundingClientRect().top)")
        self.assertEqual(costs[0], costs[4])
        self.assertEqual(len(set(costs[1:4])), 1)
        self.assertGreater(costs[1], costs[0])

    def test_no_control_lies_on_a_time_line(self):
        for page in (self.beside_page()[0], self.block_page()):
            for width in (1440, 1024, 820, 390):
                self.browser.emulate(width=width, phone=width < 500)
                self.open(page)
                over = self.browser.run("""(() => { const line = document.getElementById('we-timeline').getBoundingClientRect();
                    return [...document.querySelectorAll('.we-now :is(button, a, summary), #we-range')].filter((part) => {
                      const box = part.getBoundingClientRect();
                      return box.width > 0 && box.bottom > line.top + 1 && box.top < line.bottom; }).map((part) => part.textContent); })()""")
                self.assertEqual(over, [], f"{page.name}, {width} px")

    def test_paper_begins_rows_of_two_builds_on_the_first_page(self):
        self.open(self.beside_page()[0])
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        rule = self.browser.run("getComputedStyle(document.querySelector('.we-pairs-pane')).breakInside")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.assertEqual(rule, "auto")

    def test_words_of_lanes_are_read_in_light_and_dark(self):
        for dark in (False, True):
            self.browser.emulate(dark=dark)
            self.open(self.stuck_page())
            for step in (5, 6):  # lanes that run, are ready, are blocked
                self.go(step)
                pairs = self.browser.run("""(() => { const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
                    const bytes = (colour) => { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; };
                    return [...document.querySelectorAll('.we-lane')].map((lane) => { const style = getComputedStyle(lane);
                      return [lane.className, bytes(style.color), bytes(style.backgroundColor)]; }); })()""")
                for name, ink, ground in pairs:
                    lighter, darker = sorted((self.luminance(ink), self.luminance(ground)), reverse=True)
                    self.assertGreaterEqual((lighter + 0.05) / (darker + 0.05), 4.5, f"{name}, {'dark' if dark else 'light'}")

    @staticmethod
    def luminance(colour):
        linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    # What eyes without one kind of cones see of linear red, green and blue (Machado, Oliveira and Fernandes 2009).
    EYES = {"all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
            "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052))}

    @staticmethod
    def seen(colour, eyes):
        """In CIE L*a*b*, where distances are those that people see."""
        linear = [(part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4) for part in colour[:3]]
        red, green, blue = (min(max(sum(one * part for one, part in zip(row, linear)), 0), 1) for row in eyes)
        bent = lambda value: value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        x, y, z = (bent(sum(parts)) for parts in (
            (0.4339 * red, 0.3762 * green, 0.1899 * blue), (0.2126 * red, 0.7152 * green, 0.0722 * blue),
            (0.0177 * red, 0.1095 * green, 0.8730 * blue)))
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    def test_colours_of_the_time_line_stay_apart_for_the_colour_blind(self):
        # Those of lanes and of cycles stand in one legend.
        areas = ["--we-run", "--we-values", "--we-memory", "--we-fetch", "--we-branch", "--we-meeting", "--we-pipe",
                 "--we-wait", "--we-block", "--we-gone", "--rc-paper"]
        marks, stack_marks = ["--we-split", "--we-join", "--we-stop"], ["--we-split", "--we-join", "--we-out", "--we-in"]
        for dark in (False, True):
            self.browser.emulate(dark=dark)
            self.open(self.block_page())
            for names in (areas, marks, stack_marks):
                colours = {name: self.colour(name) for name in names}
                for kind, eyes in self.EYES.items():
                    for one, other in itertools.combinations(names, 2):
                        distance = math.dist(self.seen(colours[one], eyes), self.seen(colours[other], eyes))
                        self.assertGreater(distance, 15, f"{one} and {other}, {kind}, {'dark' if dark else 'light'}")

    def test_paper_shows_no_controls_of_the_time_line(self):
        self.open(self.block_page())
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        shown = self.browser.run("[...document.querySelectorAll('.we-transport, .we-timebar :is(a, button)')].filter((one) => one.getClientRects().length > 0).length")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.assertEqual(shown, 0)

    def test_the_reason_on_the_time_line_keeps_its_shape_on_paper(self):
        self.browser.emulate(width=1440)
        self.open(self.stuck_page())
        reason = "document.getElementById('we-reason')"
        self.assertEqual(self.browser.run(f"{reason}.textContent"), "deadlock")
        wide = self.browser.run(f"{reason}.getBoundingClientRect().width")
        # Paper has the time line in less width, and nothing paints it anew.
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.browser.run("document.getElementById('we').style.width = '600px'")
        self.assertAlmostEqual(self.browser.run(f"{reason}.getBoundingClientRect().width"), wide, delta=1)
        self.browser.call("Emulation.setEmulatedMedia", media="")

    def test_the_last_track_says_what_it_counts(self):
        for page, name in ((self.block_page(), "ready"), (self.paper, "stack")):
            self.open(page)
            labels = self.browser.run("[...document.querySelectorAll('#we-labels span')].map((label) => label.textContent)")
            self.assertEqual(labels[-2], name)
            self.assertRegex(labels[-1], "^0–[0-9]+$")

    def test_what_lists_cut_off_stands_on_paper(self):
        page = WORK / "long_choices.html"
        values = ",".join(str(1000 + lane) for lane in range(32))
        self.assertEqual(reconverge("trace", "single_loop", "--reg", f"R5=list({values})", "--html", page).returncode, 0)
        self.open(page)
        seen = "getComputedStyle(document.getElementById('we-chosen')).display"
        self.assertEqual(self.browser.run(seen), "none")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.browser.run(seen), "block")
        self.assertIn(f"Lanes: R5=list({values})", self.browser.run("document.getElementById('we-chosen').textContent"))
        self.browser.call("Emulation.setEmulatedMedia", media="")

    def test_the_answer_has_the_width_of_a_phone(self):
        self.browser.emulate(width=390, height=844, phone=True)
        self.open(self.beside_page()[0])
        width = self.browser.run("document.querySelector('.answer dd').getBoundingClientRect().width")
        self.assertGreater(width, 300)
        self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), 390)

    def test_the_reason_on_the_time_line_is_read_in_the_dark(self):
        self.browser.emulate(dark=True)
        self.open(self.stuck_page())
        drawing = xml.fromstring(self.saved("document.getElementById('we-save')"))
        fills = [text.get("fill") for text in drawing.iter("{http://www.w3.org/2000/svg}text") if text.text == "deadlock"]
        self.assertEqual(fills, ["#ffffff"])

    # --- to take away ---

    def saved(self, button):
        self.browser.run("""(() => { window.saved = []; const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => { saved.push(blob.text()); return make(blob); }; })()""")
        self.browser.call("Browser.setDownloadBehavior", behavior="deny")
        self.browser.run(f"{button}.click()")
        self.browser.wait("saved.length === 1")
        return self.browser.run("Promise.all(saved)")[0]

    @staticmethod
    def texts_of(drawing):
        return " ".join("".join(text.itertext()) for text in xml.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text"))

    def test_the_time_line_can_be_taken_away(self):
        for page, names in ((self.block_page(), ["issues", "blocked at a barrier", "meeting of lanes", "10,000", "cycles", "single_loop<0>"]),
                            (self.stuck_page(), ["deadlock", "running", "executed instructions", "stuck"]),
                            (self.beside_page()[0], ["old", "new", "issues"])):
            self.open(page)
            drawing = self.saved("document.getElementById('we-save')")
            texts = self.texts_of(drawing)
            for name in [*names, "Made by: reconverge", "--html " + page.name]:
                self.assertIn(name, texts, page.name)
            self.assertRegex(texts, r"; reconverge [0-9.]+ \(.+\)")
            self.assertIn('width="89mm"', drawing)
            for colour in re.findall(r'(?:fill|stroke)="([^"]*)"', drawing):
                self.assertRegex(colour, "^(none|#[0-9a-f]{6})$", "colours in words that every program knows")

    def test_the_time_line_that_is_taken_away_is_that_of_the_page(self):
        self.open_single_loop()
        drawing = xml.fromstring(self.saved("document.getElementById('we-save')"))
        boxes = [(float(box.get("x")), float(box.get("y")), float(box.get("width")), box.get("fill"))
                 for box in drawing.iter("{http://www.w3.org/2000/svg}rect") if box.get("height") == "5"]
        blocked = "#" + "".join(f"{part:02x}" for part in self.colour("--we-block")[:3])
        # Lane 31 is the first to block, and stays so longest; lane 0 never does.
        time_of = lambda lane: sum(width for _, y, width, fill in boxes if y == 5 * lane and fill == blocked)
        self.assertGreater(time_of(31), time_of(30))
        self.assertGreater(time_of(30), 0)
        self.assertEqual(time_of(0), 0)

    def test_a_saved_figure_says_what_made_it(self):
        self.open(self.paper)
        self.chart("single_loop_timing")
        drawing = self.saved("[...document.querySelectorAll('figure[data-chart=ready] .chart-tools button')].find((one) => one.textContent === 'Save SVG')")
        texts = self.texts_of(drawing)
        self.assertIn("Made by: reconverge paper --out paper", texts)
        self.assertRegex(texts, r"; reconverge [0-9.]+ \(.+\)")

    def test_every_drawing_of_a_report_is_exported(self):
        folder = WORK / "figures"
        self.assertEqual(reconverge("report", WORK / "paper" / "summary.json", "--figures", folder).returncode, 0)
        self.open(self.paper)
        shown = set(self.browser.run("[...document.querySelectorAll('figure:has(.drawing, [type=\"application/json\"]):not(.applet)')].map((figure) => figure.id)"))
        self.assertIn("walk_through-2", shown | {one + "-2" for one in shown})
        written = {path.stem for path in folder.glob("*.svg")}
        self.assertEqual({re.sub("-[0-9]+$", "", one) for one in shown}, written)
        walk = self.texts_of((folder / "walk_through.svg").read_text())
        for text in ("SYNC", "DIV", "Made by: reconverge report summary.json", "commit"):
            self.assertIn(text, walk)

    def test_figures_of_two_results_have_names_of_their_own(self):
        folder, copy = WORK / "figures_of_two", WORK / "summary_copy.json"
        copy.write_text((WORK / "paper" / "summary.json").read_text())
        self.assertEqual(reconverge("report", WORK / "paper" / "summary.json", copy, "--figures", folder).returncode, 0)
        written = {path.stem for path in folder.glob("*.svg")}
        first = {name for name in written if not re.search("-[0-9]+$", name)}
        self.assertEqual(written - first, {f"{name}-2" for name in first})
        self.assertIn("walk_through", first)


if __name__ == "__main__":
    main()
