// A PostgreSQL server of one's own, in a temporary folder on a free port of the loopback, for tests and judges.
import { execFile, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../lib/process.mjs";

const execute = promisify(execFile);

/** Where Debian and its kin keep the programs that are not on the path. */
const DEBIAN = "/usr/lib/postgresql";

/** The folder of initdb and pg_ctl, the newest; undefined if PostgreSQL is not installed. */
export function postgresPrograms() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}

/**
 * @typedef {object} Postgres
 * @property {(database?: string) => string} url of a database
 * @property {number} port
 * @property {(database: string) => Promise<string>} create makes an empty database: its url
 * @property {(program: string, ...args: string[]) => Promise<string>} run runs a program of PostgreSQL as its user: its output
 * @property {(database: string, sql: string) => Promise<string[]>} rows of a statement, as text
 * @property {() => Promise<void>} start after a stop
 * @property {(mode?: "fast" | "immediate") => Promise<void>} stop
 * @property {(frozen: boolean) => void} freeze stops all of its processes where they are; false lets them go on
 * @property {() => Promise<void>} end stops it and removes its folder
 */

/**
 * Starts one. Root is refused by PostgreSQL: then it runs as the user postgres.
 *
 * @param {{ settings?: Record<string, string>, files?: Record<string, string> }} [options] settings: lines of postgresql.conf;
 *   files: contents by name, put into the folder of the data for the server's user alone
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ settings = {}, files = {} } = {}) {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const folder = mkdtempSync(join(tmpdir(), "irradiance-postgres-"));
  const isRoot = process.getuid?.() === 0;
  try {
    const owner = isRoot ? await userIds("postgres") : undefined;
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const port = await freePort();
    const as = (program, args) =>
      isRoot
        ? execute("runuser", ["-u", "postgres", "--", join(programs, program), ...args], {
            cwd: "/",
            maxBuffer: 1 << 28,
          })
        : execute(join(programs, program), args, { maxBuffer: 1 << 28 });
    const data = join(folder, "data");
    await as("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    for (const [name, content] of Object.entries(files)) {
      const file = join(data, name);
      writeFileSync(file, content, { mode: 0o600 });
      if (owner) chownSync(file, owner.uid, owner.gid);
    }
    const conf = { listen_addresses: "127.0.0.1", unix_socket_directories: folder, port: String(port), ...settings };
    const options = Object.entries(conf).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const control = (...args) => as("pg_ctl", ["-D", data, "-w", "-t", "60", ...args]);
    const start = async () => void (await control("-l", join(folder, "log"), "-o", options.join(" "), "start"));
    const stop = async (mode = "fast") => void (await control("-m", mode, "stop"));
    const address = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    const url = (database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;
    const run = async (program, ...args) => (await as(program, [...address, ...args])).stdout;
    await start();
    return {
      url,
      port,
      async create(database) {
        await as("createdb", [...address, database]);
        return url(database);
      },
      run,
      async rows(database, sql) {
        const text = (await run("psql", "-d", database, "-At", "-c", sql)).trim();
        return text === "" ? [] : text.split("\n");
      },
      start,
      stop,
      freeze: (frozen) => signal(join(data, "postmaster.pid"), frozen ? "SIGSTOP" : "SIGCONT"),
      async end() {
        await stop("immediate").catch(() => {}); // it may be stopped already
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
}

/** To the first process, which makes the others, and then to these. */
function signal(pidFile, name) {
  const [first] = readFileSync(pidFile, "latin1").split("\n");
  process.kill(Number(first), name);
  const others = execFileSync("ps", ["-o", "pid=", "--ppid", first], { encoding: "latin1" });
  for (const pid of others.trim().split(/\s+/)) {
    try {
      process.kill(Number(pid), name);
    } catch (thrown) {
      if (thrown.code !== "ESRCH") throw thrown; // one of a connection may have ended meanwhile
    }
  }
}

async function userIds(name) {
  const id = async (option) => Number((await execute("id", [option, name])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}
