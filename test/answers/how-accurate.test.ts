/** docs/how-accurate.md, its map and the card's figures: in step with the studies; the places are those that the stated errors come from. */
import { describe, expect, it } from "vitest";
import { joinedRows, theRow } from "../../scripts/docs/accuracy-texts.mjs";
import { howAccurateTexts } from "../../scripts/docs/how-accurate.mjs";
import { judgedPlaces, limitsOf, rmsOf, stations } from "../../scripts/docs/judged-places.mjs";
import { CLASS_ERRORS } from "../../src/data/climatology/world/expected-errors.generated.js";
import { KNOWN_MISSES } from "../../src/data/climatology/world/place-class.js";
import { read } from "../policy/repository.js";

const rows = joinedRows();
const places = judgedPlaces();
const page = read("docs/how-accurate.md").replace(/\s+/g, " ");

describe("what scripts/accuracy-table.mjs writes", () => {
  it.each([...howAccurateTexts(CLASS_ERRORS)])("%s is current", (path, text) => expect(read(path)).toBe(text));

  it("moves with the figures of the studies", () => {
    const moved = rows.map((row) => ({ ...row, statistics: { ...row.statistics, rmse: 33, bias: 3.3 } }));
    const wider = Object.fromEntries(
      Object.entries(CLASS_ERRORS).map(([kind, errors]) => [kind, [0.5, ...errors.slice(1)]]),
    );
    const [page, map, card] = [...howAccurateTexts(wider, moved)];
    for (const [path, text] of [page, map, card] as [string, string][]) expect(read(path)).not.toBe(text);
  });

  it("has every class of place, the ones that nobody judged as assumed", () => {
    for (const [kind, [, , , , , count]] of Object.entries(CLASS_ERRORS)) {
      const line = page.match(new RegExp(`\\| bare place: ${kind} .*?\\|.*?\\|.*?\\|.*?\\|.*?\\| ([^|]+) \\|`));
      expect(line?.[1]).toBe(count === 0 ? "**nowhere**: assumed" : `${count} places`);
    }
  });
});

describe("the judged places", () => {
  const stated = theRow(rows, {
    source: "world-climate",
    quantity: "global_horizontal_irradiance",
    resolution: "1_year",
  });
  const years = places.map(({ year }) => year);

  it("are those of the accuracy table: as many, with its rms, bias and worst", () => {
    expect(places).toHaveLength(stated.stations);
    expect(rmsOf(years)).toBeCloseTo(stated.statistics.rmse!, 1);
    expect(years.reduce((sum, year) => sum + year, 0) / years.length).toBeCloseTo(stated.statistics.bias!, 1);
    expect(Math.max(...years.map(Math.abs))).toBeCloseTo(stated.statistics.worst!, 1);
  });

  it("have limits around their rms that narrow when there are four times as many neighbourhoods", () => {
    const [low, high] = limitsOf(places);
    expect(low).toBeLessThan(rmsOf(years));
    expect(high).toBeGreaterThan(rmsOf(years));
    const elsewhere = (turn: number) => places.map((place) => ({ ...place, longitude: place.longitude + turn }));
    const [least, most] = limitsOf([0, 33, 71, 109].flatMap(elsewhere));
    expect(most - least).toBeLessThan(0.75 * (high - low));
  });

  it("lie on the Earth, and stations have coordinates", () => {
    for (const { latitude, longitude } of [...places, ...stations()]) {
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }
  });
});

describe("places that are known to be far off", () => {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const listed = (text: string) =>
    [...plain(text).matchAll(/([A-Z][A-Za-z ]+?)(?: in Alaska)? ([+−]\d+) %/g)].map(([, place, percent]) => [
      place,
      Number(percent!.replace("−", "-")),
    ]);
  const known = (truth: string) => KNOWN_MISSES.filter((row) => row[4] === truth);
  const inOrder = (pairs: readonly (readonly unknown[])[]) =>
    [...pairs].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));

  it("are the same on the page, in the library and in the study", () => {
    const [unseen, published] = /\*\*Single places\*\*,(.*?)Beside published values:(.*?)Basins/
      .exec(page)!
      .slice(1) as [string, string];
    expect(inOrder(listed(unseen))).toEqual(inOrder(known("unseen").map(([place, , , percent]) => [place, percent])));
    expect(inOrder(listed(published))).toEqual(
      inOrder(known("published").map(([place, , , percent]) => [place, percent])),
    );

    const far = places.filter(({ year }) => Math.abs(year) >= 9);
    const judged = far.map(({ name, latitude, longitude, year }) => [
      plain(name).split(",")[0],
      latitude,
      longitude,
      Math.round(year),
    ]);
    expect(inOrder(known("unseen").map((row) => row.slice(0, 4)))).toEqual(inOrder(judged));

    const [table] = /\| \| before \| now \|.*?\n\n/s.exec(read("research/world-climate.md"))!;
    const recalled = [
      ...table.matchAll(/\| ([A-Z][A-Za-z ]+?)(?:, altitude given)? \| [+−]\d+(?: %)? \| ([+−]?\d+)(?: %)?(?= \|)/g),
    ];
    const off = recalled
      .map(([, place, percent]) => [place, Number(percent!.replace("−", "-"))] as const)
      .filter(([, percent]) => Math.abs(percent) >= 8);
    // A summit, and a place whose own year says more.
    const others = off.filter(([place]) => place !== "Izaña" && place !== "Antananarivo");
    expect(inOrder(others)).toEqual(inOrder(known("published").map(([place, , , percent]) => [place, percent])));
  });
});

