/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The encoder hap_tonelift: tone-maps frames with libtonelift, and encodes them as Hap video.
 */

#include <math.h>
#include <string.h>

#include "libavutil/cpu.h"
#include "libavutil/hwcontext.h"
#include "libavutil/internal.h"
#include "libavutil/mem.h"
#include "libavutil/opt.h"
#include "libavutil/pixdesc.h"
#include "libavutil/slicethread.h"

#include "hap_tonelift_formats.h"
#include "hap_tonelift_packet.h"
#include "hap_tonelift_texture.h"
#include "hwconfig.h"
#include "tonelift_compat.h"
#include "tonelift_host.h"
#include "tonelift_video.h"

#define TL_OPTION_FLAGS(live) (AV_OPT_FLAG_VIDEO_PARAM | AV_OPT_FLAG_ENCODING_PARAM)
#define TL_OPTION_OFFSET(name) offsetof(HapContext, options.name)
/* The encoder does not have these options. The option for the kind of Hap determines the pixel
 * format, and FFmpeg has its own option `threads`. The encoder does not look ahead, and Hap has no
 * dynamic metadata: both options stay 0. */
#define TL_WITHOUT_format ~, TL_LEAVE_OUT
#define TL_WITHOUT_threads ~, TL_LEAVE_OUT
#define TL_WITHOUT_lookahead ~, TL_LEAVE_OUT
#define TL_WITHOUT_metadata ~, TL_LEAVE_OUT
/* These options have another default or another name in this encoder than in the filter. */
#define TL_WITHOUT_preset ~, TL_LEAVE_OUT
#define TL_WITHOUT_texture_quality ~, TL_LEAVE_OUT
#include "tonelift_option_table.h"

enum { most_textures = 2 };

typedef struct Kind {
    uint32_t tag;
    int bits; /* bits per pixel before compression */
    int has_alpha;
    int texture_count;
    enum TLHapTextureType types[most_textures];
    tonelift_format formats[most_textures];
} Kind;

enum { kind_hap, kind_hap_alpha, kind_hap_q, kind_hap_q_alpha, kind_count };
static const Kind kinds[] = {
    [kind_hap] = {MKTAG('H', 'a', 'p', '1'), 24, 0, 1, {TL_HAP_RGB}, {TONELIFT_FORMAT_BC1}},
    [kind_hap_alpha] = {MKTAG('H', 'a', 'p', '5'), 32, 1, 1, {TL_HAP_RGBA}, {TONELIFT_FORMAT_BC3}},
    [kind_hap_q] =
        {MKTAG('H', 'a', 'p', 'Y'), 24, 0, 1, {TL_HAP_YCOCG}, {TONELIFT_FORMAT_BC3_YCOCG}},
    [kind_hap_q_alpha] = {MKTAG('H', 'a', 'p', 'M'),
                          32,
                          1,
                          2,
                          {TL_HAP_YCOCG, TL_HAP_ALPHA},
                          {TONELIFT_FORMAT_BC3_YCOCG, TONELIFT_FORMAT_BC4}},
};

typedef struct HapContext {
    const AVClass* class;
    tonelift_options options; /* the strings are allocated by AVOptions */
    int format;
    int chunks;
    enum TLHapCompressor compressor;
    tonelift_log log;
    const Kind* kind;
    TLLight light;
    tonelift_video in;
    TLTexture textures[most_textures];
    int is_open;
    int logged_long_packets;
    double last; /* time of the previous frame in seconds, or NAN before the first frame */

    AVFrame* coming;
    AVFrame* kept[maximum_batch];
    tonelift_frame from[maximum_batch], to[maximum_batch];
    TLMetadata metadata[maximum_batch];
    int count;
    int mapped;
    int next; /* index in `kept` of the frame for the next packet */

    TLHapTexture packet[most_textures];
    AVSliceThread* threads;
    uint8_t* compressed;
    size_t compressed_size; /* bytes per chunk, in `compressed` */
} HapContext;

static enum AVPixelFormat sample_format(const AVCodecContext* avctx) {
    return ff_tonelift_sample_format(avctx->pix_fmt, avctx->hw_frames_ctx);
}

