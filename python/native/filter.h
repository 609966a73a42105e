// SPDX-License-Identifier: BSD-2-Clause
//
// Maps the frames of a stream with a filter of libtonelift. All frames have the same format and
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
    std::vector<double> time;  // time of each frame in seconds, or NaN if unknown
    std::vector<int64_t> timestamp;
    double scene_peak = 0;  // peak of the scene in cd/m2, or 0 if unknown
};

// Thread-safety: any thread may call the methods. They run one at a time, and a waiting method does
// not hold the GIL.
class NativeFilter {
  public:
    // `stream` is a CUstream, and is used only for frames on a device. Raises the errors of
    // tonelift_filter_create().
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

    // Runs call() without the GIL, one call at a time. Raises an exception if the returned status
    // is an error.
    template <typename Call>
    void run(Call call);
    template <typename Get>
    auto value_of(Get get);
    void check(tonelift_status status);
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
