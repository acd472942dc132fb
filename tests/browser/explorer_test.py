# SPDX-License-Identifier: MIT
"""What the explorer shows at a step: the walk of the paper, the stack, convergence barriers, rules.

    explorer_test.py PATH/TO/reconverge [unittest options]
"""

import json
import time

from pages import SINGLE_LOOP, WORK, Page, main, reconverge


class Explorer(Page):
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

    def split_page(self, name, rows):
        """A block of 64 threads that does not end; P0: threads from 40 on, P1: warp 1."""
        first = ["S2R R0, SR_TID.X", "ISETP.GE.U32.AND P0, PT, R0, 0x28, PT", "ISETP.GE.U32.AND P1, PT, R0, 0x20, PT"]
        listing = "code for sm_90\n\tFunction : split\n" + "".join(f"/*{16 * at:04x}*/ {row};\n" for at, row in enumerate([*first, *rows]))
        page = WORK / f"split_{name}.html"
        result = reconverge("trace", "-", "--block", "64", "--warp", "0", "--html", page, text=listing)
        self.assertEqual(result.returncode, 5, result.stderr)
        self.open(page)

    def warp(self):
        return self.browser.run("document.getElementById('we-warp').selectedOptions[0].textContent.split(',')[0]")

    def choose_warp(self, number):
        self.browser.run(f"""(() => {{ const choice = document.getElementById('we-warp'); choice.value = '{number}';
            choice.dispatchEvent(new Event('change')); }})()""")

    def test_a_block_opens_at_the_warp_that_stopped(self):
        self.split_page("in_warp", ["@P0 BRA 0x70", "WARPSYNC.ALL", "BAR.SYNC.DEFER_BLOCKING 0x0", "EXIT", "WARPSYNC.ALL", "EXIT"])
        self.assertIn("warp 1: deadlock", self.browser.run("document.getElementById('we-alert').textContent"))
        self.assertEqual(self.warp(), "warp 1")
        # The other warp waits for it at BAR: none of its lanes runs.
        self.choose_warp(0)
        self.focus("#we")
        self.browser.press("End")
        state, seen = self.state(), self.barriers()
        self.assertEqual((state["running"], state["blocked"]), (0, 32))
        self.assertEqual(seen["lanes"][5], "lane 5: blocked at BAR, 0x50, waits for other warps")
        self.assertEqual(seen["elsewhere"], ["BAR 0xffffffff at 0x50 waits for other warps"])
        link = "document.querySelector('#we-alert a')"
        self.assertEqual(self.browser.run(f"{link}.textContent"), "To the step where it stopped in warp 1")
        self.browser.run(f"{link}.click()")
        self.assertEqual(self.warp(), "warp 1")
        self.assertEqual(self.state()["position"], self.browser.run("Number(document.getElementById('we-step').max)"))
        self.assertEqual((self.state()["running"], self.state()["blocked"]), (0, 32))

    def test_a_block_whose_warps_wait_opens_at_the_first_that_does(self):
        self.split_page("ended", ["@!P1 EXIT", "BAR.SYNC.DEFER_BLOCKING 0x1, 0x40", "EXIT"])
        self.assertEqual(self.warp(), "warp 1")
        self.browser.run("document.querySelector('#we-alert a').click()")
        self.assertEqual((self.warp(), self.state()["blocked"]), ("warp 1", 32))
        self.choose_warp(0)
        self.focus("#we")
        self.browser.press("End")
        self.assertEqual(self.state()["gone"], 32)
        self.assertIn("at the end", self.state()["status"])
        self.split_page("apart", ["@P1 BRA 0x60", "BAR.SYNC.DEFER_BLOCKING 0x1, 0x40", "EXIT", "BAR.SYNC.DEFER_BLOCKING 0x2, 0x40", "EXIT"])
        self.assertEqual(self.warp(), "warp 0")
        for number in (0, 1):
            self.choose_warp(number)
            self.focus("#we")
            self.browser.press("End")
            self.assertEqual((self.state()["running"], self.state()["blocked"]), (0, 32))
            self.assertIn("stopped: deadlock", self.state()["status"])

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

    def test_a_block_opens_at_its_longest_warp(self):
        listing = """code for sm_90
\tFunction : turns
/*0000*/ S2R R1, SR_TID.X;
/*0010*/ SHF.R.U32.HI R2, RZ, 0x5, R1;
/*0020*/ LOP3.LUT R2, R2, 0x1, RZ, 0xc0, !PT;
/*0030*/ IMAD R2, R2, 0x9, RZ;
/*0040*/ IADD3 R2, R2, -0x1, RZ;
/*0050*/ ISETP.GT.AND P0, PT, R2, RZ, PT;
/*0060*/ @P0 BRA 0x40;
/*0070*/ EXIT;
"""
        page = WORK / "longest.html"
        self.assertEqual(reconverge("trace", "-", "--block", "96", "--warp", "0", "--html", page, text=listing).returncode, 0)
        self.open(page)
        chosen = "document.getElementById('we-warp').selectedOptions[0].textContent"
        self.assertTrue(self.browser.run(chosen).startswith("warp 1, "), self.browser.run(chosen))
        # A link leads to the warp that it names.
        self.open(page, self.browser.run("document.getElementById('we-link').getAttribute('href').replace('warp%201', 'warp%202')"))
        self.assertTrue(self.browser.run(chosen).startswith("warp 2, "))

    def test_keys_work_on_a_page_that_was_just_opened(self):
        self.open_single_loop()
        self.open(WORK / "barriers.html")
        self.assertEqual(self.browser.run("document.activeElement === document.body"), True)
        self.browser.press("ArrowRight")
        self.assertEqual(self.state()["position"], 1)
        self.browser.press("d")
        divergence = self.state()["position"]
        self.assertGreater(divergence, 1)
        self.browser.press("End")
        self.assertEqual(self.state()["position"], self.browser.run("Number(document.getElementById('we-step').max)"))
        self.browser.press("Home")
        # What has keys of its own keeps them, and an explorer that is out of sight has none.
        self.browser.run("""(() => { const field = document.createElement('input'); field.id = 'own';
            document.querySelector('main').append(field); field.focus({ preventScroll: true }); })()""")
        self.expect_unmoved_by("d")
        self.browser.run("document.getElementById('own').remove(); document.querySelector('.rows').focus({ preventScroll: true })")
        self.expect_unmoved_by("d")
        self.browser.run("document.activeElement.blur(); document.querySelector('main').style.paddingTop = '3000px'; scrollTo(0, 0)")
        self.expect_unmoved_by("d")
        self.assertIn("in sight", self.browser.run("document.querySelector('.we-keys').textContent"))

    def expect_unmoved_by(self, key):
        self.browser.press(key)
        self.assertEqual(self.state()["position"], 0)

    def test_keys_that_scroll_are_those_of_a_page_about_more(self):
        self.open(self.paper)
        self.browser.run("document.getElementById('we').scrollIntoView()")
        self.expect_unmoved_by("End")
        self.open(self.paper)  # the page that End scrolls may go on scrolling
        self.browser.run("document.getElementById('we').scrollIntoView()")
        self.browser.press("d")
        self.assertGreater(self.state()["position"], 0)


if __name__ == "__main__":
    main()
