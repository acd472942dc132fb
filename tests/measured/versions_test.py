#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does tools/bench-versions lose anything?   versions_test.py BENCH_VERSIONS VERSION_1_FILE"""

import copy
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

tool, version_1 = sys.argv[1:3]


def module():
    loader = importlib.machinery.SourceFileLoader("bench_versions", tool)
    loaded = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_versions", loader))
    loader.exec_module(loaded)
    return loaded


versions = module()


def record():
    with open(version_1, encoding="utf-8") as file:
        return json.load(file)


class Versions(unittest.TestCase):
    def assert_kept(self, one):
        two = json.loads(versions.rewritten(versions.text_1(one)))
        back = json.loads(versions.as_1(versions.text_2(two)))
        self.assertEqual(versions.text_1(back), versions.text_1(one))  # text: 0.0 is not -0.0, nor 1 1.0
        return two

    def test_a_measured_file_comes_back(self):
        one = record()
        two = self.assert_kept(one)
        self.assertLess(len(versions.text_2(two)), len(versions.text_1(one)) / 2)
        self.assertEqual([b["name"] for b in two["benchmarks"]], [b["name"] for b in one["benchmarks"]])

    def test_a_second_time_nothing_changes(self):
        text = versions.rewritten(versions.text_1(record()))
        self.assertEqual(versions.rewritten(text), text)

    def test_every_sample_stands_there(self):
        for old, new in zip(record()["benchmarks"], self.assert_kept(record())["benchmarks"]):
            for before, after in zip(old["states"], new["states"]):
                self.assertEqual(versions.without_runs(after["samples_cycles"]), before["samples_cycles"])

    def test_what_is_rare_comes_back_too(self):
        def changed(change):
            one = record()
            change(one, one["benchmarks"][0], one["benchmarks"][0]["states"][1])
            return self.assert_kept(one)

        def incomplete(one, _, state):
            one["incomplete"] = "interrupted"
            del one["incomplete_absent"]

        def lost_card(one, benchmark, state):
            device = one["devices"][0]
            device["failure"] = "it fell off the bus"
            del device["failure_absent"]
            device["clock_test"] = {"passed": False, "reason": "not run", "read_cycles": None, "read_cycles_absent": "not run",
                                    "dependent_addition_cycles": None, "dependent_addition_cycles_absent": "not run",
                                    "chain_cycles": []}

        def tables(_, benchmark, state):
            benchmark["sass"]["constants"] = [{"bank": 2, "words": [1, 2, 3]}]

        def no_code(_, benchmark, state):
            for key in ("sha256", "text", "cubin_sha256", "disassembler"):
                benchmark["sass"].pop(key)
            benchmark["sass"] = {"sha256": None, "sha256_absent": "no", "text": None, "text_absent": "no",
                                 "function": "single_loop", "cubin_sha256": None, "cubin_sha256_absent": "no",
                                 "disassembler": None, "disassembler_absent": "no"}

        def odd_results(_, benchmark, state):
            state["lane_results"] = [0.0, -0.0, 0.0, -0.0, None, 1.401298464324817e-45, 3.4028234663852886e38, 2.0**50,
                                     16777216.0, 0.10000000149011612] + [0.0] * 10 + [-0.0] * 12

        def two_samples(_, benchmark, state):
            state["samples_cycles"], state["samples"] = state["samples_cycles"][:2], 2
            state["interval_cycles"], state["interval_cycles_absent"] = None, "needs six samples"
            order = list(record()["benchmarks"][0]["states"][1])
            order.insert(order.index("interval_cycles") + 1, "interval_cycles_absent")
            for key in order:
                state[key] = state.pop(key)

        def denied(_, benchmark, state):
            state["counters_status"], state["counters"] = "denied", None
            state["counters_absent"] = "not permitted"

        def not_all_of_a_counter(_, benchmark, state):
            state["counters"]["branches"] = {"metric": "branches", "value": None, "value_absent": "empty"}

        for change in (incomplete, lost_card, tables, no_code, odd_results, two_samples, denied, not_all_of_a_counter):
            with self.subTest(change.__name__):
                changed(change)

    def test_what_would_be_lost_is_refused(self):
        for key, value in (("mean_cycles", 1.5), ("deviation_cycles", None), ("reason_absent", "fine"), ("note", "by hand")):
            one = record()
            one["benchmarks"][0]["states"][0][key] = value
            with self.subTest(key), self.assertRaises(ValueError):
                versions.rewritten(versions.text_1(one))

    def test_thinning_leaves_out_repetitions_only(self):
        one = record()
        again = copy.deepcopy(one["benchmarks"][0])
        again["pattern"] = "reverse"
        again["states"][1]["values"].reverse()
        one["benchmarks"].append(again)
        two = json.loads(versions.rewritten(versions.text_1(one)))
        kept = versions.thinned(two, False)["benchmarks"]
        self.assertEqual(len(kept), len(one["benchmarks"]))
        self.assertEqual([state["n"] for state in kept[-1]["states"]], [3])
        self.assertEqual(len(versions.thinned(two, True)["benchmarks"]), len(one["benchmarks"]) - 1)

    def test_the_command_writes_files(self):
        with tempfile.TemporaryDirectory() as folder:
            two, one = os.path.join(folder, "2.json"), os.path.join(folder, "1.json")
            run = [sys.executable, "-B", tool]
            subprocess.run(run + ["2", version_1, two], check=True)
            subprocess.run(run + ["1", two, one], check=True)
            self.assertEqual(versions.as_1(versions.read(one)), versions.as_1(versions.read(version_1)))
            self.assertEqual(subprocess.run(run + ["2", two + "x", one], stderr=subprocess.PIPE, check=False).returncode, 1)
            self.assertEqual(subprocess.run(run, stderr=subprocess.PIPE, check=False).returncode, 2)

    def test_listings_go_beside_a_result_and_back(self):
        with tempfile.TemporaryDirectory() as folder:
            def run(form, source, result):
                paths = [os.path.join(folder, name) for name in (source, result)]
                return subprocess.run([sys.executable, "-B", tool, form] + paths, stderr=subprocess.PIPE, check=False).returncode

            two, apart = os.path.join(folder, "2.json"), os.path.join(folder, "apart.json")
            self.assertEqual(run("2", os.path.abspath(version_1), "2.json"), 0)
            self.assertEqual(run("apart", "2.json", "apart.json"), 0)
            code = [entry["sha256"] for entry in json.loads(versions.read(apart))["code"]]
            self.assertEqual(sorted(os.listdir(os.path.join(folder, "code"))), sorted(hash + ".sass" for hash in code))
            self.assertNotIn("Function :", versions.read(apart))
            self.assertEqual(run("whole", "apart.json", "whole.json"), 0)
            self.assertEqual(versions.read(os.path.join(folder, "whole.json")), versions.read(two))
            self.assertEqual(run("1", "apart.json", "1.json"), 0)
            self.assertEqual(versions.read(os.path.join(folder, "1.json")), versions.as_1(versions.read(version_1)))
            versions.write(os.path.join(folder, "code", code[0] + ".sass"), "another")
            self.assertEqual(run("whole", "apart.json", "whole.json"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
