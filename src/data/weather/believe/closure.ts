/**
 * Whether GHI is DNI·cos z + DHI, which of the three is off where it is not, and which are then kept.
 *
 * Limits by row: Long & Shi 2008 (QCRad). Which to keep: the sum of DNI and DHI is the reference where the tracker works (BSRN; Long & Shi
 * 2008 take it for their best estimate of GHI; Gueymard & Myers 2009, Solar Energy 83, 171–185), because a pyrheliometer has no error of
 * cosine, level or temperature of the dome. It is not where the fit of days says that DNI or DHI alone is off.
 */
import { cos, DEG } from "../../../foundation/math/index.js";
import { dateFromDays } from "../../../foundation/time/calendar.js";
import { CLOSURE, LEAST_LIGHT, LOW_SUN } from "../../../physics/models/quality/components.js";
import type { ComponentRows } from "./component-rows.js";
import { type CheckContext, possible } from "./context.js";
import { bitsOf, type Examination, LOST_CODES } from "./types.js";

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

/** Checks whether the three close. @returns which are kept where they do not */
export function closureOf(rows: ComponentRows): Examination["closure"] {
  if (rows.global === undefined || rows.direct === undefined || rows.diffuse === undefined) return undefined;
  const row = new ComparedRow(rows);
  const days = sumDays(rows, row);
  const sum = total(days.direct) + total(days.diffuse);
  if (!(sum > 0)) return undefined;
  const off = total(days.global) / sum - 1;
  const fit = fitOf(days);
  const limit = (fit?.explained ?? 0) > EXPLAINED ? NOTABLE : NOTABLE_ANYHOW;
  const isOff = Math.abs(off) > limit;
  const swapped = isOff || total(days.open) > MOSTLY * sum ? swappedColumns(rows) : undefined;
  if (swapped !== undefined) {
    addSwapped(rows.context, swapped);
    return undefined;
  }
  // With a wrong clock it is the clock that keeps the components from closing.
  if (!isOff || rows.isLate) return undefined;
  const closure = fit && keptOf(rows.context, row, fit);
  addClosure(rows, days, off, fit, closure);
  return closure;
}

/** The fit, where there are days enough to tell. */
function fitOf(days: DaySums): Fit | undefined {
  const seen = days.global.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  return seen >= ENOUGH_DAYS ? bestFit(days) : undefined;
}

function keptOf(context: CheckContext, row: ComparedRow, fit: Fit): Examination["closure"] {
  const component = culprit(fit);
  if (component === "diffuse") return "keep-global";
  if (component === "direct" && !(fit.factor < 1 && fit.factor > COSINE_ERROR)) return "keep-global";
  return isSumWorse(context, row) ? "keep-global" : "component-sum";
}

/** The component that is off; undefined where nothing shows it. */
function culprit(fit: Fit | undefined): Fit["component"] | undefined {
  if (fit === undefined || fit.explained < EXPLAINED) return undefined;
  return fit.nextLeft > AMBIGUOUS * fit.left ? fit.component : undefined;
}

