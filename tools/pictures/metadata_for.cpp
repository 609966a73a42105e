// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/describe.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/metadata.h"
#include "tools/pictures/still.h"
#include "tools/pictures/xmp.h"

namespace tonelift {

StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said) {
    StillMetadata result = notes;
    const bool srgb =
        made.video.primaries == h273::primaries_bt709 && made.video.transfer == h273::transfer_srgb;
    result.exif = exif_for(notes.exif, {made.video.width, made.video.height, srgb});
    if (!notes.exif.empty() && result.exif.empty())
        said->push_back(std::string(not_copied) + "damaged Exif");
    result.xmp = xmp_for_new_picture(notes.xmp);
    if (!notes.xmp.empty() && result.xmp.empty())
        said->push_back(std::string(not_copied) + "damaged XMP");
    return result;
}

}  // namespace tonelift
