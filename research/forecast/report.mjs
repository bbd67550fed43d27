// The tables of the forecast page, in Markdown.
import { Random } from "irradiance-engine/internal/climate";
import { PROBABILITIES } from "../../dist/answers/forecast/spread.js";
import { CLASSES } from "./judge.mjs";
import { HOUR_LEADS, LEADS } from "./references.mjs";
import { average } from "./scores.mjs";

const SHOWN = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24];
const NAMES = {
  persistence: "persistence",
  smart: "smart persistence",
  climatology: "climatology",
  cliper: "CLIPER",
  run: "run alone",
  corrected: "corrected",
  learned: "corrected, own past",
};
const REFERENCES = ["smart", "cliper", "run"];

export function report(stations, found) {
  const parts = [head(stations, found)];
  for (const one of found) parts.push(quality(one));
  const main = found.find(({ quality: { name } }) => name === "30 %");
  parts.push(hours(main), classes(main), spreadTable(main), reliability(main), coverage(found));
  return `${parts.join("\n\n")}\n`;
}

function head(stations, found) {
  const rows = stations.map(({ name }, k) => [name, ...found.map(({ nrmse }) => percent(nrmse[k]))]);
  return (
    `${stations.length} stations; each is judged with weights and spread of the others. nRMSE of the simulated runs that were reached ` +
    `(leads of 1 to 24 h):\n\n${table(["station", ...found.map(({ quality: { name } }) => `simulated run ${name}`)], rows)}`
  );
}

function quality({ quality: { name }, quarters }) {
  const methods = Object.keys(NAMES);
  const rows = SHOWN.map((lead) => {
    const own = quarters[LEADS.indexOf(lead)];
    const mean = (method) => average(own.map(({ rmse }) => rmse[method]));
    const skill = (method) => `${percent(1 - mean(method) / mean("cliper"))} (${limits(own, method)})`;
    return [
      time(lead),
      ...methods.map((method) => mean(method).toFixed(1)),
      skill("corrected"),
      skill("learned"),
      worst(own, "corrected"),
      worst(own, "learned"),
    ];
  });
  const titles = [
    "lead",
    ...methods.map((method) => NAMES[method]),
    "skill",
    "skill, own past",
    "worst",
    "worst, own past",
  ];
  const about =
    name === "useless"
      ? "a simulated run without skill: each has the departures of another day"
      : `a simulated run of ${name} nRMSE`;
  return (
    `### With ${about}\n\nRMSE of GHI in W/m², mean of the stations; skill against CLIPER with its 95 % limits (bootstrap of whole days); ` +
    `worst: the station that is farthest above the best of smart persistence, CLIPER and run.\n\n${table(titles, rows)}`
  );
}

function worst(own, method) {
  return percent(
    Math.max(...own.map(({ rmse }) => rmse[method] / Math.min(...REFERENCES.map((name) => rmse[name])) - 1)),
  );
}

/** Of the skill in the mean of stations, whole days drawn at each. */
function limits(own, method) {
  const random = new Random(1);
  const [m, c] = [Object.keys(NAMES).indexOf(method), Object.keys(NAMES).indexOf("cliper")];
  const skills = Array.from({ length: 200 }, (_, draw) => {
    let [errors, reference] = [0, 0];
    own.forEach(({ days }, station) => {
      let [a, b, n] = [0, 0, 0];
      for (let k = 0; k < days.length; k++) {
        const day = days[Math.floor(days.length * random.uniform(station, draw, k, 0))];
        a += day[m];
        b += day[c];
        n += day.at(-1);
      }
      errors += Math.sqrt(a / n);
      reference += Math.sqrt(b / n);
    });
    return 1 - errors / reference;
  }).sort((a, b) => a - b);
  return `${(100 * skills[4]).toFixed(1)}…${(100 * skills[195]).toFixed(1)}`.replaceAll("-", "−");
}

function hours({ quality: { name }, hours: own }) {
  const methods = Object.keys(NAMES);
  const rows = HOUR_LEADS.map((lead, k) => [
    time(lead),
    ...methods.map((method) => average(own[k].map(({ rmse }) => rmse[method])).toFixed(1)),
    worst(own[k], "corrected"),
    worst(own[k], "learned"),
  ]);
  const titles = ["lead", ...methods.map((method) => NAMES[method]), "worst", "worst, own past"];
  return `### Hours, with a simulated run of ${name} nRMSE\n\n${table(titles, rows)}`;
}

