// Weather as other programs write it, for the tests of the reader of tables (test/data/weather/foreign.test.ts):
//
//   node scripts/make-foreign-csv.mjs FOLDER      writes the files there, to be looked at
//
// Every file holds the same made-up weather of Golden, Colorado, in the shape of one program: pandas (DataFrame.to_csv),
// Excel in three locales, loggers (Campbell Scientific TOA5 and arrays, Onset HOBO, Davis WeatherLink), PVsyst, NSRDB,
// PVGIS through pandas, Solcast, NASA POWER, Open-Meteo, Deutscher Wetterdienst. `start`, `interval` and `columns` say what
// was put in; `question` is what a reader must ask where the file does not say it, and `answer` the options that answer.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import {
  american,
  british,
  COLUMNS,
  comma,
  compact,
  DAY,
  davis,
  f1,
  f3,
  f4,
  fahrenheit,
  file,
  german,
  HOUR,
  halfDays,
  iso,
  MST,
  named,
  PLACE,
  pad,
  parts,
  quoted,
  utc,
  written,
} from "./weather-files/shape.mjs";

const ALL = "ghi dni dhi temp";
const PANDAS = ",ghi,dni,dhi,temp_air";
const all = ({ ghi, dni, dhi, temp }) => [f1(ghi), f1(dni), f1(dhi), f1(temp)];
const light2 = ({ ghi, temp }) => [f1(ghi), f1(temp)];
const commas = (cells) => cells.map((cell) => comma(String(cell)));
const GERMAN = { join: ";" };
/** The zone of a logger's clock, which no file names. */
const LOGGER = { zone: MST, label: "end", answer: { timeOffset: MST }, alwaysAnswer: true };

/** @typedef {import("./weather-files/shape.mjs").ForeignFile} ForeignFile */
/** @returns {ForeignFile[]} */
export function foreignFiles() {
  return [...pandas(), ...excel(), ...loggers(), ...programs(), ...services(), ...others()];
}

const pandas = () => [
  file("pandas-default", PANDAS, ALL, (r) => [iso(r.stamp), ...all(r)]),
  file("pandas-offset", PANDAS, ALL, (r) => [`${iso(r.stamp)}-07:00`, ...all(r)], { zone: MST }),
  file("pandas-range-index", ",timestamp,ghi,dni,dhi,temp_air", ALL, (r, k) => [k, iso(r.stamp), ...all(r)]),
  file("pandas-decimal-comma", ";ghi;dni;dhi;temp_air", ALL, (r) => [iso(r.stamp), ...commas(all(r))], GERMAN),
  file("pandas-tab", "time\tghi\ttemp_air", "ghi temp", (r) => [iso(r.stamp), ...light2(r)], { join: "\t" }),
  file("pandas-strftime", "date,ghi,temp_air", "ghi temp", (r) => [british(r.stamp), ...light2(r)]),
  file("pandas-unix-seconds", "timestamp,ghi,temp_air", "ghi temp", (r) => [r.begin / 1000, ...light2(r)]),
  file("pandas-unix-ms", "time,ghi,temp_air", "ghi temp", (r) => [r.begin, ...light2(r)]),
  file("pandas-full-digits", "measured_on,ghi,temp_air", "ghi.9 temp.9", (r) => [iso(r.stamp), r.ghi, r.temp], {
    minutes: 5,
  }),
  file(
    "pandas-sampled-end",
    "period_end,ghi,dni,dhi,temp_air",
    ALL,
    (r) => [`${utc(r.stamp).slice(0, -1)}-07:00`, ...all(r)],
    { ...{ zone: MST, minutes: 15, label: "end" } },
  ),
  file("pandas-kilowatt", ",ghi,temp_air", "ghi temp", (r) => [iso(r.stamp), f4(r.ghi / 1000), f1(r.temp)], {
    question: /what is the unit of the column "ghi"\?.*kW\/m2/,
    answer: { units: { ghi: "kW/m2" } },
  }),
  file("pandas-kelvin", ",ghi,t2m", "ghi temp", (r) => [iso(r.stamp), f1(r.ghi), f1(r.temp + 273.15)], {
    question: /what is the unit of the column "t2m"\?.*"K"/,
    answer: { units: { temperature: "K" } },
  }),
  file("pandas-one-day", "date,ghi", "ghi", (r) => [british(r.stamp), f1(r.ghi)], {
    ...{ days: 1, start: Date.UTC(2024, 1, 1) },
    question: /order of day and month is not clear: is "01\/02\/2024" .*"DMY".*"MDY"/,
    answer: { dateFormat: "DMY" },
  }),
  file("pandas-local-time", PANDAS, ALL, (r) => [iso(r.stamp), ...all(r)], {
    ...{ zone: MST, place: PLACE },
    question: /which zone are the times in\?.*timeOffset, such as -7/,
    answer: { timeOffset: -7 },
  }),
];

