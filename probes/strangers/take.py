#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of other people's programs in the frame of three passes, for cells that nobody chose by hand.

    take.py SOURCES OUT [--seed N] [--skip N] [--programs N] [--each N]

Of the folders of SOURCES that have .cu files, N drawn ones, behind those skipped, are looked through for kernels whose parameters are numbers
and pointers to numbers. At most `--each` of a folder are copied as device functions behind the text of their file, called
three times between two clock reads, and compiled for sm_90. Writes OUT/NAME.cubin, OUT/NAME.txt (what the kernel was)
and OUT/cells.txt for run_cells (probes/segments): four inputs a kernel, whose buffers are in OUT/data. The sources stay
where they are, and are no part of this repository.
"""
import argparse
import concurrent.futures
import pathlib
import random
import re
import struct
import subprocess

BYTES = 16384  # of each buffer
PATTERNS = {"uniform": lambda i, _: 12, "staircase": lambda i, _: i % 32, "random1": lambda i, r: r.randrange(32),
            "rnd2": lambda i, r: r.randrange(100) % 31}
NUMBERS = {"uniform": 16, "staircase": 32, "random1": 20, "rnd2": 8}  # what integers of a kernel are
FORMATS = {"int": "i", "unsigned": "I", "unsigned int": "I", "uint": "I", "int32_t": "i", "uint32_t": "I", "float": "f",
           "double": "d", "char": "b", "unsigned char": "B", "uchar": "B", "uint8_t": "B", "int8_t": "b", "short": "h",
           "unsigned short": "H", "uint16_t": "H", "long long": "q", "unsigned long long": "Q", "int64_t": "q",
           "uint64_t": "Q", "size_t": "Q", "long": "q", "unsigned long": "Q", "bool": "B", "int2": "i", "int4": "i",
           "float2": "f", "float3": "f", "float4": "f", "uint2": "I", "uint4": "I", "double2": "d", "uchar4": "B"}
WIDE = "qQ"
HEAD = re.compile(r'(template\s*<[^{};]*>\s*)?(extern\s+"C"\s+)?(static\s+)?__global__\s+(static\s+)?'
                  r"(__launch_bounds__\s*\([^)]*\)\s*)?void\s+(__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(")
FRAME = """
extern "C" __global__ void {name}({parameters}, long long* timer_) {{
  long long start_ = 0, stop_ = 0;
#pragma unroll 1
  for (int pass_ = 0; pass_ < 3; ++pass_) {{
    __syncthreads();
    start_ = clock64();
    taken_{name}({arguments});
    stop_ = clock64();
  }}
  timer_[2 * threadIdx.x] = start_;
  timer_[2 * threadIdx.x + 1] = stop_;
}}
"""


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def closing(text, at, opens, closes):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == opens) - (text[i] == closes)
        if depth == 0:
            return i + 1
    return len(text)


def kind_of(parameter):
    """(type, is a pointer), or None for what is neither a number nor a pointer to numbers."""
    words = re.sub(r"\b(const|__restrict__|__restrict|restrict|volatile)\b|\bstd::", " ", parameter)
    match = re.fullmatch(r"\s*([\w ]+?)\s*(\*?)\s*(\w+)\s*(\[\s*\])?\s*", words)
    if not match or re.sub(r"\s+", " ", match[1]) not in FORMATS:
        return None
    return re.sub(r"\s+", " ", match[1]), bool(match[2] or match[4])


def kernels_of(text):
    """(name, parameters, body) of each kernel whose parameters are known."""
    for head in HEAD.finditer(text):
        opens = head.end() - 1
        behind = closing(text, opens, "(", ")")
        body = re.match(r"\s*\{", text[behind:])
        parameters = text[opens + 1:behind - 1].split(",")
        if head[1] or not body:
            continue
        kinds = [kind_of(parameter) for parameter in parameters]
        if all(kinds) and any(pointer for _, pointer in kinds):
            yield head[7], parameters, kinds, text[opens:closing(text, behind + body.end() - 1, "{", "}")]


def compiled(source, program, name, parameters, kinds, body, out):
    plain = [re.sub(r"\b(__restrict__|__restrict|restrict)\b", "", parameter).strip() for parameter in parameters]
    names = [re.search(r"(\w+)\s*(\[\s*\])?$", parameter)[1] for parameter in plain]
    text = f'#include "{source}"\n__device__ __forceinline__ void taken_{name}{body}\n'
    text += FRAME.format(name=name, parameters=", ".join(plain), arguments=", ".join(names))
    path = out / f"{program}.{name}.cu"
    path.write_text(text)
    run = subprocess.run(["nvcc", "-std=c++17", "-arch=sm_90", "-cubin", "-w", "-I", str(source.parent), "-I",
                          str(source.parent.parent / "include"), "-o", str(path.with_suffix(".cubin")), str(path)],
                         capture_output=True, text=True)
    path.unlink()
    return run.returncode == 0


def write_data(out):
    (out / "data").mkdir(parents=True, exist_ok=True)
    for pattern, value in PATTERNS.items():
        for letter in set(FORMATS.values()):
            draw = random.Random(f"{pattern}{letter}")
            count = BYTES // struct.calcsize(letter)
            values = [value(i, draw) for i in range(count)]
            if letter in "fd":
                values = [v / 8 + 0.5 for v in values]
            (out / "data" / f"{pattern}-{letter}.bin").write_bytes(struct.pack(f"<{count}{letter}", *values))


def argument(out, pattern, kind):
    name, pointer = kind
    letter = FORMATS[name]
    if pointer:
        return f"p:{out}/data/{pattern}-{letter}.bin"
    if letter in "fd":
        bits, = struct.unpack("<q" if letter == "d" else "<i", struct.pack(f"<{letter}", 0.75))
        return f"{'q' if letter == 'd' else 'i'}:{bits}"
    return f"{'q' if letter in WIDE else 'i'}:{NUMBERS[pattern]}"


def take(program, each, out):
    cells = []
    for source in sorted(program.rglob("*.cu")):
        files = [source] + sorted(path for path in source.parent.iterdir() if path.suffix in (".h", ".cuh", ".hpp"))
        for path in files:
            for name, parameters, kinds, body in kernels_of(without_comments(path.read_text(errors="replace"))):
                if len(cells) >= each or any(cell[0] == name for cell in cells):
                    continue
                if any(re.search(r"[a-z][234]$", kind) for kind, pointer in kinds if not pointer):
                    continue
                if compiled(source.resolve(), program.name, name, parameters, kinds, body, out):
                    shared = BYTES if re.search(r"extern\s+__shared__", body) else 0
                    cells.append((name, kinds, shared, path))
    return program, cells


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    programs = sorted(path for path in options.sources.iterdir() if path.is_dir() and any(path.rglob("*.cu")))
    random.Random(options.seed).shuffle(programs)
    options.out.mkdir(parents=True, exist_ok=True)
    write_data(options.out)
    with concurrent.futures.ThreadPoolExecutor(2) as pool, (options.out / "cells.txt").open("a") as cells:
        jobs = [pool.submit(take, path, options.each, options.out) for path in programs[options.skip:options.skip + options.programs]]
        for job in concurrent.futures.as_completed(jobs):
            program, taken = job.result()
            for name, kinds, shared, path in taken:
                full = f"{program.name}.{name}"
                (options.out / f"{full}.txt").write_text(f"{path.relative_to(options.sources)} {name}\n")
                for pattern in PATTERNS:
                    words = " ".join(argument(options.out, pattern, kind) for kind in kinds)
                    cells.write(f"{full}/{pattern} {options.out}/{full}.cubin {name} 32 {shared} {words} z:512\n")
            cells.flush()


if __name__ == "__main__":
    main()
