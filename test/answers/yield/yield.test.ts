/** What a system yields: sums, months, years, losses, and what is refused. */
import { describe, expect, test } from "vitest";
import {
  formatYield,
  lossesSvg,
  monthsSvg,
  optimumOf,
  type YieldOptions,
  type YieldSystem,
  yieldOf,
} from "../../../src/answers/yield/index.js";
import { computeColumns, type WeatherSeries } from "../../../src/index.js";
import { pvwattsSystem } from "../../../src/physics/models/pv/index.js";
import {
  codesOf,
  messagesOf,
  roofOf,
  rowsOf,
  SOUTH,
  sum,
  tilted,
  typical,
  weather,
  withLight,
  yearOf,
  yearsOf,
} from "./roof.js";

/** Found once: a search takes a second. */
const BEST = optimumOf(weather);

describe("a typical year", () => {
  test("is one year of twelve months, in local time, that add up to the whole", () => {
    const { months, annual, total, years, exceedance, notices } = yearOf();
    expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(annual!.energy).toBeCloseTo(sum(months.map(({ energy }) => energy)), 9);
    expect(total.energy).toBeCloseTo(annual!.energy, 9);
    expect(annual!.missing).toBe(0);
    expect([years, exceedance, notices]).toEqual([[], null, []]);
  });

  test("is what the engine gives for the same plane and system", () => {
    // The engine's chain is PVWatts', with its losses.
    const { annual } = yearOf({ clipping: "steps", losses: "bank" });
    const { latitude: lat, longitude: lon } = weather.place!;
    const query = {
      ...{ lat, lon, frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 },
      parameters: "global_horizontal_irradiance,global_tilted_irradiance,pv_production",
    };
    const { values } = computeColumns(query, weather, { models: { pv: pvwattsSystem as never } });
    const energy = sum(values.pv_production!) / 1000;
    const light = sum(values.global_tilted_irradiance!) / 1000;
    expect(annual!.energy).toBeCloseTo(energy, 8);
    expect(annual!.planeIrradiation).toBeCloseTo(light, 8);
    expect(annual!.horizontalIrradiation).toBeCloseTo(sum(values.global_horizontal_irradiance!) / 1000, 8);
    expect(annual!.performanceRatio).toBeCloseTo(energy / light, 12);
  });

  test("scales with its kWp; several planes add up", () => {
    const east = { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 3 };
    const west = { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 5 };
    const [one, other] = [east, west].map((plane) => yearOf({ planes: [plane] }));
    const both = yearOf({ planes: [east, west] });
    expect(both.kwp).toBe(8);
    expect(both.annual!.energy).toBeCloseTo(one!.annual!.energy + other!.annual!.energy, 6);
    expect(both.annual!.specificYield).toBeCloseTo(both.annual!.energy / 8, 9);
    expect(both.planes[0]!.energy).toBeCloseTo(one!.annual!.energy, 6);
    expect(both.planes[1]!.energy).toBeCloseTo(other!.annual!.energy, 6);
    const unit = yearOf({ planes: [{ ...east, kwp: 1 }] });
    expect(one!.annual!.energy).toBeCloseTo(3 * unit.annual!.energy, 8);
    expect(one!.annual!.performanceRatio).toBeCloseTo(unit.annual!.performanceRatio!, 12);
  });

  test("of a tracker is above that of a fixed plane", () => {
    const fixed = yearOf();
    const tracker = yearOf({ planes: [{ trackingMode: "1_axis" }] });
    expect(tracker.annual!.energy).toBeGreaterThan(1.05 * fixed.annual!.energy);
    expect(formatYield({ ...tracker, planes: [...tracker.planes, ...fixed.planes] })).toContain("one-axis tracker");
  });
});

