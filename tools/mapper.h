// SPDX-License-Identifier: BSD-2-Clause
//
// Wraps a filter of libtonelift for the commands of the tool: prints its warnings, and throws its
// errors as Error.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <string>

namespace tonelift {

class Mapper {
  public:
    // Describes the output without creating the filter. The strings of the options must outlive the
    // mapper.
    Mapper(const tonelift_options& options, const tonelift_video& in);
    Mapper(const Mapper&) = delete;

    const tonelift_video& out() const { return out_; }
    // Creates the filter, which allocates all memory that it needs. Throws Error.
    void start();
    // Returns the preferred number of frames per call of map(). Requires start().
    size_t batch() const { return static_cast<size_t>(tonelift_filter_batch(filter_.get())); }
    // If looks_ahead() is true, look() must be called for each frame before map().
    bool looks_ahead() const;
    void look(const tonelift_frame& frame);
    size_t ready() const { return static_cast<size_t>(tonelift_filter_ready(filter_.get())); }
    // Maps the frames `from` to the frames `to`. Requires start(). Throws Error.
    void map(std::span<const tonelift_frame> from, std::span<tonelift_frame> to);
    void finish();

  private:
    struct Destroy {
        void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
    };
    static void take(void* self, tonelift_log_level level, const char* message);
    void check(tonelift_status status) const;

    tonelift_log log_;
    std::string error_;
    tonelift_options options_;
    tonelift_video in_, out_;
    std::unique_ptr<tonelift_filter, Destroy> filter_;
};

}  // namespace tonelift
