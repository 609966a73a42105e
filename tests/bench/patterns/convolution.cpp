// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <limits>

#include "tests/bench/patterns/ours.h"
#include "tests/bench/patterns/patterns.h"

namespace tonelift::patterns {
namespace {

constexpr double tolerance = 1e-5;

struct Threads {
    unsigned x;
    unsigned y;
};
constexpr Threads usual = {32, 8};
constexpr Threads tried[] = {{16, 8}, {16, 16}, {32, 4},  {32, 8},  {32, 16}, {32, 32},
                             {64, 4}, {64, 8},  {128, 2}, {128, 4}, {256, 2}};

std::string name_of(const Threads& threads) {
    return std::to_string(threads.x) + "x" + std::to_string(threads.y);
}

std::vector<float> weights_of(int radius) {
    const int side = 2 * radius + 1;
    std::vector<float> weights;
    float sum = 0;
    for (int i = 0; i < side * side; ++i) {
        weights.push_back(static_cast<float>(1 + i * 7 % 23 + i % side));
        sum += weights.back();
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

double convolved(const Values& values, const Size& size, const std::vector<float>& weights,
                 int radius, int x, int y) {
    double sum = 0;
    size_t next = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx) {
            sum += double{weights[next++]} * values(std::clamp(x + dx, 0, size.width - 1),
                                                    std::clamp(y + dy, 0, size.height - 1));
        }
    }
    return sum;
}

class Convolution {
  public:
    Convolution(Lab& lab, const Source& source, const Target& target, int radius)
        : lab_(lab), source_(source), out_(target.float32), radius_(radius) {
        const std::vector<float> weights = weights_of(radius);
        std::copy(weights.begin(), weights.end(), weights_.of);
        expected_ = samples_of(lab.size(), [&](int x, int y) {
            return convolved(source.values, lab.size(), weights, radius, x, y);
        });
        variants_ = target.copies(source);
        add("direct", "convolve_direct", false);
        add("shared memory, tile as a list", "convolve_list", true);
        add("shared memory, tile by rows", "convolve_rows", true);
        variants_.push_back(unrolled("unrolled", usual));
        const Threads best = fastest();
        variants_.push_back(unrolled("unrolled, tuned: " + name_of(best), best));
        Stencil stencil;
        stencil.kind = StencilKind::convolve;
        stencil.radius_x = stencil.radius_y = radius;
        stencil.weights = weights;
        add_ours(lab, stencil, {source}, {0}, expected_, tolerance, variants_);
    }

    void compare() { lab_.compare("convolution", radius_, variants_); }

  private:
    Shape shape(const Threads& threads, bool shared) const {
        const unsigned around = 2 * static_cast<unsigned>(radius_);
        const unsigned tile = (threads.x + around) * (threads.y + around) * sizeof(float);
        return {ceil_divide(lab_.size().width, threads.x),
                ceil_divide(lab_.size().height, threads.y),
                static_cast<unsigned>(lab_.size().frames),
                threads.x,
                threads.y,
                shared ? tile : 0};
    }

    void add(const std::string& name, const std::string& kernel, bool shared) {
        variants_.push_back(variant_of(name, out_, expected_, tolerance, [=, this] {
            lab_.kernels("convolution")
                .launch(kernel, shape(usual, shared), source_.float32.frames(), out_.frames(),
                        weights_, radius_);
        }));
    }

    Variant unrolled(const std::string& name, const Threads& threads) {
        const std::string kernel = "convolve_unrolled_" + std::to_string(radius_);
        return variant_of(name, out_, expected_, tolerance, [=, this] {
            lab_.kernels("convolution")
                .launch(kernel, shape(threads, true), source_.float32.frames(), out_.frames(),
                        weights_);
        });
    }

    Threads fastest() {
        Threads best = usual;
        double least = std::numeric_limits<double>::infinity();
        for (const Threads& threads : tried) {
            const int bytes = static_cast<int>(shape(threads, true).shared_bytes);
            if (bytes > lab_.device()->limits().shared_bytes_per_block) continue;
            const Variant variant = unrolled("", threads);
            lab_.seconds(variant.run, 1);
            const double time = lab_.seconds(variant.run, 3);
            if (time < least) best = threads;
            least = std::min(least, time);
        }
        return best;
    }

    Lab& lab_;
    const Source& source_;
    Planes out_;
    int radius_;
    Weights weights_{};
    Samples expected_;
    std::vector<Variant> variants_;
};

}  // namespace

void convolution(Lab& lab) {
    const Source source(lab, 1);
    const Target target(lab);
    for (const int radius : lab.settings().radii)
        Convolution(lab, source, target, radius).compare();
}

}  // namespace tonelift::patterns
