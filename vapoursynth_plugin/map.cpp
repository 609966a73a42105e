// SPDX-License-Identifier: BSD-2-Clause
//
// The function Map. If frames depend on each other, they are mapped in order, and later frames are
// requested early.
#include "map.h"

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "dolby_vision.h"
#include "messages.h"
#include "properties.h"
#include "video_format.h"

namespace tonelift::vapoursynth {
namespace {

// Maximum number of skipped frames that are mapped before the requested frame. A longer jump
// forward, or any jump backward, restarts the statistics.
constexpr int longest_step = 24;

class MapNode {
  public:
    // Takes ownership of the reference to the clip. Throws Failure for invalid arguments.
    MapNode(VSNode* clip, const VSMap* arguments, VSCore* core, const VSAPI* api);
    ~MapNode() = default;
    MapNode(const MapNode&) = delete;
    MapNode& operator=(const MapNode&) = delete;

    VSNode* node(VSCore* core, std::unique_ptr<MapNode> self);
    void request(int n, VSFrameContext* context) const;
    const VSFrame* get(int n, VSFrameContext* context, VSCore* core);

  private:
    struct Destroy {
        void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
    };

    void create();
    void describe();
    void read(const VSMap* properties, tonelift_video* video);
    int first_for(int n) const;
    VSFrame* map(int n, const VSFrame* from, VSCore* core);
    void follow(const VSMap* properties);
    void finish();
    tonelift_frame planes_of(const VSFrame* frame, VSFrame* writable) const;

