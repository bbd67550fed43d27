/** Looks at whether GHI, DNI and DHI are of the same sky. */
import { checkLabels } from "../clock/closing.js";
import { bitsOf } from "../findings.js";
import type { Examination, Findings, SkyRows } from "../types.js";
import { figure, hoursText, spansOfRows, spansText } from "../values/words.js";
import { examineClosure } from "./closure.js";
import { type ComponentRows, componentRows } from "./component-rows.js";
import { examineBeam } from "./no-beam.js";

/** @returns which components are kept where they do not close, undefined where it does not matter */
export function examineComponents(sky: SkyRows, findings: Findings): Pick<Examination, "closure"> {
  const rows = componentRows(sky);
  if (rows.direct === undefined) return { closure: undefined };
  let late: boolean | undefined;
  const isLate = () => (late ??= isClockWrong(sky, findings.flags));
  examineBeam(sky, rows, findings, isLate);
  examineNight(sky, rows, findings);
  return { closure: examineClosure(sky, rows, findings, isLate) };
}

const CLOCK = bitsOf(["label", "clock", "clock-change", "clock-drift"]);
/** Share of rows with a wrong clock that spoils what is found of the whole. */
const MANY = 0.25;

/** With a wrong clock no components fit one another, nor the clear sky. */
function isClockWrong({ weather, place }: SkyRows, flags: Uint32Array): boolean {
  let wrong = 0;
  for (let row = 0; row < flags.length; row++) if ((flags[row]! & CLOCK) !== 0) wrong++;
  return wrong > MANY * flags.length || checkLabels({ ...weather, place })?.notice !== undefined;
}

/** W/m² of DNI that no offset explains, and of GHI and DHI in the dark; below −3° no sun reaches a row's edges. */
const BEAM = 20;
const DARK = 5;
const BELOW = -0.05;
/** Rows, and share of those with a beam, from which on it is no matter of single values. */
const FEWEST = 12;
const SHARE = 0.001;

/** DNI without a sun, while the others are dark: of a clock of its own, or filled in. */
function examineNight(sky: SkyRows, { directColumn }: ComponentRows, findings: Findings): void {
  const beam = sky.weather.columns[directColumn]!;
  const { light, extraterrestrial, sunHeight, count } = sky;
  const isLit = (row: number) =>
    beam[row]! > BEAM && extraterrestrial[row] === 0 && sunHeight[row]! < BELOW && !(light[row]! > DARK);
  let [lit, all, most] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    if (beam[row]! > BEAM) all++;
    if (!isLit(row)) continue;
    lit++;
    most = Math.max(most, beam[row]!);
  }
  if (lit < FEWEST || lit < SHARE * all) return;
  const spans = spansOfRows(count, isLit);
  findings.add({
    code: "night",
    verdict: "look",
    column: directColumn,
    spans,
    message: `direct light of up to ${figure(most)} W/m² in ${hoursText(sky, lit)} without a sun, while GHI is dark, ${spansText(sky, spans)}`,
    remedy: "look at the clock of this column; pass dropFlagged to leave these values out",
  });
}
