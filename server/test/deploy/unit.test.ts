/** The unit for systemd: it tries again for ever, and has no more rights than it needs. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { read } from "../../../test/policy/repository.js";
import { temporaryFolder } from "../temporary.js";

const UNIT = read("server/irradiance-server.service");

/** Of the last line that sets it. */
function settingOf(section: string, name: string): string | undefined {
  const [, lines = ""] = new RegExp(`^\\[${section}\\]$([^[]*)`, "m").exec(UNIT) ?? [];
  return [...lines.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].at(-1)?.[1];
}

it("starts a server again whose database is not there yet, however long that takes", () => {
  // By default systemd gives up after five starts in ten seconds, and a server that does not find its database ends within one.
  expect(settingOf("Unit", "StartLimitIntervalSec")).toBe("0");
  expect(settingOf("Service", "Restart")).toBe("on-failure");
  expect(Number(settingOf("Service", "RestartSec"))).toBeGreaterThanOrEqual(5);
});

it.each([
  ...["NoNewPrivileges", "PrivateDevices", "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs"],
  ...["ProtectControlGroups", "RestrictNamespaces", "RestrictSUIDSGID", "LockPersonality"],
])("%s", (name) => expect(settingOf("Service", name)).toBe("yes"));

it("keeps what it writes and its calls to itself, and says who may read its settings", () => {
  expect(settingOf("Service", "UMask")).toBe("0077");
  expect(settingOf("Service", "SystemCallFilter")).toBe("@system-service");
  expect(UNIT).toMatch(/chmod 600/);
});

it.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)("is understood by systemd", () => {
  const folder = temporaryFolder();
  const file = join(folder, "irradiance-server.service");
  writeFileSync(file, UNIT.replace(/^(ExecStart=).*/m, "$1/usr/bin/env true"));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: "" });
});
