// SPDX-License-Identifier: BSD-2-Clause
//
// The supported kinds of picture files. Each kind has its own source file.
#pragma once

#include "tools/pictures/still.h"

namespace tonelift {

StillKind png_kind();
StillKind jpeg_kind();
StillKind tiff_kind();
StillKind exr_kind();
StillKind radiance_kind();
StillKind avif_kind();
StillKind jxl_kind();
#ifdef TONELIFT_RAW
StillKind raw_kind();
#endif
#ifdef TONELIFT_HEIF
StillKind heif_kind();
#endif

}  // namespace tonelift
