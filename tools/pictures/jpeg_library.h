// SPDX-License-Identifier: BSD-2-Clause
//
// Declarations that the JPEG reader and the JPEG writer share.
#pragma once

#include <cstdio>
// jpeglib.h requires that cstdio is included first.
#include <jpeglib.h>
#include <setjmp.h>

#include <string_view>

namespace tonelift {

namespace jpeg_marker {
constexpr int notes = JPEG_APP0 + 1, icc = JPEG_APP0 + 2, pictures = JPEG_APP0 + 2,
              gain_map = JPEG_APP0 + 2, photoshop = JPEG_APP0 + 13;
// Names at the start of markers. They come from Exif 2.32, 4.7.2 (exif_name), XMP, part 3, 1.1.3
// (both XMP names), Photoshop File Formats (photoshop_name), CIPA DC-007 (pictures_name), and ISO
// 21496-1, annex C.4 (gain_map_name).
constexpr std::string_view exif_name("Exif\0\0", 6), xmp_name("http://ns.adobe.com/xap/1.0/\0", 29),
    more_xmp_name("http://ns.adobe.com/xmp/extension/\0", 35),
    photoshop_name("Photoshop 3.0\0", 14), pictures_name("MPF\0", 4),
    gain_map_name("urn:iso:std:iso:ts:21496:-1\0", 28);
}  // namespace jpeg_marker

// Stores the errors of libjpeg. libjpeg reports errors by longjmp(), so its functions may be called
// only by run_jpeg(), in code without destructors.
struct JpegFailure {
    jpeg_error_mgr manager;
    jmp_buf place;
    char why[JMSG_LENGTH_MAX];
    char warning[JMSG_LENGTH_MAX];
    bool at_end;
    bool lacks_samples;
};

jpeg_error_mgr* set_up(JpegFailure* failure);

template <typename Work>
bool run_jpeg(JpegFailure* failure, const Work& work) {
    if (setjmp(failure->place) != 0) return false;
    work();
    return true;
}

}  // namespace tonelift
