/**
 * The clear-sky envelope that a year is generated under.
 *
 * A climatology's turbidity is that of all days, also of those that no clear hour has; under it clear hours of measured years
 * pass the clear sky by up to 23 %. The envelope takes a turbidity drawn towards clean air, t = base + slope·(TL − 2),
 * with which the 95th percentile of measured clear-sky indices is about the same at all places. It is nowhere above a clean sky, on high
 * ground with the water of its clear days: the models reach the light above the air there.
 */
import { DAY, HOUR, MINUTE, MONTH_DAYS } from "../../../foundation/time/calendar.js";
import { monthlyValue } from "../../../foundation/time/monthly.js";
import { usualWater } from "../../../physics/models/atmosphere/usual-water.js";
import {
  airmassOfSine,
  cleanSky,
  cleanWater,
  DRY_WATER,
  moreWater,
  throughWater,
} from "../../../physics/models/clear-sky/clearest.js";
import { esra } from "../../../physics/models/clear-sky/esra.js";
import { ineichen } from "../../../physics/models/clear-sky/ineichen.js";
import { simplifiedSolis } from "../../../physics/models/clear-sky/solis.js";
import type { Site } from "../../../physics/models/stage.js";
import { type ClearSkyModel, type SkyRoom, SunAndSky } from "../../../physics/sky/sun-and-sky.js";
import { DAYS, HOURS, startOfDay, tropicalShare, type YearCalendar } from "./calendar.js";
import type { ClearSkyName } from "./types.js";

/**
 * Per clear-sky model. Ineichen: fitted to 13 measured site-years. ESRA and Solis: those that give the Ineichen envelope's
 * daily sums, by `research/fit-envelope.mjs`, which prints the fit's error.
 */
export const TURBIDITY_RULES: { readonly [name in ClearSkyName]: { readonly base: number; readonly slope: number } } = {
  ineichen: { base: 2, slope: 0.4 },
  esra: { base: 2.76, slope: 0.38 },
  solis: { base: 2.29, slope: 0.355 },
};

/** Turbidity of the envelope from that of a climatology. */
export function envelopeTurbidity(name: ClearSkyName, turbidity: number): number {
  const { base, slope } = TURBIDITY_RULES[name];
  return Math.max(base + slope * (turbidity - 2), 1);
}

/** Means over the hours (8760 of a year), W/m², 0 where there is no light; with `minutes` those of minutes (525,600), too. */
export interface Envelope {
  readonly extraterrestrial: Float64Array;
  readonly global: Float64Array;
  readonly direct: Float64Array;
  /** The same of a clean sky, which is nowhere below `global` before a month is raised. */
  readonly clean: Float64Array;
  /** The most that an hour can have: 0 until `boundHours` sets it. */
  readonly most: Float64Array;
  /** Mean sine of the sun's elevation over the part of the hour that has light. */
  readonly sine: Float64Array;
  readonly minutes: {
    readonly extraterrestrial: Float64Array;
    readonly global: Float64Array;
    readonly direct: Float64Array;
  } | null;
}

/** So many days without light. */
export function emptyEnvelope(days: number, minutes: boolean): Envelope {
  const hours = () => new Float64Array(days * HOURS);
  const all = () => new Float64Array(days * HOURS * 60);
  return {
    ...{ extraterrestrial: hours(), global: hours(), direct: hours(), clean: hours(), most: hours(), sine: hours() },
    minutes: minutes ? { extraterrestrial: all(), global: all(), direct: all() } : null,
  };
}

/** Minutes from node to node in an hour of full light. */
const NODE_STEP = 15;
const NODES = 60 / NODE_STEP;
const FIRST_NODE = 7;

/**
 * Every fifteenth minute stands for fifteen where the whole hour has light; in the hours of sunrise and sunset every
 * minute does. What minutes are wanted are computed once, and the hours' nodes are some of them: a year of minutes has
 * the hours of the hourly one.
 * @param turbidity of the sky that is computed, month by month: of {@link envelopeTurbidity} for the generator's
 * @param waterShare for the study of its value
 */
export function computeEnvelope(
  site: Site,
  calendar: YearCalendar,
  name: ClearSkyName,
  turbidity: readonly number[],
  minutes: boolean,
  waterShare = CLEAR_DAYS_SHARE,
): Envelope {
  const sky = new EnvelopeSky(site, name, ROWS, waterShare);
  const envelope = emptyEnvelope(DAYS, minutes);
  const computeDay = minutes ? minuteDay : hourlyDay;
  for (let day = 0; day < DAYS; day++) {
    const start = startOfDay(calendar, day);
    const localNoon = start + (calendar.timeZone + 12) * HOUR;
    computeDay(sky, start, day, monthlyValue(turbidity, localNoon), envelope);
  }
  return envelope;
}

/**
 * Hours of the day that begins at `start` (Unix ms), written as the day with this number of the envelope's rows.
 * @param turbidity of the envelope
 */
export function hourlyDay(sky: EnvelopeSky, start: number, day: number, turbidity: number, envelope: Envelope): void {
  const compute = (n: number) => sky.computeUnder(turbidity, n);
  sky.beginDay(start);
  litHours(sky, start, compute, (hour, minutes) => {
    averageHour(sky, minutes, day * HOURS + hour, envelope);
  });
}

