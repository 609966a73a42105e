// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/kinds.h"

namespace tonelift {

std::span<const StillKind> still_kinds() {
    static const std::vector<StillKind> kinds = {
        png_kind(),  jpeg_kind(), tiff_kind(), exr_kind(), radiance_kind(), avif_kind(), jxl_kind(),
#ifdef TONELIFT_HEIF
        heif_kind(),
#endif
#ifdef TONELIFT_RAW
        raw_kind(),
#endif
    };
    return kinds;
}

}  // namespace tonelift
