/**
 * What Python calls: `room(n)` gives a buffer for n numbers, which Python fills with columns; `run(name, asked)` computes; `answer()` is
 * its JSON, `taken()` the columns that belong to it. Numbers of columns never become text.
 */
import { computeColumns } from "irradiance-engine";
import { skyAt } from "irradiance-engine/climatology";
import { learnSystem } from "irradiance-engine/meter";
import * as models from "irradiance-engine/models";
import { sheds } from "irradiance-engine/models/bifacial";
import { moduleSnow } from "irradiance-engine/models/snow";
import { tracker } from "irradiance-engine/models/tracking";
import { plainExamination } from "irradiance-engine/report";
import { readSystem, resolveSystem } from "irradiance-engine/system";
import { examineWeather, refuseClock } from "irradiance-engine/weather";
import { yieldAnswer, yieldOf, yieldSeries } from "irradiance-engine/yield";
import { meterPlaceAt } from "../../dist/answers/meter/internal.js";
import { plainLearning } from "../../dist/answers/meter/text.js";
import { snakeKeys } from "../../dist/answers/yield/answer.js";
import { seriesTable } from "../../dist/answers/yield/series.js";
import { placeContext } from "../../dist/data/climatology/climatology.js";
import { FINDING_CODES, noticeOf } from "../../dist/data/weather/believe/types.js";
import { blob } from "./inflated.mjs";
import { families } from "./models-by-family";

let given = new Float64Array();
let columns = [];

/** A series whose columns are views on what Python has filled. */
function seriesOf({ names, count, place, ...series }) {
  const views = names.map((name, k) => [name, given.subarray(k * count, (k + 1) * count)]);
  return { ...series, ...(place && { place }), columns: Object.fromEntries(views) };
}

const PARTS = { tracker, rows: sheds, snow: moduleSnow };

/** A context from plain data: parts that the library makes of options are made here. */
function contextOf(plain) {
  const made = Object.entries(PARTS).flatMap(([name, make]) =>
    plain[name] === undefined ? [] : [[name, make(plain[name])]],
  );
  return { ...plain, ...Object.fromEntries(made), registry: models.allModels };
}

/** With what the maps know of the place, and the notice that they were asked for its height. */
async function known(place, plain) {
  const context = await placeContext(place.latitude, place.longitude, place, contextOf(plain));
  if (place.altitude !== undefined || plain.altitude !== undefined) return { context, notices: [] };
  const message = `altitude ${context.altitude} m comes from a coarse map; it can be far off in mountains: give altitude`;
  return { context, notices: [{ code: "altitude", message }] };
}

/** What is found in weather before it is believed, and the sky that it was held against. */
async function examined(series, { label, typicalYear }) {
  const sky = await skyAt(series.place);
  const options = { ...sky, label, isTypicalYear: typicalYear };
  return { options, examination: examineWeather(series, options) };
}

const calls = {
  async observe({ series: plain, query, context: options }) {
    const series = seriesOf(plain);
    const { context, notices } = await known(plain.place, options);
    const { values, extra, start, interval, count, edges, meta, diagnostics } = computeColumns(query, series, context);
    const all = Object.entries({ ...values, ...extra }).filter(([, column]) => column !== null);
    columns = all.map(([, column]) => column);
    const { counts, notices: found } = diagnostics;
    return {
      ...{ names: all.map(([name]) => name), start, interval, count, edges: edges && Array.from(edges) },
      ...{ meta, counts, notices: [...notices, ...found] },
    };
  },

  async yield({ series: plain, system: json, context: options, frequency, check, trustClock, label, ...rest }) {
    const series = seriesOf(plain);
    const { latitude, longitude } = plain.place;
    const system = await resolveSystem(readSystem(json, "yield_of"));
    const { examination } = check ? await examined(series, { label, typicalYear: rest.typicalYear }) : {};
    refuseClock(examination, { trustClock });
    const closure = options.closure ?? (examination?.closure === "component-sum" ? "component-sum" : undefined);
    const { context, notices } = await known(plain.place, { ...options, ...(closure && { closure }) });
    const asked = { ...rest, latitude, longitude, context, ...(examination && { examination }) };
    const told = [...notices, ...(examination?.findings ?? []).map(noticeOf)];
    const answer = yieldAnswer(yieldOf(series, system, asked), { notices: told });
    if (frequency === undefined) return { answer };
    const power = yieldSeries(series, system, { ...asked, frequency });
    const table = seriesTable(power);
    columns = table.map(({ values }) => values);
    return { answer, series: { start: power.start, interval: power.interval, names: table.map(({ name }) => name) } };
  },

  async check({ series: plain, label, typicalYear }) {
    const series = seriesOf(plain);
    const { examination, options } = await examined(series, { label, typicalYear });
    if (examination === undefined) return { examination: null };
    columns = [Float64Array.from(examination.flags)];
    const told = plainExamination({ name: "weather", series, examination, options });
    return { examination: snakeKeys(told), codes: FINDING_CODES };
  },

  async learn({ start, step, count, place }) {
    const at = await meterPlaceAt(place);
    const learning = learnSystem({ start, step, power: given.slice(0, count) }, at);
    const { rows, expected } = learning;
    columns = expected === undefined ? [] : [expected];
    return { report: snakeKeys(plainLearning(learning, at)), start: rows.start, step: rows.step };
  },

  /** A model's function: inputs as columns or numbers, options as they are. */
  async model({ family, name, inputs, numbers, options }) {
    const arrays = inputs.map(({ name: input, count, at }) => [input, given.slice(at, at + count)]);
    const result = families[family][name]({ ...numbers, ...Object.fromEntries(arrays) }, options);
    const isColumn = (value) => ArrayBuffer.isView(value) || Array.isArray(value);
    const found = Object.entries(result).filter(([, value]) => isColumn(value));
    columns = found.map(([, value]) => Float64Array.from(value));
    const others = Object.fromEntries(Object.entries(result).filter(([, value]) => !isColumn(value)));
    return { names: found.map(([key]) => key), others };
  },
};

function faultOf({ name, message, code, parameter }) {
  return { fault: { name, message, code, parameter } };
}

/** Above that a buffer is not kept for the next call. */
const MOST_KEPT = 1 << 21;
let answer;

globalThis.irradiance = {
  blob,
  room(count) {
    if (given.length < count) given = new Float64Array(count);
    return given.buffer;
  },
  /** Nothing waits for anything outside: the answer is there when the script has ended. */
  async run(name, asked) {
    [answer, columns] = [undefined, []];
    const found = await calls[name](asked).catch(faultOf);
    answer = JSON.stringify({ ...found, lengths: columns.map(({ length }) => length) });
  },
  answer: () => answer,
  /** All columns of the answer, one after the other: each way into V8 takes as long as a column. */
  taken() {
    const packed = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const column of columns) {
      packed.set(column, at);
      at += column.length;
    }
    columns = [];
    if (given.length > MOST_KEPT) given = new Float64Array();
    return packed.buffer;
  },
};
