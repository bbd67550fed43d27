/** The body of the import: 12 values each, one unit, nothing lost without a word. */
import { describe, expect, it } from "vitest";
import { MONTHLY_KEYS, parseMonthlyValues } from "../../../src/data/contract/climate/monthly-values.js";
import { parseMonthlyImport } from "../../../src/data/contract/index.js";
import { getExtraRadiation, solarPosition } from "../../../src/physics/models/solar-position/index.js";
import { monthlyExtraterrestrial } from "../../../src/physics/models/solar-position/monthly-extraterrestrial.js";
import { refusal as refusalOf } from "./refusal.js";

/** Monthly means at Zurich, rounded: W/m² and °C. */
const GLOBAL = [42, 73, 121, 172, 204, 226, 227, 195, 144, 86, 48, 33];
const TEMPERATURE = [0.3, 1.3, 5.3, 8.8, 13.3, 16.4, 18.6, 18, 14.1, 9.9, 4.4, 1.4];
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const body = { lat: 47.4, lon: 8.5, altitude: 430, global_horizontal_irradiance: GLOBAL, temperature: TEMPERATURE };
const times = (factor: (days: number) => number) => GLOBAL.map((value, month) => value * factor(DAYS[month]!));

const refusal = (change: object, query: object = {}) =>
  refusalOf(() => parseMonthlyValues({ ...body, ...change }, query as never));

