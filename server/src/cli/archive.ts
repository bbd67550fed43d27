/** Weather looked at, and live stores of it made, fed, watched and tidied by an operator. */

import type { LiveWriter } from "irradiance-archive";
import { createLiveStore, openLiveWriter } from "irradiance-archive";
import type { Damage, LiveClass, LiveStoreOptions, ReadUpdatesOptions } from "irradiance-archive/internal/server";
import { liveStatus, readUpdates } from "irradiance-archive/internal/server";
import { type Call, command, given, needed, parseCount, parseNumber, time } from "./command.js";
import { inspect } from "./inspect.js";

const DESCRIPTION = {
  columns: "NAMES",
  interval: "SECONDS",
  dataset: "NAME",
  class: "CLASS",
  sampling: "average|instant",
  distance: "KM",
  keep: "DAYS",
  licence: "TEXT",
  attribution: "TEXT",
};

const READING = {
  ...{ label: "start|center|end", "time-offset": "HOURS", "time-zone": "NAME", units: "COLUMN=UNIT" },
  "trust-clock": undefined,
};

export const archive = command(
  "archive",
  "archive: inspects sources of weather and manages live stores, which take updates while they are served",
  {
    inspect: {
      arguments: ["LOCATION"],
      options: { product: "NAME", label: "start|center|end", model: "NAME", json: undefined },
      run: inspect,
    },
    create: { arguments: ["STORE"], options: DESCRIPTION, run: create },
    ingest: { arguments: ["STORE", "FILE…"], options: READING, run: ingest },
    status: { arguments: ["STORE"], options: { verify: undefined, json: undefined }, run: status },
    compact: { arguments: ["STORE"], run: compact },
    repair: { arguments: ["STORE"], run: repair },
  },
  "weather",
);

async function create(call: Call): Promise<void> {
  const [store] = call.arguments as [string];
  await createLiveStore(store, {
    dataset: needed(call, "dataset"),
    columns: needed(call, "columns").split(",").map(columnOf),
    interval: parseCount("--interval", needed(call, "interval")),
    class: call.option("class") as LiveClass | undefined,
    sampling: call.option("sampling") as LiveStoreOptions["sampling"],
    maxDistanceKm: given(call, "distance", parseNumber),
    keepDays: given(call, "keep", parseNumber),
    licence: call.option("licence"),
    attribution: call.option("attribution"),
  });
  call.io.out(`${store} created`);
}

/** A line for each batch, when it is on the disk. */
async function ingest(call: Call): Promise<void> {
  const files = call.arguments.slice(1);
  await withWriter(call, async (writer) => {
    for (const file of files) {
      const input = file === "-" ? call.io.stream() : file;
      const warn = (message: string) => call.io.err(`${file}: ${message}`);
      const options = { ...readingOf(call), warn, now: call.io.now() };
      try {
        for await (const batch of readUpdates(input, writer.description, options)) {
          const { values, version } = await writer.ingest(batch);
          call.io.out(`${file}: ${values} values, version ${version}`);
        }
      } catch (cause) {
        const { code, message } = cause as { readonly code?: unknown; readonly message: string };
        throw code === "ERR_WEATHER" ? new Error(inFlags(message), { cause }) : cause;
      }
    }
    await writer.compact({ thorough: false });
  });
}

/** The library names its own options; the message names the options of this command. */
function inFlags(message: string): string {
  return message
    .replace(/\blabel "(\w+)"/g, "--label $1")
    .replace(/\btimeOffset\b/g, "--time-offset")
    .replace(/\b(pass|or) zone\b/g, "$1 --time-zone")
    .replace(/\b(units|or) \{ (\w+): "([^"]+)" \}/g, (_all, word, name, unit) => {
      return `${word === "or" ? "or " : "--units "}${name}=${unit}`;
    })
    .replace(/\btrustClock\b/g, "--trust-clock");
}

function readingOf(call: Call): Pick<ReadUpdatesOptions, "label" | "timeOffset" | "zone" | "units" | "trustClock"> {
  const [column, unit] = call.option("units")?.split("=") ?? [];
  return {
    label: call.option("label") as ReadUpdatesOptions["label"],
    timeOffset: given(call, "time-offset", parseNumber),
    zone: call.option("time-zone"),
    units: column === undefined ? undefined : { [column]: unit ?? "" },
    trustClock: call.has("trust-clock"),
  };
}

async function status(call: Call): Promise<void> {
  const [store] = call.arguments as [string];
  const found = await liveStatus(store, { verify: call.has("verify") });
  const { description, version, updated, cells, first, last, segments, bytes, retired, writer, damages } = found;
  const { dataset, step, columns } = description;
  const facts = {
    dataset,
    class: description.class,
    step,
    columns: columns.map(({ name }) => name).join(","),
    version,
    updated: updated === 0 ? null : time(updated),
    first: first === undefined ? null : time(first),
    last: last === undefined ? null : time(last),
    age_seconds: last === undefined ? null : Math.round((call.io.now() - last) / 1000),
    cells,
    segments,
    bytes,
    retired_files: retired,
    writer: writer === undefined ? null : `process ${writer.pid} on ${writer.host}`,
  };
  if (call.has("json")) call.io.out(JSON.stringify({ ...facts, damaged: damages?.map(({ file }) => file) ?? null }));
  else for (const [name, value] of Object.entries(facts)) call.io.out(`${name.padEnd(13)}  ${value ?? "-"}`);
  if (damages === undefined) return;
  printDamages(call, damages);
  if (damages.length > 0) throw new Error(`${damages.length} of ${segments} segments are damaged: see archive repair`);
  if (!call.has("json")) call.io.out("every checksum agrees");
}

async function compact(call: Call): Promise<void> {
  const [store] = call.arguments as [string];
  await withWriter(call, async (writer) => {
    const { before, after, dropped } = await writer.compact();
    call.io.out(`${store}: ${before} segments became ${after}; ${dropped} dropped as older than the store keeps`);
  });
}

async function repair(call: Call): Promise<void> {
  const [store] = call.arguments as [string];
  await withWriter(call, async (writer) => {
    const damages = await writer.repair();
    printDamages(call, damages);
    call.io.out(`${store}: ${damages.length} damaged segments given up${damages.length > 0 ? "; ingest again" : ""}`);
  });
}

async function withWriter(call: Call, work: (writer: LiveWriter) => Promise<void>): Promise<void> {
  const [store] = call.arguments as [string];
  const writer = await openLiveWriter(store, { autoCompact: false, now: call.io.now });
  try {
    await work(writer);
  } finally {
    await writer.close();
  }
}

function printDamages({ io }: Call, damages: readonly Damage[]): void {
  for (const { message, start, end, cells } of damages) {
    io.err(`${message} (${time(start)} to ${time(end)}, ${cells} cells)`);
  }
}

/** NAME or NAME=RESOLUTION. */
function columnOf(text: string): LiveStoreOptions["columns"][number] {
  const [name, resolution] = text.split("=") as [LiveColumnName, string?];
  return resolution === undefined ? name : { name, resolution: parseNumber("--columns", resolution) };
}

type LiveColumnName = Extract<LiveStoreOptions["columns"][number], string>;
