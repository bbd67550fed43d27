/** The cases of a study as Markdown, and each failure as a line. */

import { WAYS } from "./break.mjs";

/** A told effect is right within this share of the true one; effects below one percent of the year are not asked. */
const [NEAR, SMALL] = [0.2, 0.01];
const GROUPS = { seen: "seen", judged: "judged", generated: "generated" };

const percent = (share) => `${(100 * share).toFixed(share > 0.99 && share < 1 ? 1 : 0)} %`;
const stepText = (step) => `${step / 60} min`;
const unique = (values) => [...new Set(values)];
const place = (name) => WAYS.findIndex((way) => way.name === name);
/** Names of ways in the order of their list. */
const waysOf = (records) => unique(records.map(({ way }) => way)).sort((a, b) => place(a) - place(b));

/** What went wrong with a case, or undefined. */
export function failureOf(record) {
  const { group, series, way, size, unit, step, must, isFound, wrong, codes, messages = [], error } = record;
  const where = `${group} · ${series}${record.isComponents ? " (components)" : ""} · ${stepText(step)} · ${way} ${size} ${unit ?? ""}`;
  if (error !== undefined)
    return `ERROR ${where}: ${String(error.stack ?? error)
      .split("\n")
      .slice(0, 3)
      .join(" ")}`;
  if (wrong.length > 0) return `WRONG ${where}: ${messages.join(" | ")}`;
  if (must && !isFound) {
    const came =
      codes.length > 0 ? messages.join(" | ") : `nothing (best shift ${record.best}, margin ${record.margin})`;
    return `MISSED ${where}: ${came}`;
  }
  const off = record.effects?.find(isOff);
  if (off !== undefined)
    return `EFFECT ${where}: true ${percent(off.true)}, told ${percent(off.told)}: ${messages.join(" | ")}`;
  return undefined;
}

function isOff({ true: right, told }) {
  return Math.abs(right) >= SMALL && Math.abs(told - right) > NEAR * Math.abs(right);
}

/** All tables of research/file-checks.md. */
export function tablesOf(records) {
  const parts = [];
  for (const step of unique(records.map((record) => record.step)).sort((a, b) => b - a)) {
    const at = records.filter((record) => record.step === step && record.group !== "off");
    parts.push(foundTable(`Found, steps of ${stepText(step)}`, at));
  }
  parts.push(alarmTable(records), offTable(records), effectTable(records), timeTable(records));
  return parts.filter((text) => text !== "").join("\n\n");
}

function foundTable(title, records) {
  const asked = records.filter(({ must, isFound, codes }) => must || isFound || codes.length > 0);
  const ways = waysOf(asked.filter(({ must }) => must));
  if (ways.length === 0) return "";
  const groups = Object.keys(GROUPS).filter((group) => asked.some((record) => record.group === group));
  const lines = ways.map((way) => {
    const of = asked.filter((record) => record.way === way && record.must);
    const sizes = unique(of.map(({ k }) => k)).sort((a, b) => a - b);
    const cells = groups.map((group) => {
      const some = of.filter((record) => record.group === group);
      return some.length === 0 ? "–" : shareText(some);
    });
    const bySize = sizes.map((k) => {
      const some = of.filter((record) => record.k === k);
      return `${some[0].size}: ${percent(share(some))}`;
    });
    const called = of.filter(({ wrong }) => wrong.length > 0).length;
    return `| ${way} | ${cells.join(" | ")} | ${`${bySize.join(", ")} ${of[0].unit}`.trim()} | ${called} |`;
  });
  const caption = "Shares that were found; by size, of all groups together.";
  const head = `| way | ${groups.map((group) => GROUPS[group]).join(" | ")} | by size | called something else |`;
  return `### ${title}\n\n${caption}\n\n${head}\n|---|${groups.map(() => "---|").join("")}---|---|\n${lines.join("\n")}`;
}

const share = (records) => records.filter(({ isFound }) => isFound).length / records.length;

function shareText(records) {
  return `${percent(share(records))} of ${records.length}`;
}

/** Where nothing is wrong, nothing may be said. */
function alarmTable(records) {
  const silent = records.filter(({ group, isHarmless }) => group !== "off" && isHarmless);
  if (silent.length === 0) return "";
  const rows = waysOf(silent).map((way) => {
    const of = silent.filter((record) => record.way === way);
    const cells = Object.keys(GROUPS).map((group) => {
      const some = of.filter((record) => record.group === group);
      return some.length === 0 ? "–" : `${some.filter(({ codes }) => codes.length > 0).length} of ${some.length}`;
    });
    const refused = of.filter(({ verdict }) => verdict === "unusable").length;
    const codes = unique(of.flatMap((record) => record.codes)).join(", ");
    return `| ${way} | ${cells.join(" | ")} | ${refused} | ${codes || "–"} |`;
  });
  return `### False alarms\n\n| nothing wrong | ${Object.values(GROUPS).join(" | ")} | refused | findings |\n|---|---|---|---|---|---|\n${rows.join("\n")}`;
}

function offTable(records) {
  const off = records.filter(({ group }) => group === "off");
  if (off.length === 0) return "";
  const lines = off.map(({ series, codes, best, messages }) => {
    const first = messages?.find((text) => /^(label|clock)/.test(text)) ?? "–";
    return `| ${series} | ${best ?? "–"} | ${codes.join(", ") || "–"} | ${first.replaceAll("|", "/")} |`;
  });
  return `### Files with a fault of their own\n\n| file | best shift, min | findings | first |\n|---|---|---|---|\n${lines.join("\n")}`;
}

/** Of a shorter file there is no year that an answer could be wrong about. */
const YEAR = 330 * 86_400;

function effectTable(records) {
  const told = records.filter(({ effects }) => effects?.some((effect) => Math.abs(effect.true) >= SMALL));
  if (told.length === 0) return "";
  const isYear = ({ rows, step }) => rows * step >= YEAR;
  const cell = (some) => {
    const all = some.flatMap(({ effects }) => effects.filter((effect) => Math.abs(effect.true) >= SMALL));
    if (all.length === 0) return "–";
    return `${percent(all.filter((effect) => !isOff(effect)).length / all.length)} of ${all.length}`;
  };
  const line = (name, some) => {
    const [years, parts] = [some.filter(isYear), some.filter((record) => !isYear(record))];
    return `| ${name} | ${cell(years)} | ${cell(parts)} |`;
  };
  const groups = Object.keys(GROUPS).filter((group) => told.some((record) => record.group === group));
  const lines = [
    ...waysOf(told).map((way) =>
      line(
        way,
        told.filter((record) => record.way === way),
      ),
    ),
    ...groups.map((group) =>
      line(
        `**all, ${GROUPS[group]}**`,
        told.filter((record) => record.group === group),
      ),
    ),
  ];
  return `### Effect on the year within 20 % of the true one\n\n| way | years | shorter files |\n|---|---|---|\n${lines.join("\n")}`;
}

function timeTable(records) {
  const lines = unique(records.map(({ step }) => step)).map((step) => {
    const some = records.filter((record) => record.step === step && record.took !== undefined);
    const each = some.reduce((sum, { took, rows }) => sum + (1e6 * took) / rows, 0) / some.length;
    return `| ${stepText(step)} | ${some.length} | ${each.toFixed(0)} |`;
  });
  return `### Time\n\n| step | files | ns a row |\n|---|---|---|\n${lines.join("\n")}`;
}
