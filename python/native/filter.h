// SPDX-License-Identifier: BSD-2-Clause
//
// Maps a stream with a filter of the library. All frames of the stream have the same format and
// size.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "messages.h"
#include "options.h"
#include "picture.h"
#include "primary_context.h"

namespace tonelift::python {

struct FrameTimes {
    std::vector<double> time;  // seconds, or NaN if unknown
    std::vector<int64_t> timestamp;
    double scene_peak = 0;  // cd/m2, or 0 if unknown
};

// Thread-safety: methods may be called from any thread. They run one at a time, and wait without
// the GIL.
class NativeFilter {
  public:
    // `stream` is a CUstream for frames on a device. Raises the errors of tonelift_filter_create().
    NativeFilter(const Options& options, const tonelift_video& source, const Picture& first,
                 uintptr_t stream);

    const tonelift_video& output() const { return out_; }
    const Form& form() const { return form_; }
    const Form& output_form() const { return output_form_; }

    void process(const Picture& in, const Picture& out, const FrameTimes& times);
    void look(const Picture& in, const FrameTimes& times);
    int ready();
    int lookahead();
    void set_options(const Options& options);
    void set_source(const tonelift_video& source);
    void read_script();
    void reset();
    void finish();
    std::pair<double, double> light();
    int batch();
    bool passthrough();

  private:
    struct Destroy {
        void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
    };

    // Runs call() without the GIL, one call at a time, and checks its status.
    template <typename Call>
    void run(Call call);
    template <typename Get>
    auto value_of(Get get);
    void check_form(const Picture& picture, const Form& form, const char* name) const;

    std::mutex mutex_;
    Messages messages_;
    PrimaryContext context_;
    tonelift_video in_;
    tonelift_video out_;
    Form form_;
    Form output_form_;
    std::unique_ptr<tonelift_filter, Destroy> filter_;
};

}  // namespace tonelift::python
