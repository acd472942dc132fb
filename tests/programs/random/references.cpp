// SPDX-License-Identifier: MIT
// Random programs as the host's compiler understands them.
#include "programs/random/random_1.cu"
#include "programs/random/random_2.cu"
