/** Light that is there but not the sun's: dead, standing still, cut off at the top. */
import { DAY } from "../../../time/calendar.js";
import type { Findings, RowSpan, SkyRows } from "../types.js";
import { deadSpans } from "./dead.js";
import { effectOf } from "./expected-light.js";
import { DEAD, type Lost, mark, roundingOf, SATURATED, STUCK, sumDays } from "./look.js";
import { saturatedSpans } from "./saturated.js";
import { envelopeOf } from "./scale.js";
import { straightSpans, stuckSpans } from "./stuck.js";
import { figure, spansText } from "./words.js";

export interface LostLight {
  readonly lost: Lost;
  readonly dead: readonly RowSpan[];
  readonly stuck: readonly RowSpan[];
  readonly straight: readonly RowSpan[];
  readonly saturated: readonly RowSpan[];
}

export function lostLight(sky: SkyRows): LostLight {
  const lost: Lost = new Uint8Array(sky.count);
  const rounding = roundingOf(sky.light);
  const envelope = envelopeOf(sumDays(sky, sky.light)).factor;
  const dead = deadSpans(sky, envelope < 1 ? envelope : 1);
  const stuck = stuckSpans(sky, rounding);
  const saturated = saturatedSpans(sky, rounding);
  const straight = straightSpans(sky, rounding);
  mark(sky, lost, saturated, SATURATED);
  mark(sky, lost, dead, DEAD);
  mark(sky, lost, stuck, STUCK);
  mark(sky, lost, straight, STUCK);
  return { lost, dead, stuck, straight, saturated };
}

/** Below this effect stretches are worth no word unless one is a day long, or all that stand still are. */
const LEAST_EFFECT = 0.004;
/** A file with so much of its light lost is worth nothing. */
const HALF = 0.5;

export function reportLost(sky: SkyRows, findings: Findings, found: LostLight, likely: Float64Array): void {
  const { lost, dead, stuck, straight, saturated } = found;
  const report = (code: "dead" | "stuck" | "saturated", why: number, spans: readonly RowSpan[], words: string) => {
    const ours = spans.filter(({ from, to }) => lost.subarray(from, to).includes(why));
    if (ours.length === 0) return;
    const horizontal = effectOf(sky, lost, likely, why);
    const lengths = ours.map(({ from, to }) => (to - from) * sky.step);
    const length = code === "stuck" ? lengths.reduce((sum, one) => sum + one, 0) : Math.max(...lengths);
    if (horizontal !== undefined && Math.abs(horizontal) < LEAST_EFFECT && length < DAY) return;
    const finding = {
      code,
      verdict: horizontal === undefined || Math.abs(horizontal) > HALF ? "unusable" : "look",
      spans: ours,
      message: `${words} from ${spansText(sky, ours)}`,
      remedy: REMEDIES[code],
    } as const;
    findings.add(
      horizontal === undefined ? finding : { ...finding, effect: { horizontal } },
      (row) => lost[row] === why,
    );
  };
  report("dead", DEAD, dead, "no light by day");
  const still =
    stuck.length > 0 ? `the light stands still, such as at ${figure(sky.light[stuck[0]!.from]!)} W/m²,` : "";
  const both = [...stuck, ...straight].sort((a, b) => a.from - b.from);
  report("stuck", STUCK, both, still === "" ? "the light follows straight lines" : still);
  const top = saturated.length > 0 ? Math.round(sky.light[saturated[0]!.from]!) : 0;
  const plateau = `the light never exceeds ${top} W/m² and stays there under brighter skies, such as`;
  report("saturated", SATURATED, saturated, plateau);
}

const DROP = "make the rows missing (option `dropFlagged`), or give another source for them";
const REMEDIES = {
  dead: DROP,
  stuck: DROP,
  saturated: "look at the range of the logger: the light above it is not in the file",
} as const;
