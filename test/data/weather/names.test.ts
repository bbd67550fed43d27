/** Which column stands for the measured value: never a clear sky, a model, one of a spread, an error, or what came before calibration. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { columnName, guess } from "../../../src/data/weather/readers/table/names.js";
import { answered, rowsOf, written } from "./made-up.js";

const ROWS = rowsOf({ days: 1, step: 60, zone: 0, mark: 0 });

/** A table whose columns have the values of the first one times 1, 2, 3 …: the first is the right one. */
function table(
  names: readonly string[],
  order: readonly number[],
  value: (k: number) => number,
  name = "time",
): string {
  const rows = ROWS.map((r) =>
    [`${written(r.stamp, "YYYY-MM-DDTHH:mm")}Z`, ...order.map((k) => (k + 1) * value(r.k))].join(),
  );
  return [[name, ...order.map((k) => names[k]!)].join(), ...rows, ""].join("\n");
}
const ghi = (k: number) => ROWS[k]!.ghi;

const OTHERS =
  "ghi_clear clearsky_ghi ghi_cs GHI_clearsky cs_ghi Clearsky_GHI ghi_csky ghi_ineichen ghi_toa ghi_extra ghi_predicted ghi_forecast ghi_std ghi_raw ghi_qc ghi_flag ghi_unc ghi_clear_sky clear_sky_ghi ghi_mcclear GHI_mod ghi_model ghi_p10 ghi10 ghi90 GHI_P90 CLRSKY_SFC_SW_DWN ghi_mod_csky ghi_haurwitz bird_ghi ghi_solis ghi_pred ghi_fcst ghi_nwp p50_ghi ghi_q05 ghi_uncertainty ghi_sd ghi_min ghi_max ghi_ext etr_ghi ghi_sat ghi_satellite ghi_sim ghi_simulated ghi_est ghi_error ghi_bias ghi_upper ghi_lower ghi_stddev ghi_vorhersage ghi_Modell ghi_rohwert ghi_90th_percentile ghi_ens_mean ghi_sensor_temp ghi_voltage_mV ghi_status ghi_gti ghi_poa ghi_smoothed ghi_era5".split(
    " ",
  );

describe("the measured light", () => {
  it.each(OTHERS)("is read beside %s, whichever comes first", async (other) => {
    for (const [names, order] of [
      [
        ["ghi_measured", other],
        [1, 0],
      ],
      [
        ["ghi_measured", other.replaceAll("_", " ")],
        [0, 1],
      ],
      [
        ["Global CMP22 [W/m^2]", other],
        [1, 0],
      ],
    ] as const) {
      const { reading, questions } = await answered(table(names, order, ghi));
      const read = Array.from(reading.series.columns.global_horizontal_irradiance as Float64Array);
      const asked = questions.some((question) =>
        question.startsWith("line 1: which column is global_horizontal_irradiance"),
      );
      // A name that could be meant is asked for, the first in the file as the example; no other is taken in silence.
      if (!asked) expect(read, names.join()).toEqual(ROWS.map((r) => r.ghi));
      expect(asked, names.join()).toBe(/era5|smoothed/.test(other) && !names[0].startsWith("ghi"));
    }
  });

  it.each([
    [["GHI_1", "GHI_2"], "ghi"],
    [["Global CMP22 (vent) [W/m^2]", "Global LI-200 [W/m^2]"], "ghi"],
    [["ghi", "ghi_measured"], "ghi"],
    [["shortwave_radiation_icon_seamless (W/m²)", "shortwave_radiation_gfs_seamless (W/m²)"], "ghi"],
    [["dni_a", "dni_b"], "dni"],
  ])("%j is asked for, and the answer is what is read", async (names, role) => {
    const text = table(names, [0, 1], ghi);
    const question = `which column is .*: ${JSON.stringify(names[0])} or ${JSON.stringify(names[1])}\\? Say so with columns`;
    await expect(readWeather(text)).rejects.toThrow(new RegExp(question.replace(/[()^[\]]/g, "\\$&")));
    for (const name of names) {
      const { series } = await readWeather(text, { columns: { [role]: name } });
      const [values] = Object.values(series.columns) as Float64Array[];
      expect(values![12]).toBe((names.indexOf(name) + 1) * ghi(12));
    }
  });

  it.each(["ghi_model", "ghi_forecast", "ghi_raw", "GHI P50", "ghi_sat"])("%s alone is asked for", async (name) => {
    const { reading, questions } = await answered(table([name], [0], ghi));
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`is it ${JSON.stringify(name)} (ghi?)?`);
    expect(Array.from(reading.series.columns.global_horizontal_irradiance as Float64Array)).toEqual(
      ROWS.map((r) => r.ghi),
    );
  });

  it("what nobody names among two is left out, not taken by chance, where another column is named", async () => {
    const { series, notices } = await readWeather(table(["x", "dni_a", "dni_b"], [0, 1, 2], ghi), {
      columns: { ghi: "x" },
    });
    expect(Object.keys(series.columns)).toEqual(["global_horizontal_irradiance"]);
    expect(notices.map(({ message }) => message).join()).toMatch(/"dni_a".*"dni_b"/);
  });
});

