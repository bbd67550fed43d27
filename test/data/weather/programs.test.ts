/** Files as programs and services write them: place, zone, label, units and missing values are theirs, whatever the file's neighbours. */
import { describe, expect, it } from "vitest";
import { type ReadWeatherOptions, readWeather, type WeatherReading } from "../../../src/data/weather/index.js";
import type { WeatherColumn } from "../../../src/data/weather/series.js";
import { answered, FULL, HOUR, type Row, rowsOf, written } from "./made-up.js";

/** What stamps mark: 0 the start, 1 the end, 0.5 the middle; minutes of an interval; hours ahead of UTC; the rest as a reading has it. */
interface Shape {
  readonly mark?: 0 | 0.5 | 1;
  readonly step?: number;
  readonly zone?: number;
  readonly place?: WeatherReading["series"]["place"];
  readonly isInstant?: true;
  readonly notice?: RegExp;
  /** Questions before it is read. */
  readonly asks?: number;
  readonly options?: ReadWeatherOptions;
  readonly bytes?: (text: string) => string | Uint8Array;
}
/** Lines before the rows, a row, and the quantities that are read. */
type Case = [name: string, shape: Shape, head: string, row: (r: Row) => string | (string | number)[], reads: string];

const BERLIN = { latitude: 52.52, longitude: 13.41, altitude: 38 };
const iso = (r: Row) => written(r.stamp, "YYYY-MM-DDTHH:mm");
const compact = (at: number) => written(at, "YYYYMMDDHHmm");
const OM = "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation\n";
const SOLARGIS = `#15 MINUTE VALUES OF SOLAR RADIATION AND METEOROLOGICAL PARAMETERS
#Latitude: 36.8
#Longitude: -2.4
#Elevation: 20.0 m a.s.l.
#Columns:
#Date - Date of measurement, format DD.MM.YYYY
#Time - Time of measurement, time reference UTC+1, time step 15 min, time format HH:MM
#GHI - Global horizontal irradiation [Wh/m2], no data value -9
#DNI - Direct normal irradiation [Wh/m2], no data value -9
#DIF - Diffuse horizontal irradiation [Wh/m2], no data value -9
#GTI - Global tilted irradiation [Wh/m2] (fixed inclination 30, azimuth 180), no data value -9
#flagR - Flag identification of radiation data: 0 - sun under horizon, 1 - model value
#SE - Sun altitude (elevation) angle [deg.]
#TEMP - Air temperature at 2 m [deg. C]
#AP - Atmospheric pressure [hPa]
#WS - Wind speed at 10 m [m/s]
#PWAT - Precipitable water [kg/m2]
#Data:
Date;Time;GHI;DNI;DIF;GTI;flagR;SE;TEMP;AP;WS;PWAT`;
const KNMI = `# BRON: KONINKLIJK NEDERLANDS METEOROLOGISCH INSTITUUT (KNMI)
# STN         LON(east)   LAT(north)  ALT(m)      NAME
# 260         5.180       52.100      1.90        DE BILT
# STN,YYYYMMDD,   HH,   FH,    T,    Q,   RH,    P,    U
`;
const POWER = (standard: string, longitude: number) => `-BEGIN HEADER-
NASA/POWER Source Native Resolution Hourly Data 
Dates (month/day/year): 06/03/2024 through 06/05/2024 in ${standard}
Location: latitude  -33.9   longitude ${longitude} 
elevation from MERRA-2: Average for 0.5 x 0.625 degree lat/lon region = 44.4 meters
The value for missing source data that cannot be computed or is outside of the sources availability range: -999 
parameter(s): 
ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (Wh/m^2) 
CLRSKY_SFC_SW_DWN     CERES SYN1deg Clear Sky Surface Shortwave Downward Irradiance (Wh/m^2) 
WS50M                 MERRA-2 Wind Speed at 50 Meters (m/s) 
WS10M                 MERRA-2 Wind Speed at 10 Meters (m/s) 
PS                    MERRA-2 Surface Pressure (kPa) 
-END HEADER-
YEAR,MO,DY,HR,CLRSKY_SFC_SW_DWN,ALLSKY_SFC_SW_DWN,WS50M,WS10M,PS`;
const power = (r: Row) =>
  `${written(r.stamp, "YYYY,MM,DD,HH")},${r.ghi + 99},${r.ghi},${r.k === 4 ? -999 : 9},${r.wind},${r.hpa / 10}`;
