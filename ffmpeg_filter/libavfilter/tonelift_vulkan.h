/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Passes FFmpeg's Vulkan frames and devices to libtonelift. Requires FFmpeg 7.1, because the
 * devices that earlier versions create lack Vulkan features that libtonelift needs.
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

/* Fills in *vulkan from FFmpeg's device. Returns AVERROR(ENOTSUP) if the device has no queue for
 * compute work. */
int ff_tonelift_set_vulkan(tonelift_vulkan* vulkan, AVHWDeviceContext* device);

/* Locks the frames for a call of libtonelift. `images` receives their descriptions and must stay
 * valid during the call. */
void ff_tonelift_lock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                             tonelift_vulkan_frame* images, int count);

void ff_tonelift_unlock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                               const tonelift_vulkan_frame* images, int count);

#endif
