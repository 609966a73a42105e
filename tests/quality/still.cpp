// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/still.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "tests/quality/shell.h"

namespace quality {

namespace {

std::string program(const std::string& name) {
    for (const std::string& path : {SCRIPTS_FOLDER "/" + name, name})
        if (!output_of(quoted(path) + " -v quiet -version 2>/dev/null").empty())
            return quoted(path);
    return {};
}

struct Size {
    int width = 0;
    int height = 0;
    size_t planes = 0;
};

Size size_of(const std::string& path) {
    static const std::string ffprobe = program("ffprobe");
    const std::string text =
        output_of(ffprobe + " -v quiet -select_streams v:0 -of csv=p=0" +
                  " -show_entries stream=width,height,pix_fmt " + quoted(path) + " 2>/dev/null");
    Size size;
    char format[32] = "";
    if (std::sscanf(text.c_str(), "%d,%d,%31[a-z0-9]", &size.width, &size.height, format) != 3)
        return {};
    if (std::strcmp(format, "gbrpf32le") == 0) size.planes = 3;
    if (std::strcmp(format, "gbrapf32le") == 0) size.planes = 4;
    return size;
}

// Reads samples in the format in which they are stored, because a conversion by swscale would clip
// floats to [0, 1].
std::vector<float> samples_of(const std::string& path, const Size& size) {
    static const std::string ffmpeg = program("ffmpeg");
    const std::string raw = output_of(ffmpeg + " -v quiet -nostdin -i " + quoted(path) +
                                      " -frames:v 1 -f rawvideo - 2>/dev/null");
    std::vector<float> samples(size.planes * static_cast<size_t>(size.width) *
                               static_cast<size_t>(size.height));
    if (raw.size() != samples.size() * sizeof(float)) return {};
    std::memcpy(samples.data(), raw.data(), raw.size());
    return samples;
}

Light averaged(const Light& in, int times) {
    Light out(in.width / times, in.height / times);
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x)
            for (int i = 0; i < times * times; ++i) {
                const Color& c = in.at(x * times + i % times, y * times + i / times);
                for (size_t k = 0; k < 3; ++k) out.at(x, y)[k] += c[k] / (times * times);
            }
    return out;
}

}  // namespace

bool can_read_stills() { return !program("ffmpeg").empty() && !program("ffprobe").empty(); }

std::vector<std::string> files_in(const std::string& folder, const std::vector<std::string>& ends) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error))
        if (std::count(ends.begin(), ends.end(), entry.path().extension()) > 0)
            found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> stills_in(const std::string& folder) { return files_in(folder, {".exr"}); }

Light read_photograph(const std::string& path) {
    static const std::string ffmpeg = program("ffmpeg");
    const Size size = size_of(path);
    const std::string raw = output_of(ffmpeg + " -v quiet -nostdin -i " + quoted(path) +
                                      " -frames:v 1 -f rawvideo -pix_fmt gbrp16le - 2>/dev/null");
    const size_t count = static_cast<size_t>(size.width) * static_cast<size_t>(size.height);
    std::vector<uint16_t> samples(3 * count);
    if (count == 0 || raw.size() != samples.size() * sizeof(uint16_t)) return {};
    std::memcpy(samples.data(), raw.data(), raw.size());
    Light out(size.width, size.height);
    for (size_t i = 0; i < count; ++i)
        out.pixels[i] = bt1886_light(
            {samples[2 * count + i] / 65535.0, samples[i] / 65535.0, samples[count + i] / 65535.0});
    return out;
}

Light read_still(const std::string& path, double nits) {
    const Size size = size_of(path);
    const std::vector<float> samples = samples_of(path, size);
    if (samples.empty()) return {};
    Light out(size.width, size.height);
    const size_t count = out.pixels.size();
    for (size_t i = 0; i < count; ++i) {
        const float gbr[3] = {samples[i], samples[count + i], samples[2 * count + i]};
        Color linear{};
        for (size_t c = 0; c < 3; ++c) {
            const float sample = gbr[(c + 2) % 3];
            linear[c] = std::isfinite(sample) ? std::clamp<double>(sample, 0, 1e5) : 0;
        }
        out.pixels[i] = scaled(bt709_to_bt2020(linear), nits);
    }
    const double pixels = static_cast<double>(count);
    return averaged(out, std::max(1, static_cast<int>(std::ceil(std::sqrt(pixels / 1e6)))));
}

Light exposed(const Light& picture, double log_average_nits) {
    double sum = 0;
    for (const Color& c : picture.pixels) sum += std::log(std::max(luminance(c), 1e-4));
    const double average = std::exp(sum / static_cast<double>(picture.pixels.size()));
    Light out = picture;
    for (Color& c : out.pixels) c = scaled(c, log_average_nits / average);
    return out;
}

}  // namespace quality
