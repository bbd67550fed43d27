/** The style of the page: colours by the names that shapes use, on light and dark ground, and on paper. */
import { LIGHT, rampColour, SERIES_COUNT, seriesColour } from "../scene/palette.js";
import { INDEX_NAMES } from "./pictures.js";

type Colours = Readonly<Record<string, string>>;

const DARK: Colours = {
  ground: "#12161c",
  ink: "#e6ebf1",
  soft: "#a9b4c1",
  line: "#364150",
  sun: "#ffb454",
  hill: "#7b8694",
};

/** Of cells: light without findings, daylight without values, and more than the clear sky. */
const CELLS = {
  light: { sound: "#e8edf2", missing: "#b3bac2", above: "#d0104c", raised: "#f4f6f8" },
  dark: { sound: "#2a323d", missing: "#6a7480", above: "#ff5c8a", raised: "#1b222b" },
};

const VERDICTS: { readonly [ground in "light" | "dark"]: Colours } = {
  light: { fine: "#1d6b3a", look: "#8a5a00", unusable: "#a3290c" },
  dark: { fine: "#6fd08c", look: "#f0b849", unusable: "#ff9c80" },
};

/** From few rows to most of them. */
const CROWD = {
  light: ["#bcd7ea", "#7fb4d8", "#3c8cc0", "#0b5c94", "#062f4f"],
  dark: ["#173449", "#1f567a", "#2f7fb3", "#62aee0", "#c3e4fb"],
};

function colours(ground: "light" | "dark"): Colours {
  const last = INDEX_NAMES.length - 1;
  return {
    ...(ground === "light" ? LIGHT : DARK),
    ...CELLS[ground],
    ...VERDICTS[ground],
    ...numbered("series", SERIES_COUNT, (k) => seriesColour(k, ground)),
    ...numbered("crowd", CROWD[ground].length, (k) => CROWD[ground][k]!),
    ...numbered("index", last, (k) => rampColour(k / (last - 1))),
    [`index-${last}`]: CELLS[ground].above,
  };
}

function numbered(name: string, count: number, colourOf: (k: number) => string): Colours {
  return Object.fromEntries(Array.from({ length: count }, (_, k) => [`${name}-${k}`, colourOf(k)]));
}

function variables(ground: "light" | "dark"): string {
  return Object.entries(colours(ground))
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");
}

/** Without a character that HTML would escape: it is written as it is. */
export const STYLE = `
:root{color-scheme:light dark;${variables("light")}}
@media screen and (prefers-color-scheme:dark){:root{${variables("dark")}}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:54rem;background:var(--ground);color:var(--ink);font:15px/1.5 Helvetica,Arial,sans-serif}
h1{font-size:1.4rem;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2rem 0 .5rem;break-after:avoid}
p{margin:.25rem 0 .75rem}
.soft,figcaption{color:var(--soft)}
.verdict{display:inline-block;padding:.1rem .6rem;border-radius:.3rem;border:2px solid;font-weight:bold}
.fine{color:var(--fine)}
.look{color:var(--look)}
.unusable{color:var(--unusable)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--soft);font-weight:normal}
td.code{white-space:nowrap;font-weight:bold}
td.rows{width:7rem}
td.remedy{width:30%}
td p{margin:.25rem 0 0;color:var(--soft)}
tr,figure,svg{break-inside:avoid}
figure{margin:0}
figcaption{margin:.25rem 0 .5rem}
svg{display:block;max-width:100%;height:auto}
.beside{display:flex;flex-wrap:wrap;gap:0 2rem}
.beside section{flex:1 1 40%;min-width:18rem}
.key{list-style:none;margin:.25rem 0 .75rem;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:13px}
.key i{display:inline-block;width:1rem;height:.8rem;margin-right:.35rem;border:1px solid var(--line);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.key.joined{gap:0}
.key.joined li{min-width:2.6rem}
.key.joined i{display:block;width:2.6rem;margin:0}
@page{size:A4;margin:14mm}
@media print{body{padding:0;max-width:none;font-size:11px}h2{margin-top:1rem}svg{max-width:85%}.beside svg{max-width:100%}.key{font-size:10px}th,td{padding:.2rem .4rem}}
`;
