// SPDX-License-Identifier: BSD-2-Clause
//
// Wraps the library's filter for the commands of the tool: prints its warnings, and throws its
// errors.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <string>

namespace tonelift {

class Mapper {
  public:
    // Checks the options. Their strings must outlive the mapper. Throws Error if options or script
    // do not suit the input. Allocates no memory for frames.
    Mapper(const tonelift_options& options, const tonelift_video& in);
    Mapper(const Mapper&) = delete;

    // Returns the description of the output.
    const tonelift_video& out() const { return out_; }
    // Creates the filter, which allocates memory for whole frames. Throws Error.
    void start();
    // Returns the preferred number of frames for map(), after start().
    size_t batch() const { return static_cast<size_t>(tonelift_filter_batch(filter_.get())); }
    // looks_ahead() returns whether look() must be called for each frame before map(), in order.
    // ready() then returns how many frames map() accepts.
    bool looks_ahead() const;
    void look(const tonelift_frame& frame);
    size_t ready() const { return static_cast<size_t>(tonelift_filter_ready(filter_.get())); }
    // Maps frames, after start(). Throws Error.
    void map(std::span<const tonelift_frame> from, std::span<tonelift_frame> to);
    // Ends the stream. Throws Error.
    void finish();

  private:
    struct Destroy {
        void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
    };
    static void take(void* self, tonelift_log_level level, const char* message);
    // Throws an error with the library's message.
    void check(tonelift_status status) const;

    tonelift_log log_;
    std::string error_;
    tonelift_options options_;
    tonelift_video in_, out_;
    std::unique_ptr<tonelift_filter, Destroy> filter_;
};

}  // namespace tonelift
