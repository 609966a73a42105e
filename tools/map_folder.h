// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for many still pictures at once.
#pragma once

#include <string>
#include <vector>

#include "tools/map.h"

namespace tonelift {

struct FolderRequest {
    MapRequest map;                   // its input and output do not count
    std::vector<std::string> inputs;  // files, and folders, whose pictures are taken
    std::string folder;               // of the outputs; made where it is missing
    bool recursive = false;           // whether folders in folders are gone through
    bool overwrite = false;           // whether files that are there are replaced
    std::string format;               // ending of the outputs, like png; empty: that of the input
    int jobs = 0;                     // pictures at a time; 0: one a core
};

// A picture and what becomes of it.
struct FolderJob {
    std::string input, output;
};

struct FolderJobs {
    std::vector<FolderJob> jobs;
    std::vector<std::string> notes;  // on files and folders that are left out
};

// The pictures, in the order of their names in each folder. An output has the name of its input
// below the folder that was named, and the ending of its kind. Hidden files, and the folder of the
// outputs, are left out. Throws Error (argument) where two would be one file or an output would be
// an input, and for a format that is not written; Error (io) for what cannot be read.
FolderJobs folder_jobs(const FolderRequest& request);

// Maps all pictures, each in a process of its own, and says on the standard error what each says,
// the same only once, and at the end which failed. The number of those. Throws what folder_jobs()
// throws.
size_t map_folder(const FolderRequest& request);

}  // namespace tonelift
