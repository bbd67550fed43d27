/** What was learnt from a meter, as text and as plain data. */
import { fixed, plain } from "../../foundation/text/number.js";
import { DAY, MINUTE } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { describeSystem } from "./description.js";
import type { Health } from "./health.js";
import type { KnownFacts } from "./known.js";
import type { Learning, LearntSystem } from "./learn.js";
import { percentText } from "./look.js";
import type { FreeFinding } from "./reasons.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Effective power over peak power, of systems whose peak power is right: 0.78 to 0.96 at those whose plate is known. */
const USUAL_SHARE = [0.7, 1] as const;
/** Changes of a clock that are named. */
const NAMED = 4;
/** Characters of the names on the left. */
const NAMES = 14;

/** A learnt system as lines, each with its name. */
export function formatLearning(learning: Learning, place: MeterPlace): string {
  const { system, refusal, clock, findings, health, rows, known } = learning;
  const lines: (readonly [name: string, text: string])[] = [["read", readText(rows)]];
  if (clock !== undefined) lines.push(["clock", clockText(clock)]);
  if (system === undefined) lines.push(["nothing learnt", refusal!.message]);
  else lines.push(...systemLines(system, known));
  lines.push(
    ["", ""],
    ...findings.map((finding): [string, string] => ["found", findingText(finding, learning, place)]),
  );
  lines.push(...(health === undefined ? [] : healthLines(health)).map((text): [string, string] => ["health", text]));
  let before = "";
  const written = lines.map(([name, text]) => {
    const shownName = name === before ? "" : name;
    before = name;
    return `${shownName.padEnd(NAMES)}  ${text}`.trimEnd();
  });
  return `${written.join("\n").trimEnd()}\n`;
}

function readText({ start, step, power }: MeterRows): string {
  const known = power.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const [from, to] = [start, start + power.length * step].map((time) => formatTime(time).slice(0, 10));
  return `${known} values of ${plain(step / MINUTE)} minutes, ${from} to ${to}`;
}

function clockText({ stretches, middle, band, azimuthBand }: NonNullable<Learning["clock"]>): string {
  const said = `the middle of an interval is ${lateText(middle)} its stamp (± ${fixed(band, 0)} min, which leaves the azimuth ± ${fixed(azimuthBand, 1)}°)`;
  const changes = stretches.slice(1).map(({ from, shift }, k) => {
    const size = shift - stretches[k]!.shift;
    return `${formatTime(from * DAY).slice(0, 10)} (${size < 0 ? "+" : "−"}${fixed(Math.abs(size), 0)} min)`;
  });
  if (changes.length === 0) return said;
  const more = changes.length > NAMED ? ` and ${changes.length - NAMED} more` : "";
  return `${said}; it was set ${countText(changes.length, "time")}: ${changes.slice(0, NAMED).join(", ")}${more}`;
}

/** Minutes after, as hours where they are many. */
function lateText(minutes: number): string {
  const whole = Math.round(Math.abs(minutes));
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return `${hours > 0 ? `${hours} h ` : ""}${rest} min ${minutes < 0 ? "before" : "after"}`;
}

function systemLines(system: LearntSystem, known: KnownFacts): [string, string][] {
  const { planes, power, bands, limit, shade, shadeGain, gain } = system;
  const within = (band: readonly number[] | undefined, digits: number) =>
    band === undefined
      ? ""
      : band[0] === band[1]
        ? " (given)"
        : ` (${band.map((end) => fixed(end, digits)).join(" to ")})`;
  const azimuth = (degrees: number) => fixed(((degrees % 360) + 360) % 360, 0);
  const digits = power < 10 ? 2 : power < 100 ? 1 : 0;
  const [first] = planes as readonly [LearntSystem["planes"][number]];
  const planeText = planes.map(
    (plane) =>
      `tilt ${fixed(plane.tilt, 0)}°${within(bands?.tilt, 0)}, azimuth ${azimuth(plane.azimuth)}°${within(bands?.azimuth, 0)}` +
      (plane === first && planes.length === 1 ? "" : `, ${fixed(plane.power, digits)} kW`),
  );
  const kwp = bands === undefined ? "" : `: ${fixed(bands.kwp.value, digits)} kWp${within(bands.kwp.band, digits)}`;
  return [
    ...planeText.map((text): [string, string] => [planes.length === 1 ? "plane" : "planes", text]),
    ["power", `${fixed(power, digits)} kW${within(bands?.power, digits)} under 1000 W/m² at 25 °C${kwp}`],
    [
      "limit",
      limit === undefined
        ? "none was reached"
        : `${plain(Number(limit.toPrecision(4)))} kW${known.limit === undefined ? "" : " (given)"}`,
    ],
    ["shade", shade === undefined ? "none that helps on unseen days" : shadeText(shade, shadeGain)],
    [
      "unseen days",
      `off by ${percentText(gain.learnt)} of the power on ${countText(gain.days, "clear day")} left out in turn; a usual plane (30° to the equator) with one factor: ${percentText(gain.usual)}`,
    ],
    [
      "learnt from",
      `${daysText(system)}; ${bands === undefined ? "each plane is known to some 5° of tilt and 8° of azimuth" : "bands hold in eight of ten cases"}`,
    ],
    ...(known.kwp === undefined ? [] : [["check", checkText(system, known.kwp)] as [string, string]]),
  ];
}

