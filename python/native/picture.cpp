// SPDX-License-Identifier: BSD-2-Clause
#include "picture.h"

#include "messages.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

constexpr ptrdiff_t largest = 1 << 20;  // more than any picture has; products do not overflow

std::string text_of(const PlaneSize& size) {
    return std::to_string(size.rows) + " rows of " + std::to_string(size.columns);
}

bool is_channel_count(ptrdiff_t size) { return size == 1 || size == 3 || size == 4; }

ptrdiff_t columns_of(const ArrayView& view, size_t first) {
    ptrdiff_t columns = 1;
    for (size_t i = view.shape.size(); i-- > first + 1;) {
        if (view.shape[i] > 1 && view.strides[i] != columns * bytes_of(view.element))
            raise_argument("an array " + view.shape_text() +
                           " has gaps between the elements of a row: pass a contiguous copy");
        columns *= view.shape[i];
    }
    return columns;
}

}  // namespace

Arrangement arrangement_called(const std::string& name) {
    if (name.empty()) return Arrangement::automatic;
    if (name == "HWC") return Arrangement::channels_last;
    if (name == "CHW") return Arrangement::channels_first;
    raise_argument("layout='" + name +
                   "': allowed are 'HWC' (channels last) and 'CHW' (channels first); leave it out "
                   "for planes");
}

std::string Form::text() const {
    constexpr const char* names[] = {"", ", channels last", ", channels first", ", in planes"};
    return std::to_string(width) + "x" + std::to_string(height) + " " +
           tonelift_format_name(format) + names[static_cast<size_t>(arrangement)] +
           (on_device ? ", on cuda" + std::to_string(device) : ", on the CPU");
}

Form output_form(const Form& in, const tonelift_video& out) {
    Form form = in;
    form.format = out.format;
    form.width = out.width;
    form.height = out.height;
    const MemoryLayout& layout = layout_of(out.format);
    const bool one_array =
        layout.block_bytes == 0 && layout.chroma_w == 0 && layout.chroma_h == 0 &&
        layout.planes() == (in.arrangement == Arrangement::channels_last ? 1 : layout.channels());
    if (in.arrangement == Arrangement::planes || !one_array) form.arrangement = Arrangement::planes;
    form.flat = in.flat && layout.channels() == 1;
    return form;
}

std::vector<ArrayShape> shapes_of(const Form& form, int count) {
    const MemoryLayout& layout = layout_of(form.format);
    const auto shaped = [&](std::vector<int> shape) {
        if (count > 0) shape.insert(shape.begin(), count);
        return ArrayShape{std::move(shape), name_of(layout.element)};
    };
    if (form.arrangement == Arrangement::channels_first)
        return {shaped({layout.channels(), form.height, form.width})};
    if (form.arrangement == Arrangement::channels_last && form.flat)
        return {shaped({form.height, form.width})};
    if (form.arrangement == Arrangement::channels_last)
        return {shaped({form.height, form.width, layout.step(0)})};
    std::vector<ArrayShape> shapes;
    for (int plane = 0; plane < layout.planes(); ++plane) {
        const PlaneSize size = layout.plane_size(plane, form.width, form.height);
        shapes.push_back(shaped({size.rows, size.columns}));
    }
    return shapes;
}

Picture::Picture(const nb::object& object, const tonelift_video& known, Arrangement arrangement,
                 bool writable) {
    form_.arrangement = arrangement;
    const bool in_planes = nb::isinstance<nb::list>(object) || nb::isinstance<nb::tuple>(object);
    if (in_planes) {
        for (const nb::handle plane : object) views_.push_back(view_array(plane, writable));
    } else {
        views_.push_back(view_array(object, writable));
    }
    if (views_.empty()) raise_argument("the list of planes is empty");
    form_.on_device = views_[0].on_device;
    form_.device = views_[0].device;
    if (in_planes)
        read_planes(known);
    else
        read_array(known);
}

void Picture::read_planes(const tonelift_video& known) {
    form_.arrangement = Arrangement::planes;
    if (known.format == TONELIFT_FORMAT_NONE)
        raise_argument(
            "the format of the planes is unknown; name it, as in Video(format='p010le')");
    form_.format = known.format;
    const MemoryLayout& layout = layout_of(form_.format);
    if (static_cast<int>(views_.size()) != layout.planes())
        raise_argument(std::to_string(views_.size()) + " planes are given, but " +
                       tonelift_format_name(form_.format) + " has " +
                       std::to_string(layout.planes()));
    set_batch(views_[0], 2);
    const size_t first = batch_ ? 1 : 0;
    const ptrdiff_t columns = columns_of(views_[0], first);
    set_size(known, layout.width_of(static_cast<int>(std::min(columns, largest))),
             views_[0].shape[first]);
    for (int plane = 0; plane < layout.planes(); ++plane)
        add_plane(views_[static_cast<size_t>(plane)], first, plane, 0);
}

void Picture::read_array(const tonelift_video& known) {
    const ArrayView& view = views_[0];
    arrange(view, known);
    set_batch(view, form_.flat ? 2 : 3);
    const size_t first = batch_ ? 1 : 0;
    const bool last = form_.arrangement == Arrangement::channels_last;
    const ptrdiff_t channels = form_.flat ? 1 : view.shape[last ? first + 2 : first];
    set_format(view, static_cast<int>(std::min(channels, largest)), known);
    const size_t rows = last ? first : first + 1;
    set_size(known, view.shape[rows + 1], view.shape[rows]);
    if (last) return add_plane(view, first, 0, 0);
    const MemoryLayout& layout = layout_of(form_.format);
    for (int channel = 0; channel < layout.channels(); ++channel)
        add_plane(view, rows, layout.components[channel].plane, channel * view.strides[first]);
}

