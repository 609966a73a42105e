/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Answers allocation queries. Proposes a buffer pool to upstream, and selects the pool of the
 * output.
 */
#ifndef GST_TONELIFT_ALLOCATION_H
#define GST_TONELIFT_ALLOCATION_H

#include "gsttonelift.h"

/* Adds a pool and its allocation parameters to a query from upstream. */
gboolean gst_tonelift_propose_allocation(GstTonelift* self, GstQuery* query);

/* Selects the pool of the output from downstream's reply to a query. */
gboolean gst_tonelift_decide_allocation(GstTonelift* self, GstQuery* query);

#endif
