/** Public sources of weather: which there are, what one costs, and whether it still is what the catalogue says. */
import { ArchiveError, weatherReport } from "irradiance-archive";
import { catalogueEntry, followScans, type WeatherAction } from "irradiance-archive/internal/server";
import { namedSource } from "irradiance-engine/internal/weather";
import { type Action, type Call, command, given, parseNumber, UsageError, wrong } from "./command.js";

function report(action: WeatherAction): Action["run"] {
  return async (call: Call) => {
    const { env, now } = call.io;
    const options = { environment: env, now: now() };
    const { lines, remarks, json, passed } = await weatherReport(action, call.arguments, options).catch(asUsageError);
    if (call.has("json")) call.io.out(JSON.stringify(json));
    else for (const line of lines) call.io.out(line);
    for (const remark of remarks) call.io.err(remark);
    if (!passed) throw new Error("not all is as the catalogue says");
  };
}

function asUsageError(cause: unknown): never {
  if (!(cause instanceof ArchiveError)) throw cause;
  throw new UsageError(cause.message, { cause });
}

/** Until the process is asked to end. */
async function follow(call: Call): Promise<void> {
  const word = call.arguments[0] as string;
  const { name, address } = namedSource(word) ?? {};
  if ((name !== "dwd-sis" && name !== "goes") || catalogueEntry(name).follows === undefined) {
    throw new UsageError(`NAME must be dwd-sis or goes, got ${JSON.stringify(word)}`);
  }
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const count = await followScans({
      name,
      address,
      folder: call.option("store"),
      area: given(call, "area", areaOf),
      keepDays: given(call, "keep", parsePositive),
      every: given(call, "every", parsePositive),
      once: call.has("once"),
      signal: stop.signal,
      now: call.io.now,
      log: (line) => call.io.err(line),
    });
    call.io.out(count === 1 ? "1 scan" : `${count} scans`);
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

function parsePositive(name: string, text: string): number {
  const value = parseNumber(name, text);
  if (value > 0) return value;
  throw new UsageError(`${name} must be more than 0, got ${text}`);
}

function areaOf(name: string, text: string) {
  const sides = text.split(",").map((side) => (side.trim() === "" ? Number.NaN : Number(side)));
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = sides;
  const isArea = sides.length === 4 && south < north && south >= -90 && north <= 90;
  if (isArea && [west, east].every((side) => side >= -180 && side <= 180)) return { south, west, north, east };
  throw wrong(name, "SOUTH,WEST,NORTH,EAST in degrees, such as 45,5,48,11", text);
}

export const weather = command(
  "weather",
  "weather: public sources by name, for serve --weather NAME",
  {
    list: { arguments: [], options: { json: undefined }, run: report("list") },
    show: { arguments: ["NAME"], options: { json: undefined }, run: report("show") },
    follow: {
      arguments: ["NAME[=ADDRESS]"],
      options: { store: "FOLDER", area: "SOUTH,WEST,NORTH,EAST", keep: "DAYS", every: "SECONDS", once: undefined },
      run: follow,
    },
    check: { arguments: ["[NAME]…"], options: { json: undefined }, run: report("check") },
  },
  "weather",
);
