// What the image of the service consists of (server/Dockerfile, scripts/rehearse-release.mjs): this Node with the libraries that it loads,
// our packages as they are published, and packages of others in the versions that the tests ran with. No shell, no package manager.
//   node scripts/release/image-files.mjs TARBALLS TARGET    TARBALLS: a folder with the packed engine, archive and server
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** What agents ask (mcp/) is no part of the service. */
const HOMES = [".", "archive", "server"];
/** What the packages leave to those who use them: PostgreSQL, Redis, S3 and the writer of Parquet. */
const DRIVERS = ["pg", "bullmq", "ioredis", "@aws-sdk/client-s3", "hyparquet-writer"];
/** What no service reads: types and maps, and builds for the C library of another system. */
const LEFT_OUT = /\.map$|\.[cm]?ts$|-musl$/;
/** As server/Dockerfile has it. */
const USER = 1000;

const [tarballs, target] = process.argv.slice(2).map((path) => resolve(path));
if (target === undefined) throw new RangeError("say from where to where: image-files.mjs TARBALLS TARGET");
for (const folder of ["app", "data", "dev", "etc", "proc", "tmp", "usr/local/bin"])
  mkdirSync(join(target, folder), { recursive: true });
copyNode();
installPackages();
writeFileSync(join(target, "etc/passwd"), `node:x:${USER}:${USER}::/data:/none\n`);
writeFileSync(join(target, "etc/group"), `node:x:${USER}:\n`);
chmodSync(join(target, "tmp"), 0o1777);
if (process.getuid?.() === 0) chownSync(join(target, "data"), USER, USER);

/** Libraries lie where the loader looks for them, whatever their links lead to. */
function copyNode() {
  copyFileSync(process.execPath, join(target, "usr/local/bin/node"));
  const loaded = execFileSync("ldd", [process.execPath], { encoding: "utf8" });
  for (const [path] of loaded.matchAll(/\/\S+/g)) {
    mkdirSync(join(target, dirname(path)), { recursive: true });
    copyFileSync(path, join(target, path));
  }
}

/** From the lockfile; then our own from their tarballs, in place of the links of the workspaces. */
function installPackages() {
  const place = mkdtempSync(join(tmpdir(), "image-"));
  for (const home of HOMES) {
    mkdirSync(join(place, home), { recursive: true });
    cpSync(join(root, home, "package.json"), join(place, home, "package.json"));
  }
  cpSync(join(root, "package-lock.json"), join(place, "package-lock.json"));
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { devDependencies, ...others } = manifest;
  const drivers = Object.fromEntries(DRIVERS.map((name) => [name, devDependencies[name]]));
  const slim = { ...others, workspaces: HOMES, dependencies: { ...others.dependencies, ...drivers } };
  writeFileSync(join(place, "package.json"), JSON.stringify(slim));
  const words = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", words, { cwd: place, stdio: ["ignore", "ignore", "inherit"] });
  for (const file of readdirSync(tarballs).filter((name) => /^irradiance-(engine|archive|server)-\d/.test(name))) {
    const own = join(place, "node_modules", file.replace(/-\d.*$/, ""));
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own);
    execFileSync("tar", ["-xzf", join(tarballs, file), "-C", own, "--strip-components=1", "--no-same-owner"]);
  }
  const filter = (path) => !LEFT_OUT.test(path);
  cpSync(join(place, "node_modules"), join(target, "app/node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
    filter,
  });
  rmSync(place, { recursive: true });
}
