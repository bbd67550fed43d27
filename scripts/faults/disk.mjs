// The disk under the accounts: full, gone, read-only, damaged.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ask, askAnew, day, newAgent, observation, tallyOf, tokensOf } from "../lib/client.mjs";
import { books, openAccount, startInVain } from "../lib/process.mjs";
import { startService } from "./service.mjs";

const CALLS = 40;
const DISK_KIB = 2048;

export async function disk({ report, folder }) {
  await fullDisk(report, folder);
  await folderGone(report, folder);
  await damaged(report, folder);
}

/** A small disk of its own, where this process may make one. */
export function mounted(folder, report, name) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_KIB}k`, "tmpfs", folder], { stdio: "pipe" });
    return {
      remount: (how) => execFileSync("mount", ["-o", `remount,${how}`, folder]),
      unmount: () => execFileSync("umount", ["--lazy", folder]),
    };
  } catch (thrown) {
    const reason = String(thrown.stderr ?? thrown).trim();
    report.skip(name, `no file system of a given size can be mounted here (needs root): ${reason}`);
    return undefined;
  }
}

function calls(address, key, agent) {
  return Promise.all(
    Array.from({ length: CALLS }, (_, i) => askAnew(address, { key, agent, path: observation("historical", day(i)) })),
  );
}

const count = (answers, status) => answers.filter((answer) => answer.status === status).length;

async function fullDisk(report, folder) {
  const name = "full disk";
  const data = `${folder}/disk`;
  const small = mounted(data, report, name);
  if (!small) return;
  const agent = newAgent();
  try {
    const log = openSync(`${data}/server.log`, "a");
    const { key, server } = await startService(data, ["--running", "16", "--waiting", "100"], { stderr: log });
    const before = await calls(server.address, key, agent);
    const chargedBefore = (await books(data)).ids.length;
    fill(`${data}/filler`);
    const during = [];
    for (let round = 0; round < 4; round++) during.push(...(await calls(server.address, key, agent)));
    const got = count(during, 200);
    report.check(
      `${name}: 503, or an answer that is charged`,
      count(during, 503) > 0 && got + count(during, 503) === during.length,
      tallyOf(during),
    );
    report.check(`${name}: the process lives, with its log on the same disk`, server.isAlive());
    rmSync(`${data}/filler`);
    await pause(100);
    const after = await calls(server.address, key, agent);
    report.check(
      `${name}: works again as soon as there is room`,
      count(before, 200) === CALLS && count(after, 200) === CALLS,
      tallyOf(after),
    );
    const { held } = await tokensOf(server.address, key);
    report.check(`${name}: nothing stays held`, held === 0, held);
    await report.ends(name, server);
    const { ids, used, charged } = await books(data);
    report.check(
      `${name}: charged is what was answered`,
      ids.length === chargedBefore + got + CALLS && used === charged,
      `${ids.length} charges`,
    );
    closeSync(log);
    rmSync(`${data}/server.log`);
    await readOnly(report, data, small);
  } finally {
    agent.destroy();
    small.unmount();
  }
}

async function readOnly(report, data, small) {
  small.remount("ro");
  const { code, log } = await startInVain(["--data", data]);
  report.check(
    "read-only data folder: refused at the start, in one line",
    code === 1 && isOneLine(log) && log.includes(data),
    `exit ${code}: ${log.trim()}`,
  );
  small.remount("rw");
}

/** To the last byte. */
export function fill(path) {
  const file = openSync(path, "w");
  try {
    for (const size of [65_536, 4096, 512, 1]) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
      } catch (thrown) {
        if (thrown.code !== "ENOSPC") throw thrown;
      }
    }
  } finally {
    closeSync(file);
  }
}

const isOneLine = (text) => text.trim() !== "" && !text.trim().includes("\n");

async function folderGone(report, folder) {
  const name = "data folder removed while it runs";
  const data = `${folder}/gone`;
  const { key, server } = await startService(data);
  const path = observation("historical", day(1));
  const before = await ask(server.address, { key, path });
  rmSync(data, { recursive: true });
  const after = await ask(server.address, { key, path });
  const free = await ask(server.address, { key, path: "/v1/sources?lat=36.1&lon=-79.95" });
  report.check(
    `${name}: paid answers are 503`,
    before.status === 200 && after.status === 503,
    `${before.status}, then ${after.status}`,
  );
  report.check(`${name}: the process lives`, server.isAlive() && free.whole, `free answers: ${free.status}`);
  await report.ends(name, server);
  report.check(`${name}: the log says so`, server.log().includes("moved or replaced"));
}

const DAMAGES = {
  "a text": () => Buffer.from("this is no database\n".repeat(500)),
  "nothing at all": () => Buffer.alloc(0),
  "the first half": (file) => file.subarray(0, Math.floor(file.length / 2)),
  "noise in the middle": (file) =>
    Buffer.concat([file.subarray(0, 4096), randomBytes(file.length - 8192), file.subarray(-4096)]),
};

async function damaged(report, folder) {
  const data = `${folder}/damaged`;
  const file = `${data}/irradiance.db`;
  await openAccount(data, 1000);
  const whole = readFileSync(file);
  for (const [what, damage] of Object.entries(DAMAGES)) {
    const bytes = damage(whole);
    writeFileSync(file, bytes);
    const { code, log } = await startInVain(["--data", data]);
    const isUntouched = readFileSync(file).equals(bytes);
    report.check(
      `accounts file that is ${what}: refused in one line, not touched`,
      code === 1 && isOneLine(log) && log.includes(file) && isUntouched,
      `exit ${code}: ${log.trim()}`,
    );
  }
}