/** Of the sky at its clearest, with the sun at least 24° high and three quarters of the light direct. */
function isSumWorse({ count, sunHeight, clear }: CheckContext, row: ComparedRow): boolean {
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

function addClosure(
  rows: ComponentRows,
  days: DaySums,
  off: number,
  fit: Fit | undefined,
  closure: Examination["closure"],
): void {
  const component = culprit(fit);
  const open = total(days.open) / (total(days.direct) + total(days.diffuse));
  const row = new ComparedRow(rows);
  const { context } = rows;
  const column = component === "direct" ? rows.directColumn : component && COLUMNS[component];
  const isFactor = component !== undefined;
  context.add(
    {
      code: "closure",
      verdict: "look",
      ...(column && { column }),
      spans: context.whole,
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

function addSwapped(context: CheckContext, swapped: string): void {
  context.add({
    code: "closure",
    verdict: "unusable",
    spans: context.whole,
    message: `columns look swapped: GHI = DNI·cos z + DHI holds if ${swapped}`,
    remedy: "swap their names in the file; for a table, pass columns, which says what each column is",
  });
}

/** Sums over the compared rows of each day of local solar time, W/m² times rows. */
interface DaySums {
  /** Days since 1970 of the first. */
  readonly first: number;
  readonly global: Float64Array;
  readonly direct: Float64Array;
  readonly diffuse: Float64Array;
  /** Direct plus diffuse light of rows that do not close within QCRad's limits. */
  readonly open: Float64Array;
}

/** Rows whose light is not the sun's do not close, but not for their components. */
const NOT_COMPARED = bitsOf([...LOST_CODES, "no-beam"]);
/** cos z at which QCRad's limits change. */
const LOW = cos(LOW_SUN * DEG);

/** Whether a row has all three components, sun and light enough, and none is lost: then `global`, `direct` and `diffuse` are its. */
class ComparedRow {
  global = 0;
  direct = 0;
  diffuse = 0;
  private readonly rows: ComponentRows;

  constructor(rows: ComponentRows) {
    this.rows = rows;
  }

  read(row: number): boolean {
    const { context, upThroughout, global, direct, diffuse } = this.rows;
    if (!(context.sunHeight[row]! > upThroughout) || (context.flags[row]! & NOT_COMPARED) !== 0) return false;
    this.global = possible(global![row]!);
    this.direct = direct![row]!;
    this.diffuse = possible(diffuse![row]!);
    return this.direct + this.diffuse >= LEAST_LIGHT && !Number.isNaN(this.global);
  }

  /** Long and Shi 2008: GHI within 8 % of the sum, 15 % at a low sun. */
  closes(row: number): boolean {
    const sum = this.direct + this.diffuse;
    const limit = this.rows.cosine[row]! > LOW ? CLOSURE.high : CLOSURE.low;
    return Math.abs(this.global - sum) < limit * sum;
  }
}

function sumDays(rows: ComponentRows, row: ComparedRow): DaySums {
  const { context } = rows;
  const first = context.solarDay(0);
  const column = () => new Float64Array(context.solarDay(context.count - 1) - first + 1);
  const sums = { first, global: column(), direct: column(), diffuse: column(), open: column() };
  for (let k = 0; k < context.count; k++) {
    if (!row.read(k)) continue;
    const day = context.solarDay(k) - first;
    sums.global[day]! += row.global;
    sums.direct[day]! += row.direct;
    sums.diffuse[day]! += row.diffuse;
    if (!row.closes(k)) sums.open[day]! += row.direct + row.diffuse;
  }
  return sums;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

type Component = "global" | "direct" | "diffuse";

/** One component times `factor` would make the three close. */
interface Fit {
  readonly component: Component;
  /** The same for the whole series. */
  readonly factor: number;
  /** Share of the squares of G − B − D that the factor explains; 1: the days close but for it. */
  readonly explained: number;
  /** What factors of months leave of the squares, and those of the next best component. */
  readonly left: number;
  readonly nextLeft: number;
}

/** Days that have a factor of their own. */
const MONTH = 30;

/**
 * Which of three components is off, from the sums of days: cloudy days have little direct light and clear ones little diffuse light, so
 * that a wrong factor of any one leaves its own trace in G = B + D. Dirt and drift change a factor, so it is found month by month.
 */
function bestFit(days: DaySums): Fit {
  const count = days.global.length;
  const before = squares(days, 0, count, "global", 1);
  const fits = (["global", "direct", "diffuse"] as const).map((component) => {
    let left = 0;
    for (let from = 0; from < count; from += MONTH) {
      const to = Math.min(from + MONTH, count);
      left += squares(days, from, to, component, factorOf(days, from, to, component));
    }
    return { component, left };
  });
  const [best, next] = fits.sort((a, b) => a.left - b.left) as [(typeof fits)[0], (typeof fits)[0]];
  const { component, left } = best;
  const factor = factorOf(days, 0, count, component);
  const explained = before > 0 ? 1 - squares(days, 0, count, component, factor) / before : 0;
  return { component, factor, explained, left, nextLeft: next.left };
}

/** By least squares in the light of the sum: of GHI it is the inverse of the factor by which GHI exceeds the sum. */
function factorOf({ global, direct, diffuse }: DaySums, from: number, to: number, component: Component): number {
  let [products, own] = [0, 0];
  for (let day = from; day < to; day++) {
    const [g, b, d] = [global[day]!, direct[day]!, diffuse[day]!];
    const x = component === "global" ? b + d : component === "direct" ? b : d;
    products += x * (component === "global" ? g : component === "direct" ? g - d : g - b);
    own += x * x;
  }
  if (!(own > 0 && products > 0)) return 1;
  return component === "global" ? own / products : products / own;
}

/** Of G − B − D with the factor, again in the light of the sum: else a smaller GHI would have smaller squares. */
function squares(days: DaySums, from: number, to: number, component: Component, factor: number): number {
  const [ofDirect, ofDiffuse] = [component === "direct" ? factor : 1, component === "diffuse" ? factor : 1];
  const ofSum = component === "global" ? 1 / factor : 1;
  let sum = 0;
  for (let day = from; day < to; day++) {
    const off = days.global[day]! - ofSum * (ofDirect * days.direct[day]! + ofDiffuse * days.diffuse[day]!);
    sum += off * off;
  }
  return sum;
}

/** Places of GHI, DNI and DHI among the columns GHI, DNI, DHI; the first is as named. */
const ORDERS = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 2, 0],
  [2, 0, 1],
] as const;
const COLUMN_NAMES = ["GHI", "DNI", "DHI"] as const;

/** Misclosure as a share of the light: columns as named must be beyond the first, in their right order within the second. */
const LEAST_OFF = 0.15;
const MOST_OFF = 0.05;

/** What the columns are, such as "GHI is in the column of DNI", where another order closes beyond doubt. */
function swappedColumns({ context, global, diffuse, cosine, upThroughout }: ComponentRows): string | undefined {
  const beam = context.weather.columns.direct_normal_irradiance;
  if (global === undefined || diffuse === undefined || beam === undefined) return undefined;
  const off = new Float64Array(ORDERS.length);
  const light = new Float64Array(ORDERS.length);
  const values = new Float64Array(3);
  for (let row = 0; row < context.count; row++) {
    if (!(context.sunHeight[row]! > upThroughout)) continue;
    values[0] = possible(global[row]!);
    values[1] = possible(beam[row]!);
    values[2] = possible(diffuse[row]!);
    if (Number.isNaN(values[0] + values[1] + values[2])) continue;
    for (let k = 0; k < ORDERS.length; k++) {
      const [g, b, d] = ORDERS[k]!;
      const sum = values[b]! * cosine[row]! + values[d]!;
      off[k]! += Math.abs(values[g]! - sum);
      light[k]! += sum;
    }
  }
  const share = off.map((value, k) => value / light[k]!);
  const best = share.indexOf(Math.min(...share));
  if (!(share[0]! > LEAST_OFF && share[best]! < MOST_OFF)) return undefined;
  const wrong = ORDERS[best]!.flatMap((at, k) =>
    at === k ? [] : [`${COLUMN_NAMES[k]} stands in the column of ${COLUMN_NAMES[at]}`],
  );
  return wrong.join(" and ");
}
