// SPDX-License-Identifier: BSD-2-Clause
//
// The pass that ends in the output frame, on the device. A warp walks down a strip of 128 columns,
// 4 a lane, so that chroma of the rows above is at hand in registers; strips overlap by a lane
// where chroma needs the column to the left. Arithmetic as in kernels/pack/pack_cpu.cpp.
#include "kernels/cuda/device.cuh"
#include "kernels/pack/output_cuda_parameters.h"

namespace tonelift::cuda {
namespace {

constexpr int noise_period = 64;

__device__ __forceinline__ unsigned quantize(float number, float noise, const PackComponent& c) {
    const float exact = fmaf(number, c.scale, c.zero);
    const float code = (exact == exact ? exact : c.zero) + noise;
    const float bounded = fminf(fmaxf(code, c.lowest), c.highest);
    return __float_as_uint(bounded + 8388608.0f) & 0xffffu;
}

// The four pixels of a lane in one row.
struct Place {
    const Entry* planes;
    const float* noise;
    int x;
    int width;
    bool own;
};

// Row y of a component's plane. Asked for anew each time: in registers, all of them would cost a
// fifth of the warps.
__device__ __forceinline__ char* row_of(const Place& place, const PackComponent& component,
                                        int y) {
    const Entry* plane = place.planes + component.plane;
    return reinterpret_cast<char*>(__ldg(&plane->address)) + y * __ldg(&plane->pitch);
}

__device__ __forceinline__ const float* noise_at(const Place& place, int component, int x, int y) {
    const int row = component * noise_period + (y & (noise_period - 1));
    return place.noise + row * noise_period + (x & (noise_period - 1));
}

template <class T, int n>
__device__ __forceinline__ void store_codes(char* at, const unsigned (&codes)[n], int count,
                                            int step, bool vectors) {
    T* to = reinterpret_cast<T*>(at);
    if (vectors && count == n && step == 1) {
        if (sizeof(T) * n == 2) {
            *reinterpret_cast<unsigned short*>(at) =
                static_cast<unsigned short>(codes[0] | codes[1] << 8);
        } else if (sizeof(T) == 1) {
            unsigned words[(n + 3) / 4];
            for (int i = 0; i < n / 4; ++i)
                words[i] = codes[4 * i] | codes[4 * i + 1] << 8 | codes[4 * i + 2] << 16 |
                           codes[4 * i + 3] << 24;
            for (int i = 0; i < n / 4; ++i) reinterpret_cast<unsigned*>(at)[i] = words[i];
        } else {
            for (int i = 0; i < n / 2; ++i)
                reinterpret_cast<unsigned*>(at)[i] = codes[2 * i] | codes[2 * i + 1] << 16;
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < n; ++i) {
        if (i < count) to[i * step] = static_cast<T>(codes[i]);
    }
}

// A component of full size in a plane of its own.
template <class T>
__device__ __forceinline__ void store_plane(const OutputParameters& p, const Place& place, int c,
                                            const float (&numbers)[4], int y) {
    const PackComponent& component = p.component[c];
    const int count = min(4, place.width - place.x);
    char* at = row_of(place, component, y) +
               static_cast<long long>(place.x) * static_cast<int>(sizeof(T));
    if (sizeof(T) == 4) {
        float* to = reinterpret_cast<float*>(at);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            if (i < count) to[i] = numbers[i] == numbers[i] ? numbers[i] : 0.0f;
        }
        return;
    }
    const float4 noise = *reinterpret_cast<const float4*>(noise_at(place, c, place.x, y));
    const unsigned codes[4] = {quantize(numbers[0], noise.x, component) << p.shift,
                               quantize(numbers[1], noise.y, component) << p.shift,
                               quantize(numbers[2], noise.z, component) << p.shift,
                               quantize(numbers[3], noise.w, component) << p.shift};
    store_codes<T>(at, codes, count, 1, p.vectors != 0);
}

// All components of a pixel side by side. Samples that no component has are opaque.
template <class T>
__device__ __forceinline__ void store_packed(const OutputParameters& p, const Place& place,
                                             const float (&numbers)[4][4], int y) {
    const int step = p.component[0].step;
    const int count = min(4, place.width - place.x);
    T* to = reinterpret_cast<T*>(row_of(place, p.component[0], y)) +
            static_cast<long long>(place.x) * step;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if (i >= count) break;
        if (step == 4) to[4 * i + 3] = static_cast<T>(~0u);
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const PackComponent& component = p.component[c];
            if (component.plane < 0) continue;
            const float noise = *noise_at(place, c, place.x + i, y);
            to[step * i + component.offset] =
                static_cast<T>(quantize(numbers[c][i], noise, component) << p.shift);
        }
    }
}

