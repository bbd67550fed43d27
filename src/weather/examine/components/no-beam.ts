/**
 * No direct light under a clear sky: a tracker that stands or has lost the sun, or a dead pyrheliometer.
 *
 * By rows as Forstinger et al. 2021 test it (`trackerOff` in models/quality), but in stretches: for a minute, or behind thin cloud, a sky
 * may be bright without a beam; for hours, and as bright as a clear one, it is not.
 */
import { HOUR } from "../../../time/calendar.js";
import type { WeatherColumn } from "../../series.js";
import type { Findings, RowSpan, SkyRows } from "../types.js";
import { hoursText, spansText } from "../values/words.js";
import { type ComponentRows, possible, upThroughout } from "./component-rows.js";

/** Share of the extraterrestrial light below which there is no beam: DNI below 40 W/m². A clear sky has half, through haze a fifth. */
const NO_BEAM = 0.03;
/** Share of a clear sky's GHI from which on a sky has a beam, with the sun 10° high. */
const CLEAR = 0.85;
const HIGH_SUN = 0.17;
/** Hours of such sky without a beam in a stretch, and in all of them. */
const LEAST_HOURS = 3;
const LEAST_IN_ALL = 6;
/** Diffuse light is all of it: the sensor is not shaded either. */
const UNSHADED = 0.9;

/** @param isLate whether the clock is wrong: a sky is then as bright as a clear one at another hour */
export function examineBeam(sky: SkyRows, rows: ComponentRows, findings: Findings, isLate: () => boolean): void {
  const spans = darkStretches(sky, rows);
  if (spans.length === 0) return;
  const found = tally(sky, rows, spans);
  if (found.bright * sky.step >= LEAST_IN_ALL * HOUR && !isLate()) say(sky, rows, spans, found, findings);
}

/** Stretches in which the sun is up and never has a beam, from the first row under a clear sky to the last. */
function darkStretches(sky: SkyRows, { direct }: ComponentRows): RowSpan[] {
  const { count, step, sunHeight, extraterrestrial } = sky;
  const least = upThroughout(step);
  const enough = (LEAST_HOURS * HOUR) / step;
  const spans: RowSpan[] = [];
  let [from, to, bright] = [0, 0, 0];
  for (let row = 0; row <= count; row++) {
    const isUp = row < count && sunHeight[row]! > least;
    if (row < count && (!isUp || Number.isNaN(direct![row]!))) continue;
    if (row < count && direct![row]! < NO_BEAM * extraterrestrial[row]!) {
      if (!isBright(sky, row)) continue;
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

function isBright({ light, clear, sunHeight }: SkyRows, row: number): boolean {
  return sunHeight[row]! > HIGH_SUN && light[row]! > CLEAR * clear[row]!;
}

function say(sky: SkyRows, rows: ComponentRows, spans: readonly RowSpan[], found: Tally, findings: Findings): void {
  const { direct, global, diffuse, directColumn } = rows;
  const { bright, share, isUnshaded, lost } = found;
  const isDoubted = (row: number) => !Number.isNaN(direct![row]!) && sky.sunHeight[row]! > 0;
  const when = `in ${hoursText(sky, bright)} of a sky as bright as a clear one (${percent(share)} of all light), ${spansText(sky, spans)}`;
  const why =
    diffuse === undefined
      ? "the tracker stands, or its sensor is dead"
      : isUnshaded
        ? "DHI is as high as GHI, so the tracker has lost the sun"
        : "DHI is well below GHI, so the sensor of the direct light is dead or points elsewhere";
  const finding = { code: "no-beam", verdict: "look", spans } as const;
  findings.add(
    {
      ...finding,
      column: directColumn,
      effect: { horizontal: global === undefined ? -lost : 0 },
      message: `${NAMES[directColumn]} is near 0 ${when}: ${why}`,
      remedy: isUnshaded
        ? "look at the tracker; pass dropFlagged to leave these values out"
        : "look at the tracker; pass dropFlagged to leave these values out: GHI and DHI then give the direct light",
    },
    isDoubted,
  );
  if (!isUnshaded || global === undefined) return;
  findings.add(
    {
      ...finding,
      column: "diffuse_horizontal_irradiance",
      effect: { horizontal: 0 },
      message: `DHI is as high as GHI ${when}: its shade is not on the sensor`,
      remedy: "look at the tracker; pass dropFlagged to leave DNI and DHI out: GHI is then split by a model",
    },
    isDoubted,
  );
}

interface Tally {
  /** Rows of the spans under a clear sky, and their share of the light of the series. */
  readonly bright: number;
  readonly share: number;
  readonly isUnshaded: boolean;
  /** Share of the light that the clear sky would have had in these rows, and the series lacks. */
  readonly lost: number;
}

function tally(sky: SkyRows, { diffuse }: ComponentRows, spans: readonly RowSpan[]): Tally {
  const { light, clear } = sky;
  let [bright, all, shown, scattered, lost] = [0, 0, 0, 0, 0];
  for (let row = 0; row < sky.count; row++) if (light[row]! > 0) all += light[row]!;
  for (const { from, to } of spans) {
    for (let row = from; row < to; row++) {
      if (!isBright(sky, row)) continue;
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
