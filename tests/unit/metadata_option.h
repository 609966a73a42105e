// SPDX-License-Identifier: BSD-2-Clause
// Requests the dynamic metadata of frames, for tests of the option `metadata`.
#pragma once

#include "tests/unit/metadata_film.h"

namespace tonelift {

class MetadataOption : public Metadata {
  protected:
    tonelift_options writing(int kinds = TONELIFT_METADATA_ALL) const {
        tonelift_options result = options(automatic);
        result.preset = "faithful";
        result.metadata = kinds;
        return result;
    }
    FilterHandle filter(const tonelift_options& options) {
        return make_filter(options, in_, output_of(options, in_), &messages_);
    }
    tonelift_metadata of_frame(tonelift_filter* filter, int number) const {
        tonelift_metadata metadata;
        tonelift_metadata_default(&metadata);
        const tonelift_frame frame = frame_of(film_[static_cast<size_t>(number)], number / rate);
        tonelift_filter_metadata(filter, &frame, &metadata);
        return metadata;
    }

    Messages messages_;
};

}  // namespace tonelift
