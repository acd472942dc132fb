// c = a * b of 16 by 16 halves by the tensor cores of one warp:
//   nvcc -arch=sm_90 -cubin -o product.cubin product.cu && cuobjdump -sass product.cubin > product_sm_90.sass
#include <mma.h>

extern "C" __global__ void product(const half* a, const half* b, float* c) {
  namespace wmma = nvcuda::wmma;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> first;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> second;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(first, a, 16);
  wmma::load_matrix_sync(second, b, 16);
  wmma::mma_sync(sum, first, second, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
