/**
 * Whether GHI is DNI·cos z + DHI, which of the three is off where it is not, and which are then kept.
 *
 * Limits by row: Long & Shi 2008 (QCRad). Which to keep: the sum of DNI and DHI is the reference where the tracker works (BSRN; Long & Shi
 * 2008 take it for their best estimate of GHI; Gueymard & Myers 2009, Solar Energy 83, 171–185), because a pyrheliometer has no error of
 * cosine, level or temperature of the dome. It is not where the fit of days says that DNI or DHI alone is off.
 */
import { dateFromDays } from "../../../time/calendar.js";
import type { Examination, Findings, SkyRows } from "../types.js";
import type { ComponentRows } from "./component-rows.js";
import { ComparedRow, type DaySums, sumDays, total } from "./day-sums.js";
import { bestFit, type Fit } from "./fit.js";
import { swappedColumns } from "./swapped.js";

/** How far GHI is from the sum over all rows: instruments of good stations agree to 2 % (2.5 % where one factor explains it), */
const NOTABLE = 0.025;
/** and to 4 % over a few days, or where no factor explains it. */
const NOTABLE_ANYHOW = 0.04;
const EXPLAINED = 0.6;
/** Share of the light in rows that do not close from which on columns may be swapped, though their sums are alike. */
const MOSTLY = 0.5;
/** Days, clear ones and cloudy ones, that tell one component from another. */
const ENOUGH_DAYS = 10;
/** A runner-up that leaves so little more unexplained might be right. */
const AMBIGUOUS = 1.3;
/** A DNI too high by more than this is no matter of a GHI that sees the sun aslant, but a wrong factor. */
const COSINE_ERROR = 0.95;
/** The clear-sky index of the sum must not be worse than that of GHI by more than this, which turbidity does not explain. */
const CLEARLY_WORSE = 0.08;

/** @param isLate whether it is the clock that keeps the components from closing: then it is the clock that is found */
export function examineClosure(
  sky: SkyRows,
  rows: ComponentRows,
  findings: Findings,
  isLate: () => boolean,
): Examination["closure"] {
  if (rows.global === undefined || rows.direct === undefined || rows.diffuse === undefined) return undefined;
  const row = new ComparedRow(sky, rows, findings.flags);
  const days = sumDays(sky, row);
  const sum = total(days.direct) + total(days.diffuse);
  if (!(sum > 0)) return undefined;
  const off = total(days.global) / sum - 1;
  const fit = fitOf(days);
  const limit = (fit?.explained ?? 0) > EXPLAINED ? NOTABLE : NOTABLE_ANYHOW;
  const isOff = Math.abs(off) > limit;
  const swapped = isOff || total(days.open) > MOSTLY * sum ? swappedColumns(sky, rows) : undefined;
  if (swapped !== undefined) {
    saySwapped(sky, swapped, findings);
    return undefined;
  }
  if (!isOff) return undefined;
  if (isLate()) return undefined;
  const closure = fit && keptOf(sky, row, fit);
  say(sky, rows, days, off, fit, closure, findings);
  return closure;
}

/** The fit, where there are days enough to tell. */
function fitOf(days: DaySums): Fit | undefined {
  const seen = days.global.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  return seen >= ENOUGH_DAYS ? bestFit(days) : undefined;
}

function keptOf(sky: SkyRows, row: ComparedRow, fit: Fit): Examination["closure"] {
  const component = culprit(fit);
  if (component === "diffuse") return "keep-global";
  if (component === "direct" && !(fit.factor < 1 && fit.factor > COSINE_ERROR)) return "keep-global";
  return isSumWorse(sky, row) ? "keep-global" : "component-sum";
}

/** The component that is off; undefined where nothing shows it. */
function culprit(fit: Fit | undefined): Fit["component"] | undefined {
  if (fit === undefined || fit.explained < EXPLAINED) return undefined;
  return fit.nextLeft > AMBIGUOUS * fit.left ? fit.component : undefined;
}

