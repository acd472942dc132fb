// SPDX-License-Identifier: MIT
// Functions of double, in whose code compilers overwrite sources without a wait. NAME_sm_NN.sass is of nvcc 13.0 and
// nvdisasm 13.5:
//
//     nvcc -DNAME -cubin -arch=sm_NN -o NAME.cubin doubles.cu
//     nvdisasm -hex NAME.cubin | awk -f shorten.awk

#if defined(EXP)
extern "C" __global__ void of_double(double* a) { a[threadIdx.x] = exp(a[threadIdx.x]); }
#elif defined(FMOD)
extern "C" __global__ void of_double(double* a) { a[threadIdx.x] = fmod(a[threadIdx.x], a[0]); }
#elif defined(Y0)
extern "C" __global__ void of_double(double* a) { a[threadIdx.x] = y0(a[threadIdx.x]); }
#endif
