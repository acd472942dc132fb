#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds what a card counted in launches against what the emulator counts, instruction by instruction and line by line.

    counts.py FOLDER    with NAME.profile.json and NAME.emulated.json of each launch; writes CSV to standard output

Columns: the card's sums; counts of instructions that `emulate --check` compared; source lines, summed on either side with
its own reader of lines. Lines with a branch by register whose lanes went to several places are left out: CUPTI counts such
a row once, the emulator at each issue.
"""
import collections
import csv
import json
import pathlib
import sys

COUNTS = ("warp_instructions", "thread_instructions", "thread_instructions_true", "branches", "divergent")
CARD = ("warp_instructions", "thread_instructions", "thread_instructions_true", "divergent")
OURS = ("executed", "active_lanes", "thread_instructions", "divergent_branches")
BY_REGISTER = ("BRX", "CALL", "RET")


def of_card(path):
    """The one launch that was measured, and its rows by function and address."""
    launches = json.loads(path.read_text())["launches"]
    assert len(launches) == 1, f"{path}: {len(launches)} launches"
    return launches[0], launches[0]["instructions"]


def by_line(rows, place, counts):
    """Sums of counts by (file, line)."""
    sums = collections.defaultdict(lambda: [0] * len(counts))
    for row in rows:
        if not row[counts[0]]:
            continue
        for i, count in enumerate(counts):
            sums[place(row)][i] += row[count]
    return sums


def place_on_card(row):
    file, _, line = (row["line"] or "?:0").rpartition(":")
    return pathlib.Path(file).name, int(line)


def place_in_emulator(row):
    frame = row["frames"][0] if row["frames"] else {"file": "?", "line": 0}
    return pathlib.Path(frame["file"]).name, frame["line"]


def lines_again(emulated):
    """Lines with a branch by register that parted lanes."""
    parting = {row["pc"] for row in emulated["instructions"]
               if row["divergent_branches"] and row["instruction"].split(".")[0] in BY_REGISTER}
    return {place_in_emulator(line) for line in emulated["lines"] if parting & set(line["pcs"])}


def main(folder):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("launch", "grid", "block", *COUNTS, "instructions", "counts_compared", "counts_different", "lines",
                  "lines_compared", "lines_different"))
    for path in sorted(pathlib.Path(folder).glob("*.profile.json")):
        name = path.name.removesuffix(".profile.json")
        launch, rows = of_card(path)
        emulated = json.loads((path.parent / f"{name}.emulated.json").read_text())
        check = emulated["capture"]["check"]
        card = by_line(rows, place_on_card, CARD)
        ours = by_line(emulated["lines"], place_in_emulator, OURS)
        again = lines_again(emulated)
        compared = (card.keys() | ours.keys()) - again
        different = sum(card.get(line) != ours.get(line) for line in compared)
        out.writerow((name, "x".join(map(str, launch["grid"])), "x".join(map(str, launch["block"])),
                      *(sum(row[count] for row in rows) for count in COUNTS), len(rows), check["compared_counts"],
                      check["different_counts"], len(card), len(compared), different))


main(sys.argv[1])
