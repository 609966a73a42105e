// SPDX-License-Identifier: BSD-2-Clause
// Tests that the C API refuses invalid descriptions and frames before it writes any output.
#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstring>

#include "kernels/format.h"
#include "tests/support/api_stream.h"

namespace tonelift::frames_test {
namespace {

struct Refusal {
    tonelift_status status;
    std::string message;
};

Refusal create(const tonelift_video& in, const tonelift_video& out) {
    const tonelift_options options = default_options();
    Messages messages;
    const tonelift_log log = messages.log();
    tonelift_filter* filter = nullptr;
    const tonelift_status status =
        tonelift_filter_create(&filter, &options, &in, &out, nullptr, &log);
    tonelift_filter_destroy(&filter);
    return {status, messages.errors};
}

class Outputs : public testing::Test {
  protected:
    void expect_refused(const tonelift_video& out, tonelift_status status, const char* part) {
        const Refusal refusal = create(in_, out);
        EXPECT_EQ(refusal.status, status) << part;
        EXPECT_NE(refusal.message.find(part), std::string::npos) << refusal.message;
    }
    template <typename T>
    void expect_refused(T tonelift_video::*field, std::initializer_list<T> values,
                        tonelift_status status, const char* part) {
        for (const T value : values) {
            tonelift_video out = out_;
            out.*field = value;
            expect_refused(out, status, part);
        }
    }
    // Expects that numbers without an enum constant are refused. In C, a variable of an enum type
    // can contain such a number.
    template <typename T>
    void expect_number_refused(T tonelift_video::*field, std::initializer_list<int> numbers,
                               const char* part) {
        for (const int number : numbers) {
            tonelift_video out = out_;
            std::memcpy(&(out.*field), &number, sizeof number);
            expect_refused(out, TONELIFT_ERROR_ARGUMENT, part);
        }
    }

    const tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    const tonelift_video out_ = output_of(default_options(), in_);
};

TEST_F(Outputs, EveryFieldIsChecked) {
    EXPECT_EQ(create(in_, out_).status, TONELIFT_OK);
    expect_number_refused(&tonelift_video::format, {0, 999, -1, INT_MIN}, "pixel format");
    expect_number_refused(&tonelift_video::chroma_location, {99, -3, 7}, "chroma location");
    expect_refused(&tonelift_video::range, {0, 3, 99, -1}, TONELIFT_ERROR_ARGUMENT, "range");
    expect_refused(&tonelift_video::primaries, {2, 0, -5, 99, INT_MAX}, TONELIFT_ERROR_UNSUPPORTED,
                   "primaries");
    expect_refused(&tonelift_video::transfer, {2, 0, -5, 255}, TONELIFT_ERROR_UNSUPPORTED,
                   "transfer");
    expect_refused(&tonelift_video::matrix, {2, -1, 77}, TONELIFT_ERROR_UNSUPPORTED, "matrix");
    for (double tonelift_video::*field :
         {&tonelift_video::mastering_min, &tonelift_video::mastering_max, &tonelift_video::max_cll,
          &tonelift_video::max_fall}) {
        expect_refused(field, {static_cast<double>(NAN), static_cast<double>(INFINITY), -1.0, 1e9},
                       TONELIFT_ERROR_ARGUMENT, "10000");
    }
}

TEST_F(Outputs, InvalidInputsAreRefused) {
    const int number = 999;
    tonelift_video in = in_;
    std::memcpy(&in.format, &number, sizeof number);
    EXPECT_EQ(create(in, out_).status, TONELIFT_ERROR_ARGUMENT);
    const tonelift_options options = default_options();
    tonelift_video out;
    tonelift_video_default(&out);
    EXPECT_EQ(tonelift_output(&options, &in, &out, nullptr), TONELIFT_ERROR_ARGUMENT);
    const FilterHandle filter = make_filter(options, in_, out_);
    EXPECT_EQ(tonelift_filter_set_input(filter.get(), &in), TONELIFT_ERROR_ARGUMENT);
    // In the input, an invalid chroma location counts as unspecified, because streams can contain
    // invalid tags.
    in = in_;
    std::memcpy(&in.chroma_location, &number, sizeof number);
    EXPECT_EQ(create(in, out_).status, TONELIFT_OK);
    in.mastering_max = NAN;
    EXPECT_EQ(create(in, out_).status, TONELIFT_OK);
}

class Frames : public testing::Test {
  protected:
    static constexpr int width = 64, height = 36;

