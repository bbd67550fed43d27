// nginx in front of servers, with the configuration of server/deploy: addresses replaced, files in a folder of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../lib/process.mjs";

const CONFIGURATION = fileURLToPath(new URL("../../server/deploy/nginx.conf", import.meta.url));
const PATIENCE = 120_000;

/** The program; undefined where it is not installed. */
export function nginxProgram() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

/** @param {{ port?: number, servers: readonly number[], folder: string }} options its port, unless any will do; those of the servers */
export async function startNginx({ port: wanted = undefined, servers, folder }) {
  const port = wanted ?? (await freePort());
  const program = nginxProgram();
  if (program === undefined) throw new Error("nginx is not installed");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configured(readFileSync(CONFIGURATION, "utf8"), { port, servers, folder }));
  const child = spawn(program, ["-c", file, "-p", folder, "-e", "stderr", "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const exit = once(child, "exit");
  const until = performance.now() + PATIENCE;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`nginx did not start: ${log}`);
    }
    await pause(20);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    log: () => log,
    /** @returns {Promise<number | null>} its exit status */
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exit;
      return code;
    },
  };
}

/** The configuration with the servers of a test. What it replaces must be there: the example is what is tested. */
function configured(text, { port, servers, folder }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const own = [`pid ${join(folder, "nginx.pid")};`, ...(process.getuid?.() === 0 ? ["user root;"] : [])];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const line = /^( *)server server-\d+:8080( .*)$/gm;
  const [first, ...others] = text.match(line) ?? [];
  if (first === undefined) throw new Error("the example has no upstream servers");
  const upstream = servers.map((of) => first.replace(line, `$1server 127.0.0.1:${of}$2`)).join("\n");
  const replaced = others.reduce((rest, other) => replacedIn(rest, `${other}\n`, ""), text);
  return [
    ...own,
    [
      [first, upstream],
      ["http {", `http {\n    ${paths.join("\n    ")}`],
      ["listen 80;", `listen 127.0.0.1:${port};`],
    ].reduce((rest, [from, to]) => replacedIn(rest, from, to), replaced),
  ].join("\n");
}

function replacedIn(text, from, to) {
  if (!text.includes(from)) throw new Error(`the example has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => resolve(false));
    socket.once("close", (hadError) => resolve(!hadError));
  });
}