const GROUPED = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
/** Of the United States, Germany, France, Spain. */
const excel = () => [
  file(
    "excel-us",
    "Date,GHI (W/m2),Temperature (F)",
    "ghi temp",
    (r) => [american(r.stamp), f1(r.ghi), fahrenheit(r.temp)],
    { ...{ minutes: 5, start: Date.UTC(2022, 0, 1) } },
  ),
  file("excel-us-date-and-time", "Date,Time,GHI,Temp (C)", "ghi temp", (r) => {
    const { m, d, Y, h12, M, half } = parts(r.stamp);
    return [`${m}/${d}/${Y}`, `${h12}:${pad(M)}:00 ${half}`, ...light2(r)];
  }),
  file(
    "excel-us-grouped",
    "\uFEFFDate,GHI (W/m2),Pressure (Pa)",
    "ghi hpa",
    (r) => [american(r.stamp), f1(r.ghi), quoted((r.hpa * 100).toLocaleString("en-US", GROUPED))],
    { end: "\r\n", scales: [1, 0.01] },
  ),
  file(
    "excel-us-two-digit-year",
    "Timestamp,GHI,Wind Speed (mph)",
    "ghi wind.2",
    (r) => [american(r.stamp).replace("/20", "/"), f1(r.ghi), (r.wind / 0.44704).toFixed(2)],
    { start: Date.UTC(2024, 0, 5) },
  ),
  file("excel-serial-numbers", "Date,GHI (W/m2),Temp (C)", "ghi temp", (r) => [
    (r.stamp / DAY + 25569).toFixed(9),
    ...light2(r),
  ]),
  file(
    "excel-german",
    "Zeitstempel;Globalstrahlung [W/m²];Lufttemperatur [°C]",
    "ghi temp",
    (r) => [german(r.stamp), ...commas(light2(r))],
    { ...GERMAN, encoding: "latin1", end: "\r\n" },
  ),
  file(
    "excel-german-date-and-time",
    "sep=;\nDatum;Uhrzeit;Global [kW/m²];Diffus [kW/m²];Wind [km/h]",
    "ghi dhi wind",
    (r) => [...german(r.stamp).split(" "), ...commas([f4(r.ghi / 1000), f4(r.dhi / 1000), f1(r.wind * 3.6)])],
    { ...GERMAN, scales: [1, 1, 1 / 3.6] },
  ),
  file("excel-german-one-day", "Datum;GHI;Tamb", "ghi temp", (r) => [german(r.stamp), ...commas(light2(r))], {
    ...{ ...GERMAN, days: 1, start: Date.UTC(2024, 1, 1) },
  }),
  file("excel-german-thousandths", "Zeit;Globalstrahlung", "", (r) => [german(r.stamp), comma(f3(100 + r.ghi * 0.8))], {
    ...{ ...GERMAN, answer: { decimal: "comma" }, keys: ["global_horizontal_irradiance"] },
    question: /is "\d{3},\d{3}" \d{6}, or a number with decimals\?.*decimal/,
  }),
  file(
    "excel-french",
    "Date et heure;Rayonnement global (W/m²);Température (°C);Vitesse du vent (m/s)",
    "ghi temp wind",
    (r) => [british(r.stamp), ...commas([...light2(r), f1(r.wind)])],
    GERMAN,
  ),
  file(
    "excel-spanish",
    "Fecha;Hora;Radiación global (W/m2);Temperatura (°C)",
    "ghi temp",
    (r) => [...british(r.stamp).split(" "), ...commas(light2(r))],
    GERMAN,
  ),
];

