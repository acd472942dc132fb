#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the constant 1 / (2 pi) of FMUL.RZ, which compilers put before MUFU.SIN and COS, 1 in a cubin."""
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
code = path.read_bytes()
constant, one = bytes.fromhex("83f9223e"), bytes.fromhex("0000803f")
if code.count(constant) == 0:
    sys.exit(f"{path}: no such constant")
path.write_bytes(code.replace(constant, one))
