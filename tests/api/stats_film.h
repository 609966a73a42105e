// SPDX-License-Identifier: BSD-2-Clause
//
// Makes a film for tests of the option stats_file.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/api_stream.h"
#include "tests/support/text_file.h"

namespace tonelift {

namespace fs = std::filesystem;

constexpr int film_frames = 24;
constexpr double rate = 24;

class Stats : public testing::Test {
  protected:
    static constexpr int automatic = 0, write = 1, read = 2;

    void SetUp() override {
        path_ = (fs::path(testing::TempDir()) /
                 (std::string("tonelift_") +
                  testing::UnitTest::GetInstance()->current_test_info()->name() + ".stats"))
                    .string();
        fs::remove(path_);
        for (int i = 0; i < film_frames; ++i) {
            film_.push_back(picture_for(in_));
            const bool second_scene = i >= film_frames / 2;
            for (int y = 0; y < in_.height; ++y) {
                for (int x = 0; x < in_.width; ++x) {
                    const int level = second_scene ? 560 + 8 * i : 180 + 12 * i;
                    film_.back().set_code(0, x, y, 64 + level * (x + y) / (in_.width + in_.height));
                }
            }
            film_.back().fill_constant(1, 512);
            film_.back().fill_constant(2, 512);
        }
    }
    void TearDown() override {
        fs::remove(path_);
        fs::remove(path_ + ".part");
    }

    tonelift_options options(int stats) const {
        tonelift_options result = default_options();
        result.dithering = 0;
        result.device = device_;
        result.stats_file = path_.c_str();
        result.stats = stats;
        return result;
    }

    enum class Ending { end, interruption };
    struct Events {
        Ending ending = Ending::end;
        int at = -1;
        const tonelift_options* then = nullptr;
        int batch = 1;
    };

    std::vector<TestPicture> run(const tonelift_options& options, int first, int last,
                                 Messages* messages = nullptr) const {
        return run(options, first, last, Events{}, messages);
    }
    std::vector<TestPicture> run(const tonelift_options& options, int first, int last,
                                 const Events& events, Messages* messages = nullptr) const {
        const tonelift_video out = output_of(options, in_);
        Messages unread;
        const FilterHandle filter =
            make_filter(options, in_, out, messages != nullptr ? messages : &unread);
        std::vector<TestPicture> results;
        for (int i = first; i < last && filter != nullptr;) {
            if (i == events.at) tonelift_filter_set_options(filter.get(), events.then);
            const int count = std::min(events.batch, last - i);
            if (!process(filter.get(), i, count, out, &results)) return results;
            i += count;
        }
        if (filter != nullptr && events.ending == Ending::end) {
            EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
        }
        return results;
    }

    bool process(tonelift_filter* filter, int first, int count, const tonelift_video& out,
                 std::vector<TestPicture>* results) const {
        std::vector<TestPicture> made;
        std::vector<tonelift_frame> from, to;
        for (int i = 0; i < count; ++i) made.push_back(picture_for(out));
        for (int i = 0; i < count; ++i) {
            const int index = first + i;
            from.push_back(frame_of(film_[static_cast<size_t>(index)], index / rate));
            to.push_back(frame_of(made[static_cast<size_t>(i)], index / rate));
        }
        if (tonelift_filter_process(filter, from.data(), to.data(), count) != TONELIFT_OK)
            return false;
        for (TestPicture& picture : made) results->push_back(std::move(picture));
        return true;
    }

    std::string refusal(const tonelift_options& reading, int first = 0,
                        int last = film_frames) const {
        Messages messages;
        EXPECT_LT(run(reading, first, last, &messages).size(), static_cast<size_t>(last - first));
        return messages.errors;
    }

    static bool same(const std::vector<TestPicture>& whole, const std::vector<TestPicture>& piece,
                     int first = 0) {
        for (size_t i = 0; i < piece.size(); ++i) {
            if (!equal(whole[static_cast<size_t>(first) + i], piece[i])) return false;
        }
        return !piece.empty();
    }
    std::string text() const { return text_of_file(path_); }

    tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, 64, 36);
    std::vector<TestPicture> film_;
    std::string path_;
    const char* device_ = "cpu";
};

}  // namespace tonelift
