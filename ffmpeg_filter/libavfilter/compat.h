/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Differences between FFmpeg 5.1, 7.1, 8.1 and 9.0 that affect the filter tonelift.
 */
#ifndef AVFILTER_TONELIFT_COMPAT_H
#define AVFILTER_TONELIFT_COMPAT_H

#include "libavutil/attributes.h"
#include "libavutil/frame.h"
#include "libavutil/internal.h"
#include "libavutil/mem.h"
#include "libavutil/opt.h"
#include "libavutil/pixdesc.h"
#include "libavutil/version.h"

#include "avfilter.h"
#include "filters.h"
#include "formats.h"
#include "version.h"
#include "video.h"

#define TL_LAVFI(major, minor) (LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(major, minor, 0))

/* Since FFmpeg 8.0, the public part of a filter is a separate member. */
#if TL_LAVFI(11, 0)
typedef FFFilter TLFilter;
#define TL_PUBLIC(field) .p.field
#else
typedef AVFilter TLFilter;
#define TL_PUBLIC(field) .field
#endif

/* Since FFmpeg 7.1, link properties other than size and format are in a separate struct. */
#if TL_LAVFI(10, 4)
#define TL_LINK(link) ff_filter_link(link)
#else
#include "internal.h"
#define TL_LINK(link) (link)
#endif

/* Since FFmpeg 7.1, encoders take the picture size from frames instead of the link. */
#define TL_HAVE_FRAME_SIZES TL_LAVFI(10, 4)

/* Since FFmpeg 7.0, only filters with this flag are offered the device. */
#ifndef AVFILTER_FLAG_HWDEVICE
#define AVFILTER_FLAG_HWDEVICE 0
#endif

/* Since FFmpeg 7.0, matrix and range are negotiated together with formats. */
#define TL_HAVE_LINK_COLOR TL_LAVFI(9, 16)

/* Since FFmpeg 8.0, links carry the side data of the stream, which encoders read. */
#define TL_HAVE_LINK_SIDE_DATA TL_LAVFI(10, 7)

/* Since FFmpeg 8.1, links and frames have the alpha mode. */
#define TL_HAVE_ALPHA_MODE TL_LAVFI(11, 6)

static inline int tl_is_interlaced(const AVFrame* frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame->interlaced_frame;
#endif
}

/* Since FFmpeg 6.0, there is side data that describes the viewing environment for HDR. */
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 44, 100)
#define TL_HAVE_VIEWING_ENVIRONMENT 1
#else
#define TL_HAVE_VIEWING_ENVIRONMENT 0
#endif

/* Since FFmpeg 7.1, Dolby Vision metadata has blocks of display management, which encoders
 * write. */
#define TL_HAVE_DOVI_LEVELS (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(59, 12, 100))

/* Since FFmpeg 9.0, there is side data of SMPTE ST 2094-50. */
#define TL_HAVE_ST2094_50 (LIBAVUTIL_VERSION_MAJOR >= 61)

static inline void tl_remove_hdr_side_data(AVFrame* frame) {
    static const enum AVFrameSideDataType types[] = {
        AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
        AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
        AV_FRAME_DATA_DYNAMIC_HDR_PLUS,
        AV_FRAME_DATA_DYNAMIC_HDR_VIVID,
        AV_FRAME_DATA_DOVI_RPU_BUFFER,
        AV_FRAME_DATA_DOVI_METADATA,
#if TL_HAVE_ST2094_50
        AV_FRAME_DATA_DYNAMIC_HDR_SMPTE_2094_APP5,
#endif
    };
    for (size_t i = 0; i < FF_ARRAY_ELEMS(types); i++) av_frame_remove_side_data(frame, types[i]);
}

#endif
