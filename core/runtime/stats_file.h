// SPDX-License-Identifier: BSD-2-Clause
//
// The statistics of a stream in a file: the temporal states after each frame, keyed by the frame's
// timestamp. Written in one pass over a film and read in others, so that its chunks come out as one
// run would have made them.
//
//   tonelift-stats 1 states 3
//   0 1.a3p-3 1.28p-1 0p+0
//   3003 1.a31p-3 1.28p-1 0p+0
//   light 734.2 101.75
//   end 2
//
// light: MaxCLL and MaxFALL of the picture that came out, where it is HDR10.
// Numbers are hexadecimal floats, which come back bit for bit in any locale. The file appears under
// its name when it is complete; until then there is a temporary file beside it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/color/describe.h"

namespace tonelift {

// The values of the option `stats`.
enum class StatsMode { automatic, write, read };

class StatsFile {
  public:
    // Every function throws Error (io) with the path and the reason in its message. An existing
    // file that is not one of ours is never overwritten. automatic: reads a complete file, else
    // writes.
    static StatsFile open(const std::string& path, StatsMode mode, int states);

    // Of the film whose complete file this is; nothing where there is no such file.
    static std::optional<LightLevel> light_of(const std::string& path);

    StatsFile(StatsFile&&) = default;
    StatsFile& operator=(StatsFile&&) = delete;
    // Closes; a failure that close() would have told about leaves no file.
    ~StatsFile();

    bool reading() const { return !writer_; }
    // Of a frame that has been processed. Timestamps must differ.
    void write(int64_t timestamp, std::span<const float> states);
    // Of the frames written so far, or of the whole film.
    void set_light(const LightLevel& light) { light_ = light; }
    const LightLevel& light() const { return light_; }
    // False when the file has no line for the frame. Allocates nothing.
    bool read(int64_t timestamp, std::span<float> states) const;
    // Gives a written file its name. No write() after it.
    void close();

  private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    StatsFile(const std::string& path, int states)
        : path_(path), states_(static_cast<std::size_t>(states)) {}
    void create();
    void put_line();
    void load(const std::string& text);
    void sort_lines();
    [[noreturn]] void fail(const std::string& what) const;

    std::string path_;
    std::size_t states_;
    std::unique_ptr<std::FILE, CloseFile> writer_;
    std::string temporary_;
    std::string line_;
    std::optional<int64_t> last_;
    std::size_t count_ = 0;
    LightLevel light_;
    std::vector<int64_t> timestamps_;  // ascending, when reading
    std::vector<float> values_;        // states_ for each
};

}  // namespace tonelift