/** What an hour is averaged over: `rows` of a sky's columns, every `step`th from `first` on, and those of `count` that have no light. */
export interface Minutes {
  readonly first: number;
  readonly step: number;
  readonly rows: number;
  readonly count: number;
}

/** Hours of full light, as they follow one another. */
const FULL: readonly Minutes[] = /* @__PURE__ */ Array.from({ length: HOURS }, (_, k) => ({
  first: k * NODES,
  step: 1,
  rows: NODES,
  count: NODES,
}));

/** At the same time of the next day the sine of the sun's elevation is at most so much higher: by its declination 0.007, by its clock 0.0022. */
const RISE_A_DAY = 0.01;

/**
 * The hours with light of the day that begins at `start` (Unix ms).
 * @param compute computes the first n instants of the sky; @param average is given an hour when its minutes are there
 * @param darkUntil by hour, until when it is known to be dark (Unix ms): for those that go through many days
 */
export function litHours(
  { time, sine }: SunAndSky,
  start: number,
  compute: (n: number) => void,
  average: (hour: number, minutes: Minutes) => void,
  darkUntil?: Float64Array,
): void {
  let looked = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    if (darkUntil !== undefined && start < darkUntil[hour]!) continue;
    const firstNode = start + (hour * 60 + FIRST_NODE + 0.5) * MINUTE;
    for (let node = 0; node < NODES; node++) time[looked * NODES + node] = firstNode + node * NODE_STEP * MINUTE;
    lookedAt[looked++] = hour;
  }
  compute(looked * NODES);
  const edges: Edge[] = [];
  for (let k = 0; k < looked; k++) {
    const hour = lookedAt[k]!;
    const first = k * NODES;
    const lit = litNodes(sine, first, 1);
    if (lit === NODES) average(hour, FULL[k]!);
    else if (lit > 0) edges.push(edgeOf(hour, sine, first, lit));
    else if (darkUntil !== undefined) darkUntil[hour] = start + DAY * Math.ceil(-highest(sine, first) / RISE_A_DAY);
  }
  let n = 0;
  for (const { hour, from, to } of edges) {
    for (let minute = from; minute < to; minute++) time[n++] = start + (hour * 60 + minute + 0.5) * MINUTE;
  }
  compute(n);
  let first = 0;
  for (const { hour, from, to } of edges) {
    average(hour, { first, step: 1, rows: to - from, count: 60 });
    first += to - from;
  }
}

/** The hours that are looked at. */
const lookedAt = /* @__PURE__ */ new Uint8Array(HOURS);

/** An hour of sunrise or sunset, and its minutes [from, to) that may have light. */
interface Edge {
  readonly hour: number;
  readonly from: number;
  readonly to: number;
}

/**
 * By how much the sines of an hour's first and last node differ at least if no minute beyond a dark node has light: the sine's second
 * derivative is at most (π/12)² an hour squared, so that in an hour in which the sun turns they are less than 0.026 apart.
 */
const NO_TURN = 0.04;

/** @param first of its nodes, of which `lit` have light */
function edgeOf(hour: number, sine: Float64Array, first: number, lit: number): Edge {
  const rise = sine[first + NODES - 1]! - sine[first]!;
  if (rise > NO_TURN) return { hour, from: FIRST_NODE + (NODES - lit - 1) * NODE_STEP + 1, to: 60 };
  if (rise < -NO_TURN) return { hour, from: 0, to: FIRST_NODE + lit * NODE_STEP };
  return { hour, from: 0, to: 60 };
}

/** As {@link hourlyDay}, with the minutes, which are the envelope's of light hours only. */
export function minuteDay(sky: EnvelopeSky, start: number, day: number, turbidity: number, envelope: Envelope): void {
  const { time, sine } = sky;
  const { minutes } = envelope;
  for (let k = 0; k < HOURS * 60; k++) time[k] = start + (k + 0.5) * MINUTE;
  sky.beginDay(start);
  sky.computeUnder(turbidity, HOURS * 60);
  for (let hour = 0; hour < HOURS; hour++) {
    const lit = litNodes(sine, hour * 60 + FIRST_NODE, NODE_STEP);
    if (lit === 0) continue;
    const row = day * HOURS + hour;
    const share =
      lit === NODES
        ? averageHour(sky, { first: hour * 60 + FIRST_NODE, step: NODE_STEP, rows: NODES, count: NODES }, row, envelope)
        : averageHour(sky, { first: hour * 60, step: 1, rows: 60, count: 60 }, row, envelope);
    for (const name of ["extraterrestrial", "global", "direct"] as const)
      minutes![name].set(sky[name].subarray(hour * 60, hour * 60 + 60), row * 60);
    for (let i = row * 60; share < 1 && i < row * 60 + 60; i++) {
      minutes!.global[i]! *= share;
      minutes!.direct[i]! *= share;
    }
  }
}

/** Of an hour's nodes. */
function highest(sine: Float64Array, first: number): number {
  let most = sine[first]!;
  for (let k = 1; k < NODES; k++) most = Math.max(most, sine[first + k]!);
  return most;
}

