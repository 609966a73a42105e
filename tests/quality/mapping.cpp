// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>

#include "tests/quality/peer.h"
#include "tonelift/tonelift.h"

namespace quality {

namespace {

void keep(void* messages, tonelift_log_level level, const char* message) {
    if (level <= TONELIFT_LOG_WARNING) *static_cast<std::string*>(messages) += message;
}

// Parses options from a text "name=value:name=value". The library does not copy strings of options,
// so an object of this class keeps the strings.
class Options {
  public:
    explicit Options(const std::string& text) {
        tonelift_options_default(&options_);
        options_.device = "cpu";
        std::stringstream pairs(text);
        for (std::string pair; std::getline(pairs, pair, ':');)
            if (!pair.empty()) set(pair);
    }
    tonelift_options& get() { return options_; }

  private:
    void set(const std::string& pair) {
        const size_t equals = pair.find('=');
        if (equals == std::string::npos) throw std::invalid_argument("no '=' in " + pair);
        const std::string name = pair.substr(0, equals);
        std::string& value = strings_[name] = pair.substr(equals + 1);
#define TONELIFT_OPTION_STRING(id, group, start, live, help) \
    if (name == #id) {                                       \
        options_.id = value.c_str();                         \
        return;                                              \
    }
#include "tonelift/options.def"
        if (tonelift_options_set(&options_, name.c_str(), value.c_str(), nullptr) != TONELIFT_OK)
            throw std::invalid_argument("option not taken: " + pair);
    }

    tonelift_options options_{};
    std::map<std::string, std::string> strings_;
};

constexpr size_t plane_of[3] = {2, 0, 1};

constexpr int transfer_bt709 = 1, transfer_linear = 8, transfer_pq = 16, transfer_hlg = 18;

Color codes_of(const Color& light, int transfer) {
    if (transfer == transfer_bt709) return bt1886_codes(light);
    if (transfer == transfer_hlg) return hlg_codes(light);
    return {pq_encode(light[0]), pq_encode(light[1]), pq_encode(light[2])};
}

std::vector<uint16_t> coded(const Light& picture, int transfer) {
    const size_t count = picture.pixels.size();
    std::vector<uint16_t> samples(3 * count);
    for (size_t i = 0; i < count; ++i) {
        const Color codes = codes_of(picture.pixels[i], transfer);
        for (size_t c = 0; c < 3; ++c)
            samples[plane_of[c] * count + i] = static_cast<uint16_t>(std::lround(codes[c] * 65535));
    }
    return samples;
}

std::vector<float> linear(const Light& picture) {
    const size_t count = picture.pixels.size();
    std::vector<float> samples(3 * count);
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < 3; ++c)
            samples[plane_of[c] * count + i] =
                static_cast<float>(picture.pixels[i][c] / white_nits);
    return samples;
}

struct Frame {
    Frame(int width, int height, size_t bytes)
        : row(static_cast<size_t>(width) * bytes), data(3 * row * static_cast<size_t>(height)) {
        tonelift_frame_default(&frame);
        for (size_t plane = 0; plane < 3; ++plane) {
            frame.data[plane] = data.data() + plane * row * static_cast<size_t>(height);
            frame.pitch[plane] = static_cast<ptrdiff_t>(row);
        }
    }

