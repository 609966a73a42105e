// SPDX-License-Identifier: BSD-2-Clause
// Tests that programs compiled with older or newer headers work with this library. Each struct in a
// test ends at an inaccessible memory page, so an access beyond the struct crashes.
#include <gtest/gtest.h>
#include <tonelift/list.h>
#include <tonelift/vulkan.h>

#include <cmath>
#include <cstring>

#include "tests/support/api_stream.h"
#include "tests/support/guarded_memory.h"

namespace tonelift::abi_test {
namespace {

constexpr size_t newer_bytes = 48;

template <typename T>
class Foreign {
  public:
    Foreign(const T& known, size_t size) : memory_(size) {
        std::memset(memory_.data(), 0, size);
        std::memcpy(memory_.data(), &known, std::min(size, sizeof(T)));
        std::memcpy(memory_.data(), &size, sizeof size);
    }
    T* get() { return reinterpret_cast<T*>(memory_.data()); }
    unsigned char* bytes() { return memory_.data(); }
    bool untouched_in_front() const { return memory_.untouched_in_front(); }

  private:
    GuardedMemory memory_;
};

template <typename T>
std::vector<size_t> sizes_from(size_t least) {
    std::vector<size_t> sizes;
    for (size_t size = least; size <= sizeof(T) + newer_bytes; size += 8) sizes.push_back(size);
    return sizes;
}

tonelift_video input() { return hdr10_video(TONELIFT_FORMAT_YUV420P10, 16, 16); }
tonelift_video output() { return output_of(default_options(), input()); }

struct Result {
    tonelift_status status;
    std::string errors;
    FilterHandle filter;
};

Result create(const tonelift_options* options, const tonelift_video* in, const tonelift_video* out,
              const tonelift_device* device = nullptr) {
    Messages messages;
    const tonelift_log log = messages.log();
    tonelift_filter* filter = nullptr;
    const tonelift_status status = tonelift_filter_create(&filter, options, in, out, device, &log);
    tonelift_filter_destroy(&filter);
    return {status, messages.errors, nullptr};
}

template <typename T>
void expect_initialized(void (*init)(T*, size_t)) {
    T expected;
    std::memset(&expected, 0, sizeof expected);
    init(&expected, sizeof expected);
    for (const size_t size : sizes_from<T>(8)) {
        GuardedMemory memory(size);
        init(reinterpret_cast<T*>(memory.data()), size);
        EXPECT_TRUE(memory.untouched_in_front());
        Foreign<T> wanted(expected, size);
        EXPECT_EQ(std::memcmp(memory.data(), wanted.bytes(), size), 0) << size;
    }
    init(nullptr, sizeof(T));
    unsigned char small[7] = {};
    init(reinterpret_cast<T*>(small), sizeof small);
    for (const unsigned char byte : small) EXPECT_EQ(byte, 0);
}

TEST(Abi, InitWritesOnlyTheCallersSize) {
    expect_initialized(tonelift_options_init);
    expect_initialized(tonelift_video_init);
    expect_initialized(tonelift_frame_init);
    expect_initialized(tonelift_device_init);
    expect_initialized(tonelift_vulkan_init);
    expect_initialized(tonelift_vulkan_frame_init);
}

TEST(Abi, DefaultsSetStructSizeToTheSizeInTheHeaders) {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    EXPECT_EQ(frame.struct_size, sizeof frame);
    EXPECT_TRUE(std::isnan(frame.time));
    tonelift_device device;
    tonelift_device_default(&device);
    EXPECT_EQ(device.struct_size, sizeof device);
    EXPECT_EQ(device.cuda_context, nullptr);
}

TEST(Abi, OptionsAreSetWithinTheStruct) {
    for (const size_t size : sizes_from<tonelift_options>(8)) {
        Foreign<tonelift_options> options(default_options(), size);
        tonelift_option_info info;
        for (int i = 0; tonelift_option_at(i, &info, sizeof info) == TONELIFT_OK; ++i) {
            const bool there = info.offset + 4 <= size;
            EXPECT_EQ(tonelift_options_set(options.get(), info.name, info.default_text, nullptr),
                      there ? TONELIFT_OK : TONELIFT_ERROR_ARGUMENT)
                << info.name << " of " << size;
        }
        EXPECT_TRUE(options.untouched_in_front());
    }
}

TEST(Abi, OutputIsWrittenWithinTheStruct) {
    const tonelift_options options = default_options();
    const tonelift_video in = input(), expected = output();
    for (const size_t size : sizes_from<tonelift_video>(8)) {
        Foreign<tonelift_video> out(tonelift_video{}, size), wanted(expected, size);
        EXPECT_EQ(tonelift_output(&options, &in, out.get(), nullptr), TONELIFT_OK);
        EXPECT_EQ(std::memcmp(out.bytes(), wanted.bytes(), size), 0) << size;
        EXPECT_TRUE(out.untouched_in_front());
    }
}

TEST(Abi, UninitializedOutputIsRefused) {
    const tonelift_options options = default_options();
    const tonelift_video in = input();
    for (const size_t size : {size_t{0}, size_t{4}, size_t{81}, size_t{1} << 40, SIZE_MAX}) {
        Messages messages;
        const tonelift_log log = messages.log();
        tonelift_video out;
        out.struct_size = size;
        EXPECT_EQ(tonelift_output(&options, &in, &out, &log), TONELIFT_ERROR_ARGUMENT) << size;
        EXPECT_NE(messages.errors.find("tonelift_video_default()"), std::string::npos);
    }
}

TEST(Abi, OlderAndNewerStructsCreateTheFilter) {
    const tonelift_options options = default_options();
    const tonelift_video in = input(), out = output();
    for (const size_t size : sizes_from<tonelift_options>(8)) {
        Foreign<tonelift_options> other(options, size);
        EXPECT_EQ(create(other.get(), &in, &out).status, TONELIFT_OK) << size;
    }
    for (const size_t size : sizes_from<tonelift_video>(offsetof(tonelift_video, mastering_min))) {
        Foreign<tonelift_video> other_in(in, size), other_out(out, size);
        EXPECT_EQ(create(&options, other_in.get(), other_out.get()).status, TONELIFT_OK) << size;
    }
    tonelift_device device;
    tonelift_device_default(&device);
    for (const size_t size : sizes_from<tonelift_device>(8)) {
        Foreign<tonelift_device> other(device, size);
        EXPECT_EQ(create(&options, &in, &out, other.get()).status, TONELIFT_OK) << size;
    }
}

TEST(Abi, OlderAndNewerStructsChangeTheFilter) {
    const tonelift_options options = default_options();
    const tonelift_video in = input();
    const FilterHandle filter = make_filter(options, in, output());
    ASSERT_NE(filter, nullptr);
    for (const size_t size : sizes_from<tonelift_options>(8)) {
        Foreign<tonelift_options> other(options, size);
        EXPECT_EQ(tonelift_filter_set_options(filter.get(), other.get()), TONELIFT_OK) << size;
    }
    for (const size_t size : sizes_from<tonelift_video>(offsetof(tonelift_video, mastering_min))) {
        Foreign<tonelift_video> other(in, size);
        EXPECT_EQ(tonelift_filter_set_input(filter.get(), other.get()), TONELIFT_OK) << size;
    }
}

template <typename T, typename Call>
void expect_refused(const T& known, const Call& call) {
    Foreign<T> newer(known, sizeof(T) + newer_bytes);
    EXPECT_EQ(call(newer.get()), TONELIFT_OK);
    newer.bytes()[sizeof(T) + 9] = GuardedMemory::canary;
    EXPECT_EQ(call(newer.get()), TONELIFT_ERROR_UNSUPPORTED);
    for (const size_t size : {size_t{0}, sizeof(T) - 1, sizeof(T) + 4, size_t{1} << 40, SIZE_MAX}) {
        T wrong = known;
        wrong.struct_size = size;
        EXPECT_EQ(call(&wrong), TONELIFT_ERROR_ARGUMENT) << size;
    }
}

TEST(Abi, UnknownFieldsAndWrongSizesAreRefused) {
    const tonelift_options options = default_options();
    const tonelift_video in = input(), out = output();
    tonelift_device device;
    tonelift_device_default(&device);
    expect_refused(options, [&](tonelift_options* o) { return create(o, &in, &out).status; });
    expect_refused(in, [&](tonelift_video* v) { return create(&options, v, &out).status; });
    expect_refused(out, [&](tonelift_video* v) { return create(&options, &in, v).status; });
    expect_refused(device,
                   [&](tonelift_device* d) { return create(&options, &in, &out, d).status; });
    Messages messages;
    expect_refused(messages.log(), [&](tonelift_log* log) {
        tonelift_options set = options;
        return tonelift_options_set(&set, "strength", "0.5", log);
    });
    EXPECT_NE(messages.errors.find("tonelift_log sets a field at byte 33"), std::string::npos)
        << messages.errors;
}

class Frames {
  public:
    Frames(std::vector<TestPicture>& pictures, size_t size)
        : size_(size), memory_(size * pictures.size()) {
        for (size_t i = 0; i < pictures.size(); ++i) {
            const Foreign<tonelift_frame> frame(
                frame_of(pictures[i], 0.04 * static_cast<double>(i)), size);
            std::memcpy(at(i), const_cast<Foreign<tonelift_frame>&>(frame).bytes(), size);
        }
    }
    unsigned char* at(size_t i) { return memory_.data() + i * size_; }
    tonelift_frame* get() { return reinterpret_cast<tonelift_frame*>(memory_.data()); }
    bool untouched_in_front() const { return memory_.untouched_in_front(); }