    const VSAPI* api_;
    std::unique_ptr<VSNode, void(VS_CC*)(VSNode*)> clip_;
    VSVideoInfo info_;
    VSVideoInfo out_info_;
    Messages messages_;
    Options options_;
    DolbyVision dolby_vision_;
    bool any_order_ = false;
    bool writes_ = false;  // whether the filter writes the statistics file
    bool has_warned_ = false;
    tonelift_video in_;
    tonelift_video out_;
    std::unique_ptr<tonelift_filter, Destroy> filter_;
    int first_ = 0;  // first frame since the last restart
    int next_ = 0;
    int ahead_ = 0;  // number of frames to request in advance
};

MapNode::MapNode(VSNode* clip, const VSMap* arguments, VSCore* core, const VSAPI* api)
    : api_(api),
      clip_(clip, api->freeNode),
      info_(*api->getVideoInfo(clip)),
      out_info_(info_),
      messages_(core, api),
      options_(arguments, &messages_, api),
      dolby_vision_(messages_) {
    describe();
    // With Dolby Vision, the order matters: a frame without readable metadata uses the metadata of
    // the previous frame.
    any_order_ = options_.in_any_order() && in_.dolby_vision_profile == 0;
    messages_.check(tonelift_output(options_.get(), &in_, &out_, messages_.log()));
    if (!video_format_of(out_.format, &out_info_.format, core, api))
        throw Failure("tonelift: VapourSynth has no format " +
                      std::string(tonelift_format_name(out_.format)) +
                      "; name a planar format, such as format=\"yuv420p10le\" or \"gbrp\"");
    create();
}

void MapNode::create() {
    filter_.reset();
    writes_ = options_.writes_stats_file();
    tonelift_filter* filter = nullptr;
    messages_.check(
        tonelift_filter_create(&filter, options_.get(), &in_, &out_, nullptr, messages_.log()));
    filter_.reset(filter);
}

void MapNode::describe() {
    tonelift_video_default(&in_);
    tonelift_video_default(&out_);
    in_.format = format_of(info_.format);
    in_.width = info_.width;
    in_.height = info_.height;
    if (in_.format == TONELIFT_FORMAT_NONE || info_.width <= 0)
        throw Failure(
            "tonelift: the clip needs a constant size and a format of 8, 10, 12 or 16 bits, "
            "or RGBS or GRAYS; core.resize makes such a clip");
    char error[256] = "the first frame cannot be read";
    const VSFrame* frame = api_->getFrame(0, clip_.get(), error, sizeof(error));
    if (frame == nullptr) throw Failure("tonelift: " + std::string(error));
    read(api_->getFramePropertiesRO(frame), &in_);
    api_->freeFrame(frame);
}

void MapNode::read(const VSMap* properties, tonelift_video* video) {
    const tonelift_video before = *video;
    read_properties(properties, info_.format, video, api_);
    dolby_vision_.read(properties, before, video, api_);
}

int MapNode::first_for(int n) const {
    return !any_order_ && n >= next_ && n - next_ <= longest_step ? next_ : n;
}

void MapNode::request(int n, VSFrameContext* context) const {
    const int last = std::min(any_order_ ? n : n + ahead_, info_.numFrames - 1);
    for (int i = first_for(n); i <= last; ++i) api_->requestFrameFilter(i, clip_.get(), context);
}

const VSFrame* MapNode::get(int n, VSFrameContext* context, VSCore* core) {
    for (int i = first_for(n);; ++i) {
        const std::unique_ptr<const VSFrame, void(VS_CC*)(const VSFrame*)> from(
            api_->getFrameFilter(i, clip_.get(), context), api_->freeFrame);
        VSFrame* to = map(i, from.get(), core);
        if (i == n) return to;
        api_->cacheFrame(to, i, context);
        api_->freeFrame(to);
    }
}

void MapNode::follow(const VSMap* properties) {
    if (!has_warned_ && is_interlaced(properties, api_)) {
        has_warned_ = true;
        messages_.warn(
            "frames are interlaced, and their two fields are mapped as one picture, which "
            "amplifies combing; deinterlace the clip before Map");
    }
    tonelift_video video = in_;
    read(properties, &video);
    if (std::equal(reinterpret_cast<const char*>(&in_), reinterpret_cast<const char*>(&in_ + 1),
                   reinterpret_cast<const char*>(&video)))
        return;
    messages_.check(tonelift_filter_set_input(filter_.get(), &video));
    in_ = video;
}

// Completes the statistics file. Frames before the last restart are not in the file.
void MapNode::finish() {
    if (first_ == 0)
        messages_.check(tonelift_filter_finish(filter_.get()));
    else if (writes_)
        messages_.warn("the stats_file is not written, because frame " + std::to_string(first_) +
                       " was not requested in order; request all frames from the first one");
}

tonelift_frame MapNode::planes_of(const VSFrame* frame, VSFrame* writable) const {
    tonelift_frame planes;
    tonelift_frame_default(&planes);
    const VSVideoFormat* format = api_->getVideoFrameFormat(frame);
    for (int plane = 0; plane < format->numPlanes; ++plane) {
        const int from = plane_of(*format, plane);
        planes.data[plane] = writable != nullptr
                                 ? api_->getWritePtr(writable, from)
                                 : const_cast<uint8_t*>(api_->getReadPtr(frame, from));
        planes.pitch[plane] = api_->getStride(frame, from);
    }
    return planes;
}

VSFrame* MapNode::map(int n, const VSFrame* from, VSCore* core) {
    const VSMap* properties = api_->getFramePropertiesRO(from);
    follow(properties);
    if (writes_ && n == 0 && next_ > 0) create();  // begins the statistics file again
    std::unique_ptr<VSFrame, void(VS_CC*)(const VSFrame*)> to(
        api_->newVideoFrame(&out_info_.format, info_.width, info_.height, from, core),
        api_->freeFrame);
    tonelift_frame in = planes_of(from, nullptr);
    tonelift_frame out = planes_of(to.get(), to.get());
    in.time = time_of(properties, n, info_, api_);
    in.timestamp = n;
    dolby_vision_.give(&in);
    // Scripts can depend on earlier frames, even with smoothing=0.
    in.discontinuity = any_order_ ? !options_.has_stats_file() : n != next_;
    if (in.discontinuity != 0) first_ = n;
    messages_.check(tonelift_filter_process(filter_.get(), &in, &out, 1));
    next_ = n + 1;
    if (next_ == info_.numFrames) finish();
    write_properties(out_, api_->getFramePropertiesRW(to.get()), api_);
    return to.release();
}

const VSFrame* VS_CC get_frame(int n, int reason, void* data, void**, VSFrameContext* context,
                               VSCore* core, const VSAPI* api) {
    auto* node = static_cast<MapNode*>(data);
    if (reason == arInitial) node->request(n, context);
    if (reason != arAllFramesReady) return nullptr;
    try {
        return node->get(n, context, core);
    } catch (const std::exception& error) {
        api->setFilterError(error.what(), context);
        return nullptr;
    }
}

void VS_CC free_node(void* data, VSCore*, const VSAPI*) { delete static_cast<MapNode*>(data); }

// The node takes ownership of `self`.
VSNode* MapNode::node(VSCore* core, std::unique_ptr<MapNode> self) {
    const VSFilterDependency dependency{clip_.get(), any_order_ ? rpStrictSpatial : rpGeneral};
    VSNode* node = api_->createVideoFilter2("Map", &out_info_, get_frame, free_node,
                                            any_order_ ? fmParallelRequests : fmFrameState,
                                            &dependency, 1, self.release(), core);
    if (node != nullptr && !any_order_) ahead_ = api_->setLinearFilter(node);
    return node;
}

}  // namespace

void VS_CC create_map(const VSMap* in, VSMap* out, void*, VSCore* core, const VSAPI* api) {
    try {
        auto made =
            std::make_unique<MapNode>(api->mapGetNode(in, "clip", 0, nullptr), in, core, api);
        MapNode* map = made.get();
        VSNode* node = map->node(core, std::move(made));
        if (node == nullptr) throw Failure("tonelift: the filter cannot be created");
        api->mapConsumeNode(out, "clip", node, maReplace);
    } catch (const std::exception& error) {
        api->mapSetError(out, error.what());
    }
}

}  // namespace tonelift::vapoursynth