describe("losses", () => {
  const horizon = Array.from({ length: 360 }, (_, azimuth) => Math.max(0, 25 - Math.abs(azimuth - 200) / 2));

  test("multiply from the light on the horizontal to the energy fed in, within 1e-9", () => {
    const system = { planes: [SOUTH, { ...tilted(10, 90), kwp: 2 }] };
    const { losses, total, planes } = yearOf(system, { context: { horizon } });
    const product = losses.reduce((energy, { factor }) => energy * factor, losses[0]!.energy);
    expect(Math.abs(product / total.energy - 1)).toBeLessThan(1e-9);
    expect(losses[0]!.energy).toBeCloseTo(total.horizontalIrradiation * 3, 6);
    expect(losses[1]!.energy).toBeCloseTo(sum(planes.map(({ planeIrradiation, kwp }) => planeIrradiation * kwp)), 6);
    expect(losses.map(({ name }) => name).join(" ")).toBe(
      "horizontal plane shading incidence temperature losses inverter clipping",
    );
  });

  test("each knob turns its own stage, and those after it only through the inverter's load", () => {
    const names = ["plane", "shading", "incidence", "temperature", "losses"] as const;
    const factors = (system: Partial<YieldSystem>, context = {}) =>
      Object.fromEntries(yearOf(system, { context }).losses.map(({ name, factor }) => [name, factor]));
    const usual = factors({});
    const changed = (other: ReturnType<typeof factors>) =>
      names.filter((name) => Math.abs(other[name]! - usual[name]!) > 1e-9);
    expect(changed(factors({ losses: 5 }))).toEqual(["losses"]);
    expect(factors({ losses: 5 }).losses).toBeCloseTo(0.95, 12);
    expect(usual.losses).toBeCloseTo(0.91785, 6);
    expect(factors({ losses: { shading: 3 } }).losses).toBeCloseTo(0.91785 * 0.97, 5);
    expect(factors({ losses: "bank" }).losses).toBeCloseTo(1 - 0.140757, 6);
    expect(changed(factors({ module: "thinFilm" }))).toEqual(["temperature"]);
    expect(changed(factors({ iam: "none" }))).toContain("incidence");
    expect(factors({ iam: "none" }).incidence).toBeCloseTo(1, 12);
    expect(usual.shading).toBe(1);
    expect(factors({}, { horizon }).shading).toBeLessThan(0.99);
    expect(factors({ dcAcRatio: 1.8 }).clipping).toBeLessThan(usual.clipping! - 0.02);
    expect(factors({ dcAcRatio: 1.8 }).inverter).toBeGreaterThan(0.94);
    expect(changed(factors({ dcAcRatio: 1.8 }))).toEqual([]);
  });
});

