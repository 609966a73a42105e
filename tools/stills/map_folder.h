// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for many still pictures at once.
#pragma once

#include <string>
#include <vector>

#include "tools/map.h"

namespace tonelift {

struct FolderRequest {
    MapRequest map;  // options for each picture; its input and output are ignored
    std::vector<std::string> inputs;
    std::string folder;  // output folder, created if missing
    bool recursive = false;
    bool overwrite = false;
    std::string format;  // file name extension of outputs, or empty for the input's extension
    int jobs = 0;        // number of concurrent pictures, or 0 for one per core
};

struct FolderJob {
    std::string input, output;
};

struct FolderJobs {
    std::vector<FolderJob> jobs;
    std::vector<std::string> notes;
};

// Lists all input pictures with the names of their output files. The pictures of a folder are
// sorted by name.
FolderJobs folder_jobs(const FolderRequest& request);

// Maps each picture in its own process. Returns the number of pictures that failed.
size_t map_folder(const FolderRequest& request);

}  // namespace tonelift
