// The writers alone, on R's columns: JSON and CSV bytes against the plain way, and against a copy of the bytes.
import { loadEngine } from "../lib/engine.mjs";
import { brokenSky, contextR, QUERY_R } from "../lib/requests.mjs";
import { figure, interleave, keep, per, QUICK_ROUNDS, ROUNDS, ratio, spread } from "../lib/timing.mjs";

export async function run({ quick }) {
  const engine = await loadEngine();
  const { computeColumns, jsonChunks, toResponse, writeCsv, writeJson } = engine;
  const columns = computeColumns(QUERY_R, brokenSky(engine), contextR(engine));
  const meta = toResponse({ ...columns, count: 0 }).meta;
  const bytes = writeJson(columns);
  const target = new Uint8Array(bytes.length);
  const same = Buffer.compare(Buffer.from(plainJson(columns, meta)), bytes) === 0;
  if (!same) throw new Error("the plain way and writeJson give different bytes: there is nothing to compare");

  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  // The figures first: other ways of writing teach the compiler other things.
  const times = interleave(
    {
      json: () => keep(writeJson(columns).length),
      copy: () => target.set(bytes),
      plain: () => keep(plainJson(columns, meta).length),
      response: () => keep(JSON.stringify(toResponse(columns)).length),
    },
    { rounds },
  );
  const csv = writeCsv(columns);
  if (Buffer.compare(Buffer.from(plainCsv(columns)), csv) !== 0) throw new Error("plain CSV and writeCsv differ");
  const others = interleave(
    {
      json: () => keep(writeJson(columns).length),
      chunks: () => {
        for (const chunk of jsonChunks(columns)) keep(chunk.length);
      },
      full: () => keep(writeJson(columns, { decimals: null }).length),
      csv: () => keep(writeCsv(columns).length),
      plainCsv: () => keep(plainCsv(columns).length),
    },
    { rounds },
  );
  const naive = ratio(times.plain, times.json);
  const memcpy = ratio(times.json, times.copy);
  const ms = (samples) => per(samples, 1e6);
  return {
    tables: [
      {
        title: "Writers alone",
        text:
          `R's columns: ${columns.count.toLocaleString("en")} rows, ${figure(bytes.length / 1e6)} MB of JSON, ` +
          `${figure(csv.length / 1e6)} MB of CSV. "Plain" is \`toISOString\`, rounding and \`JSON.stringify\`, with the same ` +
          "text as the result.",
        head: ["", "ms", "against writeJson"],
        rows: [
          ["`writeJson`", ms(times.json), "1"],
          ["a copy of its bytes", ms(times.copy), spread(ratio(times.copy, times.json))],
          ["plain", ms(times.plain), spread(naive)],
          ["`JSON.stringify(toResponse(…))`", ms(times.response), spread(ratio(times.response, times.json))],
          ["`jsonChunks`", ms(others.chunks), spread(ratio(others.chunks, others.json))],
          ["`writeJson`, all digits", ms(others.full), spread(ratio(others.full, others.json))],
          ["`writeCsv`", ms(others.csv), spread(ratio(others.csv, others.json))],
          ["plain CSV, rows joined", ms(others.plainCsv), spread(ratio(others.plainCsv, others.json))],
        ],
      },
    ],
    figures: {
      naive: { measured: naive.median, text: spread(naive) },
      memcpy: { measured: memcpy.median, text: spread(memcpy) },
    },
  };
}

const time = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function rounded(value) {
  const hundredths = Math.round(value * 100) / 100;
  return Number.isFinite(hundredths) ? hundredths : null;
}

function times({ start, interval, count }) {
  const starts = [];
  const ends = [];
  for (let i = 0; i < count; i++) {
    starts.push(time(start + i * interval * 1000));
    ends.push(time(start + (i + 1) * interval * 1000));
  }
  return { starts, ends };
}

function plainJson(columns, meta) {
  const { starts, ends } = times(columns);
  const values = {};
  for (const [name, column] of Object.entries(columns.values)) values[name] = column && Array.from(column, rounded);
  return JSON.stringify({ start_times: starts, end_times: ends, values, meta });
}

function plainCsv(columns) {
  const { starts, ends } = times(columns);
  const names = Object.keys(columns.values).filter((name) => columns.values[name]);
  const series = names.map((name) => columns.values[name]);
  const lines = [["start_time", "end_time", ...names].join(",")];
  for (let i = 0; i < columns.count; i++) {
    lines.push([starts[i], ends[i], ...series.map((column) => rounded(column[i]) ?? "")].join(","));
  }
  return `${lines.join("\n")}\n`;
}