const TOA5 = `"TOA5","Roof","CR1000","12345","CR1000.Std.32","CPU:roof.CR1","4242","Table15"
"TIMESTAMP","RECORD","BattV_Min","SlrW_Avg","AirTC_Avg","RH","WS_ms_S_WVT"
"TS","RN","Volts","W/m^2","Deg C","%","meters/second"
"","","Min","Avg","Avg","Smp","WVc"`;
const TOA5_KILOWATT = `"TOA5","Site 2","CR300","77","CR300.Std","CPU:s.cr300","1","Ten"
"TIMESTAMP","RECORD","SlrkW_Avg","AirTF_Avg"
"TS","RN","kW/m^2","Deg F"
"","","Avg","Avg"`;
const HOBO = `"Plot Title: Roof"
"#","Date Time, GMT-07:00","Solar Radiation, W/m² (LGR S/N: 10427, SEN S/N: 10428)","Temp, °C (LGR S/N: 10427, SEN S/N: 10429)"`;
const DAVIS = '"Date & Time","Barometer - hPa","Temp - °C","High Temp - °C","Wind Speed - m/s","Solar Rad - W/m^2"';
const loggers = () => [
  file(
    "campbell-toa5",
    TOA5,
    "ghi temp rh",
    (r, k) => [quoted(iso(r.stamp)), k, 12.9, ...light2(r), f1(r.rh), '"NAN"'],
    { ...LOGGER, minutes: 15 },
  ),
  file(
    "campbell-toa5-kilowatt",
    TOA5_KILOWATT,
    "ghi temp",
    (r, k) => [quoted(iso(r.stamp)), k, f4(r.ghi / 1000), fahrenheit(r.temp)],
    { ...LOGGER, minutes: 10 },
  ),
  file(
    "campbell-array",
    "Year,DOY,HHMM,GHI_Wm2,Temp_C",
    "ghi temp",
    (r) => written(({ Y, doy, H, M }) => [Y, doy, H * 100 + M, ...light2(r)])(r.stamp),
    { ...LOGGER, minutes: 15, answer: { timeOffset: MST, label: "end" } },
  ),
  file("hobo", HOBO, "ghi temp", (r, k) => [k + 1, halfDays(r.stamp), ...light2(r)], { zone: MST, minutes: 15 }),
  file(
    "davis-weatherlink",
    DAVIS,
    "ghi temp wind hpa",
    (r) => [davis(r.stamp), f1(r.hpa), f1(r.temp), f1(r.temp + 1), f1(r.wind), f1(r.ghi)].map(quoted),
    { minutes: 15 },
  ),
  file("logger-unknown-names", "Zeit;PYR1;PT1000", "ghi temp", (r) => [german(r.stamp), ...commas(light2(r))], {
    ...{ ...GERMAN, minutes: 10, answer: { columns: { ghi: "PYR1", temperature: "PT1000" } } },
    question: /no column name is recognised as weather: is it "PYR1" \(ghi\?\)/,
  }),
  file("logger-dbt", "timestamp,ghi,DBT", "ghi", (r) => [iso(r.stamp), ...light2(r)], {
    minutes: 10,
    notice: /not recognised: "DBT" \(temperature\?\)/,
  }),
];

const PVSYST = `PVSYST V7.4.6;;;;
File date;21/06/24;;;
Simulation: hourly values;;;;
;;;;
date;GlobHor;DiffHor;T_Amb;GlobInc
;W/m²;W/m²;°C;W/m²`;
const PVSYST_STANDARD = `#Meteo hourly data
#Standard format for importing hourly data in PVsyst
#Site;Golden
#Latitude;39.742
#Longitude;-105.18
#Altitude;1829
#Time Zone;-7
Year;Month;Day;Hour;Minute;GHI;DHI;Tamb;WindVel
;;;;;W/m2;W/m2;deg.C;m/sec`;
/** Year, month, day and hour in cells of their own, and the minute. */
const clock = written(({ Y, m, d, H }) => [Y, m, d, H]);
const minuteClock = written(({ Y, m, d, H, M }) => [Y, m, d, H, M]);
const programs = () => [
  file(
    "pvsyst-hourly",
    PVSYST,
    "ghi dhi temp.2",
    (r) => [british(r.stamp).replace("/1990", "/90"), f1(r.ghi), f1(r.dhi), r.temp.toFixed(2), f1(r.ghi * 1.1)],
    { ...GERMAN, start: Date.UTC(1990, 0, 13) },
  ),
  file(
    "pvsyst-standard",
    PVSYST_STANDARD,
    "ghi dhi temp wind",
    (r) => [...minuteClock(r.stamp), f1(r.ghi), f1(r.dhi), f1(r.temp), f1(r.wind)],
    { ...GERMAN, zone: MST, label: "center", start: Date.UTC(2021, 5, 1) },
  ),
];

