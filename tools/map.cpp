// SPDX-License-Identifier: BSD-2-Clause
#include "tools/map.h"

#include <fcntl.h>
#include <poll.h>
#include <tonelift/tonelift.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/file_bytes.h"
#include "tools/mapper.h"
#include "tools/progress.h"
#include "tools/stills/map_still.h"
#include "tools/whole_file.h"
#include "tools/y4m.h"

namespace tonelift {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr double usual_rate = 25;  // frames per second, if the stream does not state its frame rate

int keep_open(std::FILE*) { return 0; }

File open_file(const std::string& name, const char* mode, std::FILE* standard) {
    if (name == "-") return {standard, keep_open};
    File file(std::fopen(name.c_str(), mode), std::fclose);
    if (file == nullptr)
        throw Error(Failure::io, quote(name) + " cannot be opened: " + std::strerror(errno));
    return file;
}

void say_interlaced() {
    print_message(
        "frames are interlaced, and their two fields are mapped as one picture, which amplifies "
        "combing; put a deinterlacer before tonelift");
}

// Waits for the first byte of input. Prints a message after two seconds without input.
void wait_for_first(int input, const std::string& name) {
    constexpr int patience = 2000;  // milliseconds
    pollfd source{input, POLLIN, 0};
    if (poll(&source, 1, patience) != 0) return;
    print_message("waiting for frames from " +
                  (name == "-" ? std::string("the standard input") : quote(name)));
    poll(&source, 1, -1);
}

// Opens the input. A FIFO is opened without blocking, so that a message can report the wait for its
// writer.
File open_input(const std::string& name) {
    std::error_code none;
    if (!std::filesystem::is_fifo(name, none)) {
        File file = open_file(name, "rb", stdin);
        if (isatty(STDERR_FILENO) != 0) wait_for_first(fileno(file.get()), name);
        return file;
    }
    const int fifo = open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fifo >= 0) {
        wait_for_first(fifo, name);
        fcntl(fifo, F_SETFL, 0);
    }
    File file(fifo < 0 ? nullptr : fdopen(fifo, "rb"), std::fclose);
    if (file == nullptr)
        throw Error(Failure::io, quote(name) + " cannot be opened: " + std::strerror(errno));
    return file;
}

std::string reason_for_unknown(std::string_view begin) {
    return "the input is neither a YUV4MPEG2 stream nor a still picture that this build reads: " +
           unreadable_still(begin);
}

std::string reason_for_unknown_pipe(std::string_view) {
    return "the input is not a YUV4MPEG2 stream; still pictures are read only from files, not from "
           "pipes";
}

bool is_file(const std::string& input) {
    std::error_code none;
    return std::filesystem::is_regular_file(input, none);
}

Error error_of_input(const std::string& input, const Error& error) {
    return input == "-" ? error : with_name(input, error);
}

Y4mStream read_header(const std::string& input, std::FILE* from) {
    try {
        return read_y4m_header(from, is_file(input) ? reason_for_unknown : reason_for_unknown_pipe);
    } catch (const Error& error) {
        throw error_of_input(input, error);
    }
}

class Mapping {
  public:
    // Reads the header and the first frame, so that errors in them are reported before the output
    // is opened.
    Mapping(const MapRequest& request, std::FILE* from)
        : input_(request.input),
          from_(from),
          in_(read_header(input_, from)),
          mapper_(options_for(request.options), in_.video),
          out_(in_) {
        out_.video = mapper_.out();
        header_ = y4m_header(out_);
        if (in_.interlaced) say_interlaced();
        if (read()) start();
    }

    void run(std::FILE* to, Progress* progress) {
        to_ = to;
        write_y4m(to_, header_);
        try {
            for (size_t count = fill(); count > 0; count = fill()) {
                map(count);
                progress->frames(count);
            }
        } catch (const Error&) {
            flush();
            throw;
        }
        flush();
        // Without frames, start() was not called. After a fault, the statistics file stays
        // incomplete.
        if (index_ > 0 && !fault_) mapper_.finish();
    }
    // Returns the error of the input that ended the stream early, or nothing.
    const std::optional<Error>& fault() const { return fault_; }
    const tonelift_video& video() const { return out_.video; }

  private:
    // The caller must have read the first frame.
    void start() {
        mapper_.start();
        made_.resize(mapper_.batch(), FrameMemory(out_.video));
        for (FrameMemory& frame : made_) frame.allocate();
    }