const knmi = (r: Row) => {
  const rain = r.k % 5 === 1 ? -1 : r.rain * 10;
  const hour = new Date(r.begin).getUTCHours() + 1;
  return `  260,${written(r.begin, "YYYYMMDD")},${hour},${r.wind * 10},${r.temp * 10},${r.ghi * 0.36},${rain},10193,${r.rh}`;
};
const newestFirst = (text: string) => {
  const [head, ...rows] = text.trimEnd().split("\n");
  return [head, ...rows.reverse()].join("\n");
};

// biome-ignore format: a table
const TABLES: readonly Case[] = [
  ["Open-Meteo in a summer's local time, with the light of a plane", { zone: 2, mark: 1, place: BERLIN },
    `${OM}52.52,13.41,38.0,7200,Europe/Berlin,CEST\n\ntime,global_tilted_irradiance (W/m²),terrestrial_radiation (W/m²),shortwave_radiation (W/m²),direct_radiation (W/m²),diffuse_radiation (W/m²),direct_normal_irradiance (W/m²),temperature_2m (°C),wind_speed_80m (m/s),wind_speed_10m (km/h)`,
    (r) => [iso(r), r.ghi * 2, 999, r.ghi, r.bhi, r.dhi, r.dni, r.temp, 30, r.wind * 3.6], "ghi bhi dhi dni temp wind"],
  ["Open-Meteo by quarters of an hour, in a zone of half hours", { step: 15, zone: 5.5, mark: 1, place: { latitude: 28.6, longitude: 77.2, altitude: 216 } },
    `${OM}28.6,77.2,216.0,19800,Asia/Kolkata,GMT+5:30\n\ntime,shortwave_radiation (W/m²)`, (r) => [iso(r), r.ghi], "ghi"],
  ["Open-Meteo's instants alone", { mark: 0.5, isInstant: true, place: { latitude: -33.9, longitude: 151.2, altitude: 10 } },
    `${OM}-33.9,151.2,10,0,GMT,GMT\n\ntime,shortwave_radiation_instant (W/m²),direct_normal_irradiance_instant (W/m²)`, (r) => [iso(r), r.ghi, r.dni], "ghi dni"],
  ["Open-Meteo's means beside its instants, saved by pandas without the head", { mark: 1 },
    ",time,shortwave_radiation_instant,shortwave_radiation,temperature_2m", (r) => [r.k, iso(r), r.ghi + 50, r.ghi, r.temp], "ghi temp"],
  ["NASA POWER in UTC", { place: { latitude: -33.9, longitude: 18.4, altitude: 44.4 } }, POWER("UTC", 18.4), power, "ghi wind hpa"],
  ["NASA POWER in local solar time, west of the date line", { zone: -11, place: { latitude: -33.9, longitude: -171.2, altitude: 44.4 } }, POWER("LST", -171.2), power, "ghi wind hpa"],
  ["Solargis: quarters of an hour whose middles lack half a minute, energies, UTC+1", { step: 15, zone: 1, mark: 0.5, place: { latitude: 36.8, longitude: -2.4, altitude: 20 } }, SOLARGIS,
    (r) => [written(r.stamp - 30_000, "DD.MM.YYYY;HH:mm"), r.ghi / 4, r.dni / 4, r.dhi / 4, 77, 1, 10, r.temp, r.hpa, r.wind, 12].join(";"), "ghi dni dhi temp hpa wind"],
  ["KNMI: RH is rain, of which −1 is a trace", { mark: 1, place: { latitude: 52.1, longitude: 5.18, altitude: 1.9 } }, KNMI, knmi, "ghi temp wind rh"],
  ["MeteoSwiss' hours", { mark: 1 }, "station_abbr;reference_timestamp;tre200h0;tre200hx;gre000h0;ods000h0;fkl010h0;fkl010h1;prestah0;ure200h0",
    (r) => ["PAY", written(r.stamp, "DD.MM.YYYY HH:mm"), r.temp, 40, r.ghi, r.dhi, r.wind, 9, r.hpa, r.rh].join(";"), "ghi dhi temp wind hpa rh"],
  ["MeteoSwiss' ten minutes, of its data portal", { step: 10, mark: 1 }, "\nstn;time;gre000z0;tre200s0", (r) => `PAY;${compact(r.stamp)};${r.k === 3 ? "-" : r.ghi};${r.temp}`, "ghi temp"],
  ["FLUXNET: filled values are in °C", { step: 30 }, "TIMESTAMP_START,TIMESTAMP_END,TA_F,TA_F_QC,SW_IN_POT,SW_IN_F,SW_IN_F_QC,WS_F,PA_F,P_F,RH,VPD_F",
    (r) => [compact(r.stamp), compact(r.stamp + HOUR / 2), r.temp, 0, 999, r.ghi, 1, r.wind, r.k === 7 ? -9999 : r.hpa / 10, r.rain / 2, r.rh, 4], "ghi temp wind hpa rain rh"],
  ["AmeriFlux: figures say where sensors stand", { step: 30 }, "# Site: US-PFa\n# Version: 20-5\nTIMESTAMP_START,TIMESTAMP_END,TA_1_1_1,SW_IN_1_1_1,PPFD_IN_1_1_1,WS_1_1_1",
    (r) => [compact(r.stamp), compact(r.stamp + HOUR / 2), r.temp, r.ghi, r.ghi * 2, r.wind], "ghi temp wind"],
  ["INMET: HHMM UTC, energies of the hour before, Latin-1", { mark: 1, place: { latitude: -15.78944444, longitude: -47.92583332, altitude: 1160.96 }, bytes: (text) => Buffer.from(text, "latin1") },
    "LATITUDE:;-15,78944444\nLONGITUDE:;-47,92583332\nALTITUDE:;1160,96\nData;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);RADIACAO GLOBAL (Kj/m²);TEMPERATURA DO AR - BULBO SECO, HORARIA (°C);VENTO, RAJADA MAXIMA (m/s);VENTO, VELOCIDADE HORARIA (m/s);",
    (r) => `${written(r.stamp, "YYYY/MM/DD;HHmm")} UTC;${r.rain};${r.ghi * 3.6};${r.temp};50;${r.wind};`.replaceAll(".", ","), "ghi temp wind rain"],
  ["DWD's hours, some of them at :59", { mark: 1, notice: /lie up to 60 s beside steps of 3600 s: they are put on the steps/ }, "STATIONS_ID;MESS_DATUM;QN_592;ATMO_LBERG;FD_LBERG;FG_LBERG;SD_LBERG;ZENIT;MESS_DATUM_WOZ;eor",
    (r) => `3987;${written(r.stamp - (r.k > 20 && r.k < 50 ? 60_000 : 0), "YYYYMMDDHH:mm")};1;-999;${r.dhi * 0.36};${r.ghi * 0.36};0;80;${written(r.stamp, "YYYYMMDDHH")}:00;eor`, "ghi dhi"],
  ["SolarAnywhere says that its stamps are ends", { step: 5, mark: 1 }, '0,Burlington  United States,NA,-5,44.4675,-73.2075,41,"Data Version: 3.6 / Averaging Method: End of Period"\nObservationTime(LST),Global Horizontal Irradiance (GHI) W/m2,Clear Sky GHI,ObservationTime(GMT)',
    (r) => [written(r.stamp - 5 * HOUR, "MM/DD/YYYY HH:mm"), r.ghi, 900, written(r.stamp, "MM/DD/YYYY HH:mm")], "ghi"],
  ["KMA in CP949, energies, empty at night", { zone: 9, mark: 1, options: { label: "end", timeOffset: 9 }, bytes: (text) => encoded(text, KOREAN) },
    "지점,일시,기온(°C),일사(MJ/m2)", (r) => [108, written(r.stamp, "YYYY-MM-DD HH:mm"), r.temp, r.ghi * 0.0036], "ghi temp"],
  ["JMA in Shift-JIS: a column of its quality has the name of the values", { zone: 9, mark: 1, options: { label: "end", timeOffset: 9 }, bytes: (text) => encoded(text, JAPANESE) },
    "年月日時,日射量(MJ/㎡),日射量(MJ/㎡)", (r) => [written(r.stamp, "YYYY/MM/DD HH:mm"), r.ghi * 0.0036, 8], "ghi"],
  ...["HH:mm", "HHmm UTC", "HHmmZ", "HH UTC", "HH Uhr", "HHh"].map((clock): Case => [`hours written as ${clock}`, {}, "Datum;Zeit;Globalstrahlung [W/m²]",
    (r) => `${written(r.stamp, "DD.MM.YYYY;")}${clock.replace("HH", written(r.stamp, "HH")).replace("mm", "00")};${r.ghi}`, "ghi"]),
  ["a date with HHMM UTC in one cell", {}, "when|Global [W/m²]|Temp [°C]", (r) => `${written(r.stamp, "YYYY-MM-DD HHmm")} UTC|${r.ghi}|${r.temp}`, "ghi temp"],
  ["a table with the newest row first", { bytes: newestFirst, notice: /sorted by time: in the file, the newest comes first/ }, "time,ghi,temp_air", (r) => [`${iso(r)}Z`, r.ghi, r.temp], "ghi temp"],
  ["names, remarks and UTC before the header, with semicolons of their own (SMHI)", { place: { latitude: 59.35, longitude: 18.06 }, asks: 2 },
    "Stationsnamn;Nummer;Höjd\nStockholm;98735;2.0\n\nTidsperiod (fr.o.m);Tidsperiod (t.o.m);Latitud (decimalgrader);Longitud (decimalgrader)\n2008-05-22 00:00:00;2024-01-01 00:00:00;59.35;18.06\n\nDatum;Tid (UTC);Global Irradians (svenska stationer);Kvalitet;;Anm:",
    (r) => `${written(r.stamp, "YYYY-MM-DD;HH:mm:00")};${r.ghi};G;;`, "ghi"],
  ["a sentence with commas before the header (Renewables.ninja)", {}, "# Units: time in UTC, t2m in °C, swgdn in W/m²\ntime,t2m,rhoa,swgdn,swtdn", (r) => [written(r.stamp, "YYYY-MM-DD HH:mm"), r.temp, 1.2, r.ghi, 999], "ghi temp"],
  ["what columns hold, UTC and knots before the header (Met Éireann)", { options: { label: "end" }, mark: 1 }, "date:  -  Date and Time (utc)\nwdsp:  -  Mean Wind Speed (knot)\nglorad: - Global radiation (J/cm2)\n\ndate,ind,wdsp,glorad",
    (r) => [written(r.stamp, "DD-jun-YYYY HH:mm"), 0, (r.wind * 3.6) / 1.852, r.ghi * 0.36], "ghi wind"],
  ["year, month and day beside a clock (FMI)", { step: 10 }, '"Station","Year","Month","Day","Time [UTC]","Global radiation mean [W/m2]"', (r) => [`"Kumpula"`, written(r.stamp, '"YYYY","MM","DD","HH:mm"'), r.ghi], "ghi"],
  ["year, m and d", {}, "Year,m,d,Time,Global radiation (W/m2)", (r) => [written(r.stamp, "YYYY,MM,DD,HH:mm"), r.ghi], "ghi"],
  ["Meteonorm", {}, "Time;G_Gh;G_Dh;G_Bn;Ta;FF;RH;hs\ndd.mm.yyyy hh:mm;W/m²;W/m²;W/m²;°C;m/s;%;°", (r) => [written(r.stamp, "DD.MM.YYYY HH:mm"), r.ghi, r.dhi, r.dni, r.temp, r.wind, r.rh, 9].join(";"), "ghi dhi dni temp wind rh"],
  ["Italian hours with a point", {}, "Data-ora;Radiazione globale (W/m²);Temperatura aria (°C);Velocità vento (m/s);Umidità relativa (%)", (r) => [written(r.stamp, "DD/MM/YYYY HH.mm"), r.ghi, r.temp, r.wind, r.rh].join(";"), "ghi temp wind rh"],
  ["Chinese in GBK", { options: { timeOffset: 8 }, zone: 8, bytes: (text) => encoded(text, CHINESE) }, "时间,总辐射(W/m2),气温(℃)", (r) => [written(r.stamp, "YYYY/MM/DD HH:mm"), r.ghi, r.temp], "ghi temp"],
  ["a logger's units in its third line, names in whatever language", { step: 30, mark: 1, options: { columns: { ghi: "Pyra_Roof", temp_air: "Air_Avg" } } },
    '"TOA5","Roof","CR1000X"\n"TIMESTAMP","RECORD","Pyra_Roof","Air_Avg"\n"TS","RN","kW/m^2","Deg C"\n"","","Avg","Avg"', (r) => [`"${written(r.stamp, "YYYY-MM-DD HH:mm:00")}"`, r.k, r.ghi / 1000, r.temp], "ghi temp"],
];

