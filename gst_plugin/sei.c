/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Parses NAL units. A start code (annex B of ITU-T H.264 and H.265) or a length (ISO/IEC 14496-15)
 * precedes each NAL unit.
 */
#include "sei.h"

#include <string.h>

/* payloadType of the SEI message (H.264, D.1.1; H.265, D.2.1). */
enum { alternative_transfer_characteristics = 147 };

/* Values of nal_unit_type (table 7-1 of H.264 and of H.265). */
enum { h264_sei = 6, h265_prefix_sei = 39 };

/* Byte offsets in the decoder configuration records of ISO/IEC 14496-15 (avcC and hvcC). */
enum { avcc_length_size = 4, hvcc_length_size = 21, hvcc_arrays = 22 };

typedef struct {
    const guint8* at;
    const guint8* end;
} Bytes;

static gsize left(const Bytes* bytes) { return (gsize)(bytes->end - bytes->at); }

static guint32 take_number(Bytes* bytes, guint size) {
    guint32 number = 0;
    if (left(bytes) < size) {
        bytes->at = bytes->end;
        return 0;
    }
    while (size--) number = number << 8 | *bytes->at++;
    return number;
}

static Bytes take_bytes(Bytes* bytes, gsize size) {
    Bytes taken = {bytes->at, bytes->at + MIN(size, left(bytes))};
    bytes->at = taken.end;
    return taken;
}

static Bytes take_to_start_code(Bytes* bytes) {
    Bytes taken = *bytes;
    while (left(bytes) >= 3 && memcmp(bytes->at, "\0\0\1", 3) != 0) bytes->at++;
    if (left(bytes) < 3) {
        bytes->at = bytes->end;
        return taken;
    }
    taken.end = bytes->at;
    bytes->at += 3;
    return taken;
}

/* Reader of the payload of a NAL unit; skips each emulation_prevention_three_byte. */
typedef struct {
    Bytes bytes;
    guint zeros;
} Payload;

static int next_byte(Payload* payload) {
    int byte;

    if (payload->zeros >= 2 && left(&payload->bytes) && *payload->bytes.at == 3) {
        payload->bytes.at++;
        payload->zeros = 0;
    }
    if (!left(&payload->bytes)) return -1;
    byte = *payload->bytes.at++;
    payload->zeros = byte ? 0 : payload->zeros + 1;
    return byte;
}

/* Returns the next payloadType or payloadSize of an SEI message, or -1 at the end of the data. */
static gint64 next_sum(Payload* payload) {
    gint64 sum = 0;
    int byte;

    while ((byte = next_byte(payload)) == 255) sum += byte;
    return byte < 0 ? -1 : sum + byte;
}

static int read_messages(Bytes bytes, int before) {
    Payload payload = {bytes, 0};
    int found = before;

    for (;;) {
        gint64 type = next_sum(&payload), size = next_sum(&payload);
        if (size < 0) return found;
        for (gint64 i = 0; i < size; i++) {
            int byte = next_byte(&payload);
            if (byte < 0) return found;
            if (type == alternative_transfer_characteristics && i == 0) found = byte;
        }
    }
}

static gboolean read_unit(const GstToneliftCoding* coding, Bytes unit, int* found) {
    guint type;

    if (!left(&unit)) return TRUE;
    type = coding->is_h265 ? *unit.at >> 1 & 0x3F : *unit.at & 0x1F;
    take_bytes(&unit, coding->is_h265 ? 2 : 1);
    if (type == (coding->is_h265 ? h265_prefix_sei : h264_sei))
        *found = read_messages(unit, *found);
    return coding->is_h265 ? type >= 32 : type == 0 || type > 5;
}

int gst_tonelift_preferred_transfer(const GstToneliftCoding* coding, const guint8* data,
                                    gsize size) {
    Bytes bytes = {data, data + size};
    gboolean goes_on = TRUE;
    int found = -1;

    if (!coding->length_size) take_to_start_code(&bytes);
    while (goes_on && left(&bytes)) {
        Bytes unit = coding->length_size
                         ? take_bytes(&bytes, take_number(&bytes, coding->length_size))
                         : take_to_start_code(&bytes);
        goes_on = read_unit(coding, unit, &found);
    }
    return found;
}

static gboolean map_codec_data(const GstCaps* caps, GstMapInfo* map, GstBuffer** buffer) {
    const GValue* value = gst_structure_get_value(gst_caps_get_structure(caps, 0), "codec_data");
    *buffer = value && GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
    return *buffer && gst_buffer_map(*buffer, map, GST_MAP_READ);
}

static guint length_size(const GstCaps* caps, gsize place) {
    const GstStructure* structure = gst_caps_get_structure(caps, 0);
    guint size = 0;
    GstBuffer* buffer;
    GstMapInfo map;

    if (!g_strcmp0(gst_structure_get_string(structure, "stream-format"), "byte-stream") ||
        !map_codec_data(caps, &map, &buffer))
        return 0;
    if (map.size > place && map.data[0] == 1) size = (map.data[place] & 3) + 1;
    gst_buffer_unmap(buffer, &map);
    return size;
}

gboolean gst_tonelift_coding_from_caps(GstToneliftCoding* coding, const GstCaps* caps) {
    const GstStructure* structure = gst_caps_get_structure(caps, 0);

    coding->is_h265 = gst_structure_has_name(structure, "video/x-h265");
    if (!coding->is_h265 && !gst_structure_has_name(structure, "video/x-h264")) return FALSE;
    coding->length_size = length_size(caps, coding->is_h265 ? hvcc_length_size : avcc_length_size);
    return TRUE;
}

/* Reads the SEI messages of a HEVCDecoderConfigurationRecord. The record contains arrays of NAL
 * units, and a length of two bytes precedes each NAL unit. */
static int read_hvcc(Bytes bytes) {
    const GstToneliftCoding coding = {.is_h265 = TRUE};
    int found = -1;
    guint32 arrays;

    take_bytes(&bytes, hvcc_arrays);
    for (arrays = take_number(&bytes, 1); arrays; arrays--) {
        guint32 units;
        take_bytes(&bytes, 1);
        for (units = take_number(&bytes, 2); units; units--)
            read_unit(&coding, take_bytes(&bytes, take_number(&bytes, 2)), &found);
    }
    return found;
}

/* Searches only the record of H.265 (hvcC), because the record of H.264 contains no SEI
 * messages. */
int gst_tonelift_preferred_transfer_of_caps(const GstToneliftCoding* coding, const GstCaps* caps) {
    int found = -1;
    GstBuffer* buffer;
    GstMapInfo map;

    if (!coding->is_h265 || !coding->length_size || !map_codec_data(caps, &map, &buffer)) return -1;
    found = read_hvcc((Bytes){map.data, map.data + map.size});
    gst_buffer_unmap(buffer, &map);
    return found;
}
