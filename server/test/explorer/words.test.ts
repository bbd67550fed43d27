/** What the service says, in the language of the page: every notice and reason of a usual yield, and its own words for the rest. */
import { syntheticSource } from "irradiance-archive";
import { generateYear } from "irradiance-engine/climate";
import { describeExpectedError, loadWorldClimate } from "irradiance-engine/climatology";
import { worldMonths } from "irradiance-engine/internal/climate";
import { LIGHT_SOURCES, type LightSource } from "irradiance-engine/internal/yield";
import { yieldAnswer, yieldOf } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noticeSentence, phrase, yieldAnswerOf } from "../../explorer/service/answer.js";
import { speak, texts } from "../../explorer/texts/texts.js";

const ENGLISH = /\b(the|of|is|it|and|from|years?|light|assumed)\b/i;
const PLACES = [
  [69.65, 18.96],
  [-0.23, -78.52],
  [-78.46, 106.84],
] as const;
const [TROMSO, QUITO, VOSTOK] = [0, 1, 2] as const;

/** The generated year of each place, made once. */
const years = PLACES.map(async ([lat, lon]) => {
  const { place, monthly, expectedError, notices } = await worldMonths(lat, lon);
  const { weather: series, report } = generateYear(place, monthly);
  return { series, expectedError, notices: [...notices, ...report.notices] };
});

/** An answer of the service for a roof at a place. */
async function yielded(at: 0 | 1 | 2, azimuth: number, lightSource?: LightSource, losses = 14) {
  const { series, expectedError, notices } = await years[at]!;
  const system = { planes: [{ surfaceTilt: 40, surfaceAzimuth: azimuth, kwp: 5 }], losses };
  const options = { typicalYear: true, lightSource: lightSource ?? expectedError };
  const text = JSON.stringify(yieldAnswer(yieldOf(series, system, options), { notices, weather: { kind: "typical" } }));
  return yieldAnswerOf(
    { path: "yield", query: [] },
    { text, headers: new Headers(), price: { cost: 0, remaining: undefined } },
  );
}

describe("in German", () => {
  beforeAll(() => speak("de"));
  afterAll(() => speak("en"));

  it("every notice of a generated year has a sentence, with the numbers of the service's own", async () => {
    const said = await Promise.all([yielded(TROMSO, 0), yielded(QUITO, 0, undefined, 0.14), yielded(VOSTOK, 0)]);
    const all = said.flatMap(({ notices }) => notices);
    expect(new Set(all.map(({ code }) => code))).toEqual(
      new Set(["climatology", "known-miss", "altitude", "synthetic", "wind", "snow", "azimuth", "doubtful"]),
    );
    for (const notice of all) {
      const sentence = noticeSentence(notice);
      expect(sentence).not.toMatch(ENGLISH);
      const numbers = (text: string) => text.replace(/(\d)[.](?=\d{3}\b)/g, "$1").match(/\d+/g) ?? [];
      for (const number of numbers(sentence)) expect(notice.message).toContain(number);
    }
    const [snow] = said[0].notices.filter(({ code }) => code === "snow");
    expect(noticeSentence(snow!)).toMatch(
      /mit \d,\d % der Energie gerechnet \(±\d,\d Punkte\), wie bei −6 °C im kältesten Monat/,
    );
  });

  it("every reason of the uncertainty has a sentence, of light from any source", async () => {
    const found = new Set<string>();
    for (const source of [undefined, ...LIGHT_SOURCES])
      for (const place of [TROMSO, QUITO, VOSTOK])
        for (const { reason } of (await yielded(place, 180, source)).uncertainty?.shares ?? []) found.add(reason);
    // Those of history.
    for (const reason of [
      "the scatter of 10 years, by Student's t",
      "the mean of 10 years",
      "one year stands for all",
      "given",
    ])
      found.add(reason);
    expect([...found].filter((reason) => phrase(reason) === reason)).toEqual([]);
    expect(phrase("world climatology, high latitude: 5 places judged")).toBe(
      "Weltklimatologie, hohe Breiten: 5 Orte geprüft",
    );
  });

  it("generated weather has one at every kind of place, and more than that is left to the service's words", async () => {
    const world = await loadWorldClimate();
    const message = (lat: number, lon: number) =>
      `synthetic: drawn from the climate; of that climate, ${describeExpectedError(world.at(lat, lon).expectedError)}`;
    for (let lat = -90; lat <= 90; lat += 15)
      for (let lon = -180; lon <= 180; lon += 15)
        expect(noticeSentence({ code: "source", message: message(lat, lon) })).toMatch(/^Erzeugt aus dem Klima/);
    const known = message(47, 8).replace(" in a year's GHI", " in a year's GHI, but it is known to be off");
    expect(noticeSentence({ code: "source", message: known })).toMatch(/^Synthetic: drawn .*known to be off.*\.$/);
    const [offer] = await syntheticSource().offer({ latitude: 47, longitude: 8 }, Date.now());
    expect(phrase(offer!.dataset)).not.toBe(offer!.dataset);
  });

  it.each([
    ["missing", { columns: "wind_speed" }],
    ["missing", { share: 0.021 }],
    ["doubts", { share: 0.021 }],
    ["annual", { months: 11 }],
    ["light", { share: 0.2, irradiation: 1100 }],
    ["not-ended", { until: "2026-01-01T00:00:00Z" }],
    ["known-miss", { place: "Chengdu", percent: 29, km: 12 }],
    ["snow", { percent: 3.2, points: 0.5 }],
    ["snow", { coldest: -6, least: 1, most: 9 }],
    ["quantiles", { table: "simulated-30" }],
  ])("%s with %o is a German sentence, without its facts the service's", (code, facts) => {
    const message = "the words of the service";
    expect(noticeSentence({ code, message, facts })).not.toMatch(/words of the service|undefined|NaN/);
    expect(noticeSentence({ code, message })).toBe("The words of the service.");
  });

  it("a source has its kind by name", () => expect(texts().service.kinds.reanalysis).toBe("Reanalyse"));
});

it("in English the service has its own words", () => {
  expect(noticeSentence({ code: "wind", message: "no wind", facts: { speed: 1 } })).toBe("No wind.");
  expect(phrase("given")).toBe("given");
});