describe("measured years", () => {
  test("have their mean months, each whole year, and P-values from three on", () => {
    const found = roofOf(yearsOf(1, 0.9, 1.05));
    expect(found.years.map(({ year }) => year)).toEqual([2017, 2018, 2019]);
    expect(found.annual!.energy).toBeCloseTo(sum(found.years.map(({ energy }) => energy)) / 3, 6);
    expect(found.months.every(({ years }) => years === 3)).toBe(true);
    const [p10, p50, p90] = found.exceedance!.values.map(({ value }) => value);
    expect(p50).toBeCloseTo(found.annual!.energy, 6);
    expect(p10! > p50! && p50! > p90!).toBe(true);
    expect(formatYield(found)).toMatch(
      /weather alone, from 3 years, without errors of data and model: P10 .* P50 .* P90 .* kWh in a year to come; /,
    );
    expect(roofOf(yearsOf(1, 0.9)).exceedance).toBeNull();
    expect(yearOf({}, {}, yearsOf(1)).exceedance).toBeNull();
  });

  test("leave hours without a value out, and say how many", () => {
    const found = roofOf(
      withLight(yearsOf(1), (value, hour) => (hour >= 24 * 31 && hour < 24 * 33 ? Number.NaN : value)),
    );
    // Of February's light, which grows, the first two days have less than their share.
    expect(found.months[1]!.missing).toBeGreaterThan(0.05);
    expect(found.months[1]!.missing).toBeLessThan(2 / 28);
    expect(found.annual).not.toBeNull();
    expect(codesOf(found)).toEqual(["missing"]);
    expect(formatYield(found)).toMatch(/missing/);
  });

  test("whose noons lack are no year: an hour weighs as much as the sun is high", () => {
    const isNoon = (hour: number) => hour % 24 === 17 || hour % 24 === 18;
    const found = roofOf(withLight(yearsOf(1), (value, hour) => (isNoon(hour) ? Number.NaN : value)));
    expect([found.annual, found.years]).toEqual([null, []]);
    for (const { missing } of found.months) expect(missing).toBeGreaterThan(0.2);
    expect(messagesOf(found)).toContainEqual(expect.stringContaining("a tenth of its light"));
  });

  test.each([345, 350, 355, 360])("that end after %d days, in the last month, have no annual yield", (days) => {
    const found = roofOf(rowsOf(yearsOf(1), 0, 24 * days));
    // A calendar year may lack a fiftieth, of which 360 days keep within.
    expect([found.annual, found.months.length, found.years.length]).toEqual([null, 12, days === 360 ? 1 : 0]);
    // Days, and not the light that they have: in local time the file begins five hours before the year.
    expect(found.months[11]!.missing).toBeCloseTo(1 - (days - 334 - 5 / 24) / 31, 2);
    expect(codesOf(found)).toContain("annual");
  });

  test("of a part of a year have no annual yield", () => {
    const found = roofOf(rowsOf(yearsOf(1), 24 * 59, 24 * 151));
    expect(found.annual).toBeNull();
    expect(found.months.map(({ month }) => month)).toEqual([3, 4, 5]);
    expect(found.total.energy).toBeCloseTo(sum(found.months.map(({ energy }) => energy)), 6);
    expect(messagesOf(found)).toContainEqual(expect.stringContaining("3 of the 12 months"));
    expect(formatYield(found)).toMatch(/\nsum /);
  });

  test("that are not whole are named, with what they are used for; all figures are of the mean year", () => {
    // Of the second year, April to June are not there.
    const from = 8760 + 24 * 90;
    const isGap = (hour: number) => hour >= from && hour < from + 24 * 91;
    const series = withLight(yearsOf(1, 0.8, 1.2), (value, hour) => (isGap(hour) ? Number.NaN : value));
    const planes = [{ ...SOUTH, kwp: 2 }, tilted(20, 90)];
    const found = yieldOf(series, { planes });
    expect(found.months.map(({ years }) => years)).toEqual([3, 3, 3, 2, 2, 2, 3, 3, 3, 3, 3, 3]);
    expect(found.losses.at(-1)!.energy).toBeCloseTo(found.annual!.energy, 6);
    expect(found.losses[0]!.energy).toBeCloseTo(found.annual!.horizontalIrradiation * 3, 6);
    expect(sum(found.planes.map(({ energy }) => energy))).toBeCloseTo(found.annual!.energy, 6);
    expect(found.years.map(({ year }) => year)).toEqual([2017, 2019]);
    expect(found.exceedance).toBeNull();
    const [missing, told] = messagesOf(found);
    expect(missing).toMatch(
      /^1\d % of the light \(weighted .* each month of the mean year is the mean of the complete ones/,
    );
    expect(told).toMatch(
      /^whole years are 2017, 2019; left out of the yearly yields and of P10 to P90: 2018 \(3\d % missing\); of these only/,
    );
    expect(formatYield(found)).toContain("\nmean year ");
    for (const write of [formatYield, lossesSvg]) expect(write(found)).toContain("fed in, in the mean year");
  });
});

describe("weather of which no yield can be computed is refused, with what helps", () => {
  const bare = { interval: 3600, place: { latitude: 36.1, longitude: -79.95 } };
  const of = (columns: WeatherSeries["columns"], interval = 3600, options = {}) =>
    roofOf({ ...bare, start: weather.start, interval, columns }, options);

  test("no temperature: the light is told, and a constant helps", () => {
    const { global_horizontal_irradiance } = weather.columns;
    expect(() => of({ global_horizontal_irradiance })).toThrow(
      /no air temperature.*; its light on the horizontal is 1566\.\d kWh\/m²: .* context\.temperature 15$/,
    );
    // Weather by components, or dark, has no such sum to name.
    const diffuse = {
      direct_normal_irradiance: global_horizontal_irradiance,
      diffuse_horizontal_irradiance: global_horizontal_irradiance,
    };
    for (const columns of [diffuse, { global_horizontal_irradiance: new Float64Array(48) }])
      expect(() => of(columns)).toThrow(/which the energy depends on: give a column of it/);
    const warm = of({ global_horizontal_irradiance }, 3600, { ...typical, context: { temperature: 15 } });
    expect(warm.annual!.specificYield).toBeGreaterThan(1200);
    const both = yearOf({}, { context: { temperature: 15 } });
    expect(messagesOf(both)).toContain("context.temperature 15 is not used: the weather has its own temperatures");
  });

  test("no light on the horizontal, or a single component of it", () => {
    const { temperature, global_horizontal_irradiance: light } = weather.columns;
    const empty = new Float64Array(8760).fill(Number.NaN);
    for (const other of [{}, { diffuse_horizontal_irradiance: light }, { global_horizontal_irradiance: empty }]) {
      const columns = { temperature, ...other };
      expect(() => of(columns)).toThrow("a yield needs GHI, or DNI and DHI");
      expect(() => optimumOf({ ...bare, start: weather.start, columns })).toThrow("a yield needs GHI, or DNI and DHI");
    }
  });

  test("light and temperature never at the same time", () => {
    const { temperature: warmth, global_horizontal_irradiance: light } = weather.columns;
    const temperature = Array.from(warmth!, (value, hour) => (hour < 4000 ? value : null));
    const late = Array.from(light!, (value, hour) => (hour < 4200 ? null : value));
    expect(() => of({ temperature, global_horizontal_irradiance: late })).toThrow("no hour with the sun up has both");
  });

  test("dark weather yields nothing, and has no best plane", () => {
    const dark = { global_horizontal_irradiance: new Float64Array(48), temperature: new Float64Array(48) };
    expect(of(dark).total).toMatchObject({ energy: 0, performanceRatio: null });
    expect(() => optimumOf({ ...bare, start: weather.start, columns: dark })).toThrow("no plane yields anything");
  });

  test("daily values; three and six hours are taken, and told with their error", () => {
    const day = new Float64Array(365).fill(150);
    const columns = { global_horizontal_irradiance: day, temperature: day.map(() => 15) };
    expect(() => of(columns, 86_400)).toThrow(/the weather has daily values \(one a day\): .* \(generateYear\)$/);
    expect(() => of(columns, 12 * 3600)).toThrow("one value in 12 hours");
    for (const [hours, off] of [
      [3, 12],
      [6, 16],
    ] as const) {
      const [coarse] = of(columns, hours * 3600).notices.filter(({ code }) => code === "coarse");
      expect(coarse!.message).toContain(`means over ${hours} hours are off by ${off} % of the mean GHI`);
    }
  });

  test("a few hours have their days told", () => {
    const columns = { global_horizontal_irradiance: [300, 400], temperature: [5, 6] };
    const start = "2023-01-01T16:00Z";
    expect(messagesOf(roofOf({ ...bare, start, columns }))).toContainEqual(
      expect.stringContaining("has 1 of the 12 months (2 rows, 2023-01-01T16:00Z to 2023-01-01T18:00Z)"),
    );
  });
});

describe("what a careful user would doubt", () => {
  test("light when the sun is down is told: times that are hours off", () => {
    const shifted = { ...weather, start: Number(new Date(weather.start)) + 5 * 3_600_000 };
    expect(codesOf(yearOf({}, {}, shifted))).toContain("light");
    expect(codesOf(yearOf())).not.toContain("light");
    // Nearly all of it, without an exponent.
    const wild = withLight(weather, (value, row) => value * (row < 4000 ? 1 : 5000));
    expect(messagesOf(yearOf({}, {}, wild))).toContainEqual(
      expect.stringMatching(/^100 % of the weather's irradiation/),
    );
  });

  test("losses of less than a percent are doubted", () => {
    const { notices } = yearOf({ losses: 0.14 });
    const message = "the losses are 0.14 percent: was a fraction of 1 meant?";
    expect(notices).toContainEqual({ code: "doubtful", message, facts: { losses: 0.14 } });
  });

  test("a limit of the grid that no inverter reaches is named with both powers", () => {
    const ofLimit = (exportLimit: number) =>
      yearOf({ planes: [{ ...SOUTH, kwp: 6 }], inverter: { acPower: 5 }, exportLimit });
    const message = "system.exportLimit, 5.5 kW, is above what the inverters give, 5 kW: it takes nothing";
    expect(ofLimit(5.5).notices).toContainEqual({ code: "doubtful", message });
    expect(codesOf(ofLimit(5))).not.toContain("doubtful");
  });

  test("several years as a typical one, and a PV model that would not run, are refused", () => {
    expect(() => yearOf({}, {}, yearsOf(1, 1, 1))).toThrow("but the weather has 3.0 years");
    const context = { models: { pv: pvwattsSystem } };
    expect(() => yearOf({}, { context })).toThrow("context.models.pv is not accepted");
  });
});

describe("the best plane", () => {
  test("of several years is printed with its yield in a year, as the table beside it", () => {
    const series = yearsOf(0.9, 1, 1.1);
    const best = optimumOf(series);
    const { surfaceTilt, surfaceAzimuth } = best;
    const found = yieldOf(series, { planes: [{ surfaceTilt, surfaceAzimuth }] });
    expect(best.specificYield).toBeCloseTo(found.total.specificYield, 6);
    expect(formatYield(found, best)).toContain(
      `azimuth ${surfaceAzimuth}°, ${found.annual!.specificYield.toFixed(1)} kWh/kWp;`,
    );
  });

  test("faces the equator; in ranges around it less than 1 % is lost", () => {
    const { surfaceTilt: tilt, surfaceAzimuth: azimuth, tiltRange, azimuthRange } = BEST;
    const at = (tilt: number, azimuth: number) => yearOf({ planes: [tilted(tilt, azimuth)] }).annual!.energy;
    const most = at(tilt, azimuth);
    expect(BEST.specificYield).toBeCloseTo(most, 6);
    expect(Math.abs(azimuth - 180)).toBeLessThan(15);
    expect(Math.abs(tilt - 32)).toBeLessThan(6);
    for (const step of [-1, 1])
      expect(Math.max(at(tilt + step, azimuth), at(tilt, azimuth + step))).toBeLessThanOrEqual(most);
    const kept = [...tiltRange.map((edge) => at(edge, azimuth)), at(tilt, azimuthRange[0])];
    expect(Math.min(...kept)).toBeGreaterThan(0.99 * most);
    const lost = [at(tiltRange[0] - 1, azimuth), at(tiltRange[1] + 1, azimuth), at(tilt, azimuthRange[1] + 1)];
    expect(Math.max(...lost)).toBeLessThanOrEqual(0.99 * most);
  });
});

test("the best plane has the whole power on the system's inverter, and yields what yieldOf finds for it", () => {
  const system = { inverter: { acPower: 17 }, planes: [{ kwp: 12 }, { kwp: 8 }] };
  const { surfaceTilt, surfaceAzimuth, specificYield } = optimumOf(weather, system, typical);
  const plane = { surfaceTilt, surfaceAzimuth, kwp: 20 };
  const { annual } = yieldOf(weather, { ...system, planes: [plane] }, typical);
  expect(specificYield / annual!.specificYield).toBeCloseTo(1, 9);
});

test("the best plane south of the equator faces north, and is as good as that of the mirrored place", () => {
  // The sample half a year away: a southern place has that light.
  const turned = (column: ArrayLike<number | null | undefined>) =>
    Array.from(column, (_, row) => column[(row + 183 * 24) % column.length]);
  const columns = Object.entries(weather.columns).map(([name, values]) => [name, turned(values!)]);
  const place = { ...weather.place!, latitude: -weather.place!.latitude };
  const south = optimumOf({ ...weather, place, columns: Object.fromEntries(columns) });
  expect(Math.min(south.surfaceAzimuth, 360 - south.surfaceAzimuth)).toBeLessThan(15);
  expect(Math.abs(south.surfaceTilt - BEST.surfaceTilt)).toBeLessThan(6);
  // The Sun is nearer in the southern summer, in the same light: 2 % are left for the half year that differs.
  expect(Math.abs(south.specificYield / BEST.specificYield - 1)).toBeLessThan(0.02);
});

describe("a plane that faces away from the light", () => {
  const notice = (tilt: number, azimuth: number) =>
    yearOf({ planes: [tilted(tilt, azimuth)] }).notices.find(({ code }) => code === "azimuth")?.message;

  test("says what another direction gets, and that PVGIS counts from south", () => {
    const [away, south] = [0, 180].map((azimuth) => yearOf({ planes: [tilted(30, azimuth)] }));
    const less = (100 * (1 - away!.annual!.energy / south!.annual!.energy)).toFixed(0);
    expect(notice(30, 0)).toBe(
      `the plane of tilt 30°, azimuth 0° gets ${less} % less than one of azimuth 180°: azimuths count from north here ` +
        "(90 is east, 180 south); in PVGIS 0 is south",
    );
  });

  test.each([
    [30, 180, false],
    [30, 140, false],
    [30, 90, true],
    [10, 0, true],
    // 8 % less: a flat east and west roof is as it is meant.
    [10, 90, false],
    [0, 0, false],
  ])("tilt %d°, azimuth %d°: %s", (tilt, azimuth, isTold) => expect(notice(tilt, azimuth) !== undefined).toBe(isTold));

  test("is as it is meant where another faces the other way, as on a roof to the east and the west", () => {
    const codes = (...azimuths: number[]) =>
      codesOf(yearOf({ planes: azimuths.map((azimuth) => tilted(40, azimuth)) }));
    expect(codes(90, 270)).not.toContain("azimuth");
    expect(codes(90, 135)).toContain("azimuth");
  });

  test("is measured with its own inverter, whatever plane stands first", () => {
    const sandia = { Paco: 9000, Pdco: 9300, Vdco: 400, Pso: 900, C0: 0, C1: 0, C2: 0, C3: 0, Pnt: 0 };
    const inverters = { a: { sandia }, b: {} };
    const planes = [
      { surfaceTilt: 80, surfaceAzimuth: 180, kwp: 2, inverter: "a" },
      { surfaceTilt: 35, surfaceAzimuth: 75, kwp: 2, inverter: "b" },
    ];
    const told = (all: YieldSystem["planes"]) =>
      yearOf({ planes: all, inverters }).notices.flatMap(({ code, message }) => (code === "azimuth" ? message : []));
    expect(told(planes)).toHaveLength(1);
    expect(told([...planes].reverse())).toEqual(told(planes));
    expect(told(planes)).toEqual(messagesOf(yearOf({ planes: [{ ...planes[1]!, inverter: undefined }] })));
  });
});

test("the best plane near the equator is so flat that its direction hardly matters", () => {
  const ghi = Array.from({ length: 8760 }, (_, hour) =>
    Math.max(0, 900 * Math.sin((((hour % 24) - 5.5) / 12) * Math.PI)),
  );
  const place = { latitude: 0.5, longitude: 0, altitude: 10, timeZone: 0 };
  const overhead = {
    ...{ start: Date.UTC(2023, 0, 1), interval: 3600, place },
    columns: { global_horizontal_irradiance: ghi, temperature: new Float64Array(8760).fill(28) },
  };
  const best = optimumOf(overhead);
  expect(best.surfaceTilt).toBeLessThan(8);
  expect(best.azimuthRange[0]).toBe(best.azimuthRange[1]);
  expect(formatYield(yearOf({ planes: [{}] }, {}, overhead), best)).toMatch(
    /best fixed plane: tilt \d°, .* and with any azimuth\n$/,
  );
});

describe("pictures and table", () => {
  test("say where the horizon line comes from, and no loss where there is none", () => {
    const of = (options: YieldOptions) => {
      const found = yearOf({}, options);
      const row = /horizon line +(.*?) +[\d.]+\n/.exec(formatYield(found))![1];
      expect(lossesSvg(found)).toContain(`horizon line ${row}`);
      return [row, codesOf(found).includes("horizon")];
    };
    const horizon = new Array<number>(360).fill(0);
    expect(of({})).toEqual(["not given", false]);
    expect(of({ context: { horizon } })).toEqual(["0.0 %", false]);
    expect(of({ horizonInLight: true })).toEqual(["in the light", false]);
    expect(of({ horizonInLight: true, context: { horizon } })).toEqual(["0.0 %", true]);
  });

  test("say that weather without wind is taken with 1 m/s", () => {
    const { wind_speed: _, ...columns } = weather.columns;
    expect(codesOf(yearOf())).not.toContain("wind");
    const calm = yearOf({}, {}, { ...weather, columns });
    expect(messagesOf(calm)).toEqual([expect.stringContaining("no wind: 1 m/s assumed")]);
  });

  test("carry the source of the weather and the losses", () => {
    const found = yearOf();
    for (const picture of [monthsSvg, lossesSvg]) {
      expect(picture(found, "roof.csv, 7 % off")).toContain(">weather: roof.csv, 7 % off<");
      expect(picture(found)).toContain(">losses of the system −8.2 %; horizon line not given<");
      expect(picture(found)).not.toContain("weather:");
    }
  });

  test("have a bar for every month and every stage, and the year's energy", () => {
    const found = yearOf({ planes: [{ ...SOUTH, kwp: 8 }] });
    const energy = found.annual!.energy.toFixed(0);
    expect(monthsSvg(found).match(/class="bar"/g)).toHaveLength(12);
    const p90 = found.uncertainty!.horizons[0]!.values.find(({ exceedance }) => exceedance === 90)!.energy.toFixed(0);
    expect(monthsSvg(found)).toContain(`>${energy} kWh a year, P90 ${p90}, `);
    expect(monthsSvg({ ...found, uncertainty: null })).toContain(
      `>${energy} kWh a year, ${found.annual!.specificYield.toFixed(0)} kWh/kWp<`,
    );
    expect(monthsSvg(found)).toContain(">36.1° N, 79.95° W · 8 kWp · tilt 35°, azimuth 180°<");
    expect(lossesSvg(found).match(/class="bar"/g)).toHaveLength(8);
    const table = formatYield(found, BEST);
    expect(table).toMatch(new RegExp(`\\nyear .*  ${found.annual!.energy.toFixed(0)}`));
    expect(table).toContain("best fixed plane: tilt ");
    expect(table).toContain("limit of the inverter");
  });
});

describe("what is refused", () => {
  test.each([
    [{ planes: [] }, "yieldOf: system.planes must be a list of at least one plane, got an array of 0"],
    [{ planes: [{ surfaceTilt: 30 }] }, "yieldOf: system.planes[0].surfaceAzimuth is required for a tilted plane"],
    [{ planes: [tilted(91, 0)] }, "yieldOf: system.planes[0].surfaceTilt must be from 0 to 90, got 91"],
    [{ planes: [{ surfaceTilt: "30", surfaceAzimuth: 0 }] }, "yieldOf: system.planes[0].surfaceTilt must be a number"],
    [{ planes: [{ kwp: 0 }] }, "yieldOf: system.planes[0].kwp must be above 0, got 0"],
    [{ planes: [{ kwP: 1 }] }, 'yieldOf: system.planes[0] has no option "kwP": is kwp meant?'],
    [{ planes: [{ trackingMode: "2_axis" }] }, "yieldOf: system.planes[0].trackingMode must be one of none, 1_axis"],
    [{ planes: [{}], loses: 5 }, 'yieldOf: system has no option "loses": is losses meant?'],
    [{ planes: [{}], losses: { dirt: 5 } }, 'yieldOf: system.losses has no option "dirt": known are soiling'],
    [7, "yieldOf: system must be an object, got 7"],
    [{ planes: [7] }, "yieldOf: system.planes[0] must be an object, got 7"],
    [{ planes: [{}], losses: [5] }, "yieldOf: system.losses must be an object, got an array of 1"],
    [{ planes: [{}], losses: 101 }, "yieldOf: system.losses must be from 0 to 100, got 101"],
    [{ planes: [{}], module: "best" }, "yieldOf: system.module must be one of standard, premium, thinFilm"],
    [{ planes: [{}], dcAcRatio: 0 }, "yieldOf: system.dcAcRatio must be from 0.1 to 10, got 0"],
    [{ planes: [{}], spectrum: "blue" }, "yieldOf: system.spectrum must be one of none, deSoto"],
    [{ planes: [{}], gammaPdc: -0.37 }, "must be from -0.05 to 0, in 1/°C: -0.0037 is -0.37 %/°C, got -0.37"],
    [{ planes: [{}], gammaPdc: 0.004 }, "system.gammaPdc must be from -0.05 to 0"],
    [{ planes: [{}], losses: -20 }, "system.losses must be from 0 to 100, got -20"],
    [{ planes: [{}], losses: { soiling: -4 } }, "system.losses.soiling must be from 0 to 100, got -4"],
    [{ planes: [{}], dcAcRatio: 120 }, "system.dcAcRatio must be from 0.1 to 10, got 120"],
    [{ planes: [{}], inverterEfficiency: 96 }, "system.inverterEfficiency must be from 0.1 to 1, got 96"],
    [{ planes: [tilted(30, -45)] }, "got -45; where azimuths count from south, as in PVGIS, add 180: 135"],
  ])("%j", (system, message) => expect(() => yieldOf(weather, system as YieldSystem)).toThrow(message));

  test.each([
    [{ acceptDoubt: true }, 'yieldOf: options has no "acceptDoubt": is acceptDoubts meant?'],
    [{ typicalYear: "yes" }, 'yieldOf: options.typicalYear must be true or false, got "yes"'],
  ])("options %j", (options, message) => expect(() => roofOf(weather, options as object)).toThrow(message));

  test("weather that is none; what readWeather gives is as good as its series", () => {
    expect(() => roofOf(undefined as never)).toThrow(
      "yieldOf: weather must be a series, or a result of readWeather, got undefined",
    );
    const expected = yearOf({}, { horizonInLight: true });
    const reading = { series: weather, typicalYear: true, horizonInLight: true };
    expect(yieldOf(reading, { planes: [SOUTH] })).toEqual(expected);
    expect(optimumOf(reading)).toEqual(BEST);
  });

  test("weather without a place", () => {
    const bare = { ...weather, place: undefined };
    expect(() => roofOf(bare)).toThrow("give options.latitude and options.longitude");
    expect(roofOf(bare, { latitude: 36.1, longitude: -79.95 }).place.latitude).toBe(36.1);
  });
});
