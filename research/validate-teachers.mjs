// Do bad observations spoil what is learnt from them? Run `npm run build` first.
//
//   node research/validate-teachers.mjs [--seeds=20]    prints the tables
//   node research/validate-teachers.mjs --write         writes them into research/teachers.md, between its two marks
//
// Real runs at two stations (research/forecast/real-runs). Eight kinds of bad observations (research/forecast/bad-teachers/kinds.mjs), of
// which each seed draws one way and the days; what they teach is judged on the true light of the 60 days after.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { randomOf } from "./file-checks/random.mjs";
import { lightOf, ratioAfter, recordOf, taught } from "./forecast/bad-teachers/cases.mjs";
import { KINDS } from "./forecast/bad-teachers/kinds.mjs";

const LENGTHS = [30, 60, 180, 365];
/** Before May 2023 `ar` was measured in few hours. */
const FIRST_DAY = { ba: 0, ar: 120 };
const DAYS_AFTER = 30;
const MOST = 1.02;
const HOUR = 3_600_000;
const PAGE = new URL("teachers.md", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- teachers: written by research/validate-teachers.mjs -->",
  "<!-- end of teachers -->",
]);

const { values: given } = parseArgs({
  options: { seeds: { type: "string", default: "20" }, write: { type: "boolean" } },
});
const records = [await recordOf("ba"), await recordOf("ar")];
const lengthsOf = ({ name, days }) => LENGTHS.filter((length) => FIRST_DAY[name] + length + DAYS_AFTER <= days);
const tables = `${badTeachers()}\n\n${soundTeachers()}\n`;
if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, tables));
else console.log(tables);

function badTeachers() {
  const lines = Object.entries(KINDS).map(([kind, ways]) => {
    const found = records.flatMap((record) => lengthsOf(record).flatMap((length) => cases(record, length, kind, ways)));
    const ratios = found.map(({ ratio }) => ratio);
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const share = (verdict) => `${found.filter((one) => one.teacher.verdict === verdict).length}`;
    const over = ratios.filter((ratio) => ratio > MOST).length;
    const cells = [found.length, share("use"), share("rest"), share("refuse"), mean.toFixed(3)];
    return `| ${[kind, ...cells, Math.max(...ratios).toFixed(3), over].join(" | ")} |`;
  });
  return [
    "| kind | cases | all used | a part left out | refused | RMSE over the raw run's, mean | worst | above 1.02 |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function cases(record, length, kind, ways) {
  const names = Object.keys(ways);
  return Array.from({ length: Number(given.seeds) }, (_, k) => {
    const random = randomOf(7919 * (k + 1) + length);
    const first = FIRST_DAY[record.name] + random.below(record.days - FIRST_DAY[record.name] - length - DAYS_AFTER + 1);
    const way = names[(k + LENGTHS.indexOf(length)) % names.length];
    const broken = ways[way](lightOf(record, first, length), random, { other: otherLight(record) });
    const { teacher, table } = taught(record, broken);
    const ratio = ratioAfter(record, table, first + length);
    if (ratio > MOST && !given.write)
      console.error(record.name, length, k, kind, way, ratio.toFixed(3), teacher.message);
    return { teacher, ratio };
  }).filter(({ ratio }) => !Number.isNaN(ratio));
}

/** Light of another sky at a time: of the other station, or of the same one in another year or half a year off. */
function otherLight(own) {
  const other = records.find((record) => record !== own);
  const at = ({ start, truth }, time) => truth[(time - start) / HOUR] ?? Number.NaN;
  const apart = (time, days) => {
    const later = at(own, time + 24 * days * HOUR);
    return Number.isNaN(later) ? at(own, time - 24 * days * HOUR) : later;
  };
  return (time, what) => (what === "station" ? at(other, time) : apart(time, what === "year" ? 365 : 182));
}

/** Of true observations: a false alarm costs days. */
function soundTeachers() {
  const lines = records.flatMap((record) =>
    lengthsOf(record).map((length) => {
      let [windows, refused, days, left] = [0, 0, 0, 0];
      const ratios = [];
      for (let first = FIRST_DAY[record.name]; first + length + DAYS_AFTER <= record.days; first += 20) {
        const { teacher, table } = taught(record, lightOf(record, first, length));
        windows++;
        if (teacher.verdict === "refuse") refused++;
        days += teacher.daysGiven;
        left += teacher.daysGiven - teacher.days;
        ratios.push(ratioAfter(record, table, first + length));
      }
      const judged = ratios.filter((ratio) => !Number.isNaN(ratio));
      const mean = judged.reduce((sum, ratio) => sum + ratio, 0) / judged.length;
      const cells = [windows, refused, `${((100 * left) / days).toFixed(2)} %`, mean.toFixed(3)];
      return `| ${[record.name, length, ...cells, Math.max(...judged).toFixed(3)].join(" | ")} |`;
    }),
  );
  return [
    "| true observations | days | windows | refused | days left out | RMSE over the raw run's, mean | worst |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}
