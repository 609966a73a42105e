// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for many still pictures at once.
#pragma once

#include <string>
#include <vector>

#include "tools/map.h"

namespace tonelift {

struct FolderRequest {
    MapRequest map;  // input and output are ignored
    std::vector<std::string> inputs;
    std::string folder;  // created if missing
    bool recursive = false;
    bool overwrite = false;
    std::string format;  // extension of the outputs, like png; empty: as for the input
    int jobs = 0;        // number of concurrent pictures; 0: one per core
};

struct FolderJob {
    std::string input, output;
};

struct FolderJobs {
    std::vector<FolderJob> jobs;
    std::vector<std::string> notes;
};

// Lists the pictures of each folder by name. An output has the relative path of its input. Hidden
// files and the output folder are left out. Throws Error (argument) if two outputs would have the
// same name, if an output would overwrite an input, or for a format that cannot be written. Throws
// Error (io) for files that cannot be read.
FolderJobs folder_jobs(const FolderRequest& request);

// Maps each picture in a separate process, and returns the number of failures. Prints equal
// messages only once, and lists the failures at the end. Throws the errors of folder_jobs().
size_t map_folder(const FolderRequest& request);

}  // namespace tonelift
