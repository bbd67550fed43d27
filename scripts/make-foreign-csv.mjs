// Weather as other programs write it, for the tests of the reader of tables (test/weather/foreign.test.ts):
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PLACE = { latitude: 39.742, longitude: -105.18 };
const MST = -7;

/** Local standard time of Golden as Unix ms of UTC: a summer's days, which hold all of its light. */
function light(localMs) {
  const hour = (localMs % DAY) / HOUR;
  return Math.max(0, Math.sin((Math.PI * (hour - 5)) / 14));
}

/** Means of an interval. @param {number} middle Unix ms, UTC */
function weatherAt(middle) {
  const local = middle + MST * HOUR;
  const bell = light(local);
  const cloud = 0.6 + 0.4 * Math.sin(middle / 7e6) ** 2;
  const ghi = 980 * bell * cloud;
  const dhi = Math.min(ghi, 90 * Math.sqrt(bell) * (2 - cloud));
  return {
    ghi,
    dhi,
    dni: bell > 0 ? (ghi - dhi) / Math.max(bell, 0.1) : 0,
    temp: 12 + 14 * bell + Math.sin(middle / 3e7),
    wind: 2 + 1.5 * Math.cos(middle / 5e6) ** 2,
    rh: 70 - 40 * bell,
    hpa: 820 + 3 * Math.sin(middle / 9e7),
  };
}

const pad = (number, width = 2) => String(number).padStart(width, "0");

