/** `check_file`: what is wrong with a weather file or a meter's, as `irradiance check` finds it. */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { choice, named, number, object, text, whole } from "irradiance-engine/internal/fields";
import { shown } from "irradiance-engine/internal/shared";
import type { plainExamination } from "irradiance-engine/report";
import { type Answer, messages, NUMBER, PLACE, rows, type Setting, TEXT, tool } from "./tool.js";

const [MOST_CHARACTERS, MOST_BYTES, MOST_FINDINGS] = [1_000_000, 32 << 20, 12];

const FILE = {
  schema: { type: "string", minLength: 1, maxLength: MOST_CHARACTERS, description: "the file itself" },
  read(value: unknown, where: string) {
    if (typeof value === "string" && value !== "" && value.length <= MOST_CHARACTERS) return value;
    const came = typeof value === "string" ? value.length : shown(value);
    throw new TypeError(`${where} must be a text of 1 to ${MOST_CHARACTERS} characters, got ${came}`);
  },
};
/** What the engine's readers need to be given where a file does not say it. */
const READING = {
  label: choice(["start", "center", "end"], "what time stamps mark"),
  zone: text("time zone of the stamps, such as Europe/Berlin"),
  timeOffset: number(-12, 14, "hours that the stamps are ahead of UTC"),
  dateFormat: text("such as DMY"),
  delimiter: text("between columns"),
  decimal: choice(["point", "comma"], "of numbers"),
  duplicates: choice(["refuse", "last"], "rows of the same time"),
  missing: text("mark of missing values"),
};
const ofColumns = (description: string) => named(text("as in the file"), 16, description);
const OF_WEATHER = {
  year: whole(1, 9998, "of times without one"),
  ...{ columns: ofColumns("such as ghi: name"), units: ofColumns("such as ghi: W/m2") },
};
const OF_METER = {
  ...{ column: text("name of the power's"), unit: text("W, kW, Wh, kWh"), fill: choice(["hold"], "a history") },
};
const INPUT = {
  text: FILE,
  path: text("in place of text: a file in the folder that the operator allows"),
  kind: choice(["weather", "meter"], "meter: power or energy of a PV system; default weather"),
};
const FACTS = { verdict: TEXT, rows: NUMBER, interval: NUMBER, start: TEXT, end: TEXT };
const FINDING = { code: TEXT, message: TEXT, remedy: TEXT, rows: NUMBER, from: TEXT, to: TEXT };

export const checkFile = tool(
  "What is wrong with a weather file or the file of a PV meter: clock, time zone, sensors, gaps, units; verdict fine, look or unusable. Give lat and lon if the file does not state its place. Offline.",
  object({ ...INPUT, ...PLACE, ...READING, ...OF_WEATHER, ...OF_METER }, "a file, and what is known of it"),
  { ...FACTS, findings: rows(FINDING) },
  async ({ text, path, kind = "weather", lat, lon, altitude, ...options }, setting) => {
    const idle = Object.keys(kind === "meter" ? OF_WEATHER : OF_METER).find((name) => name in options);
    if (idle !== undefined) throw new RangeError(`arguments.${idle} is not for a file of kind ${kind}`);
    if ((lat === undefined) !== (lon === undefined))
      throw new TypeError(`${lat === undefined ? "lat" : "lon"} is required beside the other coordinate`);
    const elevation = altitude === undefined ? {} : { altitude };
    const place = lat === undefined ? undefined : { latitude: lat, longitude: lon!, ...elevation };
    if ((text === undefined) === (path === undefined))
      throw new TypeError(`text or path must be given, got ${path === undefined ? "neither" : "both"}`);
    const source = text ?? bytesOf(await allowed(path!, setting));
    const { WeatherError } = await import("irradiance-engine/weather");
    const lookAt = kind === "meter" ? lookAtMeter : lookAtWeather;
    return lookAt(source, { ...options, file: "the file" }, place).catch((cause) => {
      if (cause instanceof WeatherError) return unexamined("unusable", cause.message, []);
      throw cause;
    });
  },
);

/** @returns the path, links resolved @throws RangeError that does not say which files there are elsewhere */
async function allowed(path: string, { files }: Setting): Promise<string> {
  if (files === undefined)
    throw new RangeError("path needs --files FOLDER of the operator, which is not given: send text");
  const found = await realpath(resolve(files, path)).catch(() => files);
  const about = /^(\.\.([/\\]|$)|[/\\]|[A-Z]:|$)/i.test(relative(files, found)) ? undefined : await stat(found);
  if (about?.isFile() && about.size <= MOST_BYTES) return found;
  throw new RangeError(`path must be a file of at most ${MOST_BYTES} bytes in the allowed folder, got ${shown(path)}`);
}

/** Opened when it is read. */
async function* bytesOf(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path, { end: MOST_BYTES }) as AsyncIterable<Uint8Array>;
}

type Source = string | AsyncIterable<Uint8Array>;
type Place = { readonly latitude: number; readonly longitude: number; readonly altitude?: number } | undefined;
const UNPLACED = "only its values were looked at: give lat and lon";

async function lookAtWeather(source: Source, options: object, place: Place): Promise<Answer> {
  const { readWeather } = await import("irradiance-engine/weather");
  const { skyAt } = await import("irradiance-engine/climatology");
  const { examination, series, notices } = await readWeather(source, { ...options, place, examine: skyAt });
  const isFinding = (code: string) => examination?.findings.some((finding) => finding.code === code);
  const notes = messages(notices.filter(({ code }) => !isFinding(code)));
  if (examination !== undefined) return examined({ name: "the file", series, examination, notes });
  return unexamined("look", series.place ? "it has no light, or steps above three hours" : UNPLACED, notes);
}

async function lookAtMeter(source: Source, options: object, at: Place): Promise<Answer> {
  const { readPower } = await import("irradiance-engine/yield");
  const { examineMeter, meterPlaceAt } = await import("irradiance-engine/internal/meter");
  const place = at && (await meterPlaceAt(at));
  const reading = await readPower(source, { ...options, place });
  const { notes, ...found } = examineMeter(reading, place);
  if (place === undefined) return unexamined("look", UNPLACED, notes);
  const { start, interval, power } = reading.measured;
  const { latitude, longitude, altitude } = place;
  const series = {
    start,
    interval,
    columns: { global_horizontal_irradiance: power },
    place: { latitude, longitude, altitude },
  };
  const examination = { ...found, flags: new Uint32Array(power.length), closure: undefined };
  return examined({ name: "the file", series, examination, notes });
}

function unexamined(verdict: string, reason: string, notices: readonly string[]): Answer {
  const nothing = { rows: null, interval: null, start: null, end: null, findings: [] };
  return { notices: [reason, ...notices], verdict, ...nothing };
}

async function examined(looked: Parameters<typeof plainExamination>[0]): Promise<Answer> {
  const { plainExamination } = await import("irradiance-engine/report");
  const { verdict, rows, interval, start, end, findings, notes } = plainExamination(looked);
  const all = findings.map(({ code, message, remedy, rows, spans }) => ({
    ...{ code, message, remedy, rows, from: spans[0]?.start ?? null, to: spans.at(-1)?.end ?? null },
  }));
  const more = all.length > MOST_FINDINGS ? [`${all.length - MOST_FINDINGS} more findings are left out`] : [];
  const facts = { verdict, rows, interval, start, end };
  return { notices: [...more, ...notes], ...facts, findings: all.slice(0, MOST_FINDINGS) };
}
