# SPDX-License-Identifier: MIT
"""A kernel of Triton whose programs loop apart."""
import torch
import triton
import triton.language as tl


@triton.jit
def collatz(values, steps, count, block: tl.constexpr):
    place = tl.program_id(0) * block + tl.arange(0, block)
    inside = place < count
    value = tl.load(values + place, mask=inside, other=1)
    taken = tl.zeros([block], tl.int32)
    while tl.max(value) > 1:
        taken += tl.where(value > 1, 1, 0)
        value = tl.where(value <= 1, value, tl.where(value % 2 == 0, value // 2, 3 * value + 1))
    tl.store(steps + place, taken, mask=inside)


values = (torch.arange(10000, device="cuda", dtype=torch.int64) * 37) % 1000 + 1
steps = torch.zeros(10000, device="cuda", dtype=torch.int32)
for _ in range(4):
    collatz[(triton.cdiv(10000, 128),)](values, steps, 10000, block=128)
print("steps", steps.sum().item(), steps.max().item())