    size_t row;
    std::vector<uint8_t> data;
    tonelift_frame frame;
};

class Session {
  public:
    Session(int width, int height, const Mapping& mapping)
        : options_(mapping.options + ":" + options_of_run()),
          transfer_(mapping.sdr ? transfer_bt709 : mapping.transfer),
          to_pq_(mapping.to_pq),
          width_(width),
          height_(height),
          sample_(std::strcmp(mapping.format, "gbrp") == 0 ? 1 : 2),
          step_(1 / mapping.frames_per_second),
          bits_(mapping.bits),
          in_bytes_(transfer_ == transfer_linear ? 4
                    : bits_ == 8                 ? 1
                                                 : 2),
          in_(width, height, in_bytes_),
          out_(width, height, sample_) {
        log_ = {sizeof log_, &messages_, keep};
        tonelift_options& options = options_.get();
        options.format = mapping.format;
        options.dithering = mapping.dithering;
        if (to_pq_) options.transfer = transfer_pq;
        tonelift_video in, out;
        describe(in, mapping);
        tonelift_video_default(&out);
        check(tonelift_output(&options, &in, &out, &log_));
        check(tonelift_filter_create(&filter_, &options, &in, &out, nullptr, &log_));
    }
    ~Session() { tonelift_filter_destroy(&filter_); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Output process(const Light& picture, int number) {
        write(picture);
        in_.frame.time = number * step_;
        in_.frame.timestamp = number;
        check(tonelift_filter_process(filter_, &in_.frame, &out_.frame, 1));
        return read();
    }

  private:
    void describe(tonelift_video& in, const Mapping& mapping) const {
        tonelift_video_default(&in);
        in.format = in_bytes_ == 4 ? TONELIFT_FORMAT_GBRPF32
                    : bits_ == 8   ? TONELIFT_FORMAT_GBRP
                    : bits_ == 10  ? TONELIFT_FORMAT_GBRP10
                                   : TONELIFT_FORMAT_GBRP16;
        in.width = width_;
        in.height = height_;
        in.primaries = transfer_ == transfer_bt709 ? 1 : 9;
        in.transfer = transfer_;
        in.matrix = 0;
        in.range = 2;
        in.max_cll = mapping.max_cll;
    }

    void check(tonelift_status status) const {
        if (status != TONELIFT_OK)
            throw std::runtime_error(std::string(tonelift_status_text(status)) + ": " + messages_);
    }

    void write(const Light& picture) {
        if (in_bytes_ == 4) {
            std::memcpy(in_.data.data(), linear(picture).data(), in_.data.size());
            return;
        }
        std::vector<uint16_t> samples = coded(picture, transfer_);
        const double step = 65535.0 / ((1 << bits_) - 1);
        for (uint16_t& sample : samples) sample = static_cast<uint16_t>(std::lround(sample / step));
        if (in_bytes_ == 2) std::memcpy(in_.data.data(), samples.data(), in_.data.size());
        if (in_bytes_ == 1) std::copy(samples.begin(), samples.end(), in_.data.begin());
    }

    Output read() const {
        const size_t count = out_.data.size() / sample_;
        std::vector<double> samples(count);
        const auto* wide = reinterpret_cast<const uint16_t*>(out_.data.data());
        for (size_t i = 0; i < count; ++i)
            samples[i] = sample_ == 1 ? out_.data[i] / 255.0 : wide[i] / 65535.0;
        Output out = output_of_gbr(width_, height_, samples);
        out.pq = to_pq_;
        return out;
    }

    Options options_;
    int transfer_;
    bool to_pq_;
    int width_;
    int height_;
    size_t sample_;
    double step_;
    int bits_;
    size_t in_bytes_;
    Frame in_;
    Frame out_;
    std::string messages_;
    tonelift_log log_{};
    tonelift_filter* filter_ = nullptr;
};

}  // namespace

std::vector<uint16_t> gbr16_of(const Light& picture, bool sdr) {
    return coded(picture, sdr ? transfer_bt709 : transfer_pq);
}

Output output_of_gbr(int width, int height, const std::vector<double>& samples) {
    Output out{width, height, std::vector<Color>(samples.size() / 3), false};
    for (size_t i = 0; i < out.codes.size(); ++i)
        for (size_t c = 0; c < 3; ++c)
            out.codes[i][c] = samples[plane_of[c] * out.codes.size() + i];
    return out;
}

const Color& Output::at(int x, int y) const {
    return codes[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
}

double Output::luma(int x, int y) const {
    const Color& c = at(x, y);
    return 255 * (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
}

Color Output::light(int x, int y) const {
    const Color& code = at(x, y);
    if (!pq) return bt1886_light(code);
    return {pq_decode(code[0]), pq_decode(code[1]), pq_decode(code[2])};
}

const char* options_of_run() {
    const char* options = std::getenv("TONELIFT_QUALITY_OPTIONS");
    return options ? options : "";
}

void map_sequence(int count, const std::function<Light(int)>& frame,
                  const std::function<void(int, const Output&)>& seen, const Mapping& mapping) {
    const Light first = frame(0);
    Session session(first.width, first.height, mapping);
    for (int n = 0; n < count; ++n) seen(n, session.process(n == 0 ? first : frame(n), n));
}

Output map(const Light& picture, const Mapping& mapping) {
    if (has_peer()) return map_by_peer(picture);
    Session session(picture.width, picture.height, mapping);
    return session.process(picture, 0);
}

}  // namespace quality