// Chroma of half width: two samples of Cb and of Cr.
struct Chroma {
    float sample[2][2];
};

__device__ __forceinline__ Chroma halve(const OutputParameters& p, const Place& place,
                                        const float (&numbers)[4][4]) {
    Chroma result;
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const float(&n)[4] = numbers[c + 1];
        float left = __shfl_up_sync(0xffffffffu, n[3], 1);
        if (place.x == 0) left = n[0];
        if (p.column_reach != 0) {
            result.sample[c][0] = fmaf(0.5f, n[0], 0.25f * (left + n[1]));
            result.sample[c][1] = fmaf(0.5f, n[2], 0.25f * (n[1] + n[3]));
        } else {
            result.sample[c][0] = 0.5f * (n[0] + n[1]);
            result.sample[c][1] = 0.5f * (n[2] + n[3]);
        }
    }
    return result;
}

template <class T>
__device__ __forceinline__ void store_chroma(const OutputParameters& p, const Place& place,
                                             const Chroma& chroma, int y) {
    if (!place.own) return;
    const int x = place.x / 2, count = min(2, (place.width + 1) / 2 - x);
    unsigned codes[2][2];
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const float2 noise = *reinterpret_cast<const float2*>(noise_at(place, c + 1, x, y));
        codes[c][0] = quantize(chroma.sample[c][0], noise.x, p.component[c + 1]) << p.shift;
        codes[c][1] = quantize(chroma.sample[c][1], noise.y, p.component[c + 1]) << p.shift;
    }
    const PackComponent& cb = p.component[1];
    if (cb.step == 2 && cb.offset == 0 && p.vectors != 0 && count == 2) {
        char* at = row_of(place, cb, y) + static_cast<long long>(x) * 2 * static_cast<int>(sizeof(T));
        const unsigned pairs[4] = {codes[0][0], codes[1][0], codes[0][1], codes[1][1]};
        return store_codes<T>(at, pairs, 4, 1, true);
    }
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const PackComponent& component = p.component[c + 1];
        char* at = row_of(place, component, y) +
                   (static_cast<long long>(x) * component.step + component.offset) *
                       static_cast<int>(sizeof(T));
        store_codes<T>(at, codes[c], count, component.step, p.vectors != 0);
    }
}

// The rows of chroma that a warp has walked over last.
struct ChromaRows {
    Chroma above;
    Chroma middle;
    Chroma below;

    __device__ __forceinline__ void push(const Chroma& next) {
        above = middle;
        middle = below;
        below = next;
    }

    __device__ __forceinline__ Chroma blend(int row_phase) const {
        Chroma result;
#pragma unroll
        for (int c = 0; c < 2; ++c) {
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const float a = above.sample[c][i], b = middle.sample[c][i],
                            d = below.sample[c][i];
                result.sample[c][i] =
                    row_phase == 1 ? 0.5f * (b + d) : fmaf(0.5f, b, 0.25f * (a + d));
            }
        }
        return result;
    }
};

// Row y of chroma has come: stores what is complete with it. begin: first row that is the warp's.
template <class T>
__device__ __forceinline__ void take_chroma(const OutputParameters& p, const Place& place,
                                            ChromaRows& rows, const Chroma& chroma, int y,
                                            int begin, int height) {
    if (p.chroma_h == 0) return store_chroma<T>(p, place, chroma, y);
    rows.push(chroma);
    const bool last = y == height - 1;
    if (p.row_phase == 2) {
        if ((y & 1) == 0 && y > begin) store_chroma<T>(p, place, rows.blend(2), y / 2 - 1);
        if (!last) return;
        rows.push(chroma);
        if ((y & 1) == 0) rows.push(chroma);
        return store_chroma<T>(p, place, rows.blend(2), y / 2);
    }
    if ((y & 1) == 0) {
        if (!last) return;
        rows.push(chroma);
    }
    if (y >= begin) store_chroma<T>(p, place, rows.blend(p.row_phase), y / 2);
}

