#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Variants of one kernel that is off: which of its instructions make the difference to the card.

    variants.py NVDISASM CUBIN KERNEL OUT ARGUMENT ...

Between the first clock read of KERNEL and its last one, each instruction in turn becomes a NOP with its control word
(`nop_ADDRESS`), or gets a stall count of 1 to 4 more (`stall_ADDRESS_MORE`), or reads all its registers anew
(`anew_ADDRESS`). Writes OUT/KERNEL-VARIANT.cubin for each and OUT/cells.txt, which `run_cells` (run_cells.cu) measures;
ARGUMENTs are as of its lines. What a variant computes means nothing: let the emulator run it first.
"""
import pathlib
import re
import sys

from words import NOP, Cubin, listing, put, with_fields

MOVES_CONTROL = r"(@!?U?P\d )?(BRA|BSSY|BSYNC|BREAK|CALL|RET|EXIT|BAR|CS2R|WARPSYNC)\b"


def field(word, low, bits):
    return word >> low & (1 << bits) - 1


def variants_of(rows):
    """(name, words) of each variant; rows are those of words.listing."""
    words = [word for _, _, word in rows]
    clocks = [i for i, (_, text, _) in enumerate(rows) if re.match(r"CS2R(\.32)? R\d+, SR_CLOCK", text)]
    yield "plain", words
    for i in range(clocks[0] + 1, clocks[-1]):
        address, text, word = rows[i]
        changed = lambda new: words[:i] + [new] + words[i + 1:]
        stall, yields = field(word, 105, 4), field(word, 109, 1)
        if not re.match(MOVES_CONTROL, text):
            control = word >> 105 & (1 << 21) - 1
            yield f"nop_{address:x}", changed(with_fields(put(NOP, 105, 21, control), write=7, read=7, reuse=0))
        for more in range(1, 5):
            if 1 <= stall and stall + more < 12:
                yield f"stall_{address:x}_{more}", changed(with_fields(word, stall=stall + more))
        if field(word, 122, 4):
            yield f"anew_{address:x}", changed(with_fields(word, reuse=0))


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    nvdisasm, path, kernel, out, *arguments = sys.argv[1:]
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "cells.txt").open("a") as cells:
        for name, words in variants_of(listing(nvdisasm, path)[kernel]):
            cubin = Cubin(path)
            cubin.write(kernel, words)
            cubin.save(out / f"{kernel}-{name}.cubin")
            cells.write(f"{kernel}-{name} {out}/{kernel}-{name}.cubin {kernel} 32 0 {' '.join(arguments)}\n")


if __name__ == "__main__":
    main()