/** Parts of a local time. */
function parts(ms) {
  const date = new Date(ms);
  const [Y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [H, M, S] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const doy = Math.floor((ms - Date.UTC(Y, 0, 1)) / DAY) + 1;
  return { Y, m, d, H, M, S, doy, h12: H % 12 || 12, half: H < 12 ? "AM" : "PM", yy: pad(Y % 100) };
}

const iso = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
const german = (ms) => (({ Y, m, d, H, M }) => `${pad(d)}.${pad(m)}.${Y} ${pad(H)}:${pad(M)}`)(parts(ms));
const british = (ms) => (({ Y, m, d, H, M }) => `${pad(d)}/${pad(m)}/${Y} ${pad(H)}:${pad(M)}`)(parts(ms));
const american = (ms) => (({ Y, m, d, H, M }) => `${m}/${d}/${Y} ${H}:${pad(M)}`)(parts(ms));
const halfDays = (ms) =>
  (({ m, d, yy, h12, M, half }) => `${pad(m)}/${pad(d)}/${yy} ${pad(h12)}:${pad(M)}:00 ${half}`)(parts(ms));
const comma = (text) => text.replace(".", ",");
const fixed = (digits) => (value) => value.toFixed(digits);
const decimalComma = (digits) => (value) => comma(value.toFixed(digits));

const COLUMNS = {
  ghi: "global_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  bhi: "direct_horizontal_irradiance",
  temp: "temperature",
  wind: "wind_speed",
  rh: "relative_humidity",
  hpa: "pressure",
};
/** From the unit of `weatherAt` to the series'. */
const TO_SERIES = { hpa: 100 };

/**
 * A file and what was put into it.
 *
 * @param {object} shape
 * @param {string} shape.name
 * @param {(row: object, k: number) => (string | number)[]} shape.row cells; the row has the weather and `stamp`, local ms
 * @param {(cells: (string | number)[]) => string} [shape.join]
 * @param {string[]} [shape.before] lines before the rows
 * @param {string[]} shape.columns names of `weatherAt`
 * @param {number[]} [shape.digits] decimals written, column by column: half of the last is the tolerance
 */
function file(shape) {
  const {
    name,
    before = [],
    row,
    join: joined = (cells) => cells.join(","),
    columns,
    digits = columns.map(() => 1),
    start = Date.UTC(2024, 5, 20),
    days = 3,
    minutes = 60,
    zone = 0,
    label = "start",
    end = "\n",
    encode = (text) => Buffer.from(text),
    ...rest
  } = shape;
  const step = minutes * 60_000;
  const first = start - zone * HOUR;
  const count = Math.round((days * DAY) / step);
  const shift = label === "end" ? step : label === "center" ? step / 2 : 0;
  const rows = Array.from({ length: count }, (_, k) => {
    const begin = first + k * step;
    return { ...weatherAt(begin + step / 2), begin, stamp: begin + zone * HOUR + shift, step };
  });
  const lines = [...before, ...rows.map((one, k) => joined(row(one, k)))];
  const scale = shape.tolerance ?? 1;
  return {
    name,
    bytes: encode(lines.join(end) + end),
    start: shape.instant ? first + step / 2 : first,
    interval: step / 1000,
    label,
    columns: Object.fromEntries(
      columns.map((column, k) => {
        const factor = TO_SERIES[column] ?? 1;
        const tolerance = 0.5001 * 10 ** -digits[k] * factor * (shape.scales?.[k] ?? scale);
        return [COLUMNS[column], { values: rows.map((one) => one[column] * factor), tolerance }];
      }),
    ),
    ...rest,
  };
}

const ALL = ["ghi", "dni", "dhi", "temp"];
const f1 = fixed(1);
const c1 = decimalComma(1);
const three = ({ ghi, dni, dhi, temp }) => [f1(ghi), f1(dni), f1(dhi), f1(temp)];
const semicolons = (cells) => cells.join(";");

/** @returns {ReturnType<typeof file>[]} */
export function foreignFiles() {
  return [
    // pandas
    file({
      name: "pandas-default",
      before: [",ghi,dni,dhi,temp_air"],
      row: (r) => [iso(r.stamp), ...three(r)],
      columns: ALL,
    }),
    file({
      name: "pandas-offset",
      zone: MST,
      before: [",ghi,dni,dhi,temp_air"],
      row: (r) => [`${iso(r.stamp)}-07:00`, ...three(r)],
      columns: ALL,
    }),
    file({
      name: "pandas-range-index",
      before: [",timestamp,ghi,dni,dhi,temp_air"],
      row: (r, k) => [k, iso(r.stamp), ...three(r)],
      columns: ALL,
    }),
    file({
      name: "pandas-decimal-comma",
      before: [";ghi;dni;dhi;temp_air"],
      join: semicolons,
      row: (r) => [iso(r.stamp), ...three(r).map(comma)],
      columns: ALL,
    }),
    file({
      name: "pandas-tab",
      before: ["time\tghi\ttemp_air"],
      join: (cells) => cells.join("\t"),
      row: (r) => [iso(r.stamp), f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
      digits: [1, 1],
    }),
    file({
      name: "pandas-strftime",
      before: ["date,ghi,temp_air"],
      row: (r) => [british(r.stamp), f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "pandas-unix-seconds",
      before: ["timestamp,ghi,temp_air"],
      row: (r) => [r.begin / 1000, f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "pandas-unix-ms",
      before: ["time,ghi,temp_air"],
      row: (r) => [r.begin, f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "pandas-full-digits",
      minutes: 5,
      before: ["measured_on,ghi,temp_air"],
      row: (r) => [iso(r.stamp), r.ghi, r.temp],
      columns: ["ghi", "temp"],
      digits: [9, 9],
    }),
    file({
      name: "pandas-sampled-end",
      zone: MST,
      minutes: 15,
      label: "end",
      before: ["period_end,ghi,dni,dhi,temp_air"],
      row: (r) => [`${iso(r.stamp).replace(" ", "T")}-07:00`, ...three(r)],
      columns: ALL,
    }),
    file({
      name: "pandas-kilowatt",
      before: [",ghi,temp_air"],
      row: (r) => [iso(r.stamp), fixed(4)(r.ghi / 1000), f1(r.temp)],
      columns: ["ghi", "temp"],
      digits: [1, 1],
      question: /what is the unit of the column "ghi"\?.*kW\/m2/,
      answer: { units: { ghi: "kW/m2" } },
    }),
    file({
      name: "pandas-kelvin",
      before: [",ghi,t2m"],
      row: (r) => [iso(r.stamp), f1(r.ghi), f1(r.temp + 273.15)],
      columns: ["ghi", "temp"],
      question: /what is the unit of the column "t2m"\?.*"K"/,
      answer: { units: { temperature: "K" } },
    }),
    file({
      name: "pandas-one-day",
      days: 1,
      start: Date.UTC(2024, 1, 1),
      before: ["date,ghi"],
      row: (r) => [british(r.stamp), f1(r.ghi)],
      columns: ["ghi"],
      question: /order of day and month is not clear: is "01\/02\/2024" .*"DMY".*"MDY"/,
      answer: { dateFormat: "DMY" },
    }),
    file({
      name: "pandas-local-time",
      zone: MST,
      place: PLACE,
      before: [",ghi,dni,dhi,temp_air"],
      row: (r) => [iso(r.stamp), ...three(r)],
      columns: ALL,
      question: /which zone are the times in\?.*timeOffset, such as -7/,
      answer: { timeOffset: -7 },
    }),
    // Excel, United States
    file({
      name: "excel-us",
      minutes: 5,
      start: Date.UTC(2022, 0, 1),
      before: ["Date,GHI (W/m2),Temperature (F)"],
      row: (r) => [american(r.stamp), f1(r.ghi), f1(r.temp * 1.8 + 32)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "excel-us-date-and-time",
      before: ["Date,Time,GHI,Temp (C)"],
      row: (r) =>
        ((p) => [`${p.m}/${p.d}/${p.Y}`, `${p.h12}:${pad(p.M)}:00 ${p.half}`])(parts(r.stamp)).concat(
          f1(r.ghi),
          f1(r.temp),
        ),
      columns: ["ghi", "temp"],
    }),
    file({
      name: "excel-us-grouped",
      end: "\r\n",
      before: ["\uFEFFDate,GHI (W/m2),Pressure (Pa)"],
      row: (r) => [
        american(r.stamp),
        f1(r.ghi),
        `"${(r.hpa * 100).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}"`,
      ],
      columns: ["ghi", "hpa"],
      scales: [1, 0.01],
    }),
    file({
      name: "excel-us-two-digit-year",
      days: 3,
      start: Date.UTC(2024, 0, 5),
      before: ["Timestamp,GHI,Wind Speed (mph)"],
      row: (r) =>
        ((p) => [`${p.m}/${p.d}/${p.yy} ${p.H}:${pad(p.M)}`])(parts(r.stamp)).concat(
          f1(r.ghi),
          fixed(2)(r.wind / 0.44704),
        ),
      columns: ["ghi", "wind"],
      digits: [1, 2],
    }),
    file({
      name: "excel-serial-numbers",
      before: ["Date,GHI (W/m2),Temp (C)"],
      row: (r) => [(r.stamp / DAY + 25569).toFixed(9), f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    // Excel, Germany
    file({
      name: "excel-german",
      join: semicolons,
      before: ["Zeitstempel;Globalstrahlung [W/m²];Lufttemperatur [°C]"],
      row: (r) => [german(r.stamp), c1(r.ghi), c1(r.temp)],
      columns: ["ghi", "temp"],
      encode: (text) => Buffer.from(text, "latin1"),
      end: "\r\n",
    }),
    file({
      name: "excel-german-date-and-time",
      join: semicolons,
      before: ["sep=;", "Datum;Uhrzeit;Global [kW/m²];Diffus [kW/m²];Wind [km/h]"],
      row: (r) => [
        ...german(r.stamp).split(" "),
        decimalComma(4)(r.ghi / 1000),
        decimalComma(4)(r.dhi / 1000),
        c1(r.wind * 3.6),
      ],
      columns: ["ghi", "dhi", "wind"],
      scales: [1, 1, 1 / 3.6],
    }),
    file({
      name: "excel-german-one-day",
      join: semicolons,
      days: 1,
      start: Date.UTC(2024, 1, 1),
      before: ["Datum;GHI;Tamb"],
      row: (r) => [german(r.stamp), c1(r.ghi), c1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "excel-german-thousandths",
      join: semicolons,
      before: ["Zeit;Globalstrahlung"],
      row: (r) => [german(r.stamp), decimalComma(3)(100 + r.ghi * 0.8)],
      columns: [],
      digits: [],
      question: /is "\d{3},\d{3}" \d{6}, or a number with decimals\?.*decimal/,
      answer: { decimal: "comma" },
      keys: ["global_horizontal_irradiance"],
    }),
    // Excel, France
    file({
      name: "excel-french",
      join: semicolons,
      before: ["Date et heure;Rayonnement global (W/m²);Température (°C);Vitesse du vent (m/s)"],
      row: (r) => [british(r.stamp), c1(r.ghi), c1(r.temp), c1(r.wind)],
      columns: ["ghi", "temp", "wind"],
    }),
    file({
      name: "excel-spanish",
      join: semicolons,
      before: ["Fecha;Hora;Radiación global (W/m2);Temperatura (°C)"],
      row: (r) => [...british(r.stamp).split(" "), c1(r.ghi), c1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    // Loggers
    file({
      name: "campbell-toa5",
      zone: MST,
      minutes: 15,
      label: "end",
      answer: { timeOffset: MST },
      alwaysAnswer: true,
      before: [
        '"TOA5","Roof","CR1000","12345","CR1000.Std.32","CPU:roof.CR1","4242","Table15"',
        '"TIMESTAMP","RECORD","BattV_Min","SlrW_Avg","AirTC_Avg","RH","WS_ms_S_WVT"',
        '"TS","RN","Volts","W/m^2","Deg C","%","meters/second"',
        '"","","Min","Avg","Avg","Smp","WVc"',
      ],
      row: (r, k) => [`"${iso(r.stamp)}"`, k, 12.9, f1(r.ghi), f1(r.temp), f1(r.rh)].concat('"NAN"'),
      columns: ["ghi", "temp", "rh"],
    }),
    file({
      name: "campbell-toa5-kilowatt",
      zone: MST,
      minutes: 10,
      label: "end",
      answer: { timeOffset: MST },
      alwaysAnswer: true,
      before: [
        '"TOA5","Site 2","CR300","77","CR300.Std","CPU:s.cr300","1","Ten"',
        '"TIMESTAMP","RECORD","SlrkW_Avg","AirTF_Avg"',
        '"TS","RN","kW/m^2","Deg F"',
        '"","","Avg","Avg"',
      ],
      row: (r, k) => [`"${iso(r.stamp)}"`, k, fixed(4)(r.ghi / 1000), f1(r.temp * 1.8 + 32)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "campbell-array",
      zone: MST,
      minutes: 15,
      label: "end",
      answer: { timeOffset: MST, label: "end" },
      alwaysAnswer: true,
      before: ["Year,DOY,HHMM,GHI_Wm2,Temp_C"],
      row: (r) => ((p) => [p.Y, p.doy, p.H * 100 + p.M])(parts(r.stamp)).concat(f1(r.ghi), f1(r.temp)),
      columns: ["ghi", "temp"],
    }),
    file({
      name: "hobo",
      zone: MST,
      minutes: 15,
      before: [
        '"Plot Title: Roof"',
        '"#","Date Time, GMT-07:00","Solar Radiation, W/m² (LGR S/N: 10427, SEN S/N: 10428)","Temp, °C (LGR S/N: 10427, SEN S/N: 10429)"',
      ],
      row: (r, k) => [k + 1, halfDays(r.stamp), f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "davis-weatherlink",
      minutes: 15,
      before: ['"Date & Time","Barometer - hPa","Temp - °C","High Temp - °C","Wind Speed - m/s","Solar Rad - W/m^2"'],
      row: (r) =>
        ((p) => [`"${p.m}/${p.d}/${p.yy} ${p.h12}:${pad(p.M)} ${p.half}"`])(parts(r.stamp)).concat([
          `"${f1(r.hpa)}"`,
          `"${f1(r.temp)}"`,
          `"${f1(r.temp + 1)}"`,
          `"${f1(r.wind)}"`,
          `"${f1(r.ghi)}"`,
        ]),
      columns: ["ghi", "temp", "wind", "hpa"],
    }),
    file({
      name: "logger-unknown-names",
      minutes: 10,
      before: ["Zeit;PYR1;PT1000"],
      join: semicolons,
      row: (r) => [german(r.stamp), c1(r.ghi), c1(r.temp)],
      columns: ["ghi", "temp"],
      question: /no column name is recognised as weather: is it "PYR1" \(ghi\?\)/,
      answer: { columns: { ghi: "PYR1", temperature: "PT1000" } },
    }),
    file({
      name: "logger-dbt",
      minutes: 10,
      before: ["timestamp,ghi,DBT"],
      row: (r) => [iso(r.stamp), f1(r.ghi), f1(r.temp)],
      columns: ["ghi"],
      notice: /not recognised: "DBT" \(temperature\?\)/,
    }),
    // Simulation programs
    file({
      name: "pvsyst-hourly",
      join: semicolons,
      start: Date.UTC(1990, 0, 13),
      before: [
        "PVSYST V7.4.6;;;;",
        "File date;21/06/24;;;",
        "Simulation: hourly values;;;;",
        ";;;;",
        "date;GlobHor;DiffHor;T_Amb;GlobInc",
        ";W/m²;W/m²;°C;W/m²",
      ],
      row: (r) => [british(r.stamp).replace("/1990", "/90"), f1(r.ghi), f1(r.dhi), fixed(2)(r.temp), f1(r.ghi * 1.1)],
      columns: ["ghi", "dhi", "temp"],
      digits: [1, 1, 2],
    }),
    file({
      name: "pvsyst-standard",
      join: semicolons,
      zone: MST,
      label: "center",
      start: Date.UTC(2021, 5, 1),
      before: [
        "#Meteo hourly data",
        "#Standard format for importing hourly data in PVsyst",
        "#Site;Golden",
        "#Latitude;39.742",
        "#Longitude;-105.18",
        "#Altitude;1829",
        "#Time Zone;-7",
        "Year;Month;Day;Hour;Minute;GHI;DHI;Tamb;WindVel",
        ";;;;;W/m2;W/m2;deg.C;m/sec",
      ],
      row: (r) =>
        ((p) => [p.Y, p.m, p.d, p.H, p.M])(parts(r.stamp)).concat(f1(r.ghi), f1(r.dhi), f1(r.temp), f1(r.wind)),
      columns: ["ghi", "dhi", "temp", "wind"],
    }),
    // Data services
    file({
      name: "nsrdb-with-index",
      label: "center",
      before: [",Year,Month,Day,Hour,Minute,GHI,DNI,DHI,Temperature,Wind Speed,Clearsky GHI"],
      row: (r, k) =>
        ((p) => [k, p.Y, p.m, p.d, p.H, p.M])(parts(r.stamp)).concat(three(r), f1(r.wind), f1(r.ghi * 1.2)),
      columns: ["ghi", "dni", "dhi", "temp", "wind"],
    }),
    file({
      name: "nsrdb-datetime",
      label: "center",
      before: [",GHI,DNI,DHI,Temperature"],
      row: (r) => [iso(r.stamp), ...three(r)],
      columns: ALL,
    }),
    file({
      name: "nrel-measured-mst",
      zone: MST,
      minutes: 5,
      before: ["DATE (MM/DD/YYYY)_MST,Global Horizontal [W/m^2],Temp [deg C]"],
      row: (r) => [american(r.stamp), f1(r.ghi), f1(r.temp)],
      columns: ["ghi", "temp"],
    }),
    file({
      name: "pvgis-pandas",
      before: ["time(UTC),temp_air,relative_humidity,ghi,dni,dhi,IR(h),wind_speed"],
      row: (r) => [`${iso(r.stamp)}+00:00`, f1(r.temp), f1(r.rh), f1(r.ghi), f1(r.dni), f1(r.dhi), "310.0", f1(r.wind)],
      columns: ["ghi", "dni", "dhi", "temp", "rh", "wind"],
    }),
    file({
      name: "pvgis-compact-time",
      before: ["time,ghi,temp_air"],
      row: (r) =>
        ((p) => [`${p.Y}${pad(p.m)}${pad(p.d)}:${pad(p.H)}${pad(p.M)}`])(parts(r.stamp)).concat(f1(r.ghi), f1(r.temp)),
      columns: ["ghi", "temp"],
    }),
    file({
      name: "solcast",
      minutes: 30,
      label: "end",
      before: ["PeriodEnd,PeriodStart,Period,AirTemp,Dhi,Dni,Ghi"],
      row: (r) => [
        `${iso(r.begin + r.step).replace(" ", "T")}Z`,
        `${iso(r.begin).replace(" ", "T")}Z`,
        "PT30M",
        f1(r.temp),
        f1(r.dhi),
        f1(r.dni),
        f1(r.ghi),
      ],
      columns: ALL,
      labelRead: "start",
    }),
    file({
      name: "nasa-power",
      before: [
        "-BEGIN HEADER-",
        "NASA/POWER CERES/MERRA2 Native Resolution Hourly Data ",
        "Location: Latitude  39.742   Longitude -105.18 ",
        "ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (Wh/m^2) ",
        "T2M                   MERRA-2 Temperature at 2 Meters (C) ",
        "-END HEADER-",
        "YEAR,MO,DY,HR,ALLSKY_SFC_SW_DWN,T2M",
      ],
      row: (r) => ((p) => [p.Y, p.m, p.d, p.H])(parts(r.stamp)).concat(f1(r.ghi), f1(r.temp)),
      columns: ["ghi", "temp"],
    }),
    file({
      name: "open-meteo",
      label: "end",
      before: [
        "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation",
        "39.742,-105.18,1829.0,0,GMT,GMT",
        "",
        "time,shortwave_radiation (W/m²),direct_radiation (W/m²),diffuse_radiation (W/m²),temperature_2m (°C),wind_speed_10m (km/h)",
      ],
      row: (r) => [
        iso(r.stamp).slice(0, 16).replace(" ", "T"),
        f1(r.ghi),
        f1(r.ghi - r.dhi),
        f1(r.dhi),
        f1(r.temp),
        f1(r.wind * 3.6),
      ],
      columns: ["ghi", "dhi", "temp", "wind"],
      keys: [
        "global_horizontal_irradiance",
        "direct_horizontal_irradiance",
        "diffuse_horizontal_irradiance",
        "temperature",
        "wind_speed",
      ],
    }),
    file({
      name: "dwd-ten-minutes",
      minutes: 10,
      join: semicolons,
      before: ["STATIONS_ID;MESS_DATUM;  QN;DS_10;GS_10;SD_10;LS_10;eor"],
      row: (r) =>
        ((p) => [
          433,
          `${p.Y}${pad(p.m)}${pad(p.d)}${pad(p.H)}${pad(p.M)}`,
          3,
          (r.dhi * 0.06).toFixed(3),
          (r.ghi * 0.06).toFixed(3),
          "0.1",
          "-999",
          "eor",
        ])(parts(r.stamp)),
      columns: ["ghi", "dhi"],
      digits: [3, 3],
      scales: [1 / 0.06, 1 / 0.06],
    }),
    file({
      name: "energy-per-interval",
      minutes: 15,
      before: ["timestamp,GHI (Wh/m2),Temp (C)"],
      row: (r) => [`${iso(r.stamp).replace(" ", "T")}Z`, fixed(3)(r.ghi / 4), f1(r.temp)],
      columns: ["ghi", "temp"],
      digits: [3, 1],
      scales: [4, 1],
    }),
    file({
      name: "tmy-hours-1-to-24",
      zone: MST,
      label: "end",
      answer: { timeOffset: MST },
      alwaysAnswer: true,
      before: ["Date,Time,GHI,DNI,DHI,Temp"],
      row: (r) =>
        ((p) => [
          p.H === 0 ? british(r.stamp - DAY).slice(0, 10) : british(r.stamp).slice(0, 10),
          p.H === 0 ? "24:00" : `${pad(p.H)}:00`,
        ])(parts(r.stamp)).concat(three(r)),
      columns: ALL,
    }),
    file({
      name: "inverter-berlin",
      minutes: 15,
      start: Date.UTC(2024, 9, 26),
      days: 3,
      zone: 0,
      join: semicolons,
      answer: { zone: "Europe/Berlin" },
      alwaysAnswer: true,
      before: ["Datum;Zeit;Globalstrahlung (W/m²)"],
      row: (r) => {
        const local = r.begin + (r.begin < Date.UTC(2024, 9, 27, 1) ? 2 : 1) * HOUR;
        return [...german(local).split(" "), c1(r.ghi)];
      },
      columns: ["ghi"],
    }),
    file({
      name: "month-names",
      before: ["Timestamp,GHI,Temp (C)"],
      row: (r) =>
        ((p) => [
          `${pad(p.d)}-${["Jan", "Feb", "Mar", "Apr", "May", "Jun"][p.m - 1]}-${p.Y} ${pad(p.H)}:${pad(p.M)}:00`,
        ])(parts(r.stamp)).concat(f1(r.ghi), f1(r.temp)),
      columns: ["ghi", "temp"],
    }),
    file({
      name: "own-date-format",
      before: ["when,ghi,temp_air"],
      row: (r) => ((p) => [`${p.Y}/${p.doy} ${pad(p.H)}h`])(parts(r.stamp)).concat(f1(r.ghi), f1(r.temp)),
      columns: ["ghi", "temp"],
      question: /no time column: none of "when", "ghi", "temp_air" has times/,
      answer: { dateFormat: "%Y/%j %Hh" },
    }),
    file({
      name: "direct-of-which-plane",
      before: ["timestamp,GHI,Direct,Diffuse,Temp (C)"],
      row: (r) => [`${iso(r.stamp).replace(" ", "T")}Z`, f1(r.ghi), f1(r.ghi - r.dhi), f1(r.dhi), f1(r.temp)],
      columns: ["ghi", "dhi", "temp"],
      notice: /"Direct" \(dni or bhi\?\)/,
    }),
  ];
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const folder = argv[2];
  if (folder === undefined) throw new Error("name the folder: node scripts/make-foreign-csv.mjs FOLDER");
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of foreignFiles()) writeFileSync(join(folder, `${name}.csv`), bytes);
}
