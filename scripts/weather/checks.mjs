// `irradiance weather check` beside the played host: it passes, and names each change that is planted there.
import { ENGINE } from "../lib/process.mjs";
import { run } from "./ask.mjs";

const NAMES = ["era5", "era5-land", "nasa-power", "open-meteo", "dwd-sis", "goes"];

/** Of ERA5's metadata. */
const metadata = (change) => (path, bytes) => {
  if (!path.includes("single_levels") || !path.endsWith(".zmetadata")) return bytes;
  const json = JSON.parse(Buffer.from(bytes).toString());
  change(json.metadata);
  return Buffer.from(JSON.stringify(json));
};

/**
 * A name, what is planted, and what must be said of it.
 *
 * @type {[string, string, (path: string, bytes: any) => any, RegExp][]}
 */
const CHANGES = [
  [
    "a unit",
    "era5",
    metadata((all) => Object.assign(all["ssrd/.zattrs"], { units: "W m**-2" })),
    /ssrd: its unit was J/,
  ],
  [
    "a variable that is gone",
    "era5",
    metadata((all) => {
      delete all["ssrd/.zarray"];
      delete all["ssrd/.zattrs"];
    }),
    /ssrd is gone/,
  ],
  [
    "a grid that is renamed",
    "era5",
    metadata((all) => Object.assign(all["ssrd/.zattrs"], { _ARRAY_DIMENSIONS: ["time", "values", "longitude"] })),
    /dimension latitude is gone/,
  ],
  [
    "a model that is retired",
    "open-meteo",
    (path, bytes) => (path.startsWith("data/ecmwf_ifs/") ? undefined : bytes),
    /ecmwf-ifs.*(moved, renamed or retired)/,
  ],
  ["files of another version", "open-meteo", versionTwo, /dwd-icon-d2: .*OM version 2/],
  ["updates that have stalled", "open-meteo", stalled, /dwd-icon-d2: .*stalled/],
  ["scans of another name", "dwd-sis", renamed, /no file of a name such as SISin/],
];

export async function judgeChecks({ report, host, env }) {
  for (const name of NAMES) {
    const { result, requests } = await host.during(() => check(name, host.url, env));
    const text = `${requests.length} requests${result.code === 0 ? "" : `: ${result.text}`}`;
    report.check(`weather check ${name} passes`, result.code === 0, text);
  }
  for (const [what, name, change, sentence] of CHANGES) {
    host.plant(change);
    const { code, text } = await check(name, host.url, env);
    report.check(
      `weather check ${name} names ${what}`,
      code === 1 && sentence.test(text),
      text.split("\n").slice(0, 3).join(" | "),
    );
  }
  host.plant(undefined);
}

/** The magic number and the version of an OM file are its first bytes. */
function versionTwo(path, bytes) {
  if (bytes === undefined || !/^data\/dwd_icon_d2\/.*\.om$/.test(path)) return bytes;
  const head = Buffer.from(bytes);
  head[2] = 2;
  return head;
}

/** Its last hour is the one before this. */
function stalled(path, bytes) {
  if (path !== "data/dwd_icon_d2/static/meta.json") return bytes;
  const json = JSON.parse(Buffer.from(bytes).toString());
  return Buffer.from(JSON.stringify({ ...json, data_end_time: Math.floor(Date.now() / 3_600_000 - 1) * 3600 }));
}

/** On the index page. */
function renamed(path, bytes) {
  return path.endsWith("/sis/") ? Buffer.from(Buffer.from(bytes).toString().replaceAll("EAv4", "EAv5")) : bytes;
}

function check(name, address, env) {
  return run(ENGINE, ["weather", "check", `${name}=${address}`], env);
}
