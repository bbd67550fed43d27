// What a server with one word answers, beside the truth: history, realtime and forecast at the places of the replicas.
import { observedAt, offBy, serving } from "./ask.mjs";

/** Entries that nothing but a served address needs; dwd-sis and goes are fed first: followed.mjs. */
const NAMES = ["era5", "era5-land", "open-meteo"];
const LICENCE = /licence="CC-BY-4\.0"/;
/** Limits of the whole: light is moved from the middle of a cell to the place, which a smooth cloud changes a little. */
const WORST = 0.02;
const BIAS = 0.01;

export async function judgeServed({ report, host, truth, env }) {
  for (const name of NAMES) {
    const server = await serving([`${name}=${host.url}`], env);
    try {
      for (const part of truth.filter(({ source }) => source === name)) await judgePart(report, server, part);
    } finally {
      await server.stop();
    }
  }
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
  const missing = found.reduce((sum, one) => sum + one.missing, 0);
  report.check(`${what}: no value is missing`, missing === 0, `${missing} are`);
  const far = found.findLastIndex((one) => one.worst === Math.max(...found.map((other) => other.worst)));
  const detail = `${(100 * found[far].worst).toFixed(2)} % of the largest at ${places[far].latitude}, ${places[far].longitude}`;
  report.check(`${what}: values are the truth's`, found[far].worst <= worst, detail);
  const light = found.reduce((sum, one) => sum + one.light, 0);
  const excess = found.reduce((sum, one) => sum + one.excess, 0) / light;
  report.check(
    `${what}: bias`,
    Math.abs(excess) <= bias,
    `${(100 * excess).toFixed(2)} % of ${(light / 1000).toFixed(1)} kWh/m²`,
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
