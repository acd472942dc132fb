// Compiled to kernels_sm_90.cubin by nvcc -cubin -arch=sm_90, and to separate_sm_NN.cubin with -rdc=true as well (CUDA 13.0).
#include <cassert>
#include <cstdio>

__device__ float table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ int coefficients[4] = {10, 20, 30, 40};
namespace counters { __device__ int calls[2]; }
__device__ int *where = counters::calls;

__device__ __noinline__ int increment(int x) { return x + 1; }
__device__ __noinline__ int triple(int x) { return x * 3; }
__device__ int (*const volatile functions[2])(int) = {increment, triple};

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Strip : Shape {
  int length;
  __device__ Strip(int l) : length(l) {}
  __device__ int area() const override { return 2 * length; }
};

extern "C" __global__ void look_up(float *out, const int *which) { out[threadIdx.x] = table[which[threadIdx.x] & 7]; }
extern "C" __global__ void weigh(int *out) {
  out[threadIdx.x] = coefficients[threadIdx.x & 3];
  if (threadIdx.x % 3 == 0) atomicAdd(where + 1, 2);
}
extern "C" __global__ void call_through_table(int *out, const int *which) {
  out[threadIdx.x] = functions[which[threadIdx.x] & 1](threadIdx.x);
}
extern "C" __global__ void areas(int *out) {
  Square square(threadIdx.x);
  Strip strip(threadIdx.x);
  const Shape *shape = threadIdx.x & 1 ? (const Shape *)&square : (const Shape *)&strip;
  out[threadIdx.x] = shape->area();
}
extern "C" __global__ void print(int *out) {
  int t = threadIdx.x;
  if (t % 8 == 3) out[t] = printf("lane %d: %5.2f %s\n", t, t * 0.5, t == 3 ? "three" : "other");
}
extern "C" __global__ void check(int *out, int bound) {
  assert(threadIdx.x < bound);
  out[threadIdx.x] = threadIdx.x;
}
struct Node {
  int value;
  Node *next;
};
extern "C" __global__ void list(int *out) {
  Node *head = nullptr;
  for (unsigned i = 0; i <= threadIdx.x % 4; ++i) {
    Node *node = (Node *)malloc(sizeof(Node));
    if (node == nullptr) { out[threadIdx.x] = -1; return; }
    node->value = i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  while (head != nullptr) {
    sum = 10 * sum + head->value;
    Node *next = head->next;
    free(head);
    head = next;
  }
  out[threadIdx.x] = sum;
}
extern __shared__ int dynamic[];
extern "C" __global__ void mirror(int *out) {
  __shared__ int fixed[32];
  fixed[threadIdx.x] = threadIdx.x;
  dynamic[threadIdx.x] = 100 + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[31 - threadIdx.x] + fixed[31 - threadIdx.x];
}
