#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Applications that others wrote: with and without `reconverge profile`, against ncu, and their launches run again.

    measure.py build FOLDER rodinia=DIR samples=DIR    compiles them, needs nvcc; DIR: as applications.json says
    measure.py run FOLDER RECONVERGE OUT [SECONDS]     with a card of sm_90, CUPTI and ncu; writes CSV and captures to OUT
STEPS in the environment chooses steps: times (profiles and their cost), profiles (without the cost), long, captures,
counts (ncu beside the profiles that are in OUT); all but "profiles" by default; APPLICATIONS names the applications, separated by commas.
"""
import collections
import concurrent.futures
import csv
import glob
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LIST = json.loads((HERE / "applications.json").read_text())
COUNTS = {"warp_instructions": "inst_executed", "thread_instructions": "thread_inst_executed",
          "thread_instructions_true": "thread_inst_executed_true",
          "divergent": "smsp__branch_targets_threads_divergent"}
#: Options of ncu's section have these names in later versions.
OTHER_NAMES = {"smsp__branch_targets_threads_divergent": ("smsp__sass_branch_targets_threads_divergent",)}


def build_one(one, folder, repositories):
    """Compiles one application; returns what the compiler said if it failed."""
    place = folder / one["name"]
    place.mkdir(parents=True, exist_ok=True)
    source = repositories[one["from"]] / one["folder"]
    options = ["-arch=sm_90", "-std=c++17", "-lineinfo", "-w", "-DcudaThreadSynchronize=cudaDeviceSynchronize",
               "-DcudaThreadExit=cudaDeviceReset", *one.get("options", [])]
    if one["from"] == "samples":
        options.append(f"-I{repositories['samples'].parent / 'Common'}")
    done = subprocess.run(["nvcc", *options, "-o", place / "application", *one["sources"], "-lcuda"], cwd=source, capture_output=True,
                          text=True)
    for name in one.get("files", []):
        shutil.copytree(source / name, place / name, dirs_exist_ok=True)
    return f"{one['name']}: {done.stderr[-600:]}" if done.returncode else ""


def command_of(one):
    """What is run in the folder of an application."""
    if "script" in one:
        return [sys.executable, str(HERE / one["script"])]
    return ["./application", *one.get("arguments", [])]


def build(folder, repositories):
    """Compiles all of them, and says at the end which could not be compiled."""
    repositories = {name: path.resolve() for name, path in repositories.items()}
    programs = [one for one in LIST["applications"] if "sources" in one]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        failures = [text for text in pool.map(lambda one: build_one(one, folder.resolve(), repositories), programs) if text]
    if failures:
        sys.exit("\n".join(failures))


def make_inputs(folder):
    """Inputs of Rodinia are larger than its repository: these stand for them."""
    draw = random.Random(1)
    nodes = [draw.randint(1, 12) for _ in range(65536)]
    ends = [draw.randrange(len(nodes)) for _ in range(sum(nodes))]
    begin, rows = 0, []
    for degree in nodes:
        rows.append(f"{begin} {degree}")
        begin += degree
    (folder / "bfs/graph.txt").write_text("\n".join([str(len(nodes)), *rows, "", "0", "", str(len(ends)),
                                                     *(f"{end} 1" for end in ends)]) + "\n")
    def numbers(name, count, low, high):
        (folder / name).write_text("".join(f"{draw.uniform(low, high):.6f}\n" for _ in range(count)))
    numbers("hotspot/temp", 512 * 512, 320, 340)
    numbers("hotspot/power", 512 * 512, 0, 0.01)
    numbers("hotspot3D/temp3", 512 * 512 * 8, 320, 340)
    numbers("hotspot3D/power3", 512 * 512 * 8, 0, 0.01)
    keys = list(range(20000))
    draw.shuffle(keys)
    (folder / "btree/keys.txt").write_text("\n".join(map(str, [len(keys), *keys])) + "\n")
    (folder / "btree/command.txt").write_text("j 600 300\nk 1000\n")


def run_in(place, command, limit=90):
    """Status, seconds, what it printed and the files that it left."""
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, timeout=limit)
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        status, out, err = -1, late.stdout or b"", late.stderr or b""
    seconds = time.monotonic() - begin
    left = hashlib.sha256()
    for name in sorted(("result.txt", "output.out", "output.txt")):
        if (place / name).exists():
            left.update((place / name).read_bytes())
            (place / name).unlink()
    return status, seconds, out.decode(errors="replace"), err.decode(errors="replace"), left.hexdigest()


def without_times(text):
    """Lines that speak of time or speed, without their numbers."""
    timed = re.compile(r"\d+(\.\d+)?\s*(us|ms|s|sec|usec|msec|seconds?)\b|time|throughput|bandwidth|speed|/s|perf|gflop|overlap|elapsed|"
                       r"seconds|cycles|0x[0-9a-f]+", re.I)
    lines = (re.sub(r"[-+]?\d[\d.e+-]*|nan|inf", "#", line) if timed.search(line) else line for line in text.splitlines())
    return "\n".join(" ".join(line.split()) for line in lines)


def profile_rows(path):
    """{(kernel, launch): {(function, pc): counts}}, and the lines of each place: the innermost, then those around it."""
    launches, lines = {}, {}
    for launch in json.loads(path.read_text())["launches"]:
        rows = launches[(launch["kernel"], launch["launch"])] = {}
        for row in launch["instructions"]:
            rows[(row["function"], row["pc"])] = tuple(row[name] for name in COUNTS)
            frames = [row["line"] or "?:0", *row.get("inlined_at", [])]
            lines[(row["function"], row["pc"])] = [(pathlib.Path(file).name, int(line)) for file, _, line in (frame.rpartition(":") for frame in frames)]
    return launches, lines


def import_ncu():
    for place in glob.glob("/opt/nvidia/nsight-compute/*/extras/python") + glob.glob("/usr/local/cuda/nsight-compute*/extras/python"):
        sys.path.append(place)
    import ncu_report
    return ncu_report


def ncu_rows(path):
    """{(kernel, launch): {address: counts}}, addresses as on the card, and lines of addresses."""
    ncu_report = import_ncu()
    context = ncu_report.load_report(str(path))
    launches, lines, seen = {}, {}, collections.Counter()
    for group in context:
        for action in group:
            kernel = action.name(action.NameBase_MANGLED)
            seen[kernel] += 1
            rows = collections.defaultdict(lambda: [0] * len(COUNTS))
            for i, name in enumerate(COUNTS.values()):
                metric = next((found for found in map(action.metric_by_name, (name, *OTHER_NAMES.get(name, ()))) if found), None)
                if metric is None:
                    raise KeyError(f"{name} is not among {sorted(action.metric_names())}")
                places = metric.correlation_ids()
                for k in range(metric.num_instances()):
                    rows[places.as_uint64(k)][i] = metric.as_uint64(k)
            launches[(kernel, seen[kernel])] = {pc: tuple(counts) for pc, counts in rows.items()}
            for pc in rows:
                info = action.source_info(pc)
                lines[pc] = (pathlib.Path(info.file_name()).name, info.line()) if info else ("?", 0)
    return launches, lines


def summed(rows, lines):
    sums = collections.defaultdict(lambda: [0] * len(COUNTS))
    for place, counts in rows.items():
        for i, count in enumerate(counts):
            sums[lines[place]][i] += count
    return {line: tuple(counts) for line, counts in sums.items() if any(counts)}


def compare(name, ours, ours_lines, theirs, theirs_lines):
    """One row a launch that both have. Of an inlined instruction ncu names now the innermost line, now one of the calls
    around it: ours is summed under the line that ncu names, if it is one of those."""
    for launch in sorted(ours.keys() & theirs.keys()):
        mine, other = ours[launch], theirs[launch]
        totals = [sum(counts[i] for counts in rows.values()) for rows in (mine, other) for i in range(len(COUNTS))]
        parts = [""] * 6
        # Code of one function lies in one piece: its addresses on the card are those of the function, shifted.
        if len({function for function, _ in mine}) == 1 and other:
            first = min(other) - min(pc for _, pc in mine)
            at = {pc + first: counts for (_, pc), counts in mine.items()}
            frames = {pc + first: ours_lines[(function, pc)] for function, pc in mine}
            inlined = [pc for pc in at if len(frames[pc]) > 1]
            named = {pc: theirs_lines[pc] if theirs_lines.get(pc) in frames[pc] else frames[pc][0] for pc in at}
            by_line, other_by_line = summed(at, named), summed(other, theirs_lines)
            all_lines, nothing = by_line.keys() | other_by_line.keys(), (0,) * len(COUNTS)
            parts = [len(at.keys() | other.keys()), sum(at.get(pc, nothing) != other.get(pc, nothing) for pc in at.keys() | other.keys()),
                     len(all_lines), sum(by_line.get(line) != other_by_line.get(line) for line in all_lines), len(inlined),
                     sum(named[pc] != frames[pc][0] for pc in inlined)]
        yield [name, launch[0], launch[1], *totals, *parts]


def main_run(folder, program, out, limit):
    begin = time.monotonic()
    left = lambda: limit - (time.monotonic() - begin)
    make_inputs(folder)
    chosen = os.environ.get("APPLICATIONS", "")
    everything = [one for one in LIST["applications"] if not chosen or one["name"] in chosen.split(",")]
    for one in everything:
        (folder / one["name"]).mkdir(exist_ok=True)
    steps = os.environ.get("STEPS", "times,long,captures,counts").split(",")
    (out / "logs").mkdir(parents=True, exist_ok=True)
    (out / "captures").mkdir(exist_ok=True)
    with open(out / "notes.txt", "a") as note:
        if "times" in steps:
            time_each(everything, folder, program, out, note)
            print("timed", time.monotonic() - begin, flush=True)
        if "profiles" in steps:
            for one in everything:
                path = out / "logs" / f"{one['name']}.profile.json"
                done = run_in(folder / one["name"], [program, "-q", "profile", "--json", path, "--", *command_of(one)])
                note.write(f"{one['name']} profile: {done[0]} {done[3][-1500:]}\n")
            print("profiled", time.monotonic() - begin, flush=True)
        if "long" in steps:
            time_long(everything, folder, program, out)
            print("timed long runs", time.monotonic() - begin, flush=True)
        captures = store(everything, folder, program, out, note) if "captures" in steps else []
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            rows = [pool.submit(check, capture, folder, program, out, note) for capture in captures]
            if "counts" in steps:
                against_ncu(everything, folder, out, left, note)
            if "captures" in steps:
                with open(out / "checks.csv", "w") as file:
                    checks = csv.writer(file, lineterminator="\n")
                    checks.writerow(("application", "capture", "status", "capture_bytes", "seconds", "changed_bytes", "different_bytes",
                                     "compared_counts", "different_counts"))
                    checks.writerows(row.result() for row in rows)
    print("done", time.monotonic() - begin, flush=True)


def time_each(everything, folder, program, out, note):
    """Seconds of each application alone, with three launches of each kernel measured, and with none chosen."""
    with open(out / "costs.csv", "w") as file:
        costs = csv.writer(file, lineterminator="\n")
        costs.writerow(("application", "status", "seconds_alone", "application_seconds", "seconds_profiled", "seconds_none_chosen", "launches",
                        "measured", "measuring_seconds", "same_output", "same_output_alone"))
        for one in everything:
            place, name = folder / one["name"], one["name"]
            application = command_of(one)
            alone = [run_in(place, application) for _ in range(3)]
            path = out / "logs" / f"{name}.profile.json"
            profiled = run_in(place, [program, "-q", "profile", "--json", path, "--", *application])
            none = [run_in(place, [program, "-q", "profile", "--kernel", "no such kernel", "--json", path.with_suffix(".none"), "--", *application])
                    for _ in range(2)]
            # What the program prints stands after what the application prints.
            texts = [without_times(run[2]) for run in alone]
            same = [without_times(profiled[2]).startswith(texts[0]) and profiled[4] == alone[0][4],
                    texts[0] == texts[1] and alone[0][4] == alone[1][4]]
            if not same[0]:
                (out / "logs" / f"{name}.alone.txt").write_text(texts[0])
                (out / "logs" / f"{name}.profiled.txt").write_text(without_times(profiled[2]))
            if profiled[3]:
                note.write(f"{name} profile: {profiled[0]} {profiled[3][-1500:]}\n")
            record = json.loads(path.read_text()) if path.exists() else {"launches": [], "kernels": [], "measuring_seconds": 0}
            costs.writerow((name, profiled[0], f"{min(run[1] for run in alone):.3f}", f"{record.get('application_seconds', 0):.3f}",
                            f"{profiled[1]:.3f}", f"{min(run[1] for run in none):.3f}", sum(row["launches"] or 0 for row in record["kernels"]),
                            len(record["launches"]), f"{record['measuring_seconds']:.3f}", *same))


def store(everything, folder, program, out, note):
    """Captures one launch of each application that names one; returns name, launch and file of those that could be."""
    captures = []
    for one in everything:
        if "capture" not in one:
            continue
        path = out / "captures" / f"{one['name']}.capture"
        done = run_in(folder / one["name"], [program, "profile", "--capture", one["capture"], "--capture-file", path, "--kernel", "no such kernel",
                                             "--max-bytes", "2GB", "--", *command_of(one)])
        note.write(f"{one['name']} capture: {done[0]} {done[3][-1500:]}\n")
        if path.exists():
            captures.append((one["name"], one["capture"], path))
    return captures


def check(capture, folder, program, out, note):
    """Executes a captured launch; a row of what then differs from the card."""
    name, launch, path = capture
    record = out / "logs" / f"{name}.emulated.json"
    started = time.monotonic()
    done = run_in(folder / name, [program, "emulate", path, "--check", "--json", record, "--jobs", "4"], limit=100)
    seconds, found = time.monotonic() - started, {}
    if record.exists():
        full = json.loads(record.read_text())
        found = full["capture"]["check"] or {}
        record.write_text(json.dumps(full["capture"]))
    if done[0] != 0:
        note.write(f"{name} emulate: {done[0]} {done[3][-1500:]} {done[2][-1500:]}\n")
    return [name, launch, done[0], path.stat().st_size, f"{seconds:.1f}", *(found.get(key, "") for key in (
        "changed_bytes", "different_bytes", "compared_counts", "different_counts"))]


def time_long(everything, folder, program, out):
    """Long runs, alone and with `profile` but no launch chosen, in turn."""
    with open(out / "long_runs.csv", "w") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("application", "arguments", "round", "seconds_alone", "seconds_none_chosen"))
        for one in everything:
            if "long" not in one:
                continue
            place, path, application = folder / one["name"], out / "logs" / f"{one['name']}.long", ["./application", *one["long"]]
            for turn in range(5):
                alone = run_in(place, application)
                none = run_in(place, [program, "-q", "profile", "--kernel", "no such kernel", "--json", path, "--", *application])
                table.writerow((one["name"], " ".join(one["long"]), turn + 1, f"{alone[1]:.3f}", f"{none[1]:.3f}"))
            file.flush()


def against_ncu(everything, folder, out, left, note):
    with open(out / "counts.csv", "w") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("application", "kernel", "launch", *COUNTS, *(f"ncu_{name}" for name in COUNTS), "instructions",
                        "instructions_different", "lines", "lines_different", "inlined", "inlined_at_a_call"))
        for one in everything:
            path = out / "logs" / f"{one['name']}.profile.json"
            if left() < 60 or not path.exists():
                note.write(f"{one['name']}: no time for ncu\n")
                continue
            report = folder / f"{one['name']}.ncu-rep"
            done = run_in(folder / one["name"], ["ncu", "--section", "SourceCounters", "--clock-control", "none", "--launch-count", "6", "-f", "-o", report,
                                                 *command_of(one)], limit=90)
            try:
                for row in compare(one["name"], *profile_rows(path), *ncu_rows(report)):
                    table.writerow(row)
            except Exception as error:  # the next application may be understood
                note.write(f"{one['name']} ncu: {done[0]} {error!r} {done[2][-400:]}\n")
            file.flush()


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(pathlib.Path(sys.argv[2]), {name: pathlib.Path(path) for name, path in (word.split("=") for word in sys.argv[3:])})
    else:
        main_run(pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve(), pathlib.Path(sys.argv[4]).resolve(),
                 float(sys.argv[5]) if len(sys.argv) > 5 else 3600)
