/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Hides differences between FFmpeg 5.1, 7.1, 8.1 and 9.0 that affect the filter tonelift.
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

/* Since FFmpeg 8.0, the public fields of a filter are in a separate member `p`. */
#if TL_LAVFI(11, 0)
typedef FFFilter TLFilter;
#define TL_PUBLIC(field) .p.field
#else
typedef AVFilter TLFilter;
#define TL_PUBLIC(field) .field
#endif

/* Since FFmpeg 7.1, most private fields of a link, such as hw_frames_ctx, are in a separate
 * struct. */
#if TL_LAVFI(10, 4)
#define TL_LINK(link) ff_filter_link(link)
#else
#include "internal.h"
#define TL_LINK(link) (link)
#endif

/* 1 since FFmpeg 7.1, where encoders take the picture size from frames instead of the link. */
#define TL_HAVE_FRAME_SIZES TL_LAVFI(10, 4)

/* Since FFmpeg 7.0, FFmpeg gives its device (hw_device_ctx) only to filters with this flag. */
#ifndef AVFILTER_FLAG_HWDEVICE
#define AVFILTER_FLAG_HWDEVICE 0
#endif

/* 1 since FFmpeg 7.0, where filters negotiate matrix and range in addition to pixel formats. */
#define TL_HAVE_LINK_COLOR TL_LAVFI(9, 16)

/* 1 since FFmpeg 8.0, where links have side data that encoders read as the HDR metadata of the
 * stream. */
#define TL_HAVE_LINK_SIDE_DATA TL_LAVFI(10, 7)

/* 1 since FFmpeg 8.1, where links and frames state whether colors are multiplied by alpha. */
#define TL_HAVE_ALPHA_MODE TL_LAVFI(11, 6)

static inline int tl_is_interlaced(const AVFrame* frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame->interlaced_frame;
#endif
}

/* 1 since FFmpeg 6.0, which has side data that describes the viewing environment of HDR video. */
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 44, 100)
#define TL_HAVE_VIEWING_ENVIRONMENT 1
#else
#define TL_HAVE_VIEWING_ENVIRONMENT 0
#endif

/* 1 since FFmpeg 7.1, where Dolby Vision metadata has display management blocks (levels), and
 * encoders write these blocks. */
#define TL_HAVE_DOVI_LEVELS (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(59, 12, 100))

/* 1 since FFmpeg 9.0, which has side data for SMPTE ST 2094-50. */
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
