// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the input pictures in files and folders, and names the output file of each picture.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/counted.h"
#include "tools/pictures/still.h"
#include "tools/stills/map_folder.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

std::string ending_of(const std::string& format) {
    if (format.empty()) return "";
    const std::string ending = "." + format;
    const StillKind* const kind = kind_of_name(ending);
    if (kind != nullptr && kind->write != nullptr && format.find('.') == format.npos) return ending;
    throw Error(Failure::argument,
                "--format " + quote(format) + ": allowed are png, jpg, tif, exr, avif and jxl");
}

fs::path output_folder(const std::string& name) {
    if (name == "-")
        throw Error(Failure::argument,
                    "-o - is not a folder; pictures are written into files: name a folder");
    std::error_code fault;
    const bool is_file = fs::exists(name, fault) && !fs::is_directory(name, fault);
    if (is_file)
        throw Error(Failure::argument,
                    "-o " + quote(name) + ": this is a file; allowed is a folder");
    const StillKind* const kind = kind_of_name(name);
    if (kind != nullptr && kind->write != nullptr && !fs::exists(name, fault))
        throw Error(Failure::argument,
                    "-o " + quote(name) +
                        ": this is the name of a picture, and -o takes a folder; to write one "
                        "picture, leave out -o, as in tonelift map photo.jpg " +
                        quote(name));
    const fs::path place = fs::weakly_canonical(name, fault);
    if (fault) throw Error(Failure::io, quote(name) + " cannot be used: " + fault.message());
    return place;
}

const StillKind* kind_of_file(const fs::path& file) {
    try {
        return kind_of_content(file.string());
    } catch (const Error&) {
        return nullptr;
    }
}

// Returns "", or a sentence that names a program for converting the file. The sentence exists only
// for known file kinds that Tonelift does not read.
std::string other_kind_of(const fs::path& file) {
    try {
        return unread_kind(beginning_of(file.string()));
    } catch (const Error&) {
        return "";
    }
}

// Returns whether the file has the extension or the content of a picture. The extension alone is
// enough, because mapping the file later reports errors in its content.
bool may_be_picture(const fs::path& file) {
    return kind_of_name(file.extension().string()) != nullptr || kind_of_file(file) != nullptr;
}

std::string ending_for(const fs::path& input, const std::string& asked) {
    if (!asked.empty()) return asked;
    const std::string own = input.extension().string();
    const StillKind* const named = kind_of_name(own);
    if (named != nullptr && named->write != nullptr) return own;
    const StillKind* const kind = kind_of_file(input);
    const bool written = kind != nullptr && kind->write != nullptr;
    return written ? std::string(kind->endings.front()) : ".png";
}

struct OtherFiles {
    std::string first;
    size_t count = 0;
};

bool is_hidden(const fs::path& name) { return name.filename().string().starts_with('.'); }

class Jobs {
  public:
    explicit Jobs(const FolderRequest& request)
        : request_(request),
          asked_(ending_of(request.format)),
          output_(output_folder(request.folder)) {}

    FolderJobs all() {
        for (const std::string& input : request_.inputs) add_named(input);
        refuse_inputs_as_outputs();
        for (const auto& [kind, files] : others_) note_others(kind, files);
        return std::move(result_);
    }

  private:
    void add_named(const std::string& input) {
        std::error_code none;
        const fs::file_status status = fs::status(input, none);
        if (!fs::exists(status))
            throw Error(Failure::io, quote(input) + " cannot be read: there is no such file");
        if (fs::is_directory(status)) {
            std::vector<fs::path> files;
            if (!gather(input, &files)) throw Error(Failure::io, result_.notes.back());
            std::sort(files.begin(), files.end());
            for (const fs::path& file : files) add(file, file.lexically_relative(input));
        } else if (fs::is_regular_file(status)) {
            add(input, fs::path(input).filename());
        } else {
            throw Error(
                Failure::argument,
                quote(input) + " is not a regular file; with -o, map reads only regular files");
        }
    }

    bool gather(const fs::path& folder, std::vector<fs::path>* files) {
        std::error_code fault, none;
        fs::directory_iterator entry(folder, fault);
        for (; !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
            if (is_hidden(entry->path())) continue;
            if (entry->is_directory(none))
                gather_below(*entry, files);
            else if (entry->is_regular_file(none))
                take_file(entry->path(), files);
        }
        if (fault)
            result_.notes.push_back(quote(folder.string()) + " cannot be read: " + fault.message());
        return !fault;
    }

    void gather_below(const fs::directory_entry& entry, std::vector<fs::path>* files) {
        std::error_code none;
        // Skips the output folder, because it can contain outputs of an earlier run.
        if (!request_.recursive || fs::weakly_canonical(entry.path(), none) == output_) return;
        if (entry.is_symlink(none))
            result_.notes.push_back(quote(entry.path().string()) +
                                    " is a link to a folder and is left out");
        else
            gather(entry.path(), files);
    }

    void take_file(const fs::path& file, std::vector<fs::path>* files) {
        if (may_be_picture(file)) {
            files->push_back(file);
            return;
        }
        const std::string kind = other_kind_of(file);
        if (kind.empty()) return;
        OtherFiles& others = others_[kind];
        if (others.count++ == 0 || file.string() < others.first) others.first = file.string();
    }

    void note_others(const std::string& kind, const OtherFiles& files) {
        const std::string more =
            files.count == 1 ? " is" : " and " + counted(files.count - 1, "other file") + " are";
        result_.notes.push_back(quote(files.first) + more + " left out: " + kind);
    }

    void add(const fs::path& input, fs::path name) {
        name.replace_extension(ending_for(input, asked_));
        const std::string output = (fs::path(request_.folder) / name).lexically_normal().string();
        const auto [other, is_new] = inputs_.emplace(output, input.string());
        if (!is_new && other->second == input.string()) return;
        if (!is_new)
            throw Error(Failure::argument, quote(other->second) + " and " + quote(input.string()) +
                                               " would both become " + quote(output) +
                                               "; map them into two folders");
        result_.jobs.push_back({input.string(), output});
    }

    void refuse_inputs_as_outputs() const {
        std::set<fs::path> inputs;
        std::error_code none;
        for (const FolderJob& job : result_.jobs)
            inputs.insert(fs::weakly_canonical(job.input, none));
        for (const FolderJob& job : result_.jobs)
            if (inputs.contains(fs::weakly_canonical(job.output, none)))
                throw Error(Failure::argument,
                            quote(job.output) +
                                " is an input, too; name another folder with -o, "
                                "or another kind with --format");
    }

    const FolderRequest& request_;
    std::string asked_;
    fs::path output_;
    std::map<std::string, std::string> inputs_;
    std::map<std::string, OtherFiles> others_;
    FolderJobs result_;
};

}  // namespace

FolderJobs folder_jobs(const FolderRequest& request) { return Jobs(request).all(); }

}  // namespace tonelift