    explicit Frames(tonelift_format format = TONELIFT_FORMAT_YUV420P10)
        : in_(hdr10_video(format, width, height)) {
        options_.format = "same";
        out_ = output_of(options_, in_);
        filter_ = make_filter(options_, in_, out_, &messages_);
        from_.push_back(picture_for(in_));
        from_[0].fill_legal(3);
        to_.push_back(picture_for(out_));
    }

    tonelift_status map(const tonelift_frame& in, tonelift_frame out) {
        messages_.errors.clear();
        return tonelift_filter_process(filter_.get(), &in, &out, 1);
    }
    tonelift_frame in_frame() const { return frame_of(from_[0], 0); }
    tonelift_frame out_frame() const { return frame_of(to_[0], 0); }
    void expect_refused(const tonelift_frame& in, const tonelift_frame& out, const char* part) {
        const std::vector<std::byte> before(to_[0].memory().begin(), to_[0].memory().end());
        EXPECT_EQ(map(in, out), TONELIFT_ERROR_ARGUMENT) << part;
        EXPECT_NE(messages_.errors.find(part), std::string::npos) << messages_.errors;
        EXPECT_TRUE(std::equal(before.begin(), before.end(), to_[0].memory().begin()));
    }

    tonelift_options options_ = default_options();
    tonelift_video in_, out_;
    Messages messages_;
    FilterHandle filter_;
    std::vector<TestPicture> from_, to_;
};

TEST_F(Frames, PitchIsAtLeastARow) {
    ASSERT_EQ(map(in_frame(), out_frame()), TONELIFT_OK) << messages_.errors;
    for (const ptrdiff_t pitch :
         {ptrdiff_t{0}, ptrdiff_t{2}, ptrdiff_t{-2}, ptrdiff_t{126}, ptrdiff_t{-126}}) {
        tonelift_frame in = in_frame(), out = out_frame();
        in.pitch[0] = pitch;
        expect_refused(in, out_frame(), "input frame 0, plane 0 of yuv420p10le");
        out.pitch[0] = pitch;
        expect_refused(in_frame(), out, "output frame 0, plane 0 of yuv420p10le");
    }
    for (const ptrdiff_t pitch :
         {PTRDIFF_MIN, PTRDIFF_MAX, ptrdiff_t{1} << 31, -(ptrdiff_t{1} << 32)}) {
        tonelift_frame in = in_frame();
        in.pitch[2] = pitch;
        expect_refused(in, out_frame(), "more than 2147483647");
    }
    tonelift_frame in = in_frame();
    in.data[1] = nullptr;
    expect_refused(in, out_frame(), "plane 1 of yuv420p10le is missing");
}

TEST_F(Frames, ReservedFieldsMustBeZero) {
    tonelift_frame in = in_frame();
    in.reserved = 1;
    EXPECT_EQ(map(in, out_frame()), TONELIFT_ERROR_UNSUPPORTED);
    in = in_frame();
    in.reserved_end = 1;
    EXPECT_EQ(map(in, out_frame()), TONELIFT_ERROR_UNSUPPORTED);
}

TEST_F(Frames, PlanesMustBeAligned) {
    for (int plane = 0; plane < 3; ++plane) {
        tonelift_frame in = in_frame(), out = out_frame();
        in.data[plane] = static_cast<std::byte*>(in.data[plane]) + 1;
        expect_refused(in, out_frame(), "begins at an address");
        out.data[plane] = static_cast<std::byte*>(out.data[plane]) + 1;
        expect_refused(in_frame(), out, "begins at an address");
        in = in_frame();
        in.pitch[plane] += 1;
        expect_refused(in, out_frame(), "has a pitch that is not a multiple");
        in.pitch[plane] *= -1;
        expect_refused(in, out_frame(), "has a pitch that is not a multiple");
    }
}

TEST(FramesOfEveryFormat, PlanesMustBeAligned) {
    for (const Format* const known : all_formats()) {
        const Format& format = *known;
        tonelift_video in = sdr_video(static_cast<tonelift_format>(format.id), 8, 4);
        if (format.family == Family::RGB) in.matrix = TONELIFT_MATRIX_RGB;
        tonelift_options options = default_options();
        options.format = "same";
        const tonelift_video out = output_of(options, in);
        Messages messages;
        const FilterHandle filter = make_filter(options, in, out, &messages);
        ASSERT_NE(filter, nullptr) << format.ffmpeg << messages.errors;
        TestPicture from = picture_for(in), to = picture_for(out);
        from.fill_legal(1);
        for (int off = 0; off <= format.sample_bytes(); ++off) {
            tonelift_frame in_frame = frame_of(from, 0), out_frame = frame_of(to, 0);
            in_frame.data[0] = static_cast<std::byte*>(in_frame.data[0]) + off;
            in_frame.pitch[0] += 8;
            const bool fits = off % format.sample_bytes() == 0;
            if (fits && off > 0) continue;
            if (fits) in_frame = frame_of(from, 0);
            EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1),
                      fits ? TONELIFT_OK : TONELIFT_ERROR_ARGUMENT)
                << format.ffmpeg << " off by " << off << " " << messages.errors;
        }
    }
}

