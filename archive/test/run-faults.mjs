// Runs of a model on a web server where everything goes wrong that can: they come late, half-written, cut off, with files of another
// run, are computed again, taken away and replaced while they are read, `latest.json` goes back in time or breaks, and the server
// fails. Every value says which run it is of, so that an answer shows whether it is of one run, and of the one that it names.
//
//   node scripts/build.mjs archive && node archive/test/run-faults.mjs run|maps [COUNT] [SEED]

import { randomNumbers } from "../../scripts/lib/random.mjs";
import { fixture } from "./fixture.mjs";
import { rangeServer } from "./range-server.mjs";

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 5, 21);
const [RUNS, EVERY] = [4, 6 * HOUR];
/** All runs reach over it. */
const PERIOD = { start: FIRST + 18 * HOUR, end: FIRST + 24 * HOUR };
const PLACE = { latitude: 45.02, longitude: -89.98 };
const COLUMNS = ["direct_horizontal_irradiance", "diffuse_horizontal_irradiance", "temperature"];
const ROOTS = { run: "data_run", maps: "data_spatial" };

const FILES = new Map(
  Object.entries(fixture("runs.json.gz")).map(([path, content]) => [path, Buffer.from(content, "base64")]),
);

/** What is on the server, and what of it is whole. */
function serverOf(root, random) {
  const files = new Map();
  const runs = Array.from({ length: RUNS }, () => ({ state: "absent", edition: 0, wasWhole: false }));
  const below = (n) => Math.floor(random() * n);
  const homeOf = (run) => {
    const [day, clock] = new Date(FIRST + run * EVERY).toISOString().split("T");
    return `${root}/made/${day.replaceAll("-", "/")}/${clock.slice(0, 2)}00Z/`;
  };
  const partsOf = (run, edition) =>
    [...FILES]
      .filter(([path]) => path.startsWith(`${edition}/${homeOf(run)}`))
      .map(([path, bytes]) => [path.slice(2), bytes]);
  const clear = (run) => {
    for (const path of files.keys()) if (path.startsWith(homeOf(run))) files.delete(path);
  };
  const facts = (run, changes = {}) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(FILES.get(`0/${homeOf(run)}meta.json`).toString("utf8")), ...changes }));
  const latest = `${root}/made/latest.json`;
  let named;
  let isUnderWay = false;
  const server = {
    files,
    runs,
    /** The run that `latest.json` names; undefined if that is broken. */
    get named() {
      return named;
    },
    /** Whether all of it is there, and nothing says that it is not. */
    isThere: (run) => runs[run]?.state === "whole" && !(run === named && isUnderWay),
    name(run, changes = {}) {
      named = run;
      isUnderWay = changes.completed === false;
      files.set(latest, facts(run, changes));
    },
    breakLatest() {
      named = undefined;
      files.set(latest, files.get(latest).subarray(0, below(files.get(latest).length)));
    },
    /** All files at once, as a folder that is moved into place. */
    publish(run, edition = runs[run].edition) {
      clear(run);
      for (const [path, bytes] of partsOf(run, edition)) files.set(path, bytes);
      runs[run] = { state: "whole", edition, wasWhole: true };
    },
    remove(run) {
      clear(run);
      runs[run] = { ...runs[run], state: "absent" };
    },
    /** Announced before it is there. */
    tear(run) {
      server.publish(run);
      const { wasWhole } = runs[run];
      const own = [...files.keys()].filter((path) => path.startsWith(homeOf(run)) && path.endsWith(".om"));
      const path = own[below(own.length)];
      const kind = ["missing", "cut", "under way", root === "data_run" && run > 0 ? "other" : "cut"][below(4)];
      if (kind === "missing") for (const one of [path, ...own.filter(() => random() < 0.3)]) files.delete(one);
      if (kind === "cut") files.set(path, files.get(path).subarray(0, below(files.get(path).length)));
      if (kind === "other") files.set(path, FILES.get(`0/${path.replace(homeOf(run), homeOf(run - 1))}`));
      if (kind === "under way") files.set(`${homeOf(run)}meta.json`, facts(run, { completed: false }));
      runs[run] = { ...runs[run], state: "torn", wasWhole };
      server.name(run, kind === "under way" ? { completed: false } : {});
    },
  };
  return server;
}

/** Which run and edition a row is of, by each of its columns; undefined: a value of none. */
function originOf(column, value, time) {
  // Means end at the next hour; the temperature is that of two hours, at half of them, or a little beside it at a run's end.
  const [scaled, shift] = column === "temperature" ? [(value + 10) * 10 - 0.5, 0] : [value, 1];
  const rest = Math.round(scaled) - (column === "diffuse_horizontal_irradiance" ? 50 : 100);
  const [edition, run, hour] = [Math.floor(rest / 150), Math.floor((rest % 150) / 30), (rest % 150) % 30];
  const isOf = FIRST + run * EVERY + hour * HOUR === time + shift * HOUR && Math.abs(scaled - Math.round(scaled)) < 0.1;
  return isOf && run >= 0 && run < RUNS ? `${run} of edition ${edition}` : undefined;
}

/** What is wrong with an answer; undefined: nothing. */
function faultOf({ series, provenance }) {
  const origins = new Set();
  const { start, interval, columns } = series;
  for (const column of COLUMNS) {
    const values = columns[column] ?? [];
    for (let row = 0; row < values.length; row++) {
      const time = start + row * interval * 1000;
      if (time < PERIOD.start || time >= PERIOD.end) continue;
      if (Number.isNaN(values[row])) return `${column} is missing at ${new Date(time).toISOString()}`;
      const origin = originOf(column, values[row], time);
      if (origin === undefined) return `${values[row]} of ${column} at ${new Date(time).toISOString()} is of no run`;
      origins.add(origin);
    }
  }
  if (origins.size !== 1) return `it mixes the runs ${[...origins].join(", ")}`;
  const [origin] = origins;
  const told = [...new Set(provenance.map(({ run }) => (run - FIRST) / EVERY))];
  return told.length === 1 && origin.startsWith(`${told[0]} `) ? undefined : `it is of run ${origin}, and says ${told}`;
}

