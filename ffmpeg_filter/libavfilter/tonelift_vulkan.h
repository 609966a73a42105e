/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Describes FFmpeg's Vulkan frames and devices for libtonelift. Requires FFmpeg 7.1. Earlier
 * versions create devices without Vulkan features that libtonelift needs.
 */
#ifndef AVFILTER_TONELIFT_VULKAN_H
#define AVFILTER_TONELIFT_VULKAN_H

#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include "config.h"
#include "libavutil/frame.h"
#include "libavutil/hwcontext.h"
#include "libavutil/version.h"

#define TL_HAVE_VULKAN (CONFIG_VULKAN && LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(59, 39, 100))

/* Describes a device of FFmpeg, with a queue for compute work. Returns AVERROR for a device without
 * such a queue. */
int ff_tonelift_set_vulkan(tonelift_vulkan* vulkan, AVHWDeviceContext* device);

/* Locks frames for a call of libtonelift, and describes their images. Frames in other memory are
 * skipped. `images` is memory for the descriptions. It must stay valid during the call. */
void ff_tonelift_lock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                             tonelift_vulkan_frame* images, int count);

/* Stores the new state of the images, and unlocks the frames. */
void ff_tonelift_unlock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                               const tonelift_vulkan_frame* images, int count);

#endif
