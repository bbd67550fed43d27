/** Each idea stands in one room. A second one, written elsewhere, is found by what its code cannot do without. */
import { expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

interface Idea {
  readonly idea: string;
  /** What code of its kind contains. */
  readonly sign: RegExp;
  /** The files that may contain it. */
  readonly home: readonly string[];
  /** Other files with the sign, each with the reason. */
  readonly apart?: Readonly<Record<string, string>>;
}

const IDEAS: readonly Idea[] = [
  {
    idea: "a value in an error message (src/text/shown.ts)",
    sign: /function shown\(/,
    home: ["src/text/shown.ts"],
    apart: { "server/explorer/views/account-view.ts": "the elements that show an account" },
  },
  {
    idea: "columns of a table as text (src/text/aligned.ts)",
    sign: /pad(Start|End)\(widths/,
    home: ["src/text/aligned.ts"],
  },
  {
    idea: "the name that a mistyped one most likely means (src/text/nearest-name.ts)",
    sign: /function (edits|levenshtein|nearestName)\b/i,
    home: ["src/text/nearest-name.ts"],
  },
  {
    idea: "a bounded cache (src/cache/)",
    sign: /\.keys\(\)\.next\(\)|const oldest of/,
    home: ["src/cache/lru.ts"],
  },
  {
    idea: "milliseconds of an hour or a day (src/time/calendar.ts)",
    sign: /^(export )?const (MS_PER_)?(MINUTE|HOUR|DAY) = (\d[\d_]{3,}|24 \*|60 \*)/m,
    home: ["src/time/calendar.ts"],
    apart: {
      "archive/src/year.ts": "typical years",
      "server/src/answers/climate/year-series.ts": "typical years",
      "server/src/answers/forecast/sky-index.ts": "clear skies",
    },
  },
  {
    idea: "a check of twelve monthly values (src/contract/climate/monthly-check.ts)",
    sign: /12 numbers, January first"|looks? like (kelvin|a fraction)|MOST_CLEARNESS = /,
    home: ["src/contract/climate/irradiance-units.ts", "src/contract/climate/monthly-check.ts"],
  },
  {
    idea: "random numbers of a seed (src/statistics/)",
    sign: /\b0x(d2511f53|cd9e8d57)\b/i,
    home: ["src/statistics/philox.ts"],
  },
];

/** Ideas of tests, benchmarks and scripts. */
const HELPERS: readonly Idea[] = [
  {
    idea: "random numbers that a seed repeats (scripts/lib/random.mjs)",
    sign: /0x6d2b79f5|1664525|% 2147483647/i,
    home: ["scripts/lib/random.mjs"],
    apart: {
      "test/math/identity.test.ts": "its hashes were recorded with other numbers",
      "bench/lib/requests.mjs": "published figures are of its requests",
    },
  },
];

const sources = repositoryFiles("src/*.ts", "archive/src/*.ts", "server/src/*.ts", "server/explorer/*.ts");

const helpers = repositoryFiles("test/", "archive/test/", "server/test/", "bench/", "server/bench/", "scripts/").filter(
  (path) => /\.m?ts$|\.mjs$/.test(path) && path !== "test/policy/one-of-each.test.ts",
);

it.each([
  ...IDEAS.map((idea) => ({ ...idea, among: sources })),
  ...HELPERS.map((idea) => ({ ...idea, among: helpers })),
])("there is one of $idea", ({ sign, home, apart = {}, among }) => {
  const found = among.filter((path) => sign.test(read(path)));
  expect(found.filter((path) => !home.includes(path) && !(path in apart))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining([...home]));
});
