// An application with divergence to find: `reconverge profile -- ./divergent` says which lines have it.
//   nvcc -arch=native -lineinfo -o divergent divergent.cu && ./divergent [graph|twice]
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int count = 1 << 16;

/// Steps of the Collatz sequence: a loop whose length is each thread's own.
__global__ void collatz(const unsigned* numbers, unsigned* lengths) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long value = numbers[i];
  unsigned steps = 0;
  while (value != 1) {
    if (value % 2 == 0)
      value /= 2;
    else
      value = 3 * value + 1;
    ++steps;
  }
  lengths[i] = steps;
}

/// Each thread sorts eight numbers of its own by insertion.
__global__ void insertion_sort(unsigned* numbers) {
  unsigned* const mine = numbers + 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 1; i < 8; ++i) {
    const unsigned value = mine[i];
    int j = i;
    while (j > 0 && mine[j - 1] > value) {
      mine[j] = mine[j - 1];
      --j;
    }
    mine[j] = value;
  }
}

/// Every lane does the same: nothing to find.
__global__ void scale(unsigned* numbers, unsigned factor) {
  numbers[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

int main(int argc, char** argv) {
  std::vector<unsigned> numbers(count);
  unsigned state = 1;
  for (unsigned& number : numbers) number = (state = state * 1664525 + 1013904223) % 1000000 + 1;
  unsigned *in, *out;
  cudaMalloc(&in, count * sizeof(unsigned));
  cudaMalloc(&out, count * sizeof(unsigned));
  cudaMemcpy(in, numbers.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const auto launch_all = [&] {
    collatz<<<count / 256, 256, 0, stream>>>(in, out);
    insertion_sort<<<count / 8 / 128, 128, 0, stream>>>(in);
    scale<<<count / 256, 256, 0, stream>>>(out, 3);
  };
  if (argc > 1 && std::strcmp(argv[1], "graph") == 0) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    launch_all();
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);
  } else {
    launch_all();
    if (argc > 1 && std::strcmp(argv[1], "twice") == 0) launch_all();
  }
  cudaMemcpyAsync(numbers.data(), out, count * sizeof(unsigned), cudaMemcpyDeviceToHost, stream);
  const cudaError_t status = cudaStreamSynchronize(stream);
  unsigned long long sum = 0;
  for (const unsigned number : numbers) sum += number;
  std::printf("%s, sum %llu\n", cudaGetErrorString(status), sum);
  return status == cudaSuccess ? 0 : 1;
}