const POWER = `-BEGIN HEADER-
NASA/POWER CERES/MERRA2 Native Resolution Hourly Data${" "}
Location: Latitude  39.742   Longitude -105.18${" "}
ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (Wh/m^2)${" "}
T2M                   MERRA-2 Temperature at 2 Meters (C)${" "}
-END HEADER-
YEAR,MO,DY,HR,ALLSKY_SFC_SW_DWN,T2M`;
const OPEN_METEO = `latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
39.742,-105.18,1829.0,0,GMT,GMT

time,shortwave_radiation (W/m²),direct_radiation (W/m²),diffuse_radiation (W/m²),temperature_2m (°C),wind_speed_10m (km/h)`;
const services = () => [
  file(
    "nsrdb-with-index",
    ",Year,Month,Day,Hour,Minute,GHI,DNI,DHI,Temperature,Wind Speed,Clearsky GHI",
    `${ALL} wind`,
    (r, k) => [k, ...minuteClock(r.stamp), ...all(r), f1(r.wind), f1(r.ghi * 1.2)],
    { label: "center" },
  ),
  file("nsrdb-datetime", ",GHI,DNI,DHI,Temperature", ALL, (r) => [iso(r.stamp), ...all(r)], { label: "center" }),
  file(
    "nrel-measured-mst",
    "DATE (MM/DD/YYYY)_MST,Global Horizontal [W/m^2],Temp [deg C]",
    "ghi temp",
    (r) => [american(r.stamp), ...light2(r)],
    { zone: MST, minutes: 5 },
  ),
  file("pvgis-pandas", "time(UTC),temp_air,relative_humidity,ghi,dni,dhi,IR(h),wind_speed", `${ALL} rh wind`, (r) => [
    `${iso(r.stamp)}+00:00`,
    f1(r.temp),
    f1(r.rh),
    f1(r.ghi),
    f1(r.dni),
    f1(r.dhi),
    "310.0",
    f1(r.wind),
  ]),
  file("pvgis-compact-time", "time,ghi,temp_air", "ghi temp", (r) => [
    compact(r.stamp).replace(/(?=....$)/, ":"),
    ...light2(r),
  ]),
  file(
    "solcast",
    "PeriodEnd,PeriodStart,Period,AirTemp,Dhi,Dni,Ghi",
    ALL,
    (r) => [utc(r.begin + r.step), utc(r.begin), "PT30M", f1(r.temp), f1(r.dhi), f1(r.dni), f1(r.ghi)],
    { minutes: 30, label: "end", labelRead: "start" },
  ),
  file("nasa-power", POWER, "ghi temp", (r) => [...clock(r.stamp), ...light2(r)]),
  file(
    "open-meteo",
    OPEN_METEO,
    "ghi dhi temp wind",
    (r) => [utc(r.stamp).slice(0, 16), ...[r.ghi, r.ghi - r.dhi, r.dhi, r.temp, r.wind * 3.6].map(f1)],
    { label: "end", keys: ["ghi", "bhi", "dhi", "temp", "wind"].map((name) => COLUMNS[name]) },
  ),
  file(
    "dwd-ten-minutes",
    "STATIONS_ID;MESS_DATUM;  QN;DS_10;GS_10;SD_10;LS_10;eor",
    "ghi.3 dhi.3",
    (r) => [433, compact(r.stamp), 3, f3(r.dhi * 0.06), f3(r.ghi * 0.06), "0.1", "-999", "eor"],
    { ...GERMAN, minutes: 10, scales: [1 / 0.06, 1 / 0.06] },
  ),
];

const others = () => [
  file(
    "energy-per-interval",
    "timestamp,GHI (Wh/m2),Temp (C)",
    "ghi.3 temp",
    (r) => [utc(r.stamp), f3(r.ghi / 4), f1(r.temp)],
    { minutes: 15, scales: [4, 1] },
  ),
  file(
    "tmy-hours-1-to-24",
    "Date,Time,GHI,DNI,DHI,Temp",
    ALL,
    (r) => {
      const [date, time] = british(r.stamp).split(" ");
      return time === "00:00" ? [british(r.stamp - DAY).slice(0, 10), "24:00", ...all(r)] : [date, time, ...all(r)];
    },
    LOGGER,
  ),
  file(
    "inverter-berlin",
    "Datum;Zeit;Globalstrahlung (W/m²)",
    "ghi",
    (r) => {
      const local = r.begin + (r.begin < Date.UTC(2024, 9, 27, 1) ? 2 : 1) * HOUR;
      return [...german(local).split(" "), comma(f1(r.ghi))];
    },
    { ...GERMAN, minutes: 15, start: Date.UTC(2024, 9, 26), answer: { zone: "Europe/Berlin" }, alwaysAnswer: true },
  ),
  file("month-names", "Timestamp,GHI,Temp (C)", "ghi temp", (r) => [named(r.stamp), ...light2(r)]),
  file(
    "own-date-format",
    "when,ghi,temp_air",
    "ghi temp",
    (r) => [written(({ Y, doy, H }) => `${Y}/${doy} ${pad(H)}h`)(r.stamp), ...light2(r)],
    { question: /no time column: none of "when", "ghi", "temp_air" has times/, answer: { dateFormat: "%Y/%j %Hh" } },
  ),
  file(
    "direct-of-which-plane",
    "timestamp,GHI,Direct,Diffuse,Temp (C)",
    "ghi dhi temp",
    (r) => [utc(r.stamp), f1(r.ghi), f1(r.ghi - r.dhi), f1(r.dhi), f1(r.temp)],
    { notice: /"Direct" \(dni or bhi\?\)/ },
  ),
];

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const folder = argv[2];
  if (folder === undefined) throw new Error("name the folder: node scripts/make-foreign-csv.mjs FOLDER");
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of foreignFiles()) writeFileSync(join(folder, `${name}.csv`), bytes);
}