    // Reads the next frame. Returns false at the end of the stream. If a frame after the first one
    // has an error, all earlier frames are still written, and fault() returns the error.
    bool read() {
        if (fault_) return false;
        if (waiting_ == read_.size()) read_.emplace_back(in_.video);
        try {
            if (!read_y4m_frame(from_, &read_[waiting_])) return false;
        } catch (const Error& error) {
            fault_ = error_of_input(input_, error);
            if (index_ + waiting_ == 0) throw Error(*fault_);
            return false;
        }
        ++waiting_;
        return true;
    }

    size_t fill() {
        if (waiting_ == 0 && made_.empty()) return 0;
        bool more = true;
        while (more && ready() < made_.size()) more = read();
        look();
        return std::min(waiting_, made_.size());
    }

    size_t ready() {
        if (!mapper_.looks_ahead()) return waiting_;
        look();
        return mapper_.ready();
    }

    void look() {
        if (!mapper_.looks_ahead()) return;
        for (; seen_ < waiting_; ++seen_) mapper_.look(frame(seen_));
    }

    tonelift_frame frame(size_t place) {
        tonelift_frame result = read_[place].planes();
        result.timestamp = static_cast<int64_t>(index_ + place);
        result.time = static_cast<double>(result.timestamp) / rate();
        return result;
    }

    void map(size_t count) {
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < count; ++i) {
            from.push_back(frame(i));
            to.push_back(made_[i].planes());
        }
        mapper_.map(from, to);
        for (size_t i = 0; i < count; ++i) write_y4m_frame(to_, made_[i]);
        std::rotate(read_.begin(), read_.begin() + static_cast<ptrdiff_t>(count),
                    read_.begin() + static_cast<ptrdiff_t>(waiting_));
        index_ += count;
        waiting_ -= count;
        seen_ -= std::min(seen_, count);
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

    std::string input_;
    std::FILE *from_, *to_ = nullptr;
    Y4mStream in_;
    Mapper mapper_;
    Y4mStream out_;
    std::string header_;
    std::vector<FrameMemory> read_;
    std::vector<FrameMemory> made_;
    size_t waiting_ = 0;
    size_t seen_ = 0;
    size_t index_ = 0;
    std::optional<Error> fault_;
};

bool is_stream(const std::string& output) {
    std::error_code none;
    const std::filesystem::file_status status = std::filesystem::status(output, none);
    return output == "-" || (exists(status) && !is_regular_file(status));
}

// Writes the output file. If the input has a fault, the frames before it stay in OUTPUT.part.
void write_file(const std::string& output, Mapping* mapping, Progress* progress) {
    WholeFile whole(output);
    const File to = open_file(whole.part(), "wb", nullptr);
    mapping->run(to.get(), progress);
    if (const std::optional<Error>& fault = mapping->fault()) {
        whole.keep_part();
        throw Error(fault->failure(), std::string(fault->what()) + "; the complete frames are in " +
                                          quote(whole.part()));
    }
    whole.take_its_place();
}

void map_video(const MapRequest& request) {
    const File from = open_input(request.input);
    Progress progress;
    Mapping mapping(request, from.get());
    if (kind_of_name(request.output) != nullptr)
        throw Error(Failure::argument, quote(request.output) + " is the name of a still picture, " +
                                           "and the input is a stream of frames");
    // The output is opened last. If the request or the header of the input has an error, an
    // existing output file stays unchanged.
    if (is_stream(request.output)) {
        const File to = open_file(request.output, "wb", stdout);
        mapping.run(to.get(), &progress);
        if (mapping.fault()) throw *mapping.fault();
    } else {
        write_file(request.output, &mapping, &progress);
    }
    progress.end(mapping.video(), request.json);
}

}  // namespace

void map_file(const MapRequest& request) {
    std::error_code none;
    if (request.input != "-" && std::filesystem::is_directory(request.input, none))
        throw Error(Failure::argument, quote(request.input) +
                                           " is a folder; to map the pictures in it, name a folder "
                                           "for the results with -o, as in tonelift map " +
                                           quote(request.input) + " -o mapped");
    if (request.input != "-" && request.output != "-")
        refuse_one_file(request.input, request.output);
    const StillKind* const still = request.input == "-" ? nullptr : kind_of_content(request.input);
    if (still != nullptr)
        map_still(request, *still);
    else
        map_video(request);
}

}  // namespace tonelift
