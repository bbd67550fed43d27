// Fits the bands that forecasts have at places without a past of their own. Run `npm run build` first.
//
//   node research/fit-forecast-bands.mjs     writes src/answers/forecast/day-ahead/default-bands.generated.ts
//
// The shape comes from the errors of real runs at two stations in 2023, each hour corrected by a fit that did not know it: it carries no
// model's bias. How good it is at a station that it does not know: research/validate-forecast-bands.mjs.
import { writeFileSync } from "node:fs";
import { stations } from "./forecast/band-splits.mjs";
import { bandsOf, together } from "./forecast/bands-prior.mjs";

const MODULE = new URL("../src/answers/forecast/day-ahead/default-bands.generated.ts", import.meta.url);

const { ba, ar } = await stations();
const bands = bandsOf(together([ba.hours, ar.hours]));
const short = (_, one) => (typeof one === "number" ? Number(one.toPrecision(4)) : one);
const text = JSON.stringify(bands, short).replaceAll(/([}\]],)(?=["[{])/g, "$1\n");
writeFileSync(
  MODULE,
  [
    "// Written by research/fit-forecast-bands.mjs.",
    'import type { AheadBands } from "./bands.js";',
    "",
    "/** Of places without a past of their own. */",
    `export const DEFAULT_BANDS: AheadBands = ${text};`,
    "",
  ].join("\n"),
);