// Columns beyond the edge repeat it.
__device__ __forceinline__ void repeat_edge(const Place& place, float (&numbers)[4][4]) {
    if (place.x + 4 <= place.width) return;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
#pragma unroll
        for (int i = 1; i < 4; ++i) {
            if (place.x + i >= place.width) numbers[c][i] = numbers[c][i - 1];
        }
    }
}

enum class Layout { planar, packed, subsampled };

template <class T, Layout layout>
__device__ __forceinline__ void store_row(const OutputParameters& p, const Place& place,
                                          const float (&numbers)[4][4], int y) {
    if (!place.own) return;
    if constexpr (layout == Layout::packed) {
        store_packed<T>(p, place, numbers, y);
    } else {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const bool chroma = layout == Layout::subsampled && (c == 1 || c == 2);
            if (!chroma && p.component[c].plane >= 0) store_plane<T>(p, place, c, numbers[c], y);
        }
    }
}

__device__ __forceinline__ Place place_of(const Launch& launch, const OutputParameters& p) {
    Place place;
    place.planes = frame_of(launch) + entry_output;
    place.noise = launch.constants;
    const int lane = threadIdx.x, overlap = p.column_reach != 0 ? 4 : 0;
    place.x = blockIdx.x * (output_columns - overlap) + 4 * lane;
    place.width = launch.width;
    place.own = place.x < launch.width && (overlap == 0 || blockIdx.x == 0 || lane > 0);
    return place;
}

template <class T, Layout layout>
__device__ __forceinline__ void output_frame(const Launch& launch, const OutputParameters& p) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    const Place place = place_of(launch, p);
    const int band = blockIdx.y * output_warps + threadIdx.y;
    const int begin = band * p.rows, end = min(begin + p.rows, launch.height);
    const bool vertical = layout == Layout::subsampled && p.chroma_h != 0 && begin < end;
    const int above = vertical && p.row_phase == 0 && begin > 0 ? 1 : 0;
    const int below = vertical && p.row_phase == 2 && end < launch.height ? 1 : 0;
    ChromaRows rows = {};
    for (int y = begin - above; y < end + below; ++y) {
        Place row = place;
        const bool own = y >= begin && y < end;
        float numbers[4][4];
        output(numbers, place.x, y, place.own && own);
        repeat_edge(place, numbers);
        row.own = place.own && own;
        store_row<T, layout>(p, row, numbers, y);
        if (layout == Layout::subsampled) {
            const Chroma chroma = halve(p, place, numbers);
            if (y == begin && above == 0) rows.push(chroma), rows.push(chroma);
            take_chroma<T>(p, place, rows, chroma, y, begin, launch.height);
        }
    }
    __syncthreads();
    finish(blockIdx.y * gridDim.x + blockIdx.x);
}

}  // namespace

#define TONELIFT_OUTPUT(name, T, layout)                                       \
    extern "C" __global__ void __launch_bounds__(32 * output_warps, output_blocks)            \
        name(const Launch launch, const OutputParameters parameters) {         \
        output_frame<T, Layout::layout>(launch, parameters);                   \
    }

TONELIFT_OUTPUT(output_planar_u8, unsigned char, planar)
TONELIFT_OUTPUT(output_planar_u16, unsigned short, planar)
TONELIFT_OUTPUT(output_planar_f32, float, planar)
TONELIFT_OUTPUT(output_packed_u8, unsigned char, packed)
TONELIFT_OUTPUT(output_packed_u16, unsigned short, packed)
TONELIFT_OUTPUT(output_subsampled_u8, unsigned char, subsampled)
TONELIFT_OUTPUT(output_subsampled_u16, unsigned short, subsampled)

}  // namespace tonelift::cuda
