// SPDX-License-Identifier: BSD-2-Clause
#include "tools/tune/tune.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/common/options.h"
#include "core/common/text.h"
#include "core/tuning/tuning_file.h"
#include "kernels/error.h"
#include "tools/explain_script.h"
#include "tools/tune/tune_run.h"
#include "tools/tune/tune_search.h"

namespace tonelift {
namespace {

constexpr int search_iterations = 9, final_iterations = 25;

using TuneClock = std::chrono::steady_clock;

Build build_of(const std::string& preset, std::pair<int, int> size) {
    ExplainRequest plan;
    plan.script = preset;
    plan.width = size.first;
    plan.height = size.second;
    return build_for(plan);
}

class TuneJob {
  public:
    TuneJob(const TuneRequest& request, std::pair<int, int> size, const TuneMachine& machine)
        : scope_{machine.named.kind, request.batch}, size_(size) {
        for (const std::string& preset : request.presets)
            works_.emplace_back(build_of(preset, size), machine);
    }

    TunedSize search(TuneClock::time_point end) {
        const auto compare_all = [&](const Tuning& candidate, const Tuning& best) {
            return compare(candidate, best, search_iterations).certain;
        };
        const auto has_time = [&] { return TuneClock::now() < end; };
        const auto report = [&](size_t tried, size_t of) {
            tried_all_ = tried_all_ || tried == of;
            show(tried, of);
        };
        const Tuning found = find_fastest(scope_, {compare_all, has_time, report});
        if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r%60s\r", "");
        return {size_.first, size_.second, found};
    }

    Comparison compare(const Tuning& candidate, const Tuning& best, int iterations) {
        Comparison mean{1, 1};
        const double part = 1 / static_cast<double>(works_.size());
        for (TuneWork& work : works_) {
            const Comparison one = work.compare(candidate, best, iterations);
            mean.median *= std::pow(one.median, part);
            mean.certain *= std::pow(one.certain, part);
        }
        return mean;
    }
    double rate() { return works_[0].rate(Tuning()); }

    bool tried_all() const { return tried_all_; }

    std::string size_text() const {
        return std::to_string(size_.first) + 'x' + std::to_string(size_.second);
    }

  private:
    void show(size_t tried, size_t of) const {
        if (isatty(STDERR_FILENO) == 0) return;
        std::fprintf(stderr, "\r%s: %zu of %zu numbers tried ", size_text().c_str(), tried, of);
    }

    TuneScope scope_;
    std::pair<int, int> size_;
    std::vector<TuneWork> works_;
    bool tried_all_ = false;
};

std::string changes_of(const Tuning& tuning) {
    std::string text;
    for (const TuningNumber& number : tuning_numbers()) {
        const int value = tuning.*number.place;
        if (value == number.shipped()) continue;
        text += (text.empty() ? "" : ", ") + std::string(number.name) + ' ' + std::to_string(value);
    }
    return text.empty() ? "as shipped" : text;
}

TunedSize tune_size(TuneJob& job, TuneClock::time_point end) {
    TunedSize size = job.search(end);
    Comparison last{1, 1};
    if (size.tuning != Tuning()) last = job.compare(size.tuning, {}, final_iterations);
    if (last.certain > 1 - least_gain) {
        last = {1, 1};
        size.tuning = {};
    }
    const double gain = 1 / last.median - 1;
    const double shipped = job.rate();
    std::printf("%-10s %10.1f fps %10.1f fps  %+5.1f %%  %s%s\n", job.size_text().c_str(), shipped,
                shipped * (1 + gain), 100 * gain, changes_of(size.tuning).c_str(),
                job.tried_all() ? "" : "; the time was too short to try all numbers");
    std::fflush(stdout);
    return size;
}

void fill_defaults(TuneRequest& request, const TuneMachine& machine) {
    if (request.sizes.empty()) request.sizes = {{1920, 1080}, {3840, 2160}};
    if (request.presets.empty()) request.presets = {default_options().preset};
    if (request.file.empty()) request.file = tuning_path(machine.named);
    if (request.file.empty())
        throw Error(Failure::argument,
                    "neither XDG_CACHE_HOME nor HOME names a directory for the numbers that are "
                    "found; name a file with --file");
}

}  // namespace

void tune(const TuneRequest& given) {
    TuneRequest request = given;
    const TuneMachine machine = tune_machine(request.device);
    fill_defaults(request, machine);
    for (const std::string& preset : request.presets) {
        for (const auto& size : request.sizes) build_of(preset, size);
    }
    check_tuning_place(request.file);
    std::printf("%s\n%-10s %14s %14s\n", machine.named.text().c_str(), "size", "shipped", "tuned");
    const auto end = TuneClock::now() + std::chrono::duration<double>(request.seconds);
    for (size_t i = 0; i < request.sizes.size(); ++i) {
        const auto share = (end - TuneClock::now()) / (request.sizes.size() - i);
        TuneJob job(request, request.sizes[i], machine);
        const auto own_end =
            TuneClock::now() + std::chrono::duration_cast<TuneClock::duration>(share);
        save_tuning(request.file, machine.named, {tune_size(job, own_end)});
    }
    std::printf("written to %s\n", quote(request.file).c_str());
}

}  // namespace tonelift
