// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA kernels for stencils, which are filters over a neighborhood of pixels. Sums are not carried
// from one tile to the next, so the result does not depend on the division into blocks.
#include "kernels/stencil/bilateral.cuh"
#include "kernels/stencil/cas.cuh"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/convolve_wide.cuh"
#include "kernels/stencil/deband.cuh"
#include "kernels/stencil/median.cuh"
#include "kernels/stencil/neighbors.cuh"
#include "kernels/stencil/separable.cuh"
#include "kernels/stencil/small_window.cuh"
#include "kernels/stencil/window.cuh"

namespace tonelift::cuda {
namespace {

template <typename T>
__device__ __forceinline__ T* shared_memory() {
    extern __shared__ float4 shared[];
    return reinterpret_cast<T*>(shared);
}

}  // namespace

// Defines a kernel with at least two blocks per multiprocessor. Each thread then has 128 registers
// for the kernel and the inserted programs.
#define TONELIFT_KERNEL(name, Parameters, ...) \
    TONELIFT_PASS_KERNEL(name, Parameters, stencil_threads, 2, __VA_ARGS__)

#define TONELIFT_CONVOLVE_SQUARE(radius)                           \
    TONELIFT_KERNEL(convolve_##radius, ConvolveParameters<radius>, \
                    convolve_square<radius>(launch, parameters))

TONELIFT_CONVOLVE_SQUARE(1)
TONELIFT_CONVOLVE_SQUARE(2)
TONELIFT_CONVOLVE_SQUARE(3)
TONELIFT_CONVOLVE_SQUARE(4)
TONELIFT_CONVOLVE_SQUARE(5)
TONELIFT_CONVOLVE_SQUARE(6)
TONELIFT_CONVOLVE_SQUARE(7)
TONELIFT_CONVOLVE_SQUARE(8)
TONELIFT_CONVOLVE_SQUARE(9)
TONELIFT_CONVOLVE_SQUARE(10)
TONELIFT_CONVOLVE_SQUARE(11)
TONELIFT_CONVOLVE_SQUARE(12)
TONELIFT_CONVOLVE_SQUARE(13)
TONELIFT_CONVOLVE_SQUARE(14)

#define TONELIFT_CONVOLVE_WIDE(b)                      \
    TONELIFT_KERNEL(convolve_wide_##b, WideParameters, \
                    convolve_wide<b>(launch, parameters, shared_memory<float4>()))

TONELIFT_CONVOLVE_WIDE(0)
TONELIFT_CONVOLVE_WIDE(1)
TONELIFT_CONVOLVE_WIDE(2)
TONELIFT_CONVOLVE_WIDE(3)

TONELIFT_KERNEL(convolve_separable, SeparableParameters, convolve_separably(launch, parameters))

#define TONELIFT_WINDOW(name, Join)                                                               \
    TONELIFT_KERNEL(name##_1, WindowParameters, window<Join, 1>(launch, parameters))              \
    TONELIFT_KERNEL(name##_2, WindowParameters, window<Join, 2>(launch, parameters))              \
    TONELIFT_KERNEL(name##_8, WindowParameters, window<Join, 8>(launch, parameters))              \
    TONELIFT_KERNEL(name##_square_1, WindowParameters, small_window<Join, 1>(launch, parameters)) \
    TONELIFT_KERNEL(name##_square_2, WindowParameters, small_window<Join, 2>(launch, parameters))

TONELIFT_WINDOW(box, JoinSum)
TONELIFT_WINDOW(minimum, JoinMinimum)
TONELIFT_WINDOW(maximum, JoinMaximum)

#define TONELIFT_NEIGHBORS(name, Weight, b)          \
    TONELIFT_KERNEL(name##_##b, NeighborsParameters, \
                    neighbors<Weight, b>(launch, parameters, shared_memory<float4>()))

TONELIFT_NEIGHBORS(surface_blur, SurfaceWeight, 0)
TONELIFT_NEIGHBORS(surface_blur, SurfaceWeight, 1)
TONELIFT_NEIGHBORS(surface_blur, SurfaceWeight, 2)
TONELIFT_NEIGHBORS(surface_blur, SurfaceWeight, 3)
TONELIFT_NEIGHBORS(bilateral_wide, BilateralWeight, 0)
TONELIFT_NEIGHBORS(bilateral_wide, BilateralWeight, 1)
TONELIFT_NEIGHBORS(bilateral_wide, BilateralWeight, 2)
TONELIFT_NEIGHBORS(bilateral_wide, BilateralWeight, 3)

#define TONELIFT_BILATERAL(radius)                                   \
    TONELIFT_KERNEL(bilateral_##radius, BilateralParameters<radius>, \
                    bilateral<radius>(launch, parameters, shared_memory<float4>()))

TONELIFT_BILATERAL(1)
TONELIFT_BILATERAL(2)
TONELIFT_BILATERAL(3)
TONELIFT_BILATERAL(4)
TONELIFT_BILATERAL(5)
TONELIFT_BILATERAL(6)
TONELIFT_BILATERAL(7)
TONELIFT_BILATERAL(8)

TONELIFT_KERNEL(deband, DebandParameters, deband_pixels(launch, parameters))

TONELIFT_KERNEL(median_1, MedianParameters, median_small<1>(launch, parameters))
TONELIFT_KERNEL(median_2, MedianParameters, median_small<2>(launch, parameters))
TONELIFT_KERNEL(median_3, MedianParameters, median_small<3>(launch, parameters))
TONELIFT_KERNEL(median_ranks, MedianParameters,
                median_ranks(launch, parameters, shared_memory<RankedItem>()))
TONELIFT_KERNEL(median_any, MedianParameters,
                median_any(launch, parameters, shared_memory<unsigned>()))

TONELIFT_KERNEL(cas, CasParameters, cas_pixels(launch, parameters))

}  // namespace tonelift::cuda
