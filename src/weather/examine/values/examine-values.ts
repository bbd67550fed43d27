/** Looks at the values of a series, one look after another: each leaves out the rows that those before it found. */
import type { Findings, RowSpan, SkyRows } from "../types.js";
import { changeOf } from "./change.js";
import { columnDoubts } from "./columns.js";
import { deadSpans } from "./dead.js";
import { effectOf, likelyLight } from "./expected-light.js";
import { type Days, DEAD, type Lost, mark, roundingOf, SATURATED, STUCK, sumDays } from "./look.js";
import { nightEffect, nightLight } from "./night.js";
import { saturatedSpans } from "./saturated.js";
import { envelopeOf, scaleMessage, scaleOf, scaleRemedy, scaleVerdict } from "./scale.js";
import { straightSpans, stuckSpans } from "./stuck.js";
import { dateOf, figure, spansText } from "./words.js";

/** Columns that are the light, or part of it where it is a sum. */
const LIGHT = [
  "global_horizontal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
] as const;

/** Below this effect a stretch is worth no word unless it is a day long. */
const LEAST_EFFECT = 0.003;
/** A file with so much of its light lost is worth nothing. */
const HALF = 0.5;

export function examineValues(sky: SkyRows, findings: Findings): void {
  const doubts = columnDoubts(sky.weather);
  for (const doubt of doubts) findings.add(doubt);
  const { columns } = sky.weather;
  const global = columns.global_horizontal_irradiance === undefined ? LIGHT : LIGHT.slice(0, 1);
  if (doubts.some(({ verdict, column }) => verdict === "unusable" && (global as readonly unknown[]).includes(column)))
    return;
  if (!sky.light.some((value) => value > 0)) return;
  const lost: Lost = new Uint8Array(sky.count);
  const rounding = roundingOf(sky.light);
  const envelope = envelopeOf(sumDays(sky, sky.light)).factor;
  const dead = deadSpans(sky, Math.min(envelope, 1));
  const stuck = stuckSpans(sky, rounding);
  const saturated = saturatedSpans(sky, rounding);
  const straight = straightSpans(sky, rounding);
  mark(sky, lost, saturated, SATURATED);
  mark(sky, lost, dead, DEAD);
  mark(sky, lost, stuck, STUCK);
  mark(sky, lost, straight, STUCK);
  const night = nightLight(sky, lost);
  if (night.isClock) return;
  const likely = likelyLight(sky, lost);
  reportLost(sky, findings, lost, likely, { dead, stuck: [...stuck, ...straight], saturated });
  reportNight();
  reportScale();

  function reportNight(): void {
    if (night.message === "") return;
    const spans = night.offset > 0 ? [{ from: 0, to: sky.count }] : night.spans;
    const remedy =
      night.offset > 0
        ? "subtract the offset from all values before they are read"
        : "look at lamps, at the sensor, and whether rows of another time slipped in; or leave the rows out (option `dropFlagged`)";
    const effect = { horizontal: nightEffect(sky, likely, night) };
    findings.add({ code: "night", verdict: "look", spans, effect, message: night.message, remedy });
  }

  function reportScale(): void {
    const sound = night.offset > 0 ? likely.map((value) => value - night.offset) : likely;
    const days = sumDays(sky, sound);
    if (sky.options.isTypicalYear !== true) reportChange(sky, findings, days);
    const scale = scaleOf(sky, days);
    if (scale === undefined) return;
    findings.add({
      code: "scale",
      verdict: scaleVerdict(scale),
      spans: [{ from: 0, to: sky.count }],
      effect: { horizontal: scale.factor - 1 },
      message: scaleMessage(scale),
      remedy: scaleRemedy(sky, scale),
    });
  }
}

interface LostSpans {
  readonly dead: readonly RowSpan[];
  readonly stuck: readonly RowSpan[];
  readonly saturated: readonly RowSpan[];
}

function reportLost(sky: SkyRows, findings: Findings, lost: Lost, likely: Float64Array, spans: LostSpans): void {
  const report = (code: "dead" | "stuck" | "saturated", why: number, message: string, remedy: string) => {
    const ours = spans[code].filter(({ from, to }) => lost.subarray(from, to).includes(why));
    if (ours.length === 0) return;
    const horizontal = effectOf(sky, lost, likely, why);
    const longest = Math.max(...ours.map(({ from, to }) => (to - from) * sky.step));
    if (horizontal !== undefined && Math.abs(horizontal) < LEAST_EFFECT && longest < 86_400_000) return;
    const isUnusable = horizontal === undefined || Math.abs(horizontal) > HALF;
    findings.add(
      {
        code,
        verdict: isUnusable ? "unusable" : "look",
        spans: ours,
        ...(horizontal === undefined ? {} : { effect: { horizontal } }),
        message: message.replace("{when}", spansText(sky, ours)),
        remedy,
      },
      (row) => lost[row] === why,
    );
  };
  const drop = "make the rows missing (option `dropFlagged`), or give another source for them";
  report("dead", DEAD, "no light by day: {when}", drop);
  const value = spans.stuck.length === 0 ? 0 : sky.light[spans.stuck[0]!.from]!;
  report(
    "stuck",
    STUCK,
    `the light stands still or follows a straight line, such as ${figure(value)} W/m²: {when}`,
    drop,
  );
  const top = spans.saturated.length === 0 ? 0 : sky.light[spans.saturated[0]!.from]!;
  const plateau = `the light never exceeds ${Math.round(top)} W/m² and stays there under brighter skies: {when}`;
  report("saturated", SATURATED, plateau, "look at the range of the logger; the missing light cannot be had back");
}

function reportChange(sky: SkyRows, findings: Findings, days: Days): void {
  const change = changeOf(days);
  if (change === undefined) return;
  const { code, factor, effect } = change;
  const from = days.from[change.day]!;
  const percent = `${figure(100 * Math.abs(factor - 1))} %`;
  const direction = factor < 1 ? "darker" : "brighter";
  const message =
    code === "step"
      ? `from about ${dateOf(sky, from)} clear days are ${percent} ${direction} than those of other years in the same months`
      : `clear days get ${percent} ${direction} from year to year`;
  findings.add({
    code,
    verdict: "look",
    spans: [{ from, to: sky.count }],
    effect: { horizontal: effect },
    message,
    remedy: "look for another sensor, a calibration, dirt or shade; nothing was changed",
  });
}