void Picture::arrange(const ArrayView& view, const tonelift_video& known) {
    const size_t dimensions = view.shape.size();
    if (dimensions < 2 || dimensions > 4)
        raise_argument(
            "the array is " + view.shape_text() +
            ": (H, W), (H, W, C) or (C, H, W) is a frame; a batch has one more dimension in front");
    const bool is_gray =
        known.format != TONELIFT_FORMAT_NONE && layout_of(known.format).channels() == 1;
    const bool has_channel = is_channel_count(view.shape[dimensions - 1]) || view.shape[0] == 1;
    form_.flat = dimensions == 2 || (dimensions == 3 && is_gray && !has_channel);
    if (form_.flat) form_.arrangement = Arrangement::channels_last;
    if (form_.arrangement != Arrangement::automatic) return;
    const bool last = is_channel_count(view.shape[dimensions - 1]);
    const bool first = is_channel_count(view.shape[dimensions - 3]);
    if (last == first)
        raise_argument("the channels of an array " + view.shape_text() +
                       (last ? " may be the first or the last dimension: set layout='HWC' or 'CHW'"
                             : " are neither the first nor the last dimension; allowed are 1, 3 "
                               "and 4 channels, or a batch of gray frames if Video(format=...) is "
                               "gray"));
    form_.arrangement = last ? Arrangement::channels_last : Arrangement::channels_first;
}

void Picture::set_format(const ArrayView& view, int channels, const tonelift_video& known) {
    const bool last = form_.arrangement == Arrangement::channels_last;
    form_.format = known.format != TONELIFT_FORMAT_NONE
                       ? known.format
                       : format_of_array(view.element, channels, last);
    if (form_.format == TONELIFT_FORMAT_NONE)
        raise_argument("there is no pixel format for an array " + view.shape_text() + " of " +
                       name_of(view.element) + "; float32 needs the channels first");
    const MemoryLayout& layout = layout_of(form_.format);
    const bool fits = last ? layout.planes() == 1 && layout.step(0) == channels
                           : layout.planes() == channels && layout.channels() == channels &&
                                 layout.chroma_w == 0 && layout.chroma_h == 0;
    if (!fits || layout.block_bytes > 0 || layout.is_v210)
        raise_argument(std::string("an array ") + view.shape_text() + " cannot hold " +
                       tonelift_format_name(form_.format) +
                       ": pass a list with an array for each plane");
}

void Picture::set_size(const tonelift_video& known, ptrdiff_t width, ptrdiff_t height) {
    const ptrdiff_t needed_width = known.width > 0 ? known.width : width;
    const ptrdiff_t needed_height = known.height > 0 ? known.height : height;
    if (needed_width < 1 || needed_height < 1)
        raise_argument(
            "the size of the picture does not follow from its planes: name it, as in "
            "Video(width=1920, height=1080)");
    if (needed_width > largest || needed_height > largest)
        raise_argument("the picture has " + std::to_string(needed_width) + "x" +
                       std::to_string(needed_height) + " pixels; allowed is 1x1 to 16384x16384");
    form_.width = static_cast<int>(needed_width);
    form_.height = static_cast<int>(needed_height);
}

void Picture::set_batch(const ArrayView& view, size_t dimensions) {
    batch_ = view.shape.size() == dimensions + 1;
    if (!batch_ && view.shape.size() != dimensions)
        raise_argument("the array is " + view.shape_text() + ": " + std::to_string(dimensions) +
                       " dimensions are a frame, one more is a batch");
    if (batch_ && (view.shape[0] < 1 || view.shape[0] > largest))
        raise_argument("the batch has " + std::to_string(view.shape[0]) +
                       " frames; allowed is 1 to " + std::to_string(largest));
    count_ = batch_ ? static_cast<int>(view.shape[0]) : 1;
}

void Picture::add_plane(const ArrayView& view, size_t first, int plane, ptrdiff_t offset) {
    const MemoryLayout& layout = layout_of(form_.format);
    const PlaneSize size = layout.plane_size(plane, form_.width, form_.height);
    if (view.element != layout.element)
        raise_argument(std::string("an array of ") + name_of(view.element) + " cannot hold " +
                       tonelift_format_name(form_.format) + "; allowed is " +
                       name_of(layout.element));
    if (view.on_device != form_.on_device || view.device != form_.device)
        raise_argument("the planes are on different devices");
    const bool same_count = !batch_ || view.shape[0] == count_;
    if (view.shape.size() <= first + 1 || !same_count || view.shape[first] != size.rows ||
        columns_of(view, first) != size.columns)
        raise_argument("plane " + std::to_string(plane) + " of a picture of " + form_.text() +
                       " needs " + text_of(size) + " elements; the array is " + view.shape_text());
    planes_[plane] = {view.data + offset, view.strides[first], batch_ ? view.strides[0] : 0};
}

tonelift_frame Picture::frame(int index) const {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    for (int plane = 0; plane < 4; ++plane) {
        const Plane& from = planes_[plane];
        if (from.data != nullptr) frame.data[plane] = from.data + index * from.step;
        frame.pitch[plane] = from.pitch;
    }
    return frame;
}

}  // namespace tonelift::python
