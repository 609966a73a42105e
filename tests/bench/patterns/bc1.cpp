// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/bench/patterns/patterns.h"

namespace tonelift::patterns {
namespace {

constexpr int components = 3;
using Color = std::array<int, components>;
constexpr Color most_code = {31, 63, 31};

Values colors_of(const Size& size) {
    const Values picture = picture_of(size, 1);
    return [picture](int x, int y) {
        const bool flat = (x / 4 + y / 4) % 7 == 0;
        const double value = flat ? 0.4 : picture(x, y);
        uint32_t word = 255u << 24;
        for (int c = 0; c < components; ++c) {
            const double wave = 0.5 + 0.5 * std::sin(value * (4 + 3 * c));
            word |= static_cast<uint32_t>(255 * wave) << (8 * c);
        }
        return static_cast<double>(word);
    };
}

int component(uint32_t word, size_t c) { return static_cast<int>(word >> (8 * c) & 255); }

int code_of(int value, size_t c) {
    return static_cast<int>(std::lround(value * most_code[c] / 255.0));
}
int decoded(int code, size_t c) { return c == 1 ? code * 4 + code / 16 : code * 8 + code / 4; }

struct Block {
    std::array<uint32_t, 16> pixels;
    Color first;
    Color second;

    Block(const Values& values, int x, int y) {
        for (int i = 0; i < 16; ++i)
            pixels[static_cast<size_t>(i)] =
                static_cast<uint32_t>(values(4 * x + i % 4, 4 * y + i / 4));
        for (size_t c = 0; c < components; ++c) {
            const auto [least, most] = std::minmax_element(
                pixels.begin(), pixels.end(),
                [c](uint32_t a, uint32_t b) { return component(a, c) < component(b, c); });
            first[c] = code_of(component(*most, c), c);
            second[c] = code_of(component(*least, c), c);
        }
    }

    static uint32_t packed(const Color& code) {
        return static_cast<uint32_t>(code[0] << 11 | code[1] << 5 | code[2]);
    }
    uint32_t ends() const { return packed(first) | packed(second) << 16; }

    uint32_t index(uint32_t pixel) const {
        double along = 0, length = 0;
        for (size_t c = 0; c < components; ++c) {
            const int from = decoded(second[c], c), way = decoded(first[c], c) - from;
            along += way * (component(pixel, c) - from);
            length += way * way;
        }
        if (length == 0) return 0;
        const double thirds = 3 * along / length;
        constexpr uint32_t numbers[] = {1, 3, 2, 0};
        return numbers[static_cast<size_t>(std::clamp(std::floor(thirds + 0.5), 0.0, 3.0))];
    }
    uint32_t indices() const {
        uint32_t all = 0;
        for (size_t i = 0; i < pixels.size(); ++i) all |= index(pixels[i]) << (2 * i);
        return all;
    }
};

class Encoder {
  public:
    explicit Encoder(Lab& lab)
        : lab_(lab),
          size_(lab.size()),
          in_(lab.planes(Pixel::word)),
          copy_(lab.planes(Pixel::word)),
          ends_(lab.device(), {size_.width / 4, size_.height / 4, size_.frames}, Pixel::word),
          indices_(lab.device(), {size_.width / 4, size_.height, size_.frames}, Pixel::word),
          out_(lab.device(), {size_.width / 2, size_.height / 4, size_.frames}, Pixel::word) {}

    void compare() {
        const Values values = colors_of(size_);
        in_.fill(values);
        const Samples copied = samples_of(size_, values);
        const Samples expected = samples_of(out_.size(), [&](int x, int y) {
            const Block block(values, x / 2, y);
            return static_cast<double>(x % 2 == 0 ? block.ends() : block.indices());
        });
        lab_.compare("bc1", 0,
                     {variant_of("copy", copy_, copied, 0, [this] { copy_.copy(in_); }),
                      variant_of("through memory", out_, expected, 0, [this] { in_steps(); }),
                      variant_of("in registers", out_, expected, 0,
                                 [this] { launch("bc1_in_registers", ends_.size(), in_, out_); })});
    }

  private:
    void in_steps() const {
        launch("bc1_ends", ends_.size(), in_, ends_);
        launch("bc1_indices", size_, in_, ends_, indices_);
        launch("bc1_blocks", ends_.size(), ends_, indices_, out_);
    }

    template <typename... All>
    void launch(const char* kernel, const Size& size, const All&... planes) const {
        lab_.kernels("bc1").launch(kernel,
                                   {ceil_divide(size.width, 32), ceil_divide(size.height, 4),
                                    static_cast<unsigned>(size.frames), 32, 4},
                                   planes.frames()...);
    }

    Lab& lab_;
    Size size_;
    Planes in_;
    Planes copy_;
    Planes ends_;
    Planes indices_;
    Planes out_;
};

}  // namespace

void bc1(Lab& lab) { Encoder(lab).compare(); }

}  // namespace tonelift::patterns
