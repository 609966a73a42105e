// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures with the text "..., before and after" have both halves side by side. This script places one half above the other,
// with a slider for mouse, touch and keyboard. Without the script, the picture is shown unchanged.
(() => {
    "use strict";
    const suffix = /, before and after$/;

    const half = (picture, className) => {
        const layer = document.createElement("span");
        layer.className = "compare-half " + className;
        layer.style.backgroundImage = `url("${picture.src}")`;
        return layer;
    };

    const slider = (frame, name) => {
        const range = document.createElement("input");
        range.type = "range";
        range.min = 0;
        range.max = 100;
        range.value = 50;
        range.setAttribute("aria-label", `${name}: share of the picture that is shown before`);
        range.addEventListener("input", () => frame.style.setProperty("--compare", `${range.value}%`));
        return range;
    };

    const compare = (picture) => {
        const name = picture.alt.replace(suffix, "");
        const frame = document.createElement("span");
        frame.className = "compare";
        frame.setAttribute("role", "group");
        frame.setAttribute("aria-label", picture.alt);
        frame.style.aspectRatio = `${picture.naturalWidth / 2} / ${picture.naturalHeight}`;
        frame.style.maxWidth = `${picture.naturalWidth / 2}px`;
        frame.append(half(picture, "compare-after"), half(picture, "compare-before"), slider(frame, name));
        picture.replaceWith(frame);
    };

    const start = () => {
        for (const picture of document.querySelectorAll("img[alt$=', before and after']")) {
            if (picture.complete && picture.naturalWidth) compare(picture);
            else picture.addEventListener("load", () => compare(picture));
        }
    };
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
})();
