// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift`: maps pictures and streams, checks and explains scripts, lists options,
// presets, formats and built-ins, and processes statistics.
#include <tonelift/tonelift.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "core/common/regular_file.h"
#include "core/common/scanner.h"
#include "core/common/text.h"
#include "core/language/script.h"
#include "kernels/error.h"
#include "tools/clipped_light.h"
#include "tools/command_line.h"
#include "tools/explain_script.h"
#include "tools/farm_program.h"
#include "tools/metadata/curve_plot.h"
#include "tools/metadata/metadata.h"
#include "tools/stats.h"
#include "tools/stills/map_folder.h"
#include "tools/tables.h"
#include "tools/texture/texture.h"
#include "tools/tune/tune.h"

namespace {

using tonelift::Arguments;
using tonelift::CommandOption;
using tonelift::Error;
using tonelift::Failure;
using tonelift::flag;
using tonelift::number_of;
using tonelift::number_option;
using tonelift::read_arguments;
using tonelift::reject;
using tonelift::reject_names;
using tonelift::TableStyle;
using tonelift::text_option;
using tonelift::with_option;

constexpr const char* usage =
    "usage: tonelift COMMAND ...\n"
    "\n"
    "  check SCRIPT ...        prints the errors of scripts, or their cost; -: standard input;\n"
    "                          has the options --size, --format and --with of explain\n"
    "  params SCRIPT           lists the params of a script, algorithm or preset\n"
    "  explain SCRIPT          shows the passes of a script, algorithm or preset\n"
    "      --why               shows the reason for each pass, stored plane and statistic\n"
    "      --dot               prints a diagram for Graphviz\n"
    "      --size WxH          for pictures of this size (1920x1080)\n"
    "      --format NAME       for input of this pixel format (p010le)\n"
    "      --with NAME=VALUE   with an option of the filter, like script_work=2000000\n"
    "  map [IN [OUT]]          tone-maps a YUV4MPEG2 stream, by default from standard input (-)\n"
    "                          to standard output; or a still: png, jpeg, tiff, exr, avif, jxl,\n"
    "                          or, as input only, hdr, heic or a camera's raw file\n"
    "      -o FOLDER           maps many stills, or folders of stills, in parallel\n"
    "      options with -o\n"
    "        --recursive       also maps subfolders\n"
    "        --overwrite       replaces existing files instead of keeping them\n"
    "        --format NAME     file format of the outputs, like png (that of each input, or png)\n"
    "        --jobs N          number of pictures in parallel (one per core)\n"
    "      --preset NAME       the look (natural); see tonelift presets\n"
    "      --with NAME=VALUE   with an option of the filter, like in_transfer=pq or detail=1.5\n"
    "      --quality N         quality of a lossy still, 1 to 100 (default 95)\n"
    "      --effort N          effort for png, avif and jxl, 1 (fast) to 9 (small) (1, 4 and 7)\n"
    "      --gain-map=off      maps the base picture of a still with a gain map, not its HDR\n"
    "      --gain-map          writes a jpeg or avif with a gain map that restores the HDR\n"
    "      --gain-map-headroom N  limits the HDR to N times SDR white, 1.1 to 49 (picture peak)\n"
    "      --gain-map-scale N  pixels per pixel of the map, along each side, 1 to 16 (2)\n"
    "      --gain-map-gray     one gain per pixel instead of one per color\n"
    "      --gain-map-quality N   quality of the map, 1 to 100 (90)\n"
    "      --strip             drops the Exif, XMP and IPTC of the input still\n"
    "      --json              prints a line of figures at the end, on standard error\n"
    "  texture IN OUT          writes a still picture as a texture, .dds or .ktx2\n"
    "      --format NAME       bc1 (RGB, default), bc3 (RGBA), bc3_ycocg (RGB), bc4 (alpha, or "
    "gray)\n"
    "      --quality NAME      fast, normal (default) or best\n"
    "      --with NAME=VALUE   with an option of the filter, for HDR; the preset is faithful\n"
    "      --psnr              also prints the PSNR of the texture\n"
    "  tune                    finds the fastest tuning numbers for this machine in two minutes,\n"
    "                          and keeps them in the user's cache; pictures stay the same\n"
    "      --device NAME       auto (default), cpu, cuda or cudaN\n"
    "      --size WxH          a size of the input; may be repeated (1920x1080, 3840x2160)\n"
    "      --preset NAME       a preset or script; may be repeated (natural)\n"
    "      --batch             also tunes the frames per call: faster, more delay and memory\n"
    "      --file NAME         the file to write, for the option tuning\n"
    "      --seconds N         the time to search, 1 to 3600 (100)\n"
    "  farm COMMAND ...        maps a film in pieces, here or with Slurm; see farm --help\n"
    "  stats check FILE ...    checks whether statistics files are complete\n"
    "  stats join FILE ...     joins the statistics of pieces to those of the film\n"
    "  stats plot FILE         plots a film's light as SVG; --preset NAME adds its metadata\n"
    "  metadata STATS          writes dynamic metadata of an HDR10 film from its statistics file\n"
    "      --hdr10plus FILE    HDR10+ (SMPTE ST 2094-40) for hdr10plus_tool, x265 and SVT-AV1\n"
    "      --dolby-vision FILE levels 1, 5 and 6 of profile 8.1 for dovi_tool generate\n"
    "      --st2094-50 FILE    SMPTE ST 2094-50, gain curves\n"
    "      --preset NAME       the look whose tones are described (faithful)\n"
    "      --profile a|b       profile of HDR10+: light alone, or with curves (b)\n"
    "      --target NITS       fits HDR10+ for a single screen of this peak (several, 100 to 600)\n"
    "  presets [--markdown]    lists the presets\n"
    "  formats [--markdown]    lists the pixel formats\n"
    "  builtins [--markdown]   lists the built-in functions and variables of the language\n"
    "  options [--markdown]    lists the options of the filter\n"
    "  tuning [--markdown]     lists the tuning numbers\n"
    "  --version, --help\n"
    "\n"
    "params and explain take the names of presets and algorithms (landscape, portrait, mixed), "
    "too.\n"
    "Any other SCRIPT is the name of a file.\n";

tonelift::SourceText script_called(const std::string& name) {
    for (const tonelift::Algorithm& algorithm : tonelift::algorithms()) {
        if (tonelift::same_name(name, algorithm.name)) return {name + ".tl", algorithm.source};
    }
    if (name == "-") return {"<stdin>", tonelift::read_script_from_input()};
    tonelift::check_spelling(name);
    return {name, tonelift::read_script(name)};
}

std::vector<CommandOption> options_of(tonelift::ExplainRequest* request) {
    return {{"--size", true, [=](const std::string& value) { read_size(value, request); }},
            {"--format", true, [=](const std::string& value) { request->format = value; }},
            with_option(&request->options)};
}

// Errors of scripts begin with their place in the script, and other errors with the program's name.
void print_error(const Error& error) {
    std::cerr << (error.failure() == Failure::script ? "" : "tonelift: ") << error.what() << '\n';
}

int check(const Arguments& arguments) {
    tonelift::ExplainRequest request;
    const Arguments scripts = read_arguments("check", arguments, options_of(&request));
    if (scripts.empty()) reject_names("check", scripts, "are one or more scripts");
    int status = 0;
    for (const std::string& name : scripts) {
        try {
            const tonelift::SourceText source = script_called(name);
            const std::string takes = tonelift::check_script(source, request);
            std::cout << name << ": ok, " << takes << '\n';
            const std::string warning = tonelift::clipped_light_warning(source, request);
            if (!warning.empty()) std::cerr << name << ": " << warning << '\n';
        } catch (const Error& error) {
            if (error.failure() == Failure::argument) throw;
            print_error(error);
            status = 1;
        }
    }
    return status;
}

int params(const Arguments& arguments) {
    const Arguments scripts = read_arguments("params", arguments, {});
    if (scripts.size() != 1) reject_names("params", scripts, "is one script");
    for (const tonelift::Preset& preset : tonelift::presets()) {
        if (!tonelift::same_name(scripts[0], preset.name)) continue;
        std::cout << tonelift::params_table(tonelift::preset_params(preset));
        return 0;
    }
    const tonelift::Ast ast = tonelift::parse_script(script_called(scripts[0]));
    std::cout << tonelift::params_table(tonelift::script_params(ast));
    return 0;
}

TableStyle style_of(const std::string& command, const Arguments& arguments) {
    bool markdown = false;
    const Arguments names = read_arguments(
        command, arguments, {{"--markdown", false, [&](const std::string&) { markdown = true; }}});
    if (!names.empty()) reject_names(command, names, "is only --markdown");
    return markdown ? TableStyle::markdown : TableStyle::text;
}

int explain(const Arguments& arguments) {
    tonelift::ExplainRequest request;
    std::vector<CommandOption> options = options_of(&request);
    options.push_back({"--why", false, [&](const std::string&) { request.why = true; }});
    options.push_back({"--dot", false, [&](const std::string&) { request.dot = true; }});
    const Arguments scripts = read_arguments("explain", arguments, options);
    if (scripts.size() != 1) reject_names("explain", scripts, "is one script");
    if (request.why && request.dot) reject("explain with --why and --dot: allowed is one of them");
    request.script = scripts[0];
    if (request.script == "-") request.script_text = tonelift::read_script_from_input();
    std::cout << tonelift::explain_script(request);
    return 0;
}

void add_preset(const std::string& name, tonelift::MapRequest* request) {
    if (name.ends_with(".tl"))
        reject("--preset " + tonelift::quote(name) +
               " is not the name of a preset; for a script, write --with script=" + name);
    request->options.push_back({"preset", name});
}

std::vector<CommandOption> options_of(tonelift::MapRequest* request) {
    tonelift::GainMapRequest& map = request->gain_map_out;
    return {with_option(&request->options),
            {"--preset", true, [=](const std::string& name) { add_preset(name, request); }},
            number_option("--quality", 1, 100, &request->quality),
            number_option("--effort", 1, 9, &request->effort),
            flag("--gain-map", &map.wanted, true),
            flag("--gain-map=auto", &request->gain_map, true),
            flag("--gain-map=off", &request->gain_map, false),
            {"--gain-map-headroom", true,
             [&map](const std::string& value) {
                 map.headroom = number_of("--gain-map-headroom", value, 1.1, 49.0);
             }},
            number_option("--gain-map-scale", 1, 16, &map.scale),
            flag("--gain-map-gray", &map.colors, false),
            number_option("--gain-map-quality", 1, 100, &map.quality),
            flag("--strip", &request->strip, true),
            flag("--json", &request->json, true)};
}

int map(const Arguments& arguments) {
    tonelift::FolderRequest request;
    std::vector<CommandOption> options = options_of(&request.map);
    options.push_back(text_option("-o", &request.folder));
    options.push_back(text_option("--output", &request.folder));
    options.push_back(text_option("--format", &request.format));
    options.push_back(flag("--recursive", &request.recursive, true));
    options.push_back(flag("--overwrite", &request.overwrite, true));
    options.push_back(number_option("--jobs", 1, 1024, &request.jobs));
    request.inputs = read_arguments("map", arguments, options);
    const Arguments& files = request.inputs;
    const tonelift::GainMapRequest& gain_map = request.map.gain_map_out;
    if (!gain_map.wanted && gain_map != tonelift::GainMapRequest{})
        reject("--gain-map-headroom, -scale, -gray and -quality of map go with --gain-map");
    if (request.map.json && !request.folder.empty())
        reject("--json of map goes with one picture or stream, not with -o FOLDER");
    if (!request.folder.empty()) {
        if (files.empty()) reject_names("map -o", files, "are pictures and folders with pictures");
        return tonelift::map_folder(request) == 0 ? 0 : 1;
    }
    if (request.recursive || request.overwrite || request.jobs > 0 || !request.format.empty())
        reject("--recursive, --overwrite, --jobs and --format of map go with -o FOLDER");
    if (files.size() > 2) reject_names("map", files, "are one input and one output, or -o FOLDER");
    if (!files.empty()) request.map.input = files[0];
    if (files.size() > 1) request.map.output = files[1];
    tonelift::map_file(request.map);
    return 0;
}

int texture(const Arguments& arguments) {
    tonelift::TextureRequest request;
    const Arguments files = read_arguments(
        "texture", arguments,
        {with_option(&request.options),
         {"--format", true,
          [&](const std::string& name) { request.format = tonelift::block_format_called(name); }},
         {"--quality", true,
          [&](const std::string& name) { request.quality = tonelift::block_quality_called(name); }},
         {"--psnr", false, [&](const std::string&) { request.psnr = true; }}});
    if (files.size() != 2) reject_names("texture", files, "are one input and one output");
    request.input = files[0];
    request.output = files[1];
    tonelift::make_texture(request);
    return 0;
}

int tune(const Arguments& arguments) {
    tonelift::TuneRequest request;
    const auto add_size = [&](const std::string& value) {
        tonelift::ExplainRequest size;
        read_size(value, &size);
        request.sizes.emplace_back(size.width, size.height);
    };
    const Arguments names = read_arguments(
        "tune", arguments,
        {{"--device", true, [&](const std::string& value) { request.device = value; }},
         {"--size", true, add_size},
         {"--preset", true, [&](const std::string& value) { request.presets.push_back(value); }},
         {"--batch", false, [&](const std::string&) { request.batch = true; }},
         {"--file", true, [&](const std::string& value) { request.file = value; }},
         {"--seconds", true, [&](const std::string& value) {
              request.seconds = number_of("--seconds", value, 1, 3600);
          }}});
    if (!names.empty()) reject_names("tune", names, "are only options");
    tonelift::tune(request);
    return 0;
}

int stats(const Arguments& arguments) {
    std::string preset;
    Arguments files = read_arguments("stats", arguments, {text_option("--preset", &preset)});
    const Arguments actions = {"check", "join", "plot"};
    if (files.empty()) reject("stats without a command: " + tonelift::allowed_names(actions));
    const std::string action = files[0], command = "stats " + action;
    if (std::find(actions.begin(), actions.end(), action) == actions.end())
        reject("there is no command " + tonelift::quote(command) + "; " +
               tonelift::suggestion_and_names(action, actions));
    files.erase(files.begin());
    if (action != "plot" && !preset.empty())
        reject(command + " has no option '--preset'; it belongs to stats plot");
    if (action == "plot" && files.size() != 1) reject_names(command, files, "is one file");
    if (files.empty()) reject_names(command, files, "are one or more files");
    if (action == "join") std::cout << tonelift::join_stats(files);
    if (action == "plot") std::cout << tonelift::film_plot(files[0], preset);
    if (action != "check") return 0;
    for (const std::string& file : files) std::cout << tonelift::check_stats(file) << '\n';
    return 0;
}

int metadata(const Arguments& arguments) {
    tonelift::MetadataRequest request;
    const auto take_profile = [&](const std::string& value) {
        if (value != "a" && value != "b")
            reject("--profile " + tonelift::quote(value) + ": allowed are a and b");
        request.profile = value[0];
    };
    const auto take_target = [&](const std::string& value) {
        tonelift::Scanner scanner(value);
        if (!scanner.number(request.target) || !scanner.done() ||
            !tonelift::is_target(request.target))
            reject("--target " + tonelift::quote(value) + ": allowed is " +
                   tonelift::number_text(tonelift::least_target) + " to " +
                   tonelift::number_text(tonelift::most_target) + " cd/m2");
    };
    const Arguments files = read_arguments("metadata", arguments,
                                           {text_option("--hdr10plus", &request.hdr10plus),
                                            text_option("--dolby-vision", &request.dolby_vision),
                                            text_option("--st2094-50", &request.st2094_50),
                                            text_option("--preset", &request.preset),
                                            {"--profile", true, take_profile},
                                            {"--target", true, take_target}});
    if (files.size() != 1) reject_names("metadata", files, "is one statistics file");
    if (request.hdr10plus.empty() && request.dolby_vision.empty() && request.st2094_50.empty())
        reject(
            "metadata without an output: allowed are --hdr10plus, --dolby-vision and --st2094-50");
    if (request.target > 0 && (request.hdr10plus.empty() || request.profile == 'a'))
        reject("--target without curves of HDR10+: add --hdr10plus and use profile b");
    request.statistics = files[0];
    tonelift::write_metadata(request);
    return 0;
}

// Returns the part of the usage that describes the command, or all of it for other words.
std::string help_of(const std::string& command) {
    std::istringstream lines(usage);
    std::string help;
    bool own = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("   ")) own = (line + " ").starts_with("  " + command + " ");
        if (own) help += line + "\n";
    }
    return help.empty() ? usage : "usage: tonelift COMMAND ...\n\n" + help;
}