function daysText({ clearDays, weather }: LearntSystem): string {
  const clear = countText(clearDays, "clear day");
  if (weather === undefined) return clear;
  const under = `${countText(weather.days, "day")} under their weather`;
  if (weather.power) return `${under}, the power, too: ${clear} are too few`;
  const { factor } = weather;
  const worth =
    factor === undefined
      ? "what its light is worth is not learnt where snow may lie"
      : `its light makes ${fixed(factor, 2)} of the power that clear days do, which are believed`;
  return weather.plane ? `${clear} and ${under}; ${worth}` : `${clear}, not from ${under}; ${worth}`;
}

function shadeText({ passes }: ShadeMap, gain = 0): string {
  const shaded = Array.from(passes[0]!).filter((pass) => pass < 1).length;
  return `${countText(shaded, "part")} of the sky shaded; on unseen days the map takes ${percentText(gain)} of the errors away`;
}

function checkText({ power }: LearntSystem, kwp: number): string {
  const share = power / kwp;
  const isUsual = share >= USUAL_SHARE[0] && share <= USUAL_SHARE[1];
  const said = `effective power is ${fixed(share, 2)} of the ${plain(kwp)} kWp given`;
  return isUsual
    ? `${said}, as usual`
    : `${said}; usual are ${fixed(USUAL_SHARE[0], 1)} to ${fixed(USUAL_SHARE[1], 1)}: is the size right, the unit, the whole system on the meter?`;
}

function findingText(finding: FreeFinding, learning: Learning, place: MeterPlace): string {
  const days = daysOf(finding, learning, place);
  return days === 0
    ? finding.message
    : `${finding.message} (${countText(days, "day")}, ${countText(finding.rows, "row")})`;
}

/** Solar days that its stretches touch. */
function daysOf({ spans }: FreeFinding, { rows: { start, step }, clock }: Learning, place: MeterPlace): number {
  const first = start + (clock?.middle ?? 0) * MINUTE + solarDayShift(place.longitude);
  const days = new Set<number>();
  for (const { from, to } of spans)
    for (let row = from; row < to; row++) days.add(Math.floor((first + row * step) / DAY));
  return days.size;
}

function healthLines({ weeks, findings, yearly }: Health): string[] {
  const from = (which: string) => weeks.filter(({ basis }) => basis === which).length;
  const others =
    from("weather") === 0 ? "" : `, ${from("weather")} more are judged by their weather, which is less sharp`;
  const judged = `${from("clear")} of ${countText(weeks.length, "week")} have clear hours to judge by${others}`;
  const found = findings.length === 0 ? ["nothing is amiss"] : findings.map(({ message }) => message);
  if (yearly === undefined) return [...found, judged];
  const [ratio, low, high] = [yearly.ratio, yearly.low, yearly.high].map((share) =>
    fixed(100 * share, 1).replace("-", "−"),
  );
  const mayBeNone = yearly.low * yearly.high > 0 ? "" : ", which may be none";
  return [...found, judged, `change a year: ${ratio} % (80 %: ${low} to ${high} %)${mayBeNone}`];
}

function countText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** Everything as JSON has it: without rows, findings by times of the meter's own clock (`end` exclusive). */
export function plainLearning(learning: Learning, place: MeterPlace): object {
  const { system, refusal, clock, findings, health, months, rows, known } = learning;
  const { start, step, power } = rows;
  const timeOf = (row: number) => formatTime(start + row * step);
  return {
    rows: { start: timeOf(0), end: timeOf(power.length), interval: step / 1000, count: power.length },
    known,
    refusal: refusal ?? null,
    clock: clock && {
      ...clock,
      stretches: clock.stretches.map(({ from, to, shift }) => ({
        ...{ from: formatTime(from * DAY).slice(0, 10), to: formatTime(to * DAY).slice(0, 10), shift },
      })),
    },
    system: system && {
      ...system,
      shade: system.shade && {
        ...system.shade,
        passes: system.shade.passes.map((cells) => Array.from(cells, hundredths)),
      },
      description: describeSystem(system),
    },
    findings: findings.map((finding) => ({
      ...finding,
      days: daysOf(finding, learning, place),
      spans: finding.spans.map(({ from, to }) => ({ start: timeOf(from), end: timeOf(to) })),
    })),
    health: health ?? null,
    months: months?.map((month) => ({ ...month, known: hundredths(month.known) })) ?? [],
  };
}

function hundredths(value: number): number {
  return Math.round(100 * value) / 100;
}