  private:
    size_t size_;
    GuardedMemory memory_;
};

class FrameArrays : public testing::Test {
  protected:
    static constexpr int count = 3;

    FrameArrays() {
        for (int i = 0; i < count; ++i) {
            from_.push_back(picture_for(input()));
            from_.back().fill_legal(static_cast<uint32_t>(i) + 1);
        }
    }

    tonelift_status map(size_t in_size, size_t out_size, std::vector<TestPicture>* to) {
        to->assign(count, picture_for(output()));
        Frames in(from_, in_size), out(*to, out_size);
        return map(in, out);
    }
    tonelift_status map(Frames& in, Frames& out) {
        const FilterHandle filter = make_filter(default_options(), input(), output(), &messages_);
        const tonelift_status status =
            tonelift_filter_process(filter.get(), in.get(), out.get(), count);
        EXPECT_TRUE(in.untouched_in_front() && out.untouched_in_front());
        return status;
    }

    std::vector<TestPicture> from_;
    Messages messages_;
};

TEST_F(FrameArrays, AreMappedForOlderAndNewerPrograms) {
    std::vector<TestPicture> expected, actual;
    ASSERT_EQ(map(sizeof(tonelift_frame), sizeof(tonelift_frame), &expected), TONELIFT_OK);
    for (const size_t size : sizes_from<tonelift_frame>(offsetof(tonelift_frame, time))) {
        for (const auto& [in, out] :
             {std::pair{size, sizeof(tonelift_frame)}, {sizeof(tonelift_frame), size}}) {
            ASSERT_EQ(map(in, out, &actual), TONELIFT_OK) << messages_.errors;
            for (size_t i = 0; i < count; ++i) EXPECT_TRUE(equal(expected[i], actual[i])) << size;
        }
    }
}

TEST_F(FrameArrays, ElementSizesThatNoVersionHasAreRefused) {
    std::vector<TestPicture> to(count, picture_for(output()));
    const size_t known = sizeof(tonelift_frame);
    for (const size_t wrong :
         {size_t{0}, offsetof(tonelift_frame, time) - 8, known - 4, SIZE_MAX}) {
        Frames in(from_, known), out(to, known);
        std::memcpy(in.at(0), &wrong, sizeof wrong);
        EXPECT_EQ(map(in, out), TONELIFT_ERROR_ARGUMENT) << wrong;
    }
    Frames in(from_, known), out(to, known);
    const size_t other = known - 8;
    std::memcpy(in.at(1), &other, sizeof other);
    EXPECT_EQ(map(in, out), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages_.errors.find("differ in struct_size"), std::string::npos);
    Frames newer(from_, known + newer_bytes);
    newer.at(1)[known + 3] = GuardedMemory::canary;
    EXPECT_EQ(map(newer, out), TONELIFT_ERROR_UNSUPPORTED);
}

}  // namespace
}  // namespace tonelift::abi_test
