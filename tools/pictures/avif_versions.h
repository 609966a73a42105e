// SPDX-License-Identifier: BSD-2-Clause
//
// Hides the differences between the versions of libavif, from 0.11 on.
#pragma once

#include <avif/avif.h>

#include <new>
#include <type_traits>

namespace tonelift {

// The field has another name since libavif 1.0.
template <typename Image>
auto& mirror_axis(Image& image) {
#if AVIF_VERSION >= 1000000
    return image.imir.axis;
#else
    return image.imir.mode;
#endif
}

// Throws std::bad_alloc if the result of a libavif function is an error.
template <typename Call>
void check_avif(const Call& call) {
    if constexpr (std::is_void_v<decltype(call())>)
        call();
    else if (call() != AVIF_RESULT_OK)
        throw std::bad_alloc();
}

}  // namespace tonelift
