// The kernels of kernels.cu, and the paper's single loop, for a CPU that runs OpenCL: what `bench_peers` compares with.
#pragma OPENCL FP_CONTRACT OFF

/// Lanes leave the loop one after another. It rounds where the compiled kernel does, which has three FFMA.
kernel void mandelbrot(global int* rounds, int limit) {
  const int t = get_local_id(0), x = t % 32, y = t / 32 + get_group_id(0) * (get_local_size(0) / 32);
  const float cr = fma((float)x, 0.09f, -2.0f), ci = fma((float)y, 0.07f, -1.0f);
  float zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = fma(2.0f * zr, zi, ci);
    zr = next;
    ++n;
  }
  rounds[get_global_id(0)] = n;
}

/// A bitonic sort of the group's words in local memory.
kernel void sort(global int* words) {
  local int own[256];
  const int t = get_local_id(0), first = get_group_id(0) * get_local_size(0);
  own[t] = words[first + t];
  for (int size = 2; size <= 256; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int other = t ^ distance;
      if (other > t) {
        const bool descends = (t & size) != 0;
        const int a = own[t], b = own[other];
        if ((a > b) != descends) {
          own[t] = b;
          own[other] = a;
        }
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  words[first + t] = own[t];
}

/// The sum of the group's words, by halves, in local memory; again and again, as long as `times` says.
kernel void reduction(global const float* words, global float* sums, int times) {
  local float own[256];
  const int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < times; ++k) {
    own[t] = words[get_global_id(0)] + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = get_local_size(0) / 2; half_of > 0; half_of /= 2) {
      if (t < half_of) own[t] += own[t + half_of];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum += own[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = sum;
}

/// The paper's single loop as the stored listing has it: once to warm up and once measured, lanes leave it at bounds of
/// their own, and every group works on the same words. OpenCL has no clock to read.
kernel void single_loop(global const int* bounds, global float* data) {
  const int t = get_local_id(0), bound = bounds[t];
  float sum = data[t];
  for (int i = 0; i < bound; ++i) sum += 1.3333f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < bound; ++i) sum += 1.3333f;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[t] = sum;
}
