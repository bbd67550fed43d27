// What a server with one word answers, beside the truth: history, realtime and forecast at the places of the replicas.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { observedAt, offBy, serving } from "./ask.mjs";

/** dwd-sis and goes are in followed.mjs: their servers need time for scans. */
const NAMES = ["era5", "era5-land", "nasa-power", "open-meteo", "sarah"];
const LICENCE = /licence="CC-BY-4\.0"/;
/** Limits of the whole: light is moved from the middle of a cell to the place, which a smooth cloud changes a little. */
const WORST = 0.02;
const BIAS = 0.01;
/** W/m². Less on average is measured against it: at the edge of the night a hundredth of a W/m² may be half of the light. */
const DIM = 5;
/** Cells of 1°; a shift of 10 minutes, which is right to 2 minutes at these places. */
const LIMITS = { "nasa-power": { worst: 0.05, bias: 0.02 }, sarah: { worst: 0.03, bias: 0.01 } };

export async function judgeServed({ report, host, truth, replicas, env }) {
  for (const name of NAMES) {
    const address = name === "sarah" ? join(replicas, "sarah") : host.url;
    const { requests } = await host.during(async () => {
      const server = await serving([`${name}=${address}`], env);
      try {
        for (const part of truth.filter(({ source }) => source === name))
          await judgePart(report, server, part, LIMITS[name]);
      } finally {
        await server.stop();
      }
    });
    if (name === "open-meteo") await judgeVersions(report, replicas, requests);
  }
}

/** Files of both versions lie side by side in the bucket: values were the truth's, whichever they came from. */
async function judgeVersions(report, replicas, requests) {
  const paths = [...new Set(requests.map(({ path }) => path))].filter((path) => /chunk_\d+\.om$/.test(path));
  const heads = await Promise.all(paths.map((path) => readFile(join(replicas, "host", path)).catch(() => undefined)));
  const [two, three] = [2, 3].map((version) => heads.filter((head) => head?.[2] === version).length);
  const text = `${two} of version 2, ${three} of version 3, ${requests.length} requests`;
  report.check("open-meteo: files of both versions were read", two > 0 && three > 0, text);
}

/** Times and places of the values that an answer lacks. */
function missingAt(values, { start, step }, { latitude, longitude, values: truth }) {
  const lacks = [...truth.keys()].filter((k) => !Number.isFinite(values[k] ?? Number.NaN));
  return lacks.map((k) => `${latitude}, ${longitude} at ${new Date(1000 * (start + k * step)).toISOString()}`);
}

/** One endpoint at its places: values, and what the headers say of them. */
export async function judgePart(report, server, part, { worst = WORST, bias = BIAS, licence = LICENCE } = {}) {
  const { source, endpoint, places } = part;
  const what = `${source}, ${endpoint}`;
  const answers = await observedAt(server.address, part);
  const bad = answers.find(({ status }) => status !== 200);
  report.check(
    `${what}: an answer at ${places.length} places`,
    bad === undefined,
    bad && `${bad.status} ${bad.text.slice(0, 300)}`,
  );
  if (bad !== undefined) return;
  const found = answers.map(({ values }, k) => offBy(values, places[k].values));
  const missing = answers.flatMap(({ values }, k) => missingAt(values, part, places[k]));
  report.check(
    `${what}: no value is missing`,
    missing.length === 0,
    `${missing.length}: ${missing.slice(0, 5).join(", ")}`,
  );
  const far = found.findLastIndex((one) => one.worst === Math.max(...found.map((other) => other.worst)));
  const detail = `${(100 * found[far].worst).toFixed(2)} % of the largest at ${places[far].latitude}, ${places[far].longitude}`;
  report.check(`${what}: values are the truth's`, found[far].worst <= worst, detail);
  const light = found.reduce((sum, one) => sum + one.light, 0);
  const count = answers.reduce((sum, { values }) => sum + values.length, 0);
  const excess = found.reduce((sum, one) => sum + one.excess, 0);
  report.check(
    `${what}: bias`,
    Math.abs(excess) <= bias * Math.max(light, DIM * count),
    `${((100 * excess) / Math.max(light, 1)).toFixed(2)} % of ${(light / 1000).toFixed(1)} kWh/m²`,
  );
  const heads = answers.map(({ headers }) => headers["weather-sources"] ?? "");
  const silent = heads.find(
    (head) => !head.includes(`"${source}`) || !/age=\d+|run=/.test(head) || !licence.test(head),
  );
  report.check(`${what}: headers name source, age and licence`, silent === undefined, silent ?? heads[0]);
  if (endpoint === "realtime" && source === "open-meteo") {
    const isSilent = (head, k) =>
      head.includes('class="forecast"') && !answers[k].headers["api-notice"]?.includes("first hours of a forecast");
    report.check(`${what}: hours of a run say that they are it`, !heads.some(isSilent));
  }
  report.check(
    `${what}: nothing is synthetic`,
    heads.every((head) => !head.includes("synthetic=?1")),
  );
}