/**
 * @param {*} archive openArchive, omSource, plan, ArchiveError
 * @param {{ layout: "run" | "maps", count: number, seed: number }} options
 */
export async function runFaults({ openArchive, omSource, plan, ArchiveError }, { layout, count, seed }) {
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  const made = serverOf(ROOTS[layout], random);
  /** What happens after so many requests, and what so many requests get. */
  let [due, happening, hiccups, disturbed] = [Number.POSITIVE_INFINITY, () => {}, 0, false];
  const server = await rangeServer(
    (path) => {
      if (--due === 0) happening();
      return made.files.get(path);
    },
    {
      fault: (_, response) => {
        if (hiccups === 0 || random() < 0.5) return false;
        hiccups--;
        if (random() < 0.5) response.destroy();
        else response.writeHead([404, 500, 503][below(3)]).end();
        return true;
      },
    },
  );
  let clock = 0;
  const newSource = (refreshMs) => {
    const grid = { type: "regular", columns: 4, rows: 3, south: 45, west: -90, dx: 0.02, dy: 0.02 };
    const source = omSource({
      ...{ location: server.url, model: "made", layout, grid, dataset: "made", class: "forecast", licence: "none" },
      ...{ variables: ["direct_radiation", "diffuse_radiation", "temperature_2m"], cell: "nearest", refreshMs },
      // Without memory for blocks every value is another request.
      ...{ cacheBytes: random() < 0.5 ? 0 : 1e6, attempts: 2, pause: 1, clock: () => clock },
    });
    const archive = openArchive({ sources: [source], clock: () => clock });
    return { archive, isEager: refreshMs === 0, last: undefined };
  };
  // One that asks anew each time, and one that holds for the newest what it found first.
  const sources = [newSource(0), newSource(1e9)];
  const counts = { steps: count, answers: 0, refused: 0, older: 0, duringReading: 0, failures: [] };

  made.publish(0);
  made.name(0);
  let newest = 0;
  const events = [
    () => {
      if (newest < RUNS - 1) made.publish(++newest);
      made.name(newest);
    },
    () => {
      if (newest < RUNS - 1) newest++;
      made.tear(newest);
    },
    () => {
      made.publish(newest);
      made.name(newest);
    },
    () => made.name(below(newest + 1)),
    () => made.breakLatest(),
    () => made.publish(below(newest + 1), below(2)),
    () => made.remove(below(newest + 1)),
    () => {},
  ];
  const whileReading = [
    () => made.publish(below(newest + 1), below(2)),
    () => made.name(below(newest + 1)),
    () => {
      disturbed = true;
      made.remove(below(newest + 1));
    },
    () => {
      disturbed = true;
      made.tear(newest);
    },
  ];
  for (let step = 0; step < count; step++) {
    clock += 200_000;
    // From the beginning, now and then: runs are all read sooner or later.
    if (random() < 0.03) {
      newest = 0;
      for (let run = 0; run < RUNS; run++) made.remove(run);
      made.publish(0);
      made.name(0);
      sources.splice(0, 2, newSource(0), newSource(1e9));
      for (const one of made.runs) one.wasWhole = one.state === "whole";
    }
    events[below(events.length)]();
    const which = below(sources.length);
    if (random() < 0.15) sources[which] = newSource(which === 0 ? 0 : 1e9);
    const source = sources[which];
    [due, happening, hiccups, disturbed] = [Number.POSITIVE_INFINITY, () => {}, 0, false];
    if (random() < 0.4) {
      due = 1 + below(14);
      happening = whileReading[below(whileReading.length)];
    }
    if (random() < 0.15) {
      hiccups = 1 + below(4);
      disturbed = true;
    }
    const { named, runs } = made;
    const { isThere } = made;
    const mustAnswer =
      isThere(source.last) || (named !== undefined && runs.some((_, run) => run <= named && isThere(run)));
    const say = (what) => counts.failures.push(`step ${step} of ${layout}, seed ${seed}: ${what}`);
    const wasThere = isThere(named);
    try {
      const survey = await source.archive.survey(PLACE, PERIOD.start);
      const wish = plan(survey, { purpose: "forecast", period: PERIOD, margin: 0, columns: COLUMNS });
      const answer = await source.archive.read(wish);
      counts.answers++;
      const fault = faultOf(answer);
      if (fault !== undefined) say(fault);
      const run = (answer.provenance[0].run - FIRST) / EVERY;
      if (!made.runs[run].wasWhole) say(`run ${run} was never whole`);
      const isNamedThere = wasThere && made.named === named && isThere(named);
      if (source.isEager && !disturbed && isNamedThere && run < named) say(`run ${run}, although ${named} is there`);
      if (run < (named ?? 0)) counts.older++;
      if (due <= 0) counts.duringReading++;
      source.last = run;
    } catch (error) {
      if (!(error instanceof ArchiveError)) say(`it throws ${error?.stack ?? error}`);
      else counts.refused++;
      if (mustAnswer && !disturbed) say(`nothing, although a whole run is there: ${error.message}`);
    }
  }
  for (const { archive } of sources) await archive.close();
  await server.close();
  return counts;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [layout = "run", count = "2000", seed = "1"] = process.argv.slice(2);
  const archive = await import("../dist/index.js");
  console.log(await runFaults(archive, { layout, count: Number(count), seed: Number(seed) }));
}
