// SPDX-License-Identifier: BSD-2-Clause
// Tests that a program compiled for version 0.1 runs with this library. The program's header is
// generated from abi_0.1.txt.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "older_abi.h"

extern "C" {
struct tonelift_filter;
const char* tonelift_version();
const char* tonelift_status_text(int status);
void tonelift_options_init(tonelift_options* options, size_t size);
int tonelift_options_set(tonelift_options* options, const char* name, const char* value,
                         const tonelift_log* log);
void tonelift_video_init(tonelift_video* video, size_t size);
void tonelift_frame_init(tonelift_frame* frame, size_t size);
int tonelift_output(const tonelift_options* options, const tonelift_video* in, tonelift_video* out,
                    const tonelift_log* log);
int tonelift_filter_create(tonelift_filter** filter, const tonelift_options* options,
                           const tonelift_video* in, const tonelift_video* out,
                           const tonelift_device* device, const tonelift_log* log);
int tonelift_filter_process(tonelift_filter* filter, const tonelift_frame* in, tonelift_frame* out,
                            int count);
void tonelift_filter_destroy(tonelift_filter** filter);
}

namespace {

constexpr int width = 64, height = 36, frames = 2;

template <typename Struct>
class Guarded {
  public:
    explicit Guarded(void (*init)(Struct*, size_t)) {
        std::memset(bytes_.data(), 0xcc, bytes_.size());
        init(get(), sizeof(Struct));
    }
    Struct* get() { return reinterpret_cast<Struct*>(bytes_.data()); }
    Struct* operator->() { return get(); }
    bool is_intact() const {
        for (size_t i = sizeof(Struct); i < bytes_.size(); ++i) {
            if (bytes_[i] != 0xcc) return false;
        }
        return true;
    }

  private:
    alignas(Struct) std::array<unsigned char, sizeof(Struct) + 256> bytes_{};
};

std::vector<uint16_t> ramp() {
    std::vector<uint16_t> samples(width * height * 3 / 2, 512 << 6);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) samples[y * width + x] = (64 + 600 * x / (width - 1)) << 6;
    }
    return samples;
}

void describe(tonelift_video* in) {
    in->format.integer = TONELIFT_FORMAT_P010;
    in->width.integer = width;
    in->height.integer = height;
    in->primaries.integer = TONELIFT_PRIMARIES_BT2020;
    in->transfer.integer = TONELIFT_TRANSFER_PQ;
    in->matrix.integer = TONELIFT_MATRIX_BT2020NC;
    in->range.integer = TONELIFT_RANGE_LIMITED;
}

TEST(OlderProgram, HasTheSonameOfTheLibraryAndSmallerStructs) {
    Dl_info found{};
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(&tonelift_version), &found), 0);
    void* library = dlopen("libtonelift.so.1", RTLD_NOW | RTLD_NOLOAD);
    EXPECT_NE(library, nullptr) << "the soname changed: " << found.dli_fname;
    if (library != nullptr) dlclose(library);
    EXPECT_LT(sizeof(tonelift_frame), 112u) << "the size in version 0.2";
}

TEST(OlderProgram, FindsItsFunctions) {
    for (const char* name : older_functions) {
        EXPECT_NE(dlsym(RTLD_DEFAULT, name), nullptr) << name;
    }
}

TEST(OlderProgram, OnlyTheCallersSizeOfStructsIsWritten) {
    Guarded<tonelift_options> options(tonelift_options_init);
    Guarded<tonelift_video> in(tonelift_video_init), out(tonelift_video_init);
    describe(in.get());
    EXPECT_EQ(options->struct_size.integer, int64_t{sizeof(tonelift_options)});
    ASSERT_EQ(tonelift_output(options.get(), in.get(), out.get(), nullptr), TONELIFT_OK);
    EXPECT_EQ(out->width.integer, width);
    EXPECT_TRUE(options.is_intact());
    EXPECT_TRUE(in.is_intact());
    EXPECT_TRUE(out.is_intact());
}

TEST(OlderProgram, OptionsAreSetAtTheirOffsets) {
    Guarded<tonelift_options> options(tonelift_options_init);
    ASSERT_EQ(tonelift_options_set(options.get(), "strength", "0.25", nullptr), TONELIFT_OK);
    EXPECT_EQ(options->strength.number, 0.25);
    ASSERT_EQ(tonelift_options_set(options.get(), "tonemap", "hable", nullptr), TONELIFT_OK);
    EXPECT_EQ(options->tonemap.integer, 5) << "the number of hable";
    EXPECT_TRUE(options.is_intact());
}

TEST(OlderProgram, OptionsOfLaterVersionsAreRefused) {
    Guarded<tonelift_options> options(tonelift_options_init);
    EXPECT_EQ(tonelift_options_set(options.get(), "lookahead", "1", nullptr),
              TONELIFT_ERROR_ARGUMENT);
    EXPECT_TRUE(options.is_intact());
}

TEST(OlderProgram, FramesOfAnArrayAreMapped) {
    Guarded<tonelift_options> options(tonelift_options_init);
    options->format.pointer = "rgb24";
    Guarded<tonelift_video> in(tonelift_video_init), out(tonelift_video_init);
    describe(in.get());
    ASSERT_EQ(tonelift_output(options.get(), in.get(), out.get(), nullptr), TONELIFT_OK);
    tonelift_filter* filter = nullptr;
    ASSERT_EQ(tonelift_filter_create(&filter, options.get(), in.get(), out.get(), nullptr, nullptr),
              TONELIFT_OK);
    std::vector<uint16_t> samples = ramp();
    std::array<std::vector<unsigned char>, frames> pictures;
    std::array<tonelift_frame, frames> from{}, to{};
    for (int i = 0; i < frames; ++i) {
        pictures[i].resize(width * height * 3);
        tonelift_frame_init(&from[i], sizeof(tonelift_frame));
        tonelift_frame_init(&to[i], sizeof(tonelift_frame));
        from[i].data[0].writable = samples.data();
        from[i].data[1].writable = samples.data() + width * height;
        from[i].pitch[0].integer = from[i].pitch[1].integer = width * 2;
        from[i].time.number = i / 24.0;
        to[i].data[0].writable = pictures[i].data();
        to[i].pitch[0].integer = width * 3;
    }
    ASSERT_EQ(tonelift_filter_process(filter, from.data(), to.data(), frames), TONELIFT_OK);
    tonelift_filter_destroy(&filter);
    EXPECT_EQ(filter, nullptr);
    for (const auto& picture : pictures) {
        EXPECT_LT(picture[0], 32) << "black on the left";
        EXPECT_GT(picture[(width - 1) * 3], 160) << "light on the right";
    }
}

TEST(OlderProgram, StatusesHaveTexts) {
    EXPECT_STRNE(tonelift_status_text(TONELIFT_ERROR_ARGUMENT), tonelift_status_text(TONELIFT_OK));
}

}  // namespace
