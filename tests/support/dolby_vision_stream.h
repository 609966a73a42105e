// SPDX-License-Identifier: BSD-2-Clause
// A Dolby Vision profile 5 stream whose frames together contain every kind of reshaping.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/api_stream.h"
#include "tests/support/script_file.h"

namespace tonelift {

struct NamedMetadata {
    std::string name;
    tonelift_dolby_vision metadata;
};

std::vector<NamedMetadata> every_reshaping();

inline tonelift_video profile_5_video(tonelift_format format, int width, int height) {
    tonelift_video video = make_video(format, width, height);
    video.range = TONELIFT_RANGE_FULL;
    video.dolby_vision_profile = 5;
    return video;
}

class LightOfStream {
  public:
    LightOfStream(const tonelift_video& in, const char* device);

    TestPicture map(const TestPicture& picture, const tonelift_dolby_vision* metadata);
    std::vector<TestPicture> map(const std::vector<TestPicture>& pictures,
                                 const std::vector<const tonelift_dolby_vision*>& metadata);

    const Messages& messages() const { return messages_; }
    tonelift_status status() const { return status_; }

  private:
    ScriptFile script_{"output input;"};
    tonelift_options options_ = default_options();
    tonelift_video out_;
    Messages messages_;
    FilterHandle filter_;
    tonelift_status status_ = TONELIFT_OK;
    int frames_ = 0;
};

}  // namespace tonelift
