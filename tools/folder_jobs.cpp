// SPDX-License-Identifier: BSD-2-Clause
//
// Which pictures are mapped to which files.
#include <algorithm>
#include <filesystem>
#include <map>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/map_folder.h"
#include "tools/pictures/still.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

// The ending of the outputs that is asked for, with its dot; "" if none is.
std::string ending_of(const std::string& format) {
    if (format.empty()) return "";
    const std::string ending = "." + format;
    const StillKind* const kind = kind_of_name(ending);
    if (kind != nullptr && kind->write != nullptr) return ending;
    throw Error(Failure::argument, "--format " + quote(format) +
                                       " is no kind of picture that can be written, as png, jpg, "
                                       "tif, exr, avif and jxl are");
}

// The kind of a file by its content; null if it is no picture or cannot be read.
const StillKind* kind_of_file(const fs::path& file) {
    try {
        return kind_of_content(file.string());
    } catch (const Error&) {
        return nullptr;
    }
}

// Files whose names are those of pictures count as pictures: their faults are logged when they are
// mapped.
bool may_be_picture(const fs::path& file) {
    return kind_of_name(file.extension().string()) != nullptr || kind_of_file(file) != nullptr;
}

// The ending of an output: that of the input, if its kind can be written and the name says it.
std::string ending_for(const fs::path& input, const std::string& asked) {
    if (!asked.empty()) return asked;
    const std::string own = input.extension().string();
    const StillKind* const named = kind_of_name(own);
    if (named != nullptr && named->write != nullptr) return own;
    const StillKind* const kind = kind_of_file(input);
    const bool written = kind != nullptr && kind->write != nullptr;
    return written ? std::string(kind->endings.front()) : ".png";
}

class Jobs {
  public:
    explicit Jobs(const FolderRequest& request)
        : request_(request), asked_(ending_of(request.format)) {}

    std::vector<FolderJob> all() {
        for (const std::string& input : request_.inputs) {
            std::error_code none;
            if (!fs::exists(input, none))
                throw Error(Failure::io, quote(input) + " cannot be read: there is no such file");
            if (!fs::is_directory(input, none))
                add(input, fs::path(input).filename());
            else if (request_.recursive)
                add_all<fs::recursive_directory_iterator>(input);
            else
                add_all<fs::directory_iterator>(input);
        }
        return std::move(jobs_);
    }

  private:
    // The pictures of a folder, without the outputs of an earlier run in it.
    template <typename Iterator>
    void add_all(const std::string& folder) {
        std::vector<fs::path> files;
        for (const fs::directory_entry& entry :
             Iterator(folder, fs::directory_options::skip_permission_denied)) {
            std::error_code none;
            if (entry.is_regular_file(none) && !is_output(entry.path()) &&
                may_be_picture(entry.path()))
                files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) add(file, file.lexically_relative(folder));
    }

    bool is_output(const fs::path& file) const {
        const fs::path below =
            fs::weakly_canonical(file).lexically_relative(fs::weakly_canonical(request_.folder));
        return !below.empty() && *below.begin() != "..";
    }

    void add(const fs::path& input, fs::path name) {
        name.replace_extension(ending_for(input, asked_));
        const std::string output = (fs::path(request_.folder) / name).lexically_normal().string();
        const auto [other, is_new] = inputs_.emplace(output, input.string());
        if (!is_new)
            throw Error(Failure::argument, quote(other->second) + " and " + quote(input.string()) +
                                               " would both become " + quote(output));
        jobs_.push_back({input.string(), output});
    }

    const FolderRequest& request_;
    std::string asked_;
    std::map<std::string, std::string> inputs_;  // by their outputs
    std::vector<FolderJob> jobs_;
};

}  // namespace

std::vector<FolderJob> folder_jobs(const FolderRequest& request) { return Jobs(request).all(); }

}  // namespace tonelift
