// SPDX-License-Identifier: BSD-2-Clause
//
// Hides the differences between versions of libavif. The oldest supported version is 0.11.
#pragma once

#include <avif/avif.h>

#include <new>
#include <type_traits>

namespace tonelift {

// Returns the field with the axis of mirroring. libavif 1.0 has renamed this field.
template <typename Image>
auto& mirror_axis(Image& image) {
#if AVIF_VERSION >= 1000000
    return image.imir.axis;
#else
    return image.imir.mode;
#endif
}

// Calls a function of libavif. Throws std::bad_alloc if it returns an error. Older versions of some
// functions return nothing.
template <typename Call>
void check_avif(const Call& call) {
    if constexpr (std::is_void_v<decltype(call())>)
        call();
    else if (call() != AVIF_RESULT_OK)
        throw std::bad_alloc();
}

}  // namespace tonelift
