// How code is written: the same bits on every engine, one home for one idea, short pieces.

/** Where the clock must not be read. */
const TIMELESS = /^src\/(\w+\/)?(models|math|time)\/|^src\/engine\/(?!gpu\/)/;

/**
 * Ideas with one home. A function elsewhere whose name matches is a second one; so is a file whose text has the sign, which finds what
 * has no name of its own. `most`: those that wait to be merged, or have a reason to stand apart; the number only falls.
 *
 * @type {readonly { idea: string, home: RegExp, names?: RegExp, sign?: RegExp, most?: number }[]}
 */
const IDEAS = [
  { idea: "quantiles", home: /\/statistics\//, names: /^(quantile|median|percentile)(s?Of|At)?$/, most: 8 },
  { idea: "standard deviations", home: /\/statistics\//, names: /^(standardDeviation|variance)(Of)?$/, most: 1 },
  { idea: "least squares", home: /\/statistics\//, names: /^(lineThrough|straightLine|leastSquares)$/, most: 6 },
  { idea: "moments as text", home: /\/time\//, names: /^(formatTime|timeText|isoText|isoTime)(Of)?$/, most: 4 },
  { idea: "the calendar", home: /\/time\//, names: /^(isLeapYear|dayOfYear(Of)?|daysInMonth)$/, most: 1 },
  {
    idea: "units of time",
    home: /\/time\//,
    sign: /^(export )?const (MS_PER_)?(MINUTE|HOUR|DAY) = (\d[\d_]{3,}|24 \*|60 \*)/m,
  },
  { idea: "29 February", home: /\/time\//, sign: /LEAP_DAY = |% 400\b|\b59 \* (DAY|rows)|Date\.UTC\([^()]+, 1, 29\)/ },
  { idea: "names of the months", home: /\/time\//, sign: /"Jan(uary)?",\s+"Feb/ },
  {
    idea: "equal intervals of time",
    home: /\/sky\/time-grid\.ts$/,
    sign: /interface \w+ \{\s+readonly start: number;\s+readonly step: number;\s+readonly count: number;/,
  },
  {
    idea: "random numbers of a seed",
    home: /\/statistics\//,
    names: /^(philox|mulberry|xorshift|splitmix)/,
    sign: /\b0x(d2511f53|cd9e8d57)\b/i,
  },
  { idea: "a value in an error message", home: /\/text\//, names: /^shown$/ },
  { idea: "the name most likely meant", home: /\/text\//, names: /^(edits|levenshtein|nearestName|didYouMean)$/i },
  { idea: "columns of a table as text", home: /\/text\//, sign: /pad(Start|End)\(widths/ },
  { idea: "a bounded cache", home: /\/cache\//, sign: /\.keys\(\)\.next\(\)|const oldest of/ },
  { idea: "one writer of a folder", home: /\/shared\//, sign: /process\.kill\([^)]*, 0\)/ },
  {
    idea: "folders and drafts",
    home: /\/shared\//,
    sign: /mkdir(Sync)?\([^)]*recursive|process\.pid\}[^`]*(tmp|new|rows)`/,
  },
  { idea: "the clear sky of a place", home: /\/sky\//, sign: /\brefract(Vector)?Rows\(/, most: 4 },
  {
    idea: "the course of light in a step",
    home: /\/sky\/index-course\.ts$/,
    sign: /\bconst (NO_COURSE|WEAK_NEIGHBOUR)\b/,
    most: 1,
  },
  { idea: "a stage of a PV system", home: /\/pv\/systems\.ts$/, sign: /run: runSystem\b/ },
  {
    idea: "limits of the weather",
    home: /\/weather\/limits\.ts$/,
    sign: /\[-?\d[\d_.]*, \d+_000\]|-273\.15, 1000|_(IRRADIANCE|LIGHT) = \d{4}|= \[-\d+, [12]_?\d{3}\]|(BRIGHTEST|HIGHEST) = [12]_?\d{3}/,
    most: 3,
  },
  {
    idea: "checks of twelve monthly values",
    home: /\/contract\/climate\//,
    sign: /12 numbers, January first"|looks? like (kelvin|a fraction)|MOST_CLEARNESS = /,
  },
  {
    idea: "pictures as text and as elements",
    home: /\/scene\/shape\.ts$|\/explorer\/dom\.ts$/,
    sign: /<(svg|rect|text|path|polyline|circle)[ >]|createElementNS|XMLSerializer|www\.w3\.org\/2000\/svg/,
  },
  { idea: "axes and colours of a chart", home: /\/scene\//, sign: /rotate\(-90 |"#0072b2"/i },
  { idea: "round values of an axis", home: /\/scene\//, sign: /\[1, 2(, 2\.5)?, 5, 10\]/, most: 1 },
  {
    idea: "sums of what is known",
    home: /\/report\/monthly\.ts$|\/chart\/months\.ts$/,
    sign: /new KnownSum\(/,
    most: 3,
  },
  {
    idea: "ever longer pauses",
    home: /\/background\/back-off\.ts$/,
    sign: /\* 2 \*\* (\(|this|\w*(attempt|times|tries))/i,
    most: 2,
  },
  {
    idea: "parts of sites",
    home: /\/background\/cut\.ts$/,
    sign: /function\*? (cut|plan)(Sites|Groups)\b|padStart\(6, "0"\)/,
  },
  { idea: "workers of a queue", home: /\/background\/queue\//, sign: /new \w+\.Worker\b/ },
  { idea: "charges of answers", home: /\/http\/answer-charge\.ts$/, sign: /accounts\.(hold|charge)\(/ },
  {
    idea: "a status for a refusal",
    home: /\/http\/errors\.ts$/,
    sign: /"ERR_(REFUSAL|TERRAIN_UNREADABLE|QUEUE_FULL)":/,
  },
  {
    idea: "times in answers",
    home: /\/answers\/wire\.ts$/,
    sign: /toISOString\(\)\.replace\(\/\\\.|toISOString\(\)\.replace\("\.000Z/,
  },
];

/** Ideas of tests, judges and benchmarks, which start and ask the built programs. */
const TOOLS = [
  { idea: "random numbers of a seed", home: /\/lib\/random\.mjs$/, sign: /0x6d2b79f5|1664525|% 2147483647/i, most: 2 },
  { idea: "a server as a process", home: /\/lib\/process\.mjs$/, sign: /server\/dist\/main\.js/, most: 1 },
  { idea: "a free port", home: /\/lib\/process\.mjs$/, sign: /function freePort\(\) \{/ },
  { idea: "a process held on a core", home: /\/lib\/process\.mjs$/, sign: /"taskset"/, most: 2 },
  { idea: "an answer that came whole", home: /\/lib\/client\.mjs$/, sign: /whole: true/ },
];

/** Nodes of a function from which on two of the same shape are one idea. */
const LARGE = 40;
const MOST_SHAPES = 6;
const LONGEST_FUNCTION = 80;
const LONGEST_FILE = 350;
const LARGEST_FOLDER = 30;
/** Those above, which wait to be cut: the numbers only fall. */
const MOST_LONG = { functions: 28, files: 4, folders: 4 };
/** Tables are data: generated modules, and the coefficient tables that a model's file imports. */
export const TABLE = /\.generated\.ts$|\/([a-z0-9-]+-)?(terms|coefficients|tables?)\.ts$/;

const functionsOf = (tree) =>
  tree.shipped.flatMap((path) =>
    tree.source(path).functions.map((one) => ({ ...one, at: `${path}:${one.line}`, path })),
  );

function homesOf(tree, ideas, paths, functions) {
  return ideas.flatMap(({ idea, home, names, sign, most = 0 }) => {
    const named = functions
      .filter(({ name, top, path }) => top && names?.test(name) && !home.test(path))
      .map(({ at }) => at);
    const signed = sign ? paths.filter((path) => !home.test(path) && sign.test(tree.text(path))) : [];
    return above([...named, ...signed], tree.isWhole ? most : 0).map(
      (found) => `${idea} (at home in ${home.source}): ${found}`,
    );
  });
}

function above(found, most) {
  return found.length > most ? [`${found.length} where ${most} may be: ${found.join(", ")}`] : [];
}

function sameShapes(tree) {
  const byShape = new Map();
  for (const one of functionsOf(tree)) byShape.set(one.shape, [...(byShape.get(one.shape) ?? []), one]);
  return [...byShape.values()]
    .filter(([{ size }, ...more]) => size >= LARGE && more.length > 0)
    .filter((group) => new Set(group.map(({ path }) => path)).size > 1)
    .map((group) => group.map(({ at }) => at).join(" = "));
}

function longPieces(tree) {
  const files = tree.shipped.filter((path) => !TABLE.test(path));
  const folders = new Map();
  for (const path of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return {
    functions: functionsOf(tree).flatMap(({ at, lines }) => (lines > LONGEST_FUNCTION ? [`${at} (${lines})`] : [])),
    files: files.filter((path) => tree.text(path).split("\n").length - 1 > LONGEST_FILE),
    folders: [...folders].flatMap(([folder, count]) => (count > LARGEST_FOLDER ? [`${folder} (${count})`] : [])),
  };
}

export const CODE_RULES = {
  "src/ takes of Math what every engine rounds alike": (tree) =>
    tree.shipped
      .filter((path) => path.startsWith("src/"))
      .flatMap((path) => tree.source(path).engine.map((found) => `${path}:${found}`)),
  "models, math, time and engine read no clock": (tree) =>
    tree.shipped
      .filter((path) => TIMELESS.test(path))
      .flatMap((path) => tree.source(path).clock.map((found) => `${path}:${found}`)),
  "an idea has one home": (tree) => homesOf(tree, IDEAS, tree.shipped, functionsOf(tree)),
  "an idea of tests and scripts has one home": (tree) => {
    const tools = tree.files.filter(
      (path) =>
        /\.mjs$|\.test\.ts$|^server\/test\/.*\.ts$/.test(path) &&
        !/^(scripts\/lint|test\/policy|fixtures)\//.test(path),
    );
    return homesOf(tree, TOOLS, tools, []);
  },
  "no function stands twice under other names": (tree) => above(sameShapes(tree), tree.isWhole ? MOST_SHAPES : 0),
  [`functions have at most ${LONGEST_FUNCTION} lines, files ${LONGEST_FILE}, folders ${LARGEST_FOLDER} files`]: (
    tree,
  ) =>
    Object.entries(longPieces(tree)).flatMap(([kind, found]) =>
      above(found, tree.isWhole ? MOST_LONG[kind] : 0).map((text) => `${kind}: ${text}`),
    ),
};
