# SPDX-License-Identifier: MIT
"""Kernels of CuPy: one compiled at run time with its lines, and its own."""
import cupy

collatz = cupy.RawKernel(r"""
extern "C" __global__ void collatz(const int* values, int* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int taken = 0;
  for (int value = values[i]; value > 1; ++taken)
    value = value % 2 ? 3 * value + 1 : value / 2;
  steps[i] = taken;
}
""", "collatz", options=("-lineinfo",))
values = (cupy.arange(10000, dtype=cupy.int32) * 37) % 1000 + 1
steps = cupy.zeros(10000, dtype=cupy.int32)
for _ in range(4):
    collatz(((10000 + 127) // 128,), (128,), (values, steps, 10000))
print("steps", int(steps.sum()), int(steps.max()), int(cupy.sort(steps)[::100].sum()))
