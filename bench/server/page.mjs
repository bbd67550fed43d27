// bench/server-performance.md from the figures.
const MOST = { day: 3, dayAim: 2.5, year: 1.25, live: 60, start: 1500 };

/** @param {Record<string, any>} figures */
export function pageOf({ rounds, cores, cpu, pinned, load, date, day, year, live, start }) {
  const rows = [
    row(
      "a day at 15 minutes, all columns, against plain fastify",
      `≤ ${MOST.day} ×`,
      `${MOST.dayAim} ×`,
      times(day.ratio),
      day.ratio <= MOST.day,
    ),
    row(
      "an hourly year with gzip through the pool, against engine, JSON and gzip alone",
      `≤ ${MOST.year} ×`,
      "",
      times(year.ratio),
      year.ratio <= MOST.year,
    ),
    row(
      "liveness while four clients ask for years at 15 minutes, p99",
      `≤ ${MOST.live} ms`,
      "",
      ms(live.p99),
      live.p99 <= MOST.live,
    ),
    row("the built server to its first answer", `≤ ${MOST.start} ms`, "", ms(start.least), start.least <= MOST.start),
  ];
  return `# Performance of the service

Written by \`node bench/server.mjs\` on ${date}; do not edit. Cases take turns, ${rounds} rounds after a warm-up; the minimum of the rounds is shown. CPU time is that of the whole process (all threads, user and system), from /proc.

Machine: ${cpu}, ${cores} cores, Node ${process.version}; ${pinned ? "the servers on one core, the client on another" : "no process pinned to a core"}; load average at the start ${load}. Other programs can only increase the figures.

| figure | at most | aim | measured | met |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

## CPU per request

| request | service | compared with | ratio |
| --- | --- | --- | --- |
| a day at 15 minutes, all columns: key, rate, ledger on disk, ETag, gzip, log | ${ms(day.service)} | ${ms(day.plain)} | ${times(day.ratio)} |
| an hourly year, all columns, gzip, in a thread of the pool | ${ms(year.service)} | ${ms(year.alone)} | ${times(year.ratio)} |

- The day is compared with \`bench/server/plain.mjs\`: fastify without schema and logger, which parses the query with the engine's parser, computes with the engine from weather in memory, and sends uncompressed JSON. The benchmark first checks that both send the same bytes. Eight connections request fifty days in turn at one place.
- The year is compared with a loop of the engine, its JSON writer and gzip, from weather in memory, without HTTP.
- The service computes every answer; it caches none. For repeated places it caches the survey of their weather (a quarter of a second) and the series it read (128 MiB, keyed by the revision of the data).

## Liveness and start

\`GET /health/live\` on the operations port every 10 ms, ${live.calls} times while ${live.years} years at 15 minutes were computed: p50 ${ms(live.p50)}, p99 ${ms(live.p99)}, at most ${ms(live.most)}. From the command to the first whole answer, with threads and the accounts file: ${ms(start.least)}.
`;
}

function row(...[figure, most, aim, measured, isMet]) {
  return `| ${figure} | ${most} | ${aim} | ${measured} | ${isMet ? "yes" : "**no**"} |`;
}

const times = (ratio) => `${ratio.toFixed(2)} ×`;
const ms = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
