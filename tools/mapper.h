// SPDX-License-Identifier: BSD-2-Clause
//
// The library's filter as `tonelift map` uses it: its messages, its errors, its life.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <string>

namespace tonelift {

class Mapper {
  public:
    // The options, and the strings in them, must outlive the mapper. Throws Error where they, or a
    // script, are wrong for this input; little memory is taken.
    Mapper(const tonelift_options& options, const tonelift_video& in);
    Mapper(const Mapper&) = delete;

    // What comes out.
    const tonelift_video& out() const { return out_; }
    // Makes the filter, which takes memory for whole frames. Throws Error.
    void start();
    // The preferred number of frames for map(), after start().
    size_t batch() const { return static_cast<size_t>(tonelift_filter_batch(filter_.get())); }
    // Whether frames have to be looked at ahead; then, in their order, and the number of those that
    // can be mapped.
    bool looks_ahead() const;
    void look(const tonelift_frame& frame);
    size_t ready() const { return static_cast<size_t>(tonelift_filter_ready(filter_.get())); }
    // Maps frames, after start(). Throws Error.
    void map(std::span<const tonelift_frame> from, std::span<tonelift_frame> to);
    // Says that the stream has ended. Throws Error.
    void finish();

  private:
    struct Destroy {
        void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
    };
    static void take(void* self, tonelift_log_level level, const char* message);
    // Throws the library's message as an error of the tool.
    void check(tonelift_status status) const;

    tonelift_log log_;
    std::string error_;
    tonelift_options options_;
    tonelift_video in_, out_;
    std::unique_ptr<tonelift_filter, Destroy> filter_;
};

}  // namespace tonelift