/** How many of an hour's nodes have light. */
function litNodes(sine: Float64Array, first: number, step: number): number {
  let lit = 0;
  for (let k = 0; k < NODES; k++) if (sine[first + k * step]! > 0) lit++;
  return lit;
}

/** Returns the share that a sky as clear as those of the place leaves of the model's. */
function averageHour(sky: EnvelopeSky, minutes: Minutes, row: number, envelope: Envelope): number {
  const { global, direct } = sky;
  const { first, step, rows, count } = minutes;
  let clear = 0;
  let beam = 0;
  for (let k = 0, i = first; k < rows; k++, i += step) {
    clear += global[i]!;
    beam += direct[i]!;
  }
  const cleanest = averageSun(sky, minutes, row, envelope);
  const share = Math.min((cleanest * sky.throughMoisture(envelope.sine[row]!)) / clear, 1);
  envelope.global[row] = (share * clear) / count;
  envelope.direct[row] = (share * beam) / count;
  return share;
}

/** The columns that the sun alone makes. Returns the sum of the clean sky's minutes. */
export function averageSun(
  { sine, extraterrestrial, clean }: EnvelopeSky,
  { first, step, rows, count }: Minutes,
  row: number,
  envelope: Pick<Envelope, "extraterrestrial" | "clean" | "sine">,
): number {
  let above = 0;
  let height = 0;
  let lit = 0;
  for (let k = 0, i = first; k < rows; k++, i += step) {
    above += extraterrestrial[i]!;
    if (!(sine[i]! > 0)) continue;
    height += sine[i]!;
    lit++;
  }
  const cleanest = above * clean(airmassOfSine(height / lit));
  envelope.extraterrestrial[row] = above / count;
  envelope.sine[row] = height / lit;
  envelope.clean[row] = cleanest / count;
  return cleanest;
}

const MODELS: { readonly [name in ClearSkyName]: ClearSkyModel } = {
  ineichen: ineichen as ClearSkyModel,
  esra: esra as ClearSkyModel,
  solis: simplifiedSolis as ClearSkyModel,
};

/** Water that the clear days of the tropics have above that of dry ones elsewhere, cm at sea level. */
const TROPICAL_WATER = 1.5;

/**
 * Share of the usual water that clear days have on high ground. There the models' turbidity, which knows of water, dims the light less than
 * the water itself: they reach the clean sky, whose water is that of the driest days. Set with stations and satellites' years, each
 * judged without it (research/generated-years.md); the lower the ground, the less is left to it, and by the sea nothing.
 */
const CLEAR_DAYS_SHARE = 0.65;
/** Metres from which on the water counts in full. */
const HIGH_GROUND = 1000;

/** Optical depth of that water above a clean sky's, by month; `own`: the clean sky's, cm. */
function monthlyMoisture({ latitude, altitude }: Site, own: number, waterShare: number): number[] {
  const counts = Math.min(Math.max(altitude / HIGH_GROUND, 0), 1);
  return MONTH_DAYS.map((_, month) => counts * moreWater(waterShare * usualWater(latitude, month, altitude), own));
}

/** Instants computed at once: the minutes of a day. */
export const ROWS = 1440;

/**
 * Clear-sky models give next to nothing to a sun that grazes the horizon all day, where months have light all the same: the
 * envelope is at least this share of the extraterrestrial irradiance.
 */
const LEAST_OF_EXTRATERRESTRIAL = 0.1;

export class EnvelopeSky extends SunAndSky {
  /** Clearness index of the clean sky of the place, by the air mass. */
  readonly clean: (airmass: number) => number;
  private readonly moistures: readonly number[];
  /** Of the day that has begun. */
  private moisture = 0;

  /** @param rows ROWS, or room for as many that is shared with others */
  constructor(site: Site, name: ClearSkyName, rows: number | SkyRoom = ROWS, waterShare = CLEAR_DAYS_SHARE) {
    super(site, rows, MODELS[name]);
    const water = DRY_WATER + TROPICAL_WATER * tropicalShare(site.latitude);
    this.clean = cleanSky(site.altitude, water);
    this.moistures = monthlyMoisture(site, cleanWater(site.altitude, water), waterShare);
  }

  /** @param start of a day, Unix ms */
  beginDay(start: number): void {
    this.moisture = monthlyValue(this.moistures, start + DAY / 2);
  }

  /** What the day's moisture leaves of a clean sky's light. */
  throughMoisture(sine: number): number {
    return this.moisture > 0 ? throughWater(airmassOfSine(sine), this.moisture) : 1;
  }

  /** The columns of the first n instants under one Linke turbidity. */
  computeUnder(turbidity: number, n: number): void {
    const { global, direct, extraterrestrial } = this;
    this.turbidity.fill(turbidity, 0, n);
    this.compute(n);
    for (let i = 0; i < n; i++) {
      global[i] = Math.max(global[i]!, LEAST_OF_EXTRATERRESTRIAL * extraterrestrial[i]!);
      direct[i] = Math.min(direct[i]!, global[i]!);
    }
  }
}
