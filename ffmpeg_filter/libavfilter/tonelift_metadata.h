/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes the dynamic metadata that libtonelift computes into the side data of frames.
 */
#ifndef AVFILTER_TONELIFT_METADATA_H
#define AVFILTER_TONELIFT_METADATA_H

#include <tonelift/tonelift.h>

#include "libavutil/frame.h"

int ff_tonelift_missing_metadata(int kinds);

/* Writes the metadata as side data of the frame. Existing side data of the same kinds is
 * replaced. */
int ff_tonelift_write_metadata(AVFrame* frame, const tonelift_metadata* metadata);

#endif