/** Figures of the prose, each with the page that it was taken from, and how it stands there. */
const FIGURES: readonly (readonly [said: string, source: string, there: string])[] = [
  ["off by 4.9 % (rms)", "research/world-climate.md", "| 300 km | 4.90, 6.81 |"],
  ["within 60 km by 4.5 %", "research/world-climate.md", "| 60 km | 4.54, 6.34 |"],
  ["within 1,000 km by 5.2 %", "research/world-climate.md", "| 1000 km | 5.21, 7.21 |"],
  ["2,000 km by 5.0 %", "research/world-climate.md", "| 5.01, 7.31 |"],
  ["hold at 95 of 121", "research/world-climate.md", "Of 121 places 95 are within what is stated"],
  ["8.5 % (rms), bias +4.9 %", "research/world-climate.md", "| +4.9 % | 7.04 % | 8.51 % |"],
  ["Antananarivo +13 %", "research/world-climate.md", "| +20.3 | +12.6 |"],
  ["Northway in Alaska +13 %", "research/world-climate.md", "| +23.7 | +13.0 |"],
  ["Chengdu +30 %", "research/world-climate.md", "| +25 | +30 |"],
  ["La Paz −10 %", "research/world-climate.md", "| −8 | −10 |"],
  ["12.8 % below CLIPER's (95 %: 11.5 to 13.9 %)", "research/forecasts.md", "12.8 % (11.5…13.9)"],
  ["53 of them, or 93 %", "research/exceedance.md", "53 of 57 = 93.0 %"],
  ["82 to 98 %", "research/exceedance.md", "gives is 82 to 98 %"],
  ["84 to 89 % exceed it", "research/exceedance.md", "**84.0 / 84.6** | 86.3 / 86.0 | 87.8 / 87.1 | 88.6 / 88.8"],
  ["−0.8 to −1.1 % of the year", "research/yield.md", "−0.8 to −1.1 %, and −0.1 to −0.4 %"],
  ["0.8 to 1.2 % more of a fixed plane's", "research/yield.md", "fixed −0.8 to −1.2 %"],
  ["from −0.9 % (Lyngby) to +0.5 % (Penn State)", "research/yield.md", "| −2.95 | −0.93 |"],
  ["within 1.0 point of the year in nine years", "research/yield.md", "within 1.0 point in all nine years"],
  ["rms 2.9 points at 16 places left out", "research/yield.md", "bias −0.5, rms 2.9 points"],
];

describe("figures in the prose", () => {
  it.each(FIGURES)("“%s” is what %s has", (said, source, there) => {
    expect(page).toContain(said);
    expect(read(source).replace(/\s+/g, " ")).toContain(there);
  });

  it("on the clear sky are the accuracy table's", () => {
    const of = (region: string, quantity: string) =>
      theRow(rows, { source: "clear-sky", region, quantity, resolution: "1_minute" }).statistics;
    const [ghi, dni] = ["global_horizontal_irradiance", "direct_normal_irradiance"];
    const signed = (value: number) => `+${value.toFixed(1)} %`;
    const lyngby = `GHI ${signed(of("Lyngby", ghi).bias!)} and DNI ${signed(of("Lyngby", dni).bias!)} too bright`;
    const all = `against ${of("all", ghi).absoluteBias!.toFixed(1)} and ${of("all", dni).absoluteBias!.toFixed(1)} %`;
    expect(page).toContain(lyngby);
    expect(page).toContain(all);
  });

  it("on forecasts are those of docs/forecast.md: both pages have the table's real runs", () => {
    const own = rows.filter(
      (row) => row.source === "day-ahead" && row.condition === "corrected, 13–24 h after the issue",
    );
    const forecast = read("docs/forecast.md");
    expect(page).toContain(`real runs of one model at ${["no", "one", "two", "three"][own.length]} stations`);
    expect(page).not.toMatch(/simulated model runs alone|Real runs of weather models/);
    for (const { region, statistics } of own) {
      expect(forecast).toContain(`| ${region}, `);
      for (const text of [page, forecast]) expect(text).toContain(statistics.rmse!.toFixed(1));
    }
  });

  it("of others are copied once, each with where it was read", () => {
    const { figures } = JSON.parse(read("docs/reference/published.json"));
    for (const { figure, source, own } of figures) {
      expect(page).toContain(figure);
      expect(source).not.toBe("");
      expect(typeof own).toBe("boolean");
    }
  });
});
