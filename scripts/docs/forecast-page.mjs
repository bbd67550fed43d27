// docs/forecast.md: what forecasts of the next three days were worth on real runs, by lead, method and station.
import { marks, pageWith, table } from "./between-marks.mjs";

const PAGE = new URL("../../docs/forecast.md", import.meta.url);

/** Hours after the issue. */
const LEADS = ["1–6", "7–12", "13–24", "25–48", "49–72"];
/** As the page calls them, from the simplest to ours. A study may have judged others, too. */
const METHODS = new Map([
  ["persistence of days", "the same hour of the last known day"],
  ["climatology", "the mean of the month and hour"],
  ["run alone", "the run as it came"],
  ["one factor", "the run by one factor"],
  ["plain fit", "a plain fit of eight coefficients"],
  ["corrected, 30 days", "ours, learnt from the last 30 days"],
  ["corrected, 60 days", "ours, learnt from the last 60 days"],
  ["corrected", "**ours, learnt from a year**"],
  ["corrected, with observations", "**ours, with observations**"],
]);

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
const rest = (value) => value.toFixed(1);
const share = (value) => `${Math.round(100 * value)} %`;

/**
 * The page by its path.
 *
 * @param {readonly { source: string, region: string, resolution: string, condition?: string, statistics: object }[]} rows of all studies
 * @returns {[path: string, text: string]}
 * @throws Error if no study has judged any
 */
export function forecastPage(rows) {
  const own = rows.filter(({ source }) => source === "day-ahead");
  if (own.length === 0) throw new Error("research/results has no rows of day-ahead");
  const regions = [...new Set(own.map(({ region }) => region))];
  const errors = regions.map((region) => errorTable(own, region)).join("\n\n");
  const withErrors = pageWith(PAGE, marks("errors"), errors);
  return ["docs/forecast.md", pageWith(withErrors, marks("bands"), bandTable(own, regions))];
}

/** Bias and RMSE of a station, a line for each method that was judged there. */
function errorTable(rows, region) {
  const found = (method, lead) => find(rows, { region, resolution: "1_hour" }, method, lead, "rmse");
  const judged = [...METHODS].filter(([method]) => LEADS.some((lead) => found(method, lead) !== undefined));
  const [{ period, judgedOn }] = rows.filter((row) => row.region === region);
  const lines = judged.map(([method, words]) => [
    words,
    ...LEADS.map((lead) => {
      const row = found(method, lead);
      return row === undefined ? "" : `${signed(row.statistics.bias)} / ${rest(row.statistics.rmse)}`;
    }),
  ]);
  const how = judgedOn === "left out" ? "each month by what the others teach" : "learnt on 2023";
  return table([`${region}, ${period} (${how})`, ...LEADS.map((lead) => `${lead} h`)], lines);
}

/** How often p10 to p90 held the hours that came, by lead. */
function bandTable(rows, regions) {
  const held = (region, lead) => {
    const row = find(rows, { region, resolution: "1_hour" }, "bands of the corrected run", lead, "within");
    return row === undefined ? "" : share(row.statistics.within);
  };
  const lines = regions.map((region) => [region, ...LEADS.map((lead) => held(region, lead))]);
  return table(["p10 to p90 hold, of hours", ...LEADS.map((lead) => `${lead} h`)], lines);
}

function find(rows, asked, method, lead, statistic) {
  const condition = `${method}, ${lead} h after the issue`;
  return rows.find(
    (row) =>
      row.condition === condition &&
      row.region === asked.region &&
      row.resolution === asked.resolution &&
      row.statistics[statistic] !== undefined,
  );
}