it.each(TABLES)("%s", async (_, shape, head, row, reads) => {
  const rows = rowsOf({ days: 3, step: 60, zone: 0, mark: 0, ...shape });
  const text = [head, ...rows.map((r) => [row(r)].flat().join()), ""].join("\n");
  const { reading, questions } = await answered(shape.bytes?.(text) ?? text, shape.options);
  expect(questions).toHaveLength(shape.asks ?? 0);
  expectRows(reading, rows, shape, reads);
  const rain = reading.series.columns.precipitation as Float64Array | undefined;
  if (head === KNMI) expect(Array.from(rain!)).toEqual(rows.map((r) => (r.k % 5 === 1 ? 0 : r.rain)));
});

function expectRows(
  { series, label, notices }: WeatherReading,
  rows: readonly Row[],
  shape: Shape,
  reads: string,
): void {
  const { step = 60, mark = 0, notice, isInstant, place } = shape;
  // Instants are those of their stamps.
  const start = rows[0]!.begin + (isInstant ? (step * 60_000) / 2 : 0);
  expect(new Date(Number(series.start)).toISOString()).toBe(new Date(start).toISOString());
  expect([series.interval, label]).toEqual([step * 60, { 0: "start", 0.5: "center", 1: "end" }[mark]]);
  expect([series.sampling, series.place]).toEqual([isInstant && "instant", place]);
  const keys = reads.split(" ") as (keyof typeof FULL)[];
  const known = Object.keys(series.columns).filter((name) => !/^preci/.test(name) || keys.includes("rain"));
  expect(known.sort()).toEqual(keys.map((key) => FULL[key].column).sort());
  for (const key of keys) {
    const { column, factor }: { column: WeatherColumn; factor: number } = { factor: 1, ...FULL[key] };
    const values = series.columns[column] as Float64Array;
    expect(values, column).toHaveLength(rows.length);
    const isOff = (row: Row, k: number) => Math.abs(values[k]! - row[key] * factor) > 1e-6 * factor;
    expect(rows.filter(isOff), column).toEqual([]);
    expect(values.filter(Number.isNaN).length, column).toBeLessThanOrEqual(1);
  }
  if (notice !== undefined) expect(notices.filter(({ message }) => notice.test(message))).toHaveLength(1);
}

