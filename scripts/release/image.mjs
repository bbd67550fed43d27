// The image of the service without a registry and without Docker: its files as server/Dockerfile has them, its last stage built by buildah,
// then run as its configuration says, in a root folder that is mounted read-only, as a user who is not root.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, until } from "../lib/client.mjs";
import { freePort } from "../lib/process.mjs";
import { ran } from "./npm.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** MB, and seconds until it is ready: the goals; the second is printed alone. */
const [MOST, READY] = [220, 5];
const LABELS = ["title", "description", "licenses", "version", "revision", "source"].map(
  (name) => `org.opencontainers.image.${name}`,
);
const DRAWN = "/observation/historical?lat=47.4&lon=8.5&start=2024-06-21T00:00Z&end=2024-06-21T23:00Z&frequency=1_hour";

/** @param {any} stand */
export async function image({ report, folder, tarballs }) {
  report.skip(
    "image: the manifest for two processors, its push and its signature",
    "there is no registry here; only this processor is built and run",
  );
  const words = (await nodeOf(report, folder)) ?? [];
  if (words.length === 0) return;
  const files = join(folder, "context", "image");
  const made = await ran([words[0], join(root, "scripts/release/image-files.mjs"), tarballs, files], {
    cwd: folder,
    env: { PATH: words[1] },
  });
  report.check("its files", made.status === 0, `${made.seconds.toFixed(0)} s`, made.stderr.slice(-1500));
  report.check(`at most ${MOST} MB`, sizeOf(files) <= MOST * 1e6, `${(sizeOf(files) / 1e6).toFixed(1)} MB`);
  const store = ["--storage-driver", "vfs", "--root", join(folder, "store"), "--runroot", join(folder, "run")];
  const buildah = async (...rest) => {
    const found = await ran(["buildah", ...store, ...rest], { cwd: folder });
    if (found.status !== 0) throw new Error(`buildah ${rest[0]}: ${found.stderr.slice(-1500)}`);
    return found.stdout.trim();
  };
  writeFileSync(join(folder, "Dockerfile"), lastStage());
  const values = ["VERSION=0.0.0-rehearsal", "COMMIT=rehearsed", "SOURCE=https://example.org/solar/engine"].flatMap(
    (value) => ["--build-arg", value],
  );
  await buildah(
    "build",
    "--isolation",
    "chroot",
    "--format",
    "docker",
    ...values,
    "-f",
    join(folder, "Dockerfile"),
    "-t",
    "rehearsed",
    join(folder, "context"),
  );
  const container = await buildah("from", "rehearsed");
  const [mount, text] = [await buildah("mount", container), await buildah("inspect", container)];
  try {
    await examine({ report, folder, mount, config: JSON.parse(text).Docker.config });
  } finally {
    await buildah("umount", container);
  }
}

/** The Node that the image has, as npm brings it: its program, and a path on which it comes first. */
async function nodeOf(report, folder) {
  const [, major] = /FROM node:(\d+)-slim AS files/.exec(readFileSync(join(root, "server/Dockerfile"), "utf8")) ?? [];
  const name = `node-${process.platform}-${process.arch}`;
  mkdirSync(join(folder, "node"));
  const got = await ran(["npm", "install", "--prefix", join(folder, "node"), `${name}@${major}`], { cwd: folder });
  report.check(`Node ${major}`, got.status === 0, got.stderr.slice(-600));
  const bin = join(folder, "node/node_modules", name, "bin");
  return got.status === 0 ? [join(bin, "node"), `${bin}${delimiter}${process.env.PATH}`] : undefined;
}

/** Of the Dockerfile, with the files from here in place of those of the stage before. */
function lastStage() {
  const text = readFileSync(join(root, "server/Dockerfile"), "utf8");
  return text.slice(text.lastIndexOf("\nFROM ") + 1).replace(/^COPY --from=files(.*) \/image/gm, "COPY$1 image");
}

