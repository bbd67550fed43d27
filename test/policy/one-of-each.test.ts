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
    idea: "the clear sky of a place without weather (src/series/)",
    sign: /\brefract(Vector)?Rows\(/,
    home: ["src/sky/clear-sky.ts", "src/sky/sun-and-sky.ts"],
    apart: {
      "src/engine/compute-grid/chain.ts": "the engine's chain, under its weather",
      "src/sky/kernels/refraction.ts": "the kernel",
      "src/engine/compute-grid/sunrise.ts": "the moments of sunrise",
      "src/models/solar-position/refraction.ts": "the model",
      "src/weather/examine/clock/closing.ts": "the sun of stamps, no sky",
    },
  },
  {
    idea: "the course of light within steps (src/series/course.ts)",
    sign: /\b(NO_COURSE|WEAK_NEIGHBOUR)\b/,
    home: ["src/series/course.ts"],
    apart: {
      "src/engine/weather-grid/mean-preserving.ts":
        "the engine's closed form; test/series/course.test.ts compares the two",
    },
  },
  {
    idea: "equal intervals of time (src/sky/time-grid.ts)",
    sign: /interface \w+ \{\s+readonly start: number;\s+readonly step: number;\s+readonly count: number;/,
    home: ["src/sky/time-grid.ts"],
  },
  {
    idea: "29 February and the days of typical years (src/time/typical-year.ts)",
    sign: /LEAP_DAY = |% 400\b|\b59 \* (DAY|rows)|Date\.UTC\([^()]+, 1, 29\)/,
    home: ["src/time/typical-year.ts"],
  },
  {
    idea: "stage of a full PV system (src/models/pv/pv-system.ts)",
    sign: /run: runSystem\b/,
    home: ["src/models/pv/pv-system.ts"],
  },
  {
    idea: "limits of what the weather can be (src/weather/limits.ts)",
    sign: /\[-?\d[\d_.]*, \d+_000\]|-273\.15, 1000|_(IRRADIANCE|LIGHT) = \d{4}|= \[-\d+, [12]_?\d{3}\]|(BRIGHTEST|HIGHEST) = [12]_?\d{3}/,
    home: ["src/weather/limits.ts"],
    apart: {
      "src/cli/verify/forecast-file.ts": "a refusal that names its own limits",
      "src/forecast/file-values.ts": "root mean squares and clear skies in a file of weights",
      "src/weather/examine/clock/closing.ts": "picks the rows to close: a code for a missing value is far above",
    },
  },
  {
    idea: "a value in an error message (src/text/shown.ts)",
    sign: /function shown\(/,
    home: ["src/text/shown.ts"],
    apart: { "server/explorer/rooms/account/account-view.ts": "the elements that show an account" },
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
    idea: "one writer of a folder (src/shared/writer-lock.ts)",
    sign: /process\.kill\([^)]*, 0\)/,
    home: ["src/shared/writer-lock.ts"],
  },
  {
    idea: "folders with those above them, and names of drafts (src/shared/folders.ts)",
    sign: /mkdir(Sync)?\([^)]*recursive|process\.pid\}[^`]*(tmp|new|rows)`/,
    home: ["src/shared/folders.ts"],
  },
  {
    idea: "milliseconds of an hour or a day (src/time/calendar.ts)",
    sign: /^(export )?const (MS_PER_)?(MINUTE|HOUR|DAY) = (\d[\d_]{3,}|24 \*|60 \*)/m,
    home: ["src/time/calendar.ts"],
  },
  {
    idea: "ever longer pause of the server (server/src/background/back-off.ts)",
    sign: /\* 2 \*\* (\(|this|\w*(attempt|times|tries))/i,
    home: ["server/src/background/back-off.ts"],
    apart: {
      "archive/src/bytes/retry.ts": "of a package below the server, drawn at random",
      "server/explorer/service/pace.ts": "of the page, in the browser",
    },
  },
  {
    idea: "cut of sites into parts (server/src/background/cut.ts)",
    sign: /function\*? (cut|plan)(Sites|Groups)\b|padStart\(6, "0"\)/,
    home: ["server/src/background/cut.ts"],
  },
  {
    idea: "worker of a queue (server/src/background/queue/part-worker.ts)",
    sign: /new \w+\.Worker\b/,
    home: ["server/src/background/queue/part-worker.ts"],
  },
  {
    idea: "a printer of SVG text (src/report/scene/print.ts) and one of elements (server/explorer/dom.ts)",
    sign: /<(svg|rect|text|path|polyline|circle)[ >]|createElementNS|XMLSerializer|www\.w3\.org\/2000\/svg/,
    home: ["src/report/scene/print.ts", "server/explorer/dom.ts"],
  },
  {
    idea: "axes of a chart (src/report/scene/axes.ts)",
    sign: /rotate\(-90 /,
    home: ["src/report/scene/axes.ts"],
  },
  {
    idea: "round values of an axis (src/report/scene/scale.ts)",
    sign: /\[1, 2(, 2\.5)?, 5, 10\]/,
    home: ["src/report/scene/scale.ts"],
    apart: { "src/report/terminal-plot.ts": "rows of characters, in fewer steps" },
  },
  {
    idea: "colours of series (src/report/scene/palette.ts)",
    sign: /"#0072b2"/i,
    home: ["src/report/scene/palette.ts"],
  },
  {
    idea: "names of the months (src/time/calendar.ts)",
    sign: /"Jan(uary)?",\s+"Feb/,
    home: ["src/time/calendar.ts"],
  },
  {
    idea: "sums of what is known of a month (src/report/monthly.ts and, of an answer, server/explorer/chart/months.ts)",
    sign: /new KnownSum\(/,
    home: ["src/report/monthly.ts", "server/explorer/chart/months.ts"],
    apart: {
      "src/report/terminal-plot.ts": "days",
      "server/explorer/chart/profile.ts": "hours of the day",
      "server/explorer/chart/summary.ts": "a whole answer",
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
  {
    idea: "tokens of an answer held, charged and given back (server/src/http/answer-charge.ts)",
    sign: /accounts\.(hold|charge)\(/,
    home: ["server/src/http/answer-charge.ts"],
  },
  {
    idea: "a status of HTTP for a refusal (server/src/http/errors.ts)",
    sign: /"ERR_(REFUSAL|TERRAIN_UNREADABLE|QUEUE_FULL)":/,
    home: ["server/src/http/errors.ts"],
  },
  {
    idea: "a time in an answer (server/src/answers/wire.ts)",
    sign: /toISOString\(\)\.replace\(\/\\\.|toISOString\(\)\.replace\("\.000Z/,
    home: ["server/src/answers/wire.ts"],
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

/** Ideas of what starts and asks the built programs: tests, judges, benchmarks, studies. */
const TOOLS: readonly Idea[] = [
  {
    idea: "a server of the build as a process (scripts/lib/process.mjs)",
    sign: /server\/dist\/main\.js/,
    home: ["scripts/lib/process.mjs"],
    apart: { "server/bench/new-places.mjs": "the server of another commit's build, beside this one's" },
  },
  {
    idea: "a port that nobody has (scripts/lib/process.mjs)",
    sign: /function freePort\(\) \{/,
    home: ["scripts/lib/process.mjs"],
  },
  {
    idea: "a core that a process is held on (scripts/lib/process.mjs)",
    sign: /"taskset"/,
    home: ["scripts/lib/process.mjs"],
    apart: { "bench/queue.mjs": "threads of a process that runs already", "bench/run.mjs": "suites, each in its turn" },
  },
  {
    idea: "an answer that came whole, or what became of it (scripts/lib/client.mjs)",
    sign: /whole: true/,
    home: ["scripts/lib/client.mjs"],
  },
];

const tools = repositoryFiles("*.mjs", "*.test.ts", "server/test/*.ts").filter(
  (path) => !path.startsWith("test/policy/"),
);

it.each(TOOLS)("there is one of $idea", ({ sign, home, apart = {} }) => {
  const found = tools.filter((path) => sign.test(read(path)));
  expect(found.filter((path) => !home.includes(path) && !(path in apart))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining([...home]));
});
