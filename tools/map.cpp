// SPDX-License-Identifier: BSD-2-Clause
#include "tools/map.h"

#include <tonelift/tonelift.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/map_still.h"
#include "tools/mapper.h"
#include "tools/progress.h"
#include "tools/whole_file.h"
#include "tools/y4m.h"

namespace tonelift {
namespace {

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

// Maps the stream, a batch of frames at a time.
class Mapping {
  public:
    // All that can be wrong before the output is written is found here.
    Mapping(const MapRequest& request, std::FILE* from)
        : from_(from),
          in_(read_y4m_header(from)),
          mapper_(options_for(request.options), in_.video),
          out_(in_),
          read_(1, FrameMemory(in_.video)) {
        out_.video = mapper_.out();
        header_ = y4m_header(out_);
        if (read_y4m_frame(from_, &read_[0])) start();
    }

    void run(std::FILE* to, Progress* progress) {
        to_ = to;
        write_y4m(to_, header_);
        try {
            for (; count_ > 0; count_ = read()) {
                map();
                progress->frames(count_);
            }
        } catch (const Error&) {
            flush();
            throw;
        }
        flush();
        // A stream without frames has no statistics, and a file of them that is there stays.
        if (index_ > 0) mapper_.finish();
    }
    const tonelift_video& video() const { return out_.video; }

  private:
    // Takes the memory of the stream, once its first frame has come.
    void start() {
        mapper_.start();
        read_.resize(mapper_.batch(), FrameMemory(in_.video));
        made_.resize(mapper_.batch(), FrameMemory(out_.video));
        for (FrameMemory& frame : made_) frame.allocate();
        count_ = read(1);
    }

    // Reads a batch, of which `count` frames are there, or the remaining frames. A fault after some
    // frames is reported after them.
    size_t read(size_t count = 0) {
        if (fault_) std::rethrow_exception(fault_);
        try {
            while (count < read_.size() && read_y4m_frame(from_, &read_[count])) ++count;
        } catch (const Error&) {
            if (count == 0) throw;
            fault_ = std::current_exception();
        }
        return count;
    }

    void map() {
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < count_; ++i) {
            from.push_back(read_[i].planes());
            to.push_back(made_[i].planes());
            from.back().time = static_cast<double>(index_) / rate();
            from.back().timestamp = index_++;
        }
        mapper_.map(from, to);
        for (size_t i = 0; i < count_; ++i) write_y4m_frame(to_, made_[i]);
    }

    double rate() const {
        return in_.rate_numerator > 0 ? 1.0 * in_.rate_numerator / in_.rate_denominator
                                      : usual_rate;
    }

    void flush() const {
        if (std::fflush(to_) != 0)
            throw Error(Failure::io,
                        std::string("the output cannot be written: ") + std::strerror(errno));
    }

    std::FILE *from_, *to_ = nullptr;
    Y4mStream in_;
    Mapper mapper_;
    Y4mStream out_;
    std::string header_;
    std::vector<FrameMemory> read_, made_;
    size_t count_ = 0;  // frames of the batch
    std::exception_ptr fault_;
    int64_t index_ = 0;
};

// Whether an output is no file that gets its name when it is complete: a pipe, or a device.
bool is_stream(const std::string& output) {
    std::error_code none;
    const std::filesystem::file_status status = std::filesystem::status(output, none);
    return output == "-" || (exists(status) && !is_regular_file(status));
}

void map_video(const MapRequest& request) {
    const File from = open_file(request.input, "rb", stdin);
    Progress progress;
    Mapping mapping(request, from.get());
    if (kind_of_name(request.output) != nullptr)
        throw Error(Failure::argument, quote(request.output) + " is the name of a still picture, " +
                                           "and the input is a stream of frames");
    // The output is opened last: its old content is not lost to a request that cannot be done.
    if (is_stream(request.output)) {
        const File to = open_file(request.output, "wb", stdout);
        mapping.run(to.get(), &progress);
    } else {
        write_whole(request.output, [&](const std::string& part) {
            const File to = open_file(part, "wb", nullptr);
            mapping.run(to.get(), &progress);
        });
    }
    progress.end(mapping.video(), request.json);
}

}  // namespace

void map_file(const MapRequest& request) {
    if (request.input != "-" && request.output != "-")
        refuse_one_file(request.input, request.output);
    const StillKind* const still = request.input == "-" ? nullptr : kind_of_content(request.input);
    if (still != nullptr)
        map_still(request, *still);
    else
        map_video(request);
}

}  // namespace tonelift