bool asks_for_help(const std::string& command, const Arguments& arguments) {
    if (command == "--help" || command == "-h" || command == "help") return true;
    const auto asks = [](const std::string& word) { return word == "--help" || word == "-h"; };
    return command != "farm" && std::any_of(arguments.begin(), arguments.end(), asks);
}

constexpr std::pair<const char*, std::string (*)(TableStyle)> tables[] = {
    {"presets", tonelift::presets_table},
    {"formats", tonelift::formats_table},
    {"builtins", tonelift::builtins_table},
    {"options", tonelift::options_table},
    {"tuning", tonelift::tuning_table}};

[[noreturn]] void reject_command(const std::string& command) {
    Arguments known = {"check", "params", "explain",  "map", "texture",
                       "tune",  "stats",  "metadata", "farm"};
    for (const auto& [name, table] : tables) known.emplace_back(name);
    const std::string near = tonelift::suggestion(command, known);
    throw Error(Failure::argument, "there is no command " + tonelift::quote(command) + "; " + near +
                                       (near.empty() ? "" : " ") +
                                       "`tonelift --help` lists the commands");
}

int run(const std::string& command, const Arguments& arguments) {
    if (asks_for_help(command, arguments)) {
        std::cout << help_of(command);
        return 0;
    }
    if (command == "check") return check(arguments);
    if (command == "params") return params(arguments);
    if (command == "explain") return explain(arguments);
    if (command == "map") return map(arguments);
    if (command == "texture") return texture(arguments);
    if (command == "tune") return tune(arguments);
    if (command == "stats") return stats(arguments);
    if (command == "metadata") return metadata(arguments);
    if (command == "farm") tonelift::run_farm(arguments);
    if (command == "--version") {
        std::cout << "tonelift " << tonelift_version() << '\n';
        return 0;
    }
    for (const auto& [name, table] : tables) {
        if (command != name) continue;
        std::cout << table(style_of(command, arguments));
        return 0;
    }
    reject_command(command);
}

}  // namespace

int main(int count, char** values) {
    const Arguments all(values + 1, values + count);
    if (all.empty()) {
        std::fputs(usage, stderr);
        return 2;
    }
    try {
        const int status = run(all[0], Arguments(all.begin() + 1, all.end()));
        if (!std::cout.flush())
            throw Error(Failure::io,
                        std::string("the output cannot be written: ") + std::strerror(errno));
        return status;
    } catch (const Error& error) {
        print_error(error);
        return error.failure() == Failure::argument ? 2 : 1;
    } catch (const std::bad_alloc&) {
        std::cerr << "tonelift: out of memory\n";
        return 1;
    } catch (const std::exception& error) {
        std::cerr << "tonelift: " << error.what() << '\n';
        return 1;
    }
}
