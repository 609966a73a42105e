// SPDX-License-Identifier: BSD-2-Clause
//
// Uses the caller's arrays as frames of libtonelift, without copies.
#pragma once

#include <tonelift/tonelift.h>

#include <string>
#include <vector>

#include "array_view.h"

namespace tonelift::python {

enum class Arrangement {
    automatic,
    channels_last,   // one array (H, W, C), or (N, H, W, C) for a batch
    channels_first,  // one array (C, H, W), or (N, C, H, W) for a batch
    planes           // a list of arrays, one per plane
};

Arrangement arrangement_called(const std::string& name);

struct Form {
    tonelift_format format = TONELIFT_FORMAT_NONE;
    int width = 0;
    int height = 0;
    Arrangement arrangement = Arrangement::automatic;
    bool flat = false;  // whether a gray array lacks the dimension of channels
    bool on_device = false;
    int device = 0;

    bool operator==(const Form&) const = default;
    std::string text() const;
};

// Returns the form of the output. Its arrangement is that of the input if the output format allows
// it, else `planes`.
Form output_form(const Form& in, const tonelift_video& out);

struct ArrayShape {
    std::vector<int> shape;
    const char* type;
};

// Returns the shapes of the arrays for a picture. `count` is the number of frames in a batch, or 0
// for a single frame.
std::vector<ArrayShape> shapes_of(const Form& form, int count);

class Picture {
  public:
    // Uses the arrays in `object`. Raises ArgumentError if they do not fit the `known` format and
    // size.
    Picture(const nanobind::object& object, const tonelift_video& known, Arrangement arrangement,
            bool writable);

    const Form& form() const { return form_; }
    bool is_batch() const { return batch_; }
    int count() const { return count_; }

    tonelift_frame frame(int index) const;

  private:
    struct Plane {
        char* data;
        ptrdiff_t pitch;
        ptrdiff_t step;  // bytes from a frame of the batch to the next frame
    };

    void read_planes(const tonelift_video& known);
    void read_array(const tonelift_video& known);
    void arrange(const ArrayView& view, const tonelift_video& known);
    void set_format(const ArrayView& view, int channels, const tonelift_video& known);
    void set_size(const tonelift_video& known, ptrdiff_t width, ptrdiff_t height);
    void set_batch(const ArrayView& view, size_t dimensions);
    // `first` is the index of the array's row dimension. The column dimension follows it.
    void add_plane(const ArrayView& view, size_t first, int plane, ptrdiff_t offset);

    Form form_;
    bool batch_ = false;
    int count_ = 1;
    Plane planes_[4]{};
    std::vector<ArrayView> views_;
};

}  // namespace tonelift::python
