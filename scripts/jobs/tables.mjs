// Jobs whose parts are Parquet files, asked for by `irradiance-server bulk`: server and client are killed while they are made, and what lies in
// the folder in the end has the bytes that `irradiance bulk` writes for the same sites.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { ENGINE, kill, launch, micro, restart, SERVER } from "../lib/process.mjs";
import { judgeBooks, newMember, openAccount, statusOf } from "./stand.mjs";

const NAME = "tables";
const SITES = 150;
/** Of a job, which is one part. */
const OF_A_JOB = 50;
const KILLS = 2;
const PERIOD = ["--start", "2023-06-02T00:00Z", "--end", "2023-06-28T00:00Z", "--frequency", "1_hour"];
const SHAPE = [...PERIOD, "--parameters", "global_tilted_irradiance,pv_production"];
/** The service refuses horizon=auto where it has no elevation data. */
const FAILING = SITES - 1;

export async function tables({ report, random, folder }) {
  const [data, results] = [`${folder}/data`, `${folder}/results`];
  mkdirSync(data);
  writeFileSync(`${folder}/archive.json`, JSON.stringify({ sources: [{ kind: "synthetic" }] }));
  const place = (i) => `${(44 + ((i * 31) % 800) / 100).toFixed(2)},${(2 + ((i * 17) % 2200) / 100).toFixed(2)}`;
  const rowOf = (_, i) => `site-${i},${place(i)},${i % 60},${(7 * i) % 360},${i === FAILING ? "auto" : ""}`;
  const list = Array.from({ length: SITES }, rowOf);
  writeSites(`${folder}/sites.csv`, list);
  const account = await openAccount(data, "lab", 100_000);
  const member = await newMember(data, results, ["--archive", `${folder}/archive.json`]);
  const { address } = member;
  const words = [
    "bulk",
    "sites.csv",
    "--url",
    `${address}/v1`,
    "--out",
    "table",
    "--job-sites",
    `${OF_A_JOB}`,
    ...SHAPE,
  ];
  const begin = () => launch([SERVER, ...words], { cwd: folder, env: { IRRADIANCE_KEY: account.key } });
  let client = begin();
  for (let i = 0; i < KILLS; i++) {
    await pause(random.between(500, 3_000));
    await client.stop("SIGKILL");
    await kill(member);
    await restart(member);
    client = begin();
  }
  const { code } = await client.exit;
  const [, ...failed] = readFileSync(`${folder}/table/_failed.csv`, "utf8").trimEnd().split("\n");
  report.check(
    `${NAME}: a client that was killed, as its server was, goes on, and names the site that failed`,
    code === 1 && failed.length === 1 && failed[0].startsWith(`"${FAILING}","site-${FAILING}"`),
    `${code}, ${failed.join(" ")}`,
    ...(code === 1 ? [] : [client.log()]),
  );
  await sameAsLocal({ report, folder, list });
  const { jobs } = JSON.parse(readFileSync(`${folder}/table/_manifest.json`, "utf8"));
  const tokens = new Map();
  for (const { id } of jobs) tokens.set(`${id}.0`, micro((await statusOf(address, account, id)).tokens.charged));
  await judgeBooks(report, NAME, { address, data, account, tokens });
  await report.ends(NAME, member.server);
}

/** Each file, as a local run writes it for the sites of its job. */
async function sameAsLocal({ report, folder, list }) {
  const files = readdirSync(`${folder}/table`).filter((name) => name.endsWith(".parquet"));
  const others = [];
  for (const [k, file] of files.toSorted().entries()) {
    const own = list.slice(k * OF_A_JOB, (k + 1) * OF_A_JOB).filter((row) => row.endsWith(","));
    writeSites(`${folder}/own.csv`, own);
    const inputs = ["--sites", "own.csv", "--archive", "archive.json", "--out", "own.parquet"];
    const words = [ENGINE, "bulk", ...inputs, "--force", "--quiet", "--threads", "1", ...SHAPE];
    await promisify(execFile)(process.execPath, words, { cwd: folder });
    const [local, made] = [`${folder}/own.parquet`, join(folder, "table", file)].map((path) => readFileSync(path));
    if (!local.equals(made)) others.push(file);
  }
  report.check(
    `${NAME}: every file has the bytes that irradiance bulk writes`,
    files.length === SITES / OF_A_JOB && others.length === 0,
    `${files.length} files`,
    ...others,
  );
}

function writeSites(file, rows) {
  writeFileSync(file, `id,lat,lon,surface_tilt,surface_azimuth,horizon\n${rows.join("\n")}\n`);
}