describe("monthly values", () => {
  const name = "global_horizontal_irradiance";
  it("come out in W/m² and °C, frozen", () => {
    const values = parseMonthlyValues(body);
    expect(values).toEqual({
      ...{ kind: "monthly-values", lat: 47.4, lon: 8.5, altitude: 430 },
      ...{ globalHorizontalIrradiance: GLOBAL, diffuseHorizontalIrradiance: undefined },
      ...{ temperature: TEMPERATURE, temperatureMin: undefined, temperatureMax: undefined },
      ...{ relativeHumidity: undefined, windSpeed: undefined, linkeTurbidity: undefined },
    });
    expect(Object.isFrozen(values) && Object.isFrozen(values.temperature)).toBe(true);
  });

  it("in kWh/m² per month are those energies", () => {
    const energy = times((days) => (24 * days) / 1000);
    const diffuse = energy.map((value) => value / 2);
    const energies = { [name]: energy, diffuse_horizontal_irradiance: diffuse, irradiance_unit: "kWh/m2/month" };
    const values = parseMonthlyValues({ ...body, ...energies });
    for (let month = 0; month < 12; month++) {
      expect(values.globalHorizontalIrradiance[month]).toBeCloseTo(GLOBAL[month]!, 10);
      expect(values.diffuseHorizontalIrradiance![month]).toBeCloseTo(GLOBAL[month]! / 2, 10);
    }
  });

  it("know every key that the interface names", () => {
    const most = {
      ...body,
      diffuse_horizontal_irradiance: GLOBAL.map((value) => value / 2),
      temperature_min: TEMPERATURE.map((value) => value - 4),
      temperature_max: TEMPERATURE.map((value) => value + 5),
      relative_humidity: new Array(12).fill(75),
      wind_speed: new Array(12).fill(2.5),
      linke_turbidity: new Array(12).fill(3.5),
      irradiance_unit: "W/m2",
    };
    expect(Object.keys(most).sort()).toEqual([...MONTHLY_KEYS].sort());
    expect(Object.values(parseMonthlyValues(most))).not.toContain(undefined);
  });

  it.each([
    [{ [name]: undefined }, /is required in the body: 12 numbers/],
    [{ temperature: undefined }, /is required in the body: 12 numbers/],
    [{ temperature: TEMPERATURE.slice(1) }, /must be 12 numbers, January first, got 11 of them/],
    [{ temperature: "0,1" }, /must be 12 numbers, January first, got "0,1"/],
    [{ temperature: TEMPERATURE.map(String) }, /got "0.3" in January/],
    [{ temperature: TEMPERATURE.with(3, null as never) }, /got null in April/],
    [{ temperature: TEMPERATURE.with(11, Number.NaN) }, /got NaN in December/],
    [{ temperature: TEMPERATURE.map((t) => t + 273.15) }, /273.45 in January: that looks like kelvin/],
    [{ temperature: TEMPERATURE.map((t) => Math.round(1.8 * t + 32)) }, / in June: that looks like degrees Fahrenheit/],
    [{ [name]: GLOBAL.with(0, -1) }, /0 or more.*got -1 in January/],
    [{ diffuse_horizontal_irradiance: GLOBAL.with(2, 130) }, /\(121 in March\), got 130/],
    [{ temperature_min: TEMPERATURE.with(6, 19) }, /at most temperature \(18.6 in July\), got 19/],
    [{ temperature_max: TEMPERATURE.with(6, 18) }, /at least temperature \(18.6 in July\), got 18/],
    [{ relative_humidity: new Array(12).fill(0.75) }, /in %, got at most 0.75.*fraction/],
    [{ relative_humidity: new Array(12).fill(101) }, /from 0 to 100 % in all months, got 101/],
    [{ wind_speed: new Array(12).fill(-1) }, /from 0 to 50 m\/s/],
    [{ linke_turbidity: new Array(12).fill(0.5) }, /from 1 to 15/],
    [{ irradiance_unit: "kWh" }, /one of W\/m2, kWh\/m2\/month, got "kWh"/],
    [{ temprature_min: TEMPERATURE }, /unknown key "temprature_min" in the body: allowed are lat, lon,/],
    [{ lat: "north" }, /must be a number from -90 to 90, got "north"/],
    [{ lat: undefined }, /"lat" is required/],
    [{ altitude: 9001 }, /from -500 to 9000/],
  ])("%j is refused on its key", (change, text) => {
    const error = refusal(change);
    expect(error.parameter).toBe(Object.keys(change)[0]);
    expect(error.message).toMatch(text);
  });

  it.each([[null], [[]], ["text"], [3], [undefined]])("no body is %j", (nothing) => {
    expect(() => parseMonthlyValues(nothing)).toThrow(/^the body must be a JSON object with lat, lon, altitude/);
  });

  it.each([
    ["kWh/m2/month given as watts", (n: number) => 24 * n, undefined, /looks? like Wh\/m2\/day: give W\/m2 or kWh/],
    ["kWh/m2/day given as watts", () => 24 / 1000, undefined, /at least 10 % .* the values look like kWh\/m2\/day/],
    ["MJ/m2/day given as watts", () => 0.0864, undefined, /at least 10 % .* the values look like MJ\/m2\/day/],
    ["MJ/m2/month given as watts", (n: number) => 0.0864 * n, undefined, /the values look like MJ\/m2\/month/],
    ["Wh/m2/day given as energy", () => 24, "kWh/m2/month", /the values look like Wh\/m2\/day/],
    ["kWh/m2/day given as energy", () => 24 / 1000, "kWh/m2/month", /the values look like kWh\/m2\/day/],
  ])("%s: the error says so", (what, factor, irradiance_unit, text) => {
    const daily = what.startsWith("kWh/m2/month") ? () => 24 : factor;
    expect(refusal({ [name]: times(daily), irradiance_unit }).message).toMatch(text);
  });

  it("W/m2 given as energy where the sun is high: the error names the month, the bound and the unit", () => {
    const desert = { lat: 24, lon: 33, temperature: new Array(12).fill(25) };
    const sunny = [200, 240, 280, 310, 330, 340, 335, 320, 290, 250, 210, 185];
    const { message } = refusal({ ...desert, [name]: sunny, irradiance_unit: "kWh/m2/month" });
    expect(message).toMatch(
      /at most \d+(\.\d)? kWh\/m2\/month in January .*, got 200; the values look like W\/m2: say so in "irradiance_unit"$/,
    );
    expect(parseMonthlyValues({ ...body, ...desert, [name]: sunny }).globalHorizontalIrradiance).toEqual(sunny);
  });

  it("a month in which the sun hardly rises may have 5 W/m², which the generator cuts down", () => {
    const svalbard = [0, 0, 40, 140, 220, 230, 190, 110, 45, 5, 0, 0];
    const there = { lat: 78.2, lon: 15.6 };
    expect(parseMonthlyValues({ ...body, ...there, [name]: svalbard.with(11, 5) }).lat).toBe(78.2);
    expect(refusal({ ...there, [name]: svalbard.with(11, 6) }).message).toMatch(
      /at most 5 W\/m2 in December \(the sun hardly/,
    );
  });
});

it.each([0, 24, 47.4, 78.2, -90])("extraterrestrial means at latitude %d are those of the sun's path", (lat) => {
  const means = monthlyExtraterrestrial(lat);
  const step = 1_200_000;
  let begin = Date.UTC(2005, 0, 1);
  DAYS.forEach((days, month) => {
    const time = Float64Array.from({ length: days * 72 }, (_, i) => begin + (i + 0.5) * step);
    begin += days * 72 * step;
    const { zenith } = solarPosition({ time, latitude: lat, longitude: 0 }); // of the true sun, without refraction
    const { dniExtra } = getExtraRadiation({ time }, { method: "nrel", solarConstant: 1361.1 });
    let sum = 0;
    for (let i = 0; i < time.length; i++) sum += dniExtra[i]! * Math.max(Math.cos((zenith[i]! * Math.PI) / 180), 0);
    // Thirds of an hour whose middle is all that is looked at, and a declination that stands still for a day.
    expect(Math.abs(means[month]! - sum / time.length), `month ${month + 1}`).toBeLessThan(1);
  });
});

describe("place in query and body", () => {
  const { lat, lon, altitude, ...nowhere } = body;

  it("may stand in either, or in both alike", () => {
    expect(parseMonthlyValues(nowhere, { lat: "47.4", lon: "8.5" })).toMatchObject({ lat, lon, altitude: undefined });
    expect(parseMonthlyValues(body, { lat: "47.40", lon: 8.5, altitude: "430" })).toMatchObject({ lat, lon, altitude });
    expect(parseMonthlyValues(body, { altitude: "auto" }).altitude).toBe(430);
    expect(refusal({}, { lat: 47 }).message).toBe(
      'parameter "lat" must be the same in query and body, got 47 and 47.4',
    );
    expect(refusal({}, { altitude: 400 }).message).toMatch(/"altitude" must be the same in query and body/);
  });

  it("comes together in the request of an import", () => {
    const options = { now: Date.UTC(2026, 0, 1) };
    const { request, monthly } = parseMonthlyImport({ parameters: "all" }, body, options);
    expect(request).toMatchObject({ endpoint: "import_monthly", lat, lon, altitude, turbidity: "auto" });
    expect(request.parameters).toHaveLength(26);
    expect(monthly.temperature).toEqual(TEMPERATURE);
    const linke_turbidity = new Array(12).fill(3.5);
    expect(parseMonthlyImport({}, { ...body, linke_turbidity }, options).request.turbidity).toEqual(linke_turbidity);
    const twice = () =>
      parseMonthlyImport({ turbidity: linke_turbidity.join() }, { ...body, linke_turbidity }, options);
    expect(twice).toThrow(/"turbidity" must be auto or omitted if the body has "linke_turbidity"/);
    expect(parseMonthlyImport({ lat: "47.4", lon: "8.5", altitude: "99" }, nowhere, options).request.altitude).toBe(99);
    expect(() => parseMonthlyImport({ situation: "moon" }, body, options)).toThrow(/parameter "situation"/);
    expect(() => parseMonthlyImport(null as never, body, options)).toThrow(TypeError);
  });
});