/** Of the sky at its clearest, with the sun at least 24° high and three quarters of the light direct. */
function isSumWorse({ count, sunHeight, clear }: SkyRows, row: ComparedRow): boolean {
  let [expected, global, sum] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    if (!(sunHeight[k]! > 0.4) || !row.read(k) || row.diffuse > row.direct / 3) continue;
    expected += clear[k]!;
    global += row.global;
    sum += row.direct + row.diffuse;
  }
  const error = (light: number) => Math.abs(light / expected - 1);
  return error(sum) > error(global) + CLEARLY_WORSE;
}

const NAMES = { global: "GHI", direct: "DNI", diffuse: "DHI" } as const;
const percent = (share: number) => `${(100 * Math.abs(share)).toFixed(1)} %`;

function say(
  sky: SkyRows,
  rows: ComponentRows,
  days: DaySums,
  off: number,
  fit: Fit | undefined,
  closure: Examination["closure"],
  findings: Findings,
): void {
  const component = culprit(fit);
  const open = total(days.open) / (total(days.direct) + total(days.diffuse));
  const row = new ComparedRow(sky, rows, findings.flags);
  const column = component === "direct" ? rows.directColumn : component && COLUMNS[component];
  const isFactor = component !== undefined;
  findings.add(
    {
      code: "closure",
      verdict: "look",
      ...(column && { column }),
      spans: [{ from: 0, to: sky.count }],
      ...(closure && { effect: { horizontal: closure === "component-sum" ? off : 0 } }),
      message:
        `GHI is ${percent(off)} ${off > 0 ? "above" : "below"} DNI·cos z + DHI${seasons(days)}${opened(open)}; ` +
        reason(fit, component),
      remedy: REMEDIES[component ?? closure ?? "unknown"],
    },
    (k) => row.read(k) && (isFactor || !row.closes(k)),
  );
}

const COLUMNS = { global: "global_horizontal_irradiance", diffuse: "diffuse_horizontal_irradiance" } as const;

const REMEDIES = {
  global: 'closure: "component-sum" takes DNI and DHI instead of GHI',
  direct: "look at the pyrheliometer's window, alignment and factor; without its column the direct light is GHI − DHI",
  diffuse:
    "look at the shade of the diffuse sensor and its correction; without its column the diffuse light is GHI − DNI·cos z",
  "component-sum": 'closure: "component-sum" takes DNI and DHI, which good stations believe more, instead of GHI',
  "keep-global": "look at the factors of all three; GHI is kept, because it is nearer to the clear sky",
  unknown: 'look at the factors of all three; closure: "component-sum" takes DNI and DHI instead of GHI',
} as const;

function reason(fit: Fit | undefined, component: Fit["component"] | undefined): string {
  if (component === undefined) return "nothing shows which of them is off";
  const { factor } = fit!;
  return `a ${NAMES[component]} that is ${percent(1 / factor - 1)} too ${factor < 1 ? "high" : "low"} explains it on clear and on cloudy days`;
}

function opened(share: number): string {
  return share < 0.01
    ? ""
    : `, and ${Math.round(100 * share)} % of the light does not close within 8 % (15 % under a low sun)`;
}

/** The least and the most of calendar months with a twentieth of the light or more. */
function seasons({ first, global, direct, diffuse }: DaySums): string {
  const months = Array.from({ length: 12 }, () => ({ global: 0, sum: 0 }));
  for (let day = 0; day < global.length; day++) {
    const month = months[dateFromDays(first + day).month - 1]!;
    month.global += global[day]!;
    month.sum += direct[day]! + diffuse[day]!;
  }
  const all = months.reduce((sum, month) => sum + month.sum, 0);
  const offs = months.filter(({ sum }) => 20 * sum > all).map((month) => month.global / month.sum - 1);
  if (offs.length < 2) return "";
  const signed = (value: number) => `${value < 0 ? "−" : "+"}${percent(value)}`;
  return ` (${signed(Math.min(...offs))} to ${signed(Math.max(...offs))} by month)`;
}

function saySwapped(sky: SkyRows, swapped: string, findings: Findings): void {
  findings.add({
    code: "closure",
    verdict: "unusable",
    spans: [{ from: 0, to: sky.count }],
    message: `columns look swapped: GHI = DNI·cos z + DHI holds if ${swapped}`,
    remedy: "swap their names in the file; for a table, pass columns, which says what each column is",
  });
}
