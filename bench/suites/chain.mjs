// The whole chain: requests R and R-default in sines, a day against the year, a new year and site against warm ones.
import { loadEngine } from "../lib/engine.mjs";
import { brokenSky, CONTEXT_DEFAULT, contextR, DAY, iso, LATITUDE, QUERY_R, rowsOf, YEAR } from "../lib/requests.mjs";
import { inSines, interleave, per, QUICK_ROUNDS, ROUNDS, ratio, sines, sineTime, spread } from "../lib/timing.mjs";

export async function run({ quick }) {
  const engine = await loadEngine();
  const { computeColumns, createWorkspace, writeJson } = engine;
  const weather = brokenSky(engine);
  const steps = weather.columns.temperature.length;
  const R = contextR(engine);
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;

  const midsummer = YEAR_START + 171 * DAY;
  const dayQuery = { ...QUERY_R, start: iso(midsummer), end: iso(midsummer + DAY) };
  const dayWeather = rowsOf(weather, 171 * 96, 172 * 96);
  const [workR, workDefault, workDay] = [createWorkspace(), createWorkspace(), createWorkspace()];
  const times = interleave(
    {
      sines,
      r: () => computeColumns(QUERY_R, weather, R, workR),
      default: () => computeColumns(QUERY_R, weather, CONTEXT_DEFAULT, workDefault),
      json: () => writeJson(computeColumns(QUERY_R, weather, R, workR)),
      day: () => writeJson(computeColumns(dayQuery, dayWeather, R, workDay)),
      dayOfYear: () => writeJson(computeColumns(dayQuery, weather, R, workDay)),
    },
    // A day takes some thousand calls until all of it is compiled.
    { rounds, warmUp: quick ? 3e8 : 1e9 },
  );
  const fresh = newPlaces(engine, R, rounds);

  const rSines = inSines(times.r, steps, times.sines);
  const toR = ratio(times.default, times.r);
  const day = ratio(times.json, times.day);
  const dayOfYear = ratio(times.json, times.dayOfYear);
  const again = ratio(fresh.fresh, fresh.warm);
  return {
    tables: [
      {
        title: "The whole chain",
        text:
          `A sine: ${sineTime(times.sines)} ns (a million \`Math.sin\` of 0…2π in rising order, added up). R: 40° N 3.7° W, ` +
          "a year at 15 minutes, GHI and temperature, one-axis tracker, a horizon of 360 elevations, Erbs and Perez–Driesse, " +
          "one sub-step, all columns, workspace reused. R-default: the same with the default models and sub-steps.",
        head: ["request", "ns a step", "sines a step", "against R"],
        rows: [
          ["R", per(times.r, steps), spread(rSines), "1"],
          ["R-default", per(times.default, steps), spread(inSines(times.default, steps, times.sines)), spread(toR)],
          [
            "R and its JSON",
            per(times.json, steps),
            spread(inSines(times.json, steps, times.sines)),
            spread(ratio(times.json, times.r)),
          ],
          ["a new year and site each time", per(fresh.fresh, steps), "", `${spread(again)} of the same again`],
        ],
      },
      {
        title: "A day of 15 minutes, all columns, to JSON bytes",
        text: "R's models, 21 June. `R + JSON` over this.",
        head: ["weather given", "µs", "days in R + JSON"],
        rows: [
          ["that day", per(times.day, 1000), spread(day)],
          ["the whole year", per(times.dayOfYear, 1000), spread(dayOfYear)],
        ],
      },
    ],
    figures: {
      r: { measured: rSines.median, text: spread(rSines) },
      default: { measured: toR.median, text: spread(toR) },
      day: { measured: day.median, text: `${spread(day)}; with a year's weather given ${spread(dayOfYear)}` },
      fresh: { measured: again.median, text: spread(again) },
    },
  };
}

const YEAR_START = Date.UTC(YEAR, 0, 1);

/**
 * Each round another year and another site, never met before, against the same request again. The weather is the site's own,
 * of another year: making it must not acquaint the engine with the new one.
 */
function newPlaces(engine, context, rounds) {
  const { computeColumns, createWorkspace } = engine;
  const work = createWorkspace();
  const at = (year, lat, lon) => {
    const start = Date.UTC(year, 0, 1);
    const query = { ...QUERY_R, lat, lon, start: iso(start), end: iso(start + 365 * DAY) };
    const weather = { ...brokenSky(engine, { lat, lon }), start };
    return () => computeColumns(query, weather, context, work);
  };
  const warm = at(YEAR, LATITUDE, 3);
  for (let k = 0; k < 5; k++) warm();
  const times = { warm: [], fresh: [] };
  for (let round = 0; round < rounds; round++) {
    // Years two apart: a block of the sun's memo may reach into the next one.
    const fresh = at(1960 + 2 * round, LATITUDE - 0.7 * (round + 1), 10 + 11 * round);
    for (const [name, request] of Object.entries({ warm, fresh })) {
      const start = process.hrtime.bigint();
      request();
      times[name].push(Number(process.hrtime.bigint() - start));
    }
  }
  return times;
}