it.each([
  ["temperature", "temp_air", "temp_air_model temp_air_forecast temp_dew T_dew temp_module temp_p90 temp_unc temp_min"],
  [
    "wind_speed",
    "wind_speed",
    "wind_speed_pred wind_speed_80m wind_speed_120_m wind_speed_gust wind_speed_p10 wind_speed_raw",
  ],
] as const)("%s of the air at the place is read beside any other", async (column, name, others) => {
  for (const other of others.split(" ")) {
    const { series } = await readWeather(table([name, other], [1, 0], (k) => 1 + (k % 9)));
    expect((series.columns[column] as Float64Array)[3], other).toBe(4);
  }
});

describe("the last word of a name is a unit", () => {
  it("after the quantities that have it", () => {
    const names = ["temp_c", "T_F", "Air Temp F", "TDB_K", "SW_IN_F", "GHI_c", "RH_F", "WS_k", "rain_mm", "GHI, W/m2"];
    const units = ["c", "f", "f", "k", undefined, undefined, undefined, undefined, "mm", "wm2"];
    expect(names.map((name) => columnName(name).unit)).toEqual(units);
  });

  it("of a temperature, unless other quantities end so, too: then it is asked for", async () => {
    const warm = (k: number) => 50 + (k % 9);
    const alone = await readWeather(table(["temp_f"], [0], warm));
    expect(alone.series.columns.temperature![0]).toBeCloseTo(10, 9);
    const text = table(["temp_f", "ghi_f"], [0, 1], warm);
    const { notices } = await readWeather(text);
    expect(notices.map(({ message }) => message).join()).toContain('"temp_f" (temperature? unknown unit)');
    const named = { columns: { temp_air: "temp_f", ghi: "ghi_f" } };
    await expect(readWeather(text, named)).rejects.toThrow(
      'temp_f: unknown unit "f?": pass units, such as { temp_air: "C" }',
    );
    const { series } = await readWeather(text, { ...named, units: { temp_air: "F" } });
    expect(series.columns.temperature![0]).toBeCloseTo(10, 9);
  });
});

it.each([
  ["Diff Hor", "diffuse_horizontal_irradiance"],
  ["rh_percent", "relative_humidity"],
  ["temp_dew", "dew_point_temperature"],
  ["Temp. ext.", "temperature"],
  ["wind_speed_10m", "wind_speed"],
])("words that look derived are not: %s", async (name, column) => {
  const { series } = await readWeather(table(["ghi", name], [0, 1], (k) => 1 + (k % 9)));
  expect(Object.keys(series.columns)).toContain(column);
});

// biome-ignore format: a table
it.each([
  ["ghi", 1, "W/m² | W.m-2 | W·m⁻² | w m**-2 | W/sq.m | Watts per square meter | W/㎡ | W/mq | Wh/m²/h"],
  ["ghi", 1 / 3.6, "kJ/m²/h | kJ m-2 h-1 | kJ/m2 | kJ per square metre"],
  ["ghi", 41_840 / 3600, "Ly | langley | cal/cm²"],
  ["ghi", 41_840 / 86_400, "Ly/day"],
  ["temp_air", 1, "°C | ºC | ˚C | ℃ | Grad C | deg. C | oC"],
  ["wind_speed", 1, "m/s | m.s-1 | m s⁻¹ | mps | m/sec | meters/second"],
  ["wind_speed", 1 / 3.6, "km/h | kph | km/hr | km h-1"],
  ["wind_speed", 1852 / 3600, "knot | knots | kts | kt"],
  ["pressure", 133.322, "mmHg"],
  ["pressure", 3386.39, "inHg | in Hg"],
  ["relative_humidity", 1, "% | %RH | pct"],
] as const)("%s is read, with the factor %d, from each spelling of %s", async (name, factor, spellings) => {
  const low = name === "pressure" ? 20 : 1;
  for (const unit of spellings.split(" | ")) {
    const { reading, questions } = await answered(table(["x", `${name} [${unit}]`], [0, 1], (k) => low + (k % 9)));
    expect(questions, unit).toEqual([]);
    const [values] = Object.values(reading.series.columns) as Float64Array[];
    expect(values![3]! / (2 * (low + 3)), unit).toBeCloseTo(factor, 6);
  }
});

it("of a name's last words the unit is read: knots, Fahrenheit, kJ/m²", async () => {
  const { series } = await readWeather(
    table(["ghi_kj_m2", "wind_speed_knots", "temp_fahrenheit", "pressure_inHg"], [0, 1, 2, 3], (k) => 7 + (k % 2)),
  );
  const first = Object.values(series.columns).map((values) => (values as Float64Array)[0]!);
  expect(first.map((value) => Math.round(value * 1000) / 1000)).toEqual([1.944, -6.111, 7.202, 94818.92]);
});

it.each([
  ["T (°C)", "temperature"],
  ["Pyranometer [W/m²]", "ghi"],
  ["Promieniowanie całkowite [W/m²]", "ghi"],
  ["Einstrahlung (Wh/m²)", "ghi"],
  ["T [furlong]", "temperature"],
])("%s has a unit that is known, or is said to be unknown", async (name, idea) => {
  expect(guess(columnName(name))).toBe(idea);
  const said = await readWeather(table(["relative_humidity", name], [0, 1], (k) => 50 + k)).then(
    ({ notices }) => notices.map(({ message }) => message).join(),
    (cause: Error) => cause.message,
  );
  expect(said).toContain(`${JSON.stringify(name)} (${idea}?`);
  expect(said.includes("unknown unit")).toBe(name.includes("furlong"));
});