/** Bytes of all files, as registries count them before compression. */
function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function examine({ report, folder, mount, config }) {
  const { User: user, Labels: labels, Volumes: volumes, Healthcheck: health } = config;
  report.check(
    "labels",
    LABELS.every((name) => labels[name]),
    labels,
  );
  report.check(
    "not root, one volume, and a health check",
    user === "1000:1000" && String(Object.keys(volumes)) === "/data" && health.Test[0] === "CMD",
    user,
  );
  const data = join(folder, "data");
  mkdirSync(data);
  await ran(["chown", user, data], { cwd: folder });
  const [port, operations] = [await freePort(), await freePort()];
  const settings = { IRRADIANCE_PORT: port, IRRADIANCE_OPERATIONS_PORT: operations, IRRADIANCE_SYNTHETIC: "true" };
  const inside = (words, more) => jailed(mount, data, config, words, more);
  const command = (...words) => ran(inside([...config.Entrypoint, ...words]), { cwd: folder });
  const written = await ran(inside(["node", "-e", WRITES]), { cwd: folder });
  report.check(
    "nothing can be written but /data, and the user is not root",
    written.stdout.trim() === "/data 1000",
    written.stdout,
    written.stderr.slice(-600),
  );
  await command("accounts", "create", "rehearsed", "--tokens", "1000");
  const key = (await command("keys", "create", "rehearsed")).stdout.trim();
  const charges = [];
  for (const turn of ["started", "started again"]) {
    const began = performance.now();
    const [program, ...words] = inside([...config.Entrypoint, ...config.Cmd], settings);
    const server = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    server.stderr.on("data", (chunk) => (log += chunk));
    const ended = once(server, "exit");
    try {
      const ready = async () =>
        server.exitCode !== null ||
        (await ask(`http://127.0.0.1:${operations}`, { path: "/health/ready" })).status === 200;
      await until("the image is ready", ready);
      const seconds = (performance.now() - began) / 1000;
      const { status, body } = await ask(`http://127.0.0.1:${port}/v1`, { path: DRAWN, key });
      report.check(
        `${turn}: answers the key of its volume`,
        status === 200,
        `ready after ${seconds.toFixed(1)} s (goal ${READY} s)`,
        status,
        String(body).slice(0, 300),
        log.slice(-600),
      );
      const looked = await ran(inside(health.Test.slice(1).map((word) => word.replace("8081", String(operations)))), {
        cwd: folder,
      });
      report.check(`${turn}: its health check holds`, looked.status === 0, looked.stderr.slice(-300));
    } finally {
      server.kill("SIGTERM");
    }
    const [code] = await ended;
    report.check(`${turn}: ends in order`, code === 0, `exit ${code}`, log.slice(-600));
    charges.push(JSON.parse((await command("audit", "charges", "rehearsed", "--json")).stdout).length);
  }
  report.check("its charges outlive a restart", charges[0] === 1 && charges[1] >= 1, charges);
}

/** Where the user can write, of what a server may think of; and who it is. */
const WRITES = `
const { writeFileSync } = require("node:fs");
const can = ["/", "/app", "/etc", require("node:os").tmpdir(), "/usr/local/bin", "/data"].filter((place) => { try { writeFileSync(place + "/x-of-rehearsal", ""); return true; } catch { return false; } });
console.log(can.join(), process.getuid());`;

/** The words that run a command in the image: its files read-only, its volume a folder, its user, its variables and no others. */
function jailed(mount, data, { User, Env: variables, WorkingDir: place }, words, more = {}) {
  const [user, group] = User.split(":");
  const env = [...variables, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)];
  const steps = [
    'mount --bind "$0" "$0"',
    'mount --bind "$1" "$0/data"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -o remount,bind,ro "$0"',
    "enter=$(command -v unshare); root=$0; shift",
    `exec env -i ${env.map(quoted).join(" ")} "$enter" --root="$root" "$@"`,
  ];
  const inside = [`--wd=${place}`, `--setgid=${group}`, `--setuid=${user}`, ...words];
  return ["unshare", "--mount", "sh", "-ec", steps.join("\n"), mount, data, ...inside];
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
