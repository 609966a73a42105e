// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/kinds.h"

namespace tonelift {

std::span<const StillKind> still_kinds() {
    static const StillKind kinds[] = {png_kind(),      jpeg_kind(), tiff_kind(), exr_kind(),
                                      radiance_kind(), avif_kind(), jxl_kind()};
    return kinds;
}

}  // namespace tonelift
