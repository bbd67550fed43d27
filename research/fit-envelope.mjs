// Fits the turbidity rules of the ESRA and Solis envelopes (src/answers/climate/generation/envelope.ts) to the Ineichen envelope, whose
// rule was fitted to measured years: node research/fit-envelope.mjs (npm run build first). Prints each rule, and how far the
// daily sums under it are from those of Ineichen, in %.
import { EnvelopeSky, envelopeTurbidity, TURBIDITY_RULES } from "../dist/answers/climate/generation/envelope.js";

const LATITUDES = [0, 20, 35, 45, 55];
const ALTITUDES = [0, 500, 1500];
const TURBIDITIES = [2.2, 2.8, 3.4, 4, 5, 6];
const DAY = 86_400_000;
/** The 15th of every second month of 2005. */
const DAYS = [0, 59, 120, 181, 243, 304].map((day) => Date.UTC(2005, 0, 15) + day * DAY);

/** Sum over a day of the clear sky's global irradiance under a turbidity of its own. */
function dailySum(sky, day, turbidity) {
  for (let k = 0; k < 288; k++) sky.time[k] = day + (k + 0.5) * 300_000;
  sky.computeUnder(turbidity, 288);
  return sky.global.subarray(0, 288).reduce((sum, value) => sum + value, 0);
}

const cases = LATITUDES.flatMap((latitude) => ALTITUDES.map((altitude) => ({ latitude, longitude: 0, altitude })));

/** Daily sums of the Ineichen envelope over all places, days and turbidities, and what another one's differ from them. */
function differences(name, rule) {
  return cases.flatMap((site) => {
    const wanted = new EnvelopeSky(site, "ineichen");
    const sky = new EnvelopeSky(site, name);
    return DAYS.flatMap((day) =>
      TURBIDITIES.map((turbidity) => {
        const reference = dailySum(wanted, day, envelopeTurbidity("ineichen", turbidity));
        const own = Math.max(rule.base + rule.slope * (turbidity - 2), 1);
        return { reference, difference: dailySum(sky, day, own) - reference };
      }),
    );
  });
}

const squares = (values) => values.reduce((sum, value) => sum + value * value, 0);
/** As a share: days count by their energy. */
const errorOf = (rows) =>
  Math.sqrt(squares(rows.map(({ difference }) => difference)) / squares(rows.map(({ reference }) => reference)));
const worstOf = (rows) => Math.max(...rows.map(({ difference, reference }) => Math.abs(difference / reference)));

function bestRule(name) {
  let best = { base: 2, slope: 0.4, error: Number.POSITIVE_INFINITY };
  for (let size = 0.4; size > 0.004; ) {
    const { base, slope, error } = best;
    for (const b of [base - size, base, base + size]) {
      for (const s of [slope - size / 4, slope, slope + size / 4]) {
        const tried = errorOf(differences(name, { base: b, slope: s }));
        if (tried < best.error) best = { base: b, slope: s, error: tried };
      }
    }
    if (!(best.error < error)) size /= 2;
  }
  return best;
}

const percent = (value) => (100 * value).toFixed(2);
for (const name of ["esra", "solis"]) {
  const { base, slope, error } = bestRule(name);
  const rounded = differences(name, TURBIDITY_RULES[name]);
  console.log(
    `${name}: ${base.toFixed(3)} + ${slope.toFixed(3)}·(TL − 2), error ${percent(error)} %; ` +
      `the rule in use: error ${percent(errorOf(rounded))} %, worst day ${percent(worstOf(rounded))} %; ` +
      `Ineichen's own rule: error ${percent(errorOf(differences(name, TURBIDITY_RULES.ineichen)))} %`,
  );
}
