// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/lab.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace tonelift::patterns {
namespace {

std::string title_of(const std::string& pattern, int radius) {
    return radius > 0 ? pattern + ", radius " + std::to_string(radius) : pattern;
}

}  // namespace

Variant variant_of(std::string name, const Planes& out, const Samples& expected, double tolerance,
                   std::function<void()> run) {
    return {std::move(name), std::move(run), out, [out, expected] { return out.error(expected); },
            tolerance};
}

Lab::Lab(std::shared_ptr<CudaDevice> device, const Settings& settings)
    : device_(std::move(device)), current_(*device_), settings_(settings) {}

const Kernels& Lab::kernels(const std::string& file) {
    return kernels_.try_emplace(file, device_, file).first->second;
}

double Lab::seconds(const std::function<void()>& run, int times) const {
    const auto wait = [&] {
        cuda::check(cuda::driver().stream_synchronize(device_->stream()), "waiting for the GPU");
        return std::chrono::steady_clock::now();
    };
    const auto start = wait();
    for (int i = 0; i < times; ++i) run();
    return std::chrono::duration<double>(wait() - start).count();
}

bool Lab::is_right(const std::string& what, const Variant& variant) {
    variant.out.spoil();
    variant.run();
    const double error = variant.error();
    if (error <= variant.tolerance) return true;
    failures_.push_back(what + ", " + variant.name + ": differs by " + std::to_string(error) +
                        " from what the CPU computes");
    std::fprintf(stderr, "%s\n", failures_.back().c_str());
    return false;
}

std::vector<std::vector<double>> Lab::measure(const std::vector<Variant>& variants) const {
    std::vector<int> repeats;
    for (const Variant& variant : variants) {
        const double once = seconds(variant.run, 1);
        repeats.push_back(static_cast<int>(std::clamp(settings_.turn_seconds / once, 1.0, 100.0)));
    }
    std::vector<std::vector<double>> times(variants.size());
    for (int turn = 0; turn < settings_.turns; ++turn) {
        for (size_t i = 0; i < variants.size(); ++i)
            times[i].push_back(seconds(variants[i].run, repeats[i]) / repeats[i]);
    }
    return times;
}

void Lab::compare(const std::string& pattern, int radius, const std::vector<Variant>& variants) {
    std::vector<Variant> right;
    for (const Variant& variant : variants) {
        if (is_right(title_of(pattern, radius), variant)) right.push_back(variant);
    }
    std::vector<std::vector<double>> times = measure(right);
    const size_t first = rows_.size();
    for (size_t i = 0; i < right.size(); ++i) {
        std::sort(times[i].begin(), times[i].end());
        const auto at = [&](size_t quarter) {
            return 1e6 / size().frames * times[i][(times[i].size() - 1) * quarter / 4];
        };
        rows_.push_back({pattern, radius, right[i].name, at(2), at(1), at(3)});
    }
    print(first);
}

void Lab::print(size_t first) const {
    if (first == rows_.size()) return;
    const Row& copy = rows_[first];
    std::printf("%s\n", title_of(copy.pattern, copy.radius).c_str());
    for (size_t i = first; i < rows_.size(); ++i) {
        std::printf("  %-34s %9.1f us per frame  %7.2f copies\n", rows_[i].variant.c_str(),
                    rows_[i].median, rows_[i].median / copy.median);
    }
    std::fflush(stdout);
}

}  // namespace tonelift::patterns