TEST_F(Frames, InputAndOutputMayNotOverlap) {
    expect_refused(out_frame(), out_frame(), "shares memory with output frame 0, plane 0");
    tonelift_frame in = in_frame(), out = out_frame();
    out.data[1] = in.data[2];
    out.pitch[1] = in.pitch[2];
    expect_refused(in, out, "shares memory");
    out = out_frame();
    out.data[2] = out.data[1];
    out.pitch[2] = out.pitch[1];
    expect_refused(in_frame(), out, "shares memory");
    // With a negative pitch, the pointer of a plane points to the last row of the plane in memory.
    in = out_frame();
    for (int plane = 0; plane < 3; ++plane) {
        const int rows = plane == 0 ? height : height / 2;
        in.data[plane] = static_cast<std::byte*>(in.data[plane]) + in.pitch[plane] * (rows - 1);
        in.pitch[plane] *= -1;
    }
    expect_refused(in, out_frame(), "shares memory");
}

TEST_F(Frames, OutputsOfOneCallMayNotOverlap) {
    from_.push_back(picture_for(in_));
    const tonelift_frame in[] = {in_frame(), frame_of(from_[1], 0.04)};
    tonelift_frame same[] = {out_frame(), out_frame()};
    EXPECT_EQ(tonelift_filter_process(filter_.get(), in, same, 2), TONELIFT_ERROR_ARGUMENT);
    tonelift_frame crossed[] = {out_frame(), in_frame()};
    EXPECT_EQ(tonelift_filter_process(filter_.get(), in, crossed, 2), TONELIFT_ERROR_ARGUMENT);
    to_.push_back(picture_for(out_));
    const tonelift_frame twice[] = {in_frame(), in_frame()};
    tonelift_frame out[] = {out_frame(), frame_of(to_[1], 0.04)};
    EXPECT_EQ(tonelift_filter_process(filter_.get(), twice, out, 2), TONELIFT_OK)
        << messages_.errors;
}

class InterleavedFrames : public Frames {
  protected:
    InterleavedFrames() : Frames(TONELIFT_FORMAT_GRAY16) {}
};

TEST_F(InterleavedFrames, InputAndOutputRowsMayAlternateInOneBuffer) {
    constexpr ptrdiff_t row = width * 2;
    std::vector<uint16_t> memory(2 * width * height, 30000);
    for (const ptrdiff_t apart : {row, -row}) {
        tonelift_frame in, out;
        tonelift_frame_default(&in);
        tonelift_frame_default(&out);
        auto* first = reinterpret_cast<std::byte*>(memory.data());
        in.data[0] = apart > 0 ? first : first + row;
        out.data[0] = apart > 0 ? first + row : first;
        in.pitch[0] = out.pitch[0] = 2 * row;
        EXPECT_EQ(map(in, out), TONELIFT_OK) << messages_.errors;
        out.data[0] = static_cast<std::byte*>(out.data[0]) - (apart > 0 ? 2 : -2);
        EXPECT_EQ(map(in, out), TONELIFT_ERROR_ARGUMENT);
    }
}

}  // namespace
}  // namespace tonelift::frames_test