/** Letters that the tests need, in encodings that no text encoder writes. */
const KOREAN = { "\uC9C0\uC810": "C1F6C1A1", "\uC77C\uC2DC": "C0CFBDC3", "\uAE30\uC628": "B1E2BFC2", "\u00B0": "A1C6", "\uC77C\uC0AC": "C0CFBBE7" }; // biome-ignore format: one line
const CHINESE = { 时间: "CAB1BCE4", 总辐射: "D7DCB7F8C9E4", 气温: "C6F8CEC2", "℃": "A1E6" };
const JAPANESE = {
  "\u5E74\u6708\u65E5\u6642": "944E8C8E93FA8E9E",
  "\u65E5\u5C04\u91CF": "93FA8ECB97CA",
  "\u33A1": "8775",
};

function encoded(text: string, letters: { readonly [letters: string]: string }): Uint8Array {
  const parts = text.split(new RegExp(`(${Object.keys(letters).join("|")})`));
  return Buffer.concat(
    parts.map((part) => (letters[part] === undefined ? Buffer.from(part) : Buffer.from(letters[part], "hex"))),
  );
}

describe("JSON of services and of pandas is the table that it stands for", () => {
  const rows = rowsOf({ days: 3, step: 60, zone: 0, mark: 1 });
  const expected = async (reading: Promise<WeatherReading>, one: Shape) =>
    expectRows(await reading, rows, one, "ghi temp");
  const columns = { shortwave_radiation: rows.map((r) => r.ghi), temperature_2m: rows.map((r) => r.temp) };
  const about = {
    latitude: 52.52,
    longitude: 13.41,
    elevation: 38,
    utc_offset_seconds: 7200,
    timezone: "Europe/Berlin",
  };
  const units = { shortwave_radiation: "W/m²", temperature_2m: "°C" };
  const local = { ...about, hourly_units: { time: "iso8601", ...units }, hourly: { time: rows.map((r) => written(r.stamp + 2 * HOUR, "YYYY-MM-DDTHH:mm")), ...columns } }; // biome-ignore format: one line
  const unix = { ...about, hourly_units: { time: "unixtime", ...units }, hourly: { time: rows.map((r) => r.stamp / 1000), ...columns } }; // biome-ignore format: one line
  const read = (value: unknown, options = {}) => readWeather(JSON.stringify(value), { examine: false, ...options });

  it.each([
    ["local times", local],
    ["Unix time, which is UTC", unix],
    ["an array of one place", [local]],
    ["hourly beside quarters without light", { ...local, minutely_15: { time: ["2024-06-03T00:15"], is_day: [1] } }],
  ])("Open-Meteo: %s", async (_, value) => expected(read(value), { mark: 1, place: BERLIN }));

  it("Open-Meteo: several places are refused by name", async () => {
    await expect(read([local, unix])).rejects.toThrow("the file has 2 places: ask for one at a time");
  });

  it.each([
    ["UTC", 0],
    ["LST", -7],
  ] as const)("NASA POWER in %s", async (standard, zone) => {
    const byTime = (key: "ghi" | "temp") =>
      Object.fromEntries(rows.map((r) => [written(r.begin + zone * HOUR, "YYYYMMDDHH"), r[key]]));
    const value = {
      geometry: { type: "Point", coordinates: [-105.2, 39.7, 1829] },
      properties: { parameter: { ALLSKY_SFC_SW_DWN: byTime("ghi"), T2M: byTime("temp") } },
      header: { fill_value: -999, time_standard: standard },
      parameters: { ALLSKY_SFC_SW_DWN: { units: "Wh/m^2" }, T2M: { units: "C" } },
    };
    await expected(read(value), { mark: 0, place: { latitude: 39.7, longitude: -105.2, altitude: 1829 } });
  });

  const stamp = (r: Row) => new Date(r.stamp).toISOString();
  const records = rows.map((r) => ({
    period_end: stamp(r),
    period: "PT60M",
    air_temp: r.temp,
    clearsky_ghi: 900,
    ghi: r.ghi,
  }));

  it.each([
    ["Solcast's forecasts", { forecasts: records }, 1],
    ["Solcast's estimated actuals, newest first", { estimated_actuals: [...records].reverse() }, 1],
    ["records", records.map(({ period_end, ghi, air_temp }) => ({ time_end: period_end, ghi, air_temp })), 1],
    ["orient=split", { columns: ["ghi", "temp_air"], index: rows.map((r) => r.begin), data: rows.map((r) => [r.ghi, r.temp]) }, 0],
    ["orient=columns", { ghi: byMs("ghi"), temp_air: byMs("temp") }, 0],
    ["orient=index", Object.fromEntries(rows.map((r) => [new Date(r.begin).toISOString(), { ghi: r.ghi, temp_air: r.temp }])), 0],
    ["orient=table", { schema: {}, data: rows.map((r) => ({ time: new Date(r.begin).toISOString(), ghi: r.ghi, temp_air: r.temp })) }, 0],
  ] as const)("%s", async (_, value, mark) => expected(read(value), { mark })); // biome-ignore format: one line

  function byMs(key: "ghi" | "temp") {
    return Object.fromEntries(rows.map((r) => [String(r.begin), r[key]]));
  }

  it("questions about it are answered by the same options, and have no line of a table that nobody wrote", async () => {
    const value = rows.map((r) => ({ time: new Date(r.begin).toISOString(), PYR1: r.ghi / 1000, temp_air: r.temp }));
    await expect(read(value, { file: "x.json" })).rejects.toThrow(
      /^x\.json: no column name is recognised as irradiance/,
    );
    const { reading, questions } = await answered(JSON.stringify(value));
    expect([questions.length, reading.format]).toEqual([2, "json"]);
    expectRows(reading, rows, {}, "ghi temp");
  });

  it.each([
    ['{"outputs": {"a": 1}, "inputs": {}}', 'JSON of an unknown kind with "outputs", "inputs": read are'],
    ["[[1, 2]]", /unknown weather format/],
    ["[{}, {}]", /JSON of an unknown kind/],
    ['{"hourly": {"time": []}}', /no rows of data|unknown kind|no header/],
  ])("%s is refused for what it is", async (text, message) => {
    await expect(readWeather(text)).rejects.toThrow(message);
  });

  it("a response of this service takes no options of tables", async () => {
    const text = '{"start_times": [], "end_times": [], "values": {}}';
    await expect(readWeather(text, { columns: { ghi: "a" } })).rejects.toThrow('option "columns" is for tables');
  });
});

it("MeteoSwiss' hours before 2018 end 20 minutes before their stamps; a file of both says so", async () => {
  const text = (from: number) => {
    const rows = Array.from(
      { length: 48 },
      (_, k) => `PAY;${written(from + k * HOUR, "DD.MM.YYYY HH:mm")};${(k * 37) % 101};5`,
    );
    return ["station_abbr;reference_timestamp;gre000h0;tre200h0", ...rows, ""].join("\n");
  };
  const old = await readWeather(text(Date.UTC(2015, 5, 1, 1)), { examine: false });
  expect(old.series.start).toBe(Date.UTC(2015, 4, 31, 23, 40));
  const both = await readWeather(text(Date.UTC(2017, 11, 31)), { examine: false });
  expect(both.series.start).toBe(Date.UTC(2017, 11, 30, 23));
  expect(both.notices.map(({ message }) => message).join()).toContain("before 2018 end 20 minutes before their stamps");
});