static int has_alpha(const AVCodecContext* avctx) {
    return (av_pix_fmt_desc_get(sample_format(avctx))->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

static int check_format(AVCodecContext* avctx) {
    enum AVPixelFormat format = sample_format(avctx);
    if (format == AV_PIX_FMT_NONE) {
        av_log(avctx, AV_LOG_ERROR,
               "CUDA frames have no hw_frames_ctx, which describes their format; set it\n");
        return AVERROR(EINVAL);
    }
    if (tonelift_format_from_name(av_get_pix_fmt_name(ff_tonelift_plain_format(format))) !=
        TONELIFT_FORMAT_NONE)
        return 0;
    av_log(avctx, AV_LOG_ERROR,
           "frames of %s are not supported; put scale_cuda=format=p010le (or nv12) before\n",
           av_get_pix_fmt_name(format));
    return AVERROR(ENOTSUP);
}

static int check_compressor(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    if (s->compressor == TL_HAP_NONE || ff_tonelift_hap_has_snappy()) return 0;
    av_log(avctx, AV_LOG_ERROR, "this FFmpeg is built without libsnappy; set compressor=none\n");
    return AVERROR(ENOSYS);
}

static int check_statistics(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    if (s->options.stats != TONELIFT_STATS_MEASURE) return 0;
    av_log(avctx, AV_LOG_ERROR,
           "statistics=measure makes no picture to encode: allowed are auto, write and read; the "
           "filter tonelift can measure\n");
    return AVERROR(EINVAL);
}

static void log_size(AVCodecContext* avctx) {
    if (avctx->width % 4 == 0 && avctx->height % 4 == 0) return;
    av_log(
        avctx, AV_LOG_WARNING,
        "%dx%d is not a multiple of the 4x4 pixels of a block: %dx%d are coded, and some players "
        "crop, stretch or refuse such Hap; scale or pad to a multiple of 4\n",
        avctx->width, avctx->height, FFALIGN(avctx->width, 4), FFALIGN(avctx->height, 4));
}

static int describe_output(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    tonelift_options options = s->options;
    tonelift_video in, out;
    tonelift_status status;

    tonelift_video_default(&in);
    tonelift_video_default(&out);
    in.width = avctx->width;
    in.height = avctx->height;
    in.primaries = avctx->color_primaries;
    in.transfer = avctx->color_trc;
    in.matrix = avctx->colorspace;
    in.range = avctx->color_range;
    ff_tonelift_set_format(&in, sample_format(avctx));
    options.format = tonelift_format_name(s->kind->formats[0]);
    status = tonelift_options_check(&options, &s->log);
    if (status == TONELIFT_OK) status = tonelift_output(&options, &in, &out, &s->log);
    if (status != TONELIFT_OK) return ff_tonelift_error(status);
    tl_remove_light(avctx);
    avctx->color_primaries = out.primaries;
    avctx->color_trc = out.transfer;
    avctx->colorspace = AVCOL_SPC_RGB;
    avctx->color_range = AVCOL_RANGE_JPEG;
    avctx->codec_tag = s->kind->tag;
    avctx->bits_per_coded_sample = s->kind->bits;
    return 0;
}

/* Limits the number of chunks, because each chunk has at least one whole row of blocks. */
static void set_chunk_count(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    int most = s->compressor == TL_HAP_NONE ? 1 : ff_tonelift_blocks_of(avctx->height);
    int count = FFMIN(s->chunks, most);

    if (count < s->chunks)
        av_log(avctx, AV_LOG_INFO, "%d chunks instead of %d: %s\n", count, s->chunks,
               most == 1 ? "there is nothing to decompress" : "there are no more rows of blocks");
    s->chunks = count;
}

static void compress_chunk(void* context, int job, int thread, int jobs, int threads) {
    HapContext* s = context;
    TLHapTexture* texture = &s->packet[job / s->chunks];
    ff_tonelift_hap_compress(&texture->chunks[job % s->chunks],
                             s->compressed + job * s->compressed_size);
}

static int open_compressor(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    int jobs = s->kind->texture_count * s->chunks;
    int threads = avctx->thread_count > 0 ? avctx->thread_count : av_cpu_count();
    size_t largest = 0;
    int ret;

    if (s->compressor == TL_HAP_NONE) return 0;
    for (int i = 0; i < s->kind->texture_count; i++) {
        int rows = ff_tonelift_blocks_of(avctx->height);
        largest = FFMAX(largest, (rows + s->chunks - 1) / s->chunks * s->textures[i].pitch);
    }
    s->compressed_size = ff_tonelift_hap_compressed_bound(largest);
    s->compressed = av_malloc_array(jobs, s->compressed_size);
    if (!s->compressed) return AVERROR(ENOMEM);
    ret = avpriv_slicethread_create(&s->threads, s, compress_chunk, NULL, FFMIN(threads, jobs));
    return FFMIN(ret, 0);
}

static av_cold int init(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    int ret;

    s->options.struct_size = sizeof(s->options);
    s->options.threads = av_clip(avctx->thread_count, minimum_threads, maximum_threads);
    s->log = ff_tonelift_log(avctx);
    s->last = NAN;
    s->kind = &kinds[s->format];
    if ((ret = check_format(avctx)) < 0 || (ret = check_compressor(avctx)) < 0 ||
        (ret = check_statistics(avctx)) < 0 || (ret = describe_output(avctx)) < 0)
        return ret;
    log_size(avctx);
    set_chunk_count(avctx);
    if (s->kind->has_alpha && !has_alpha(avctx))
        av_log(avctx, AV_LOG_WARNING, "%s has no alpha: the pictures will be opaque\n",
               av_get_pix_fmt_name(sample_format(avctx)));
    s->coming = av_frame_alloc();
    for (int i = 0; i < maximum_batch; i++)
        if (!(s->kept[i] = av_frame_alloc())) return AVERROR(ENOMEM);
    return s->coming ? 0 : AVERROR(ENOMEM);
}

/* The encoder collects CUDA frames into batches only if the user sets the option `batch`, because
 * the decoder may need the memory of waiting frames for other frames. */
static void set_device(const AVFrame* frame, tonelift_device* device, tonelift_options* options) {
    tonelift_device_default(device);
    if (frame->format != AV_PIX_FMT_CUDA) return;
    device->input_on_device = 1;
    ff_tonelift_set_cuda(device, ((AVHWFramesContext*)frame->hw_frames_ctx->data)->device_ref);
    if (!options->batch) options->batch = 1;
}

static int make_textures(AVCodecContext* avctx, const AVFrame* frame, const tonelift_video* in) {
    HapContext* s = avctx->priv_data;
    tonelift_options options = s->options;
    tonelift_log errors = ff_tonelift_error_log(avctx);
    tonelift_device device;
    int ret = 0;

    set_device(frame, &device, &options);
    for (int i = 0; i < s->kind->texture_count && ret >= 0; i++) {
        s->textures[i].format = s->kind->formats[i];
        ret = ff_tonelift_texture_open(&s->textures[i], &options, in, has_alpha(avctx), &device,
                                       i ? &errors : &s->log);
    }
    for (int i = 0; i < s->kind->texture_count && ret >= 0; i++)
        ret = ff_tonelift_texture_reserve(&s->textures[i],
                                          tonelift_filter_batch(s->textures[0].filter));
    return ret;
}

static void close_textures(HapContext* s) {
    for (int i = 0; i < most_textures; i++) ff_tonelift_texture_close(&s->textures[i]);
    avpriv_slicethread_free(&s->threads);
    av_freep(&s->compressed);
}

static int open_textures(AVCodecContext* avctx, const AVFrame* frame, const tonelift_video* in) {
    HapContext* s = avctx->priv_data;
    int ret = make_textures(avctx, frame, in);

    if (ret >= 0) ret = open_compressor(avctx);
    if (ret < 0) {
        close_textures(s);
        return ret;
    }
    s->in = *in;
    s->is_open = 1;
    ff_tonelift_log_guesses(avctx, in, &s->options);
    return 0;
}

static int change_input(HapContext* s, const tonelift_video* in) {
    int ret = 0;
    for (int i = 0; i < s->kind->texture_count && ret >= 0; i++)
        ret = ff_tonelift_texture_set_input(&s->textures[i], in);
    s->in = *in;
    return ret;
}

static int check_size(AVCodecContext* avctx, const tonelift_video* in) {
    if (in->width == avctx->width && in->height == avctx->height) return 0;
    av_log(avctx, AV_LOG_ERROR,
           "a frame of %dx%d came into a stream of %dx%d; scale all frames to one size before, and "
           "crop CUDA frames after hwdownload\n",
           in->width, in->height, avctx->width, avctx->height);
    return AVERROR(EINVAL);
}

/* Moves the new frame, s->coming, to the kept frames and returns 0. If the kept frames have another
 * format, color or HDR metadata, moves nothing and returns 1. The kept frames must then be encoded
 * first. */
static int keep_frame(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    tonelift_video in;
    int ret;

    if ((ret = ff_tonelift_keep_light(&s->light, s->coming)) < 0) return ret;
    ff_tonelift_read_frame(s->coming, s->is_open ? &s->in : NULL, &in);
    if ((ret = check_size(avctx, &in)) < 0) return ret;
    if (!s->is_open) {
        ret = open_textures(avctx, s->coming, &in);
    } else if (memcmp(&in, &s->in, sizeof(in))) {
        if (s->count) return 1;
        ret = change_input(s, &in);
    }
    if (ret >= 0) av_frame_move_ref(s->kept[s->count++], s->coming);
    return ret;
}

static int batch_is_full(const HapContext* s) {
    return s->is_open &&
           s->count >= FFMIN(tonelift_filter_batch(s->textures[0].filter), maximum_batch);
}

static int finish(HapContext* s) {
    int ret = 0;
    for (int i = 0; i < s->kind->texture_count && ret >= 0; i++)
        ret = ff_tonelift_texture_finish(&s->textures[i]);
    return ret < 0 ? ret : AVERROR_EOF;
}

static int take_frames(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    int ret = 0;

    while (!ret && !batch_is_full(s)) {
        if (!s->coming->buf[0]) ret = ff_encode_get_frame(avctx, s->coming);
        if (ret == AVERROR_EOF) return s->count ? 0 : finish(s);
        if (ret >= 0) ret = keep_frame(avctx);
    }
    return FFMIN(ret, 0);
}

static void drop_frames(HapContext* s) {
    for (int i = 0; i < s->count; i++) av_frame_unref(s->kept[i]);
    s->count = s->mapped = s->next = 0;
}

static int map_frames(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    int ret = 0;

    for (int i = 0; i < s->count; i++) {
        ff_tonelift_set_planes(&s->from[i], s->kept[i]);
        ff_tonelift_set_time(&s->last, &s->from[i], s->kept[i]->pts, avctx->time_base);
        ff_tonelift_set_metadata(&s->from[i], s->kept[i], &s->options, &s->metadata[i]);
    }
    for (int i = 0; i < s->kind->texture_count && ret >= 0; i++)
        ret = ff_tonelift_texture_map(&s->textures[i], s->from, s->to, s->count);
    if (ret < 0)
        drop_frames(s);
    else
        s->mapped = s->count;
    return ret;
}

static void cut_texture(const HapContext* s, int index, TLHapTexture* to) {
    const TLTexture* texture = &s->textures[index];
    const uint8_t* blocks = ff_tonelift_texture_blocks(texture, s->next);
    int64_t rows = texture->size / texture->pitch;

    to->type = s->kind->types[index];
    to->chunk_count = s->chunks;
    for (int i = 0; i < s->chunks; i++) {
        size_t begin = rows * i / s->chunks * texture->pitch;
        size_t end = rows * (i + 1) / s->chunks * texture->pitch;
        to->chunks[i] = (TLHapChunk){blocks + begin, end - begin, TL_HAP_NONE};
    }
}

/* Warns once if a packet with two textures has 16 MiB or more. FFmpeg's Hap decoder misreads the
 * section sizes of such packets. */
static void log_long_packet(AVCodecContext* avctx, size_t size) {
    HapContext* s = avctx->priv_data;
    if (s->kind->texture_count == 1 || size < 1 << 24 || s->logged_long_packets) return;
    s->logged_long_packets = 1;
    av_log(avctx, AV_LOG_WARNING,
           "packets of Hap Q Alpha are larger than 16 MiB: FFmpeg's own decoder does not read "
           "them, but players that follow the specification do\n");
}

static int write_packet(AVCodecContext* avctx, AVPacket* packet) {
    HapContext* s = avctx->priv_data;
    const AVFrame* frame = s->kept[s->next];
    int count = s->kind->texture_count, ret;
    size_t size;

    for (int i = 0; i < count; i++) cut_texture(s, i, &s->packet[i]);
    if (s->threads) avpriv_slicethread_execute(s->threads, count * s->chunks, 0);
    size = ff_tonelift_hap_packet_size(s->packet, count);
    log_long_packet(avctx, size);
    if ((ret = ff_get_encode_buffer(avctx, packet, size, 0)) < 0) return ret;
    ff_tonelift_hap_write_packet(s->packet, count, packet->data);
    packet->pts = packet->dts = frame->pts;
    packet->flags |= AV_PKT_FLAG_KEY;
    ret = tl_copy_frame_props(avctx, packet, frame);
    if (++s->next == s->mapped) drop_frames(s);
    return ret;
}

static int receive_packet(AVCodecContext* avctx, AVPacket* packet) {
    HapContext* s = avctx->priv_data;
    int ret;

    if (!s->mapped && ((ret = take_frames(avctx)) < 0 || (ret = map_frames(avctx)) < 0)) return ret;
    return write_packet(avctx, packet);
}

static av_cold int close_encoder(AVCodecContext* avctx) {
    HapContext* s = avctx->priv_data;
    close_textures(s);
    ff_tonelift_free_light(&s->light);
    for (int i = 0; i < maximum_batch; i++) av_frame_free(&s->kept[i]);
    av_frame_free(&s->coming);
    return 0;
}

#define OFFSET(name) offsetof(HapContext, name)
#define FLAGS TL_OPTION_FLAGS(0)

/* clang-format off */
static const AVOption options[] = {
    {"format", "kind of Hap", OFFSET(format), AV_OPT_TYPE_INT, {.i64 = kind_hap}, 0, kind_count - 1, FLAGS, .unit = "format"},
    TL_NAME("format", hap, kind_hap, "Hap: RGB in BC1 (DXT1)")
    TL_NAME("format", hap_alpha, kind_hap_alpha, "Hap Alpha: RGB and alpha in BC3 (DXT5)")
    TL_NAME("format", hap_q, kind_hap_q, "Hap Q: scaled YCoCg in BC3")
    TL_NAME("format", hap_q_alpha, kind_hap_q_alpha, "Hap Q Alpha: the same, and alpha in BC4")
    {"chunks", "parts that players decompress in parallel, at most one per row of blocks", OFFSET(chunks), AV_OPT_TYPE_INT, {.i64 = 1}, 1, TL_HAP_MOST_CHUNKS, FLAGS},
    {"compressor", "second compression, of the blocks", OFFSET(compressor), AV_OPT_TYPE_INT, {.i64 = CONFIG_LIBSNAPPY ? TL_HAP_SNAPPY : TL_HAP_NONE}, TL_HAP_NONE, TL_HAP_SNAPPY, FLAGS, .unit = "compressor"},
    TL_NAME("compressor", none, TL_HAP_NONE, "none: larger files, nothing for players to decompress")
    TL_NAME("compressor", snappy, TL_HAP_SNAPPY, "Snappy, if it makes a chunk smaller")
    {"preset", "named look; faithful shows HDR correctly and leaves SDR untouched", TL_OPTION_OFFSET(preset), AV_OPT_TYPE_STRING, {.str = "faithful"}, 0, 0, FLAGS},
    TL_NAMED_OPTION(quality, texture_quality, default_texture_quality, minimum_texture_quality, maximum_texture_quality, 0, "effort of the search for the best blocks")
    TL_NAMED_OPTION(statistics, stats, default_stats, minimum_stats, maximum_stats, 0, "the option stats of the filter; -stats is a switch of the program ffmpeg")
#include <tonelift/options.def>
#include <tonelift/options_capitals.def>
    {NULL},
};
/* clang-format on */

static const AVClass hap_tonelift_class = {
    .class_name = "hap_tonelift",
    .item_name = av_default_item_name,
    .option = options,
    .version = LIBAVUTIL_VERSION_INT,
};

static const enum AVPixelFormat pixel_formats[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    TL_PIXEL_FORMAT(id)
#include <tonelift/formats.def>
    AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_CUDA, AV_PIX_FMT_NONE,
};

static const AVCodecHWConfigInternal* const hw_configs[] = {
    HW_CONFIG_ENCODER_FRAMES(CUDA, CUDA),
    NULL,
};

const FFCodec ff_hap_tonelift_encoder = {
    .p.name = "hap_tonelift",
    .p.long_name = NULL_IF_CONFIG_SMALL("Hap, compressed and mapped from HDR by Tonelift"),
    .p.type = AVMEDIA_TYPE_VIDEO,
    .p.id = AV_CODEC_ID_HAP,
    .p.priv_class = &hap_tonelift_class,
    .p.capabilities =
        AV_CODEC_CAP_DR1 | AV_CODEC_CAP_DELAY | AV_CODEC_CAP_OTHER_THREADS | TL_CAN_KEEP_OPAQUE,
    .caps_internal = FF_CODEC_CAP_INIT_CLEANUP | FF_CODEC_CAP_AUTO_THREADS,
    .priv_data_size = sizeof(HapContext),
    .init = init,
    FF_CODEC_RECEIVE_PACKET_CB(receive_packet),
    .close = close_encoder,
    .hw_configs = hw_configs,
    TL_PIXEL_FORMATS(pixel_formats)};
