// SPDX-License-Identifier: BSD-2-Clause
#include "tools/map.h"

#include <tonelift/tonelift.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/y4m.h"

namespace tonelift {
namespace {

using Clock = std::chrono::steady_clock;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr double usual_rate = 25;  // frames per second, if the stream does not say

int keep_open(std::FILE*) { return 0; }

File open_file(const std::string& name, const char* mode, std::FILE* standard) {
    if (name == "-") return {standard, keep_open};
    File file(std::fopen(name.c_str(), mode), std::fclose);
    if (file == nullptr)
        throw Error(Failure::io, quote(name) + " cannot be opened: " + std::strerror(errno));
    return file;
}

// Refuses one file for input and output: opening the output would truncate the input.
void refuse_one_file(const MapRequest& request) {
    std::error_code missing;
    if (request.input != "-" && request.output != "-" &&
        std::filesystem::equivalent(request.input, request.output, missing))
        throw Error(Failure::argument, quote(request.output) + " is the input, too");
}

// Messages of the library.
class Messages {
  public:
    Messages() : log_{sizeof(tonelift_log), this, take} {}
    Messages(const Messages&) = delete;
    const tonelift_log* log() const { return &log_; }
    // Throws the library's message as an error of the tool.
    void check(tonelift_status status) const {
        if (status == TONELIFT_OK) return;
        const Failure failure = status == TONELIFT_ERROR_ARGUMENT ? Failure::argument : Failure::io;
        throw Error(failure, error_.empty() ? tonelift_status_text(status) : error_);
    }

  private:
    static void take(void* self, tonelift_log_level level, const char* message) {
        if (level == TONELIFT_LOG_ERROR) static_cast<Messages*>(self)->error_ = message;
        if (level == TONELIFT_LOG_WARNING) std::fprintf(stderr, "tonelift: %s\n", message);
    }
    tonelift_log log_;
    std::string error_;
};

struct Destroy {
    void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
};
using FilterHandle = std::unique_ptr<tonelift_filter, Destroy>;

// A status line on the terminal that is overwritten a few times a second.
class Progress {
  public:
    void frames(size_t count) {
        frames_ += count;
        const Clock::time_point now = Clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
        std::fprintf(stderr, "\r%zu frames, %.1f a second ", frames_, rate());
        last_ = now;
    }
    void end(const tonelift_video& video, bool json) const {
        if (shown_) std::fprintf(stderr, "\r%zu frames, %.1f a second\n", frames_, rate());
        if (json)
            std::fprintf(stderr,
                         "{\"frames\": %zu, \"seconds\": %.3f, \"fps\": %.3f, \"width\": %d, "
                         "\"height\": %d, \"format\": \"%s\"}\n",
                         frames_, seconds(), rate(), video.width, video.height,
                         tonelift_format_name(video.format));
    }

  private:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    double rate() const { return static_cast<double>(frames_) / std::max(seconds(), 1e-9); }

    bool shown_ = isatty(STDERR_FILENO) != 0;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
    size_t frames_ = 0;
};

// Maps the stream, a batch of frames at a time.
class Mapping {
  public:
    // All that can be wrong before the first frame is found here.
    Mapping(const MapRequest& request, std::FILE* from)
        : from_(from), in_(read_y4m_header(from)), out_(in_) {
        const tonelift_options options = options_for(request.options);
        messages_.check(tonelift_output(&options, &in_.video, &out_.video, messages_.log()));
        tonelift_filter* filter = nullptr;
        messages_.check(tonelift_filter_create(&filter, &options, &in_.video, &out_.video, nullptr,
                                               messages_.log()));
        filter_.reset(filter);
        header_ = y4m_header(out_);
        const auto batch = static_cast<size_t>(tonelift_filter_batch(filter));
        read_.resize(batch, Y4mFrame(in_.video));
        made_.resize(batch, Y4mFrame(out_.video));
    }

    void run(std::FILE* to, Progress* progress) {
        to_ = to;
        write_y4m(to_, header_);
        size_t count = 0;
        try {
            while ((count = read()) > 0) {
                map(count);
                progress->frames(count);
            }
        } catch (const Error&) {
            finish();
            throw;
        }
        finish();
        // A stream without frames has no statistics, and a file of them that is there stays.
        if (index_ > 0) messages_.check(tonelift_filter_finish(filter_.get()));
    }
    const tonelift_video& video() const { return out_.video; }

  private:
    // Reads a batch, or the remaining frames. A fault after some frames is reported after them.
    size_t read() {
        if (fault_) std::rethrow_exception(fault_);
        size_t count = 0;
        try {
            while (count < read_.size() && read_y4m_frame(from_, &read_[count])) ++count;
        } catch (const Error&) {
            if (count == 0) throw;
            fault_ = std::current_exception();
        }
        return count;
    }

    void map(size_t count) {
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < count; ++i) {
            from.push_back(read_[i].planes());
            to.push_back(made_[i].planes());
            from.back().time = static_cast<double>(index_) / rate();
            from.back().timestamp = index_++;
        }
        messages_.check(tonelift_filter_process(filter_.get(), from.data(), to.data(),
                                                static_cast<int>(count)));
        for (size_t i = 0; i < count; ++i) write_y4m_frame(to_, made_[i]);
    }

    double rate() const {
        return in_.rate_numerator > 0 ? 1.0 * in_.rate_numerator / in_.rate_denominator
                                      : usual_rate;
    }

    void finish() const {
        if (std::fflush(to_) != 0)
            throw Error(Failure::io,
                        std::string("the output cannot be written: ") + std::strerror(errno));
    }

    std::FILE *from_, *to_ = nullptr;
    std::string header_;
    Messages messages_;
    Y4mStream in_, out_;
    FilterHandle filter_;
    std::vector<Y4mFrame> read_, made_;
    std::exception_ptr fault_;
    int64_t index_ = 0;
};

}  // namespace

void map_video(const MapRequest& request) {
    refuse_one_file(request);
    const File from = open_file(request.input, "rb", stdin);
    Progress progress;
    Mapping mapping(request, from.get());
    // The output is opened last: its old content is not lost to a request that cannot be done.
    const File to = open_file(request.output, "wb", stdout);
    mapping.run(to.get(), &progress);
    progress.end(mapping.video(), request.json);
}

}  // namespace tonelift
