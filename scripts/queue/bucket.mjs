// A dataset in a bucket of moto's, whose workers are killed in the middle of uploads: what can be seen is whole at any moment.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { ENGINE, freePort, launch, SERVER } from "../lib/process.mjs";
import { startRedis } from "../services/redis.mjs";
import { openWire } from "../services/wire.mjs";
import { openCrew } from "./crew.mjs";
import { SHAPE, writeInputs } from "./inputs.mjs";

const SITES = 600;
const PART = 50;
const SECRET = "not-for-the-queue";
const KEYS = { AWS_ACCESS_KEY_ID: "lab", AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: "us-east-1" };
const Bucket = "lab";
/** Bytes per second: a part takes about a second. */
const SLOW = 400_000;

export async function bucket({ report, folder, python, kills, random }) {
  await writeInputs(folder, SITES);
  const shape = ["--part-sites", String(PART), ...SHAPE];
  const local = ["bulk", "--sites", "sites.csv", "--out", "local.parquet", "--quiet", ...shape];
  execFileSync(process.execPath, [ENGINE, ...local], { cwd: folder, stdio: "inherit" });
  const port = await freePort();
  const moto = spawn(join(dirname(python), "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  const gone = once(moto, "exit");
  const redis = await startRedis();
  const wire = await openWire(port);
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: KEYS.AWS_REGION,
    credentials: { accessKeyId: "lab", secretAccessKey: SECRET },
    forcePathStyle: true,
  });
  try {
    await answering(client);
    await client.send(new CreateBucketCommand({ Bucket }));
    const env = { ...KEYS, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${wire.port}` };
    const place = { cwd: folder, env };
    const crew = openCrew(2, ["--queue", redis.address, "--threads", "1"], place);
    const words = [
      "bulk",
      "--queue",
      redis.address,
      "--out",
      `s3://${Bucket}/runs/june`,
      "--takeover",
      "3",
      "sites.csv",
      ...shape,
    ];
    const run = launch([SERVER, ...words], { ...place, stdout: "ignore" });
    let status;
    run.exit.then(({ code, signal }) => {
      status = signal ?? code;
    });
    wire.slow(SLOW);
    const seen = new Map();
    let killed = 0;
    while (status === undefined) {
      await setTimeout(random.between(300, 700));
      for (const [name, size] of await list(client)) seen.set(name, (seen.get(name) ?? new Set()).add(size));
      if (seen.size > 1 && killed < 2 * kills && status === undefined) await crew.kill(killed++ % 2);
      if (killed >= 2 * kills) wire.slow(Number.POSITIVE_INFINITY);
    }
    report.check(
      "the run into a bucket ends well",
      status === 0,
      `${killed} kills, ${status} ${status === 0 ? "" : run.log()}`,
    );
    const manifest = JSON.parse(String(await get(client, "_manifest.json")));
    const sizes = new Map(manifest.parts.map(({ file, bytes }) => [file, bytes]));
    const torn = [...seen].filter(
      ([name, found]) => sizes.has(name) && [...found].some((size) => size !== sizes.get(name)),
    );
    report.check("no part was ever seen but whole", torn.length === 0, torn.join());
    const ds = join(folder, "ds");
    mkdirSync(ds);
    let same = 0;
    for (const { file, sha256 } of manifest.parts) {
      const bytes = await get(client, file);
      if (createHash("sha256").update(bytes).digest("hex") === sha256) same++;
      writeFileSync(join(ds, file), bytes);
    }
    report.check("every object has the sum of the manifest", same === SITES / PART, `${same} of ${SITES / PART}`);
    const names = [...(await list(client)).keys()].sort();
    const wanted = [...sizes.keys(), "_manifest.json"].sort();
    report.check(
      "there is nothing else in the bucket",
      names.join() === wanted.join(),
      names.filter((name) => !wanted.includes(name)).join(),
    );
    const script = fileURLToPath(new URL("compare.py", import.meta.url));
    const told = JSON.parse(execFileSync(python, [script, ds, join(folder, "local.parquet")], { encoding: "utf8" }));
    report.check(
      "its rows and bytes are those of the local run",
      told.pyarrow && told.duckdb && told.bytes === SITES / PART,
      JSON.stringify(told),
    );
    const kept = redis.kept();
    report.check("no secret was ever in the queue", kept.length > 0 && !kept.includes(SECRET), `${kept.length} bytes`);
    await crew.end();
  } finally {
    client.destroy();
    await wire.close();
    await redis.end();
    moto.kill("SIGKILL");
    await gone;
  }
}

async function answering(client) {
  for (let k = 0; k < 100; k++) {
    const isThere = await client
      .send(new ListObjectsV2Command({ Bucket: "none" }))
      .catch(({ name }) => name === "NoSuchBucket");
    if (isThere) return;
    await setTimeout(200);
  }
  throw new Error("moto_server does not answer");
}

async function list(client) {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "runs/june/" }));
  return new Map(Contents.map(({ Key, Size }) => [Key.slice("runs/june/".length), Size]));
}

async function get(client, name) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `runs/june/${name}` }));
  return Buffer.from(await Body.transformToByteArray());
}
