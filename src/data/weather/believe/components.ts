/** Checks whether GHI, DNI and DHI are of the same sky. */
import { HOUR } from "../../../foundation/time/calendar.js";
import type { WeatherColumn } from "../series.js";
import { closureOf } from "./closure.js";
import { ComponentRows } from "./component-rows.js";
import { type CheckContext, figure, possible } from "./context.js";
import { type Examination, type RowSpan, spansOfRows } from "./types.js";

/** @returns which components are kept where they do not close, undefined where it does not matter */
export function checkComponents(context: CheckContext): Examination["closure"] {
  const rows = new ComponentRows(context);
  if (rows.direct === undefined) return undefined;
  checkBeam(rows);
  checkNight(rows);
  return closureOf(rows);
}

/** Share of the extraterrestrial light below which there is no beam: DNI below 40 W/m². A clear sky has half, through haze a fifth. */
const NO_BEAM = 0.03;
/** Share of a clear sky's GHI from which on a sky has a beam, with the sun 10° high. */
const BRIGHT = 0.85;
const HIGH_SUN = 0.17;
/** Hours of such sky without a beam in a stretch, and in all of them. */
const LEAST_HOURS = 3;
const LEAST_IN_ALL = 6;
/** Diffuse light is all of it: the sensor is not shaded either. */
const UNSHADED = 0.9;

/**
 * No direct light under a clear sky: a tracker that stands or has lost the sun, or a dead pyrheliometer.
 *
 * By rows as Forstinger et al. 2021 test it (`trackerOff` in models/quality), but in stretches: for a minute, or behind thin cloud, a sky
 * may be bright without a beam; for hours, and as bright as a clear one, it is not.
 */
function checkBeam(rows: ComponentRows): void {
  const spans = darkStretches(rows);
  if (spans.length === 0) return;
  const found = tally(rows, spans);
  // With a wrong clock a sky is as bright as a clear one at another hour.
  if (found.bright * rows.context.step >= LEAST_IN_ALL * HOUR && !rows.isLate) addBeam(rows, spans, found);
}

/** Stretches in which the sun is up and never has a beam, from the first row under a clear sky to the last. */
function darkStretches({ context, direct, upThroughout }: ComponentRows): RowSpan[] {
  const { count, step, sunHeight, extraterrestrial } = context;
  const enough = (LEAST_HOURS * HOUR) / step;
  const spans: RowSpan[] = [];
  let [from, to, bright] = [0, 0, 0];
  for (let row = 0; row <= count; row++) {
    const isUp = row < count && sunHeight[row]! > upThroughout;
    if (row < count && (!isUp || Number.isNaN(direct![row]!))) continue;
    if (row < count && direct![row]! < NO_BEAM * extraterrestrial[row]!) {
      if (!isBright(context, row)) continue;
      if (bright === 0) from = row;
      bright++;
      to = row + 1;
      continue;
    }
    if (bright >= enough) spans.push({ from, to });
    bright = 0;
  }
  return spans;
}

function isBright({ light, clear, sunHeight }: CheckContext, row: number): boolean {
  return sunHeight[row]! > HIGH_SUN && light[row]! > BRIGHT * clear[row]!;
}

function addBeam(rows: ComponentRows, spans: readonly RowSpan[], found: ReturnType<typeof tally>): void {
  const { context, direct, global, diffuse, directColumn } = rows;
  const { bright, share, isUnshaded, lost } = found;
  const isFounded = (row: number) => !Number.isNaN(direct![row]!) && context.sunHeight[row]! > 0;
  const when = `in ${context.hoursText(bright)} of a sky as bright as a clear one (${percent(share)} of all light), ${context.clockSpans(spans)}`;
  const why =
    diffuse === undefined
      ? "the tracker stands, or its sensor is dead"
      : isUnshaded
        ? "DHI is as high as GHI, so the tracker has lost the sun"
        : "DHI is well below GHI, so the sensor of the direct light is dead or points elsewhere";
  const finding = { code: "no-beam", verdict: "look", spans } as const;
  context.add(
    {
      ...finding,
      column: directColumn,
      effect: { horizontal: global === undefined ? -lost : 0 },
      message: `${NAMES[directColumn]} is near 0 ${when}: ${why}`,
      remedy: isUnshaded
        ? "look at the tracker; pass dropFlagged to leave these values out"
        : "look at the tracker; pass dropFlagged to leave these values out: GHI and DHI then give the direct light",
    },
    isFounded,
  );
  if (!isUnshaded || global === undefined) return;
  context.add(
    {
      ...finding,
      column: "diffuse_horizontal_irradiance",
      effect: { horizontal: 0 },
      message: `DHI is as high as GHI ${when}: its shade is not on the sensor`,
      remedy: "look at the tracker; pass dropFlagged to leave DNI and DHI out: GHI is then split by a model",
    },
    isFounded,
  );
}

/**
 * Rows of the spans under a clear sky, their share of the light of the series, and the share that the clear sky would have had in them and
 * the series lacks.
 */
function tally({ context, diffuse }: ComponentRows, spans: readonly RowSpan[]) {
  const { light, clear } = context;
  let [bright, all, shown, scattered, lost] = [0, 0, 0, 0, 0];
  for (let row = 0; row < context.count; row++) if (light[row]! > 0) all += light[row]!;
  for (const { from, to } of spans) {
    for (let row = from; row < to; row++) {
      if (!isBright(context, row)) continue;
      bright++;
      shown += light[row]!;
      lost += Math.max(clear[row]! - light[row]!, 0);
      if (diffuse !== undefined) scattered += possible(diffuse[row]!) || 0;
    }
  }
  return { bright, share: shown / all, isUnshaded: scattered > UNSHADED * shown, lost: lost / (all + lost) };
}

const NAMES: { readonly [column in WeatherColumn]?: string } = {
  direct_normal_irradiance: "DNI",
  direct_horizontal_irradiance: "direct horizontal irradiance",
};

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** W/m² of DNI that no offset explains, and of GHI and DHI in the dark; below −3° no sun reaches a row's edges. */
const LIT_BEAM = 20;
const DARK = 5;
const BELOW = -0.05;
/** Rows, and share of those with a beam, from which on it is no matter of single values. */
const FEWEST = 12;
const SHARE = 0.001;

/** DNI without a sun, while the others are dark: of a clock of its own, or filled in. */
function checkNight({ context, directColumn }: ComponentRows): void {
  const beam = context.weather.columns[directColumn]!;
  const { light, extraterrestrial, sunHeight, count } = context;
  const isLit = (row: number) =>
    beam[row]! > LIT_BEAM && extraterrestrial[row] === 0 && sunHeight[row]! < BELOW && !(light[row]! > DARK);
  let [lit, all, most] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    if (beam[row]! > LIT_BEAM) all++;
    if (!isLit(row)) continue;
    lit++;
    most = Math.max(most, beam[row]!);
  }
  if (lit < FEWEST || lit < SHARE * all) return;
  const spans = spansOfRows(count, isLit);
  context.add({
    code: "night",
    verdict: "look",
    column: directColumn,
    spans,
    message: `direct light of up to ${figure(most)} W/m² in ${context.hoursText(lit)} without a sun, while GHI is dark, ${context.clockSpans(spans)}`,
    remedy: "look at the clock of this column; pass dropFlagged to leave these values out",
  });
}