function classes({ quality: { name }, quarters }) {
  const methods = ["smart", "cliper", "run", "corrected", "learned"];
  const rows = [4, 12].flatMap((lead) =>
    CLASSES.map((one) => [
      time(lead),
      one,
      ...methods.map((method) =>
        average(quarters[LEADS.indexOf(lead)].map(({ classes }) => classes[one][method])).toFixed(1),
      ),
    ]),
  );
  return (
    `### By sky, with a simulated run of ${name} nRMSE\n\nRMSE in W/m² by the measured clear-sky index, and by its standard deviation over ` +
    `the 3 hours before.\n\n${table(["lead", "sky", ...methods.map((method) => NAMES[method])], rows)}`
  );
}

function spreadTable({ quality: { name }, spread: [, own] }) {
  const rows = SHOWN.map((lead) => {
    const at = own[LEADS.indexOf(lead)];
    const mean = (of) => average(at.map((one) => of(one) / one.n));
    return [
      time(lead),
      percent(mean(({ inside }) => inside)),
      mean(({ width }) => width).toFixed(0),
      mean(({ crps }) => crps).toFixed(1),
      mean(({ complete }) => complete).toFixed(1),
      mean(({ plain }) => plain).toFixed(1),
    ];
  });
  const titles = ["lead", "p10–p90 holds", "width, W/m²", "CRPS", "complete-history ensemble", "plain ensemble"];
  return (
    `### Spread, with a simulated run of ${name} nRMSE\n\nCRPS in W/m² beside both persistence ensembles; weights and spread with the place's ` +
    `own past.\n\n${table(titles, rows)}`
  );
}

/** How often what came is below a quantile. */
function reliability({ quality: { name }, spread: [, own] }) {
  const shares = PROBABILITIES.map((_, q) => average(stationSums(own).map(({ n, below }) => below[q] / n)));
  const chosen = [0, 1, 4, 9, 14, 17, 18];
  const rows = [chosen.map((q) => percent(shares[q]))];
  const titles = chosen.map((q) => `p${Math.round(100 * PROBABILITIES[q])}`);
  return `Share of the rows below a quantile (simulated run of ${name}):\n\n${table(titles, rows)}`;
}

/** Of each station over all leads. */
function stationSums(spread) {
  return spread[0].map((_, station) => {
    const list = spread.map((lead) => lead[station]);
    const sum = (of) => list.reduce((total, one) => total + of(one), 0);
    return {
      n: sum(({ n }) => n),
      inside: sum(({ inside }) => inside),
      below: PROBABILITIES.map((_, q) => sum(({ below }) => below[q])),
      skies: [0, 1, 2].map((k) => ({ n: sum(({ skies }) => skies[k].n), inside: sum(({ skies }) => skies[k].inside) })),
    };
  });
}

function coverage(found) {
  const rows = found.flatMap(({ quality: { name }, spread }) =>
    spread.map((one, k) => {
      const stations = stationSums(one);
      const share = (of) => percent(average(stations.map((station) => of(station).inside / of(station).n)));
      const leads = one.map((lead) => average(lead.map(({ inside, n }) => inside / n)));
      return [
        `simulated run ${name}`,
        k === 0 ? "others' weights and spread" : "own past",
        share((station) => station),
        stations.map(({ inside, n }) => percent(inside / n)).join(", "),
        `${percent(Math.min(...leads))} … ${percent(Math.max(...leads))}`,
        ...[0, 1, 2].map((sky) => share(({ skies }) => skies[sky])),
      ];
    }),
  );
  const titles = ["run", "with", "all", "by station", "by lead", "forecast < 0.4", "0.4–0.8", "> 0.8"];
  return `Share of the rows that p10–p90 holds, by the clear-sky index of the forecast in the last three columns:\n\n${table(titles, rows)}`;
}

function table(titles, rows) {
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function time(lead) {
  return lead < 4 ? `${15 * lead} min` : `${lead / 4} h`;
}

function percent(share) {
  return `${(100 * share).toFixed(1).replace("-", "−")} %`;
}
