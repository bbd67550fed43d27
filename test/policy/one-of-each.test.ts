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
    idea: "ever longer pause of the server (server/src/work/back-off.ts)",
    sign: /\* 2 \*\* (\(|this|\w*(attempt|times|tries))/i,
    home: ["server/src/work/back-off.ts"],
    apart: {
      "archive/src/bytes/retry.ts": "of a package below the server, drawn at random",
      "server/explorer/service/exchange.ts": "of the page, in the browser",
    },
  },
  {
    idea: "cut of sites into parts (server/src/work/cut.ts)",
    sign: /function\*? (cut|plan)(Sites|Groups)\b|padStart\(6, "0"\)/,
    home: ["server/src/work/cut.ts"],
  },
  {
    idea: "worker of a queue (server/src/work/queue/part-worker.ts)",
    sign: /new \w+\.Worker\b/,
    home: ["server/src/work/queue/part-worker.ts"],
  },
  {
    idea: "random numbers of a seed (src/statistics/)",
    sign: /\b0x(d2511f53|cd9e8d57)\b/i,
    home: ["src/statistics/philox.ts"],
  },
];

const sources = repositoryFiles("src/*.ts", "archive/src/*.ts", "server/src/*.ts", "server/explorer/*.ts");

it.each(IDEAS)("there is one of $idea", ({ sign, home, apart = {} }) => {
  const found = sources.filter((path) => sign.test(read(path)));
  expect(found.filter((path) => !home.includes(path) && !(path in apart))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining([...home]));
});
