import { expect, it } from "vitest";
import type { RunRecord } from "../../src/bulk/record.js";
import { otherDevice, refusalOf, unseenOutput } from "../../src/bulk/refusal.js";
import { SOFTWARE } from "../../src/software.js";
import type { Store } from "../../src/store/store.js";

const record: RunRecord = {
  ...{ run: "r", out: "/data/ds", software: SOFTWARE, options: {}, hasWeather: true, archive: null },
  ...{ elevation: null, isMixed: false, attempts: 5, takeover: 30_000 },
};
const cpu = { device: "cpu", archive: undefined, elevation: undefined };

it("a worker of another version leaves a run to others", () => {
  expect(refusalOf(record, cpu)).toBeUndefined();
  expect(refusalOf({ ...record, software: { ...SOFTWARE, version: "9.9.9" } }, cpu)).toMatch(
    /needs the version 9\.9\.9/,
  );
  expect(refusalOf({ ...record, software: { ...SOFTWARE, commit: "other" } }, cpu)).toMatch(
    /\(other\), and this worker has/,
  );
});

it("a run with an archive needs the same description", () => {
  const archive = {
    sha256: "abc",
    start: undefined,
    end: undefined,
    frequency: undefined,
    altitude: undefined,
    now: 0,
  };
  expect(refusalOf({ ...record, archive }, cpu)).toMatch(/--archive FILE/);
  expect(refusalOf({ ...record, archive }, { ...cpu, archive: "def" })).toMatch(/differs from the file/);
  expect(refusalOf({ ...record, archive }, { ...cpu, archive: "abc" })).toBeUndefined();
});

it("a run with elevation data needs the same, and threads", () => {
  const wanted = { ...record, elevation: "abc" };
  expect(refusalOf(wanted, cpu)).toMatch(/--dem PATH/);
  expect(refusalOf(wanted, { ...cpu, elevation: "def" })).toMatch(/differ from the data of --dem/);
  expect(refusalOf(wanted, { ...cpu, elevation: "abc" })).toBeUndefined();
  expect(refusalOf(wanted, { ...cpu, device: "webgpu on A", elevation: "abc" })).toMatch(/only be computed in threads/);
});

it("a run has one kind of device, that of its first part, unless it may be mixed", () => {
  expect(otherDevice(null, record, cpu)).toBeUndefined();
  expect(otherDevice("cpu", record, cpu)).toBeUndefined();
  expect(otherDevice("webgpu on A", record, cpu)).toMatch(
    /computed on webgpu on A, and this worker computes on cpu .*--mixed/,
  );
  expect(otherDevice("webgpu on A", { ...record, isMixed: true }, cpu)).toBeUndefined();
});

it("an output of this name that is not the coordinator's is not written", async () => {
  const storeWith = (read: Store["read"]) => ({ read }) as Store;
  expect(
    await unseenOutput(
      storeWith(async () => Buffer.from('{"id":"r","run":{}}')),
      record,
    ),
  ).toBeUndefined();
  for (const file of [undefined, Buffer.from('{"id":"other","run":{}}'), Buffer.from("{")])
    expect(
      await unseenOutput(
        storeWith(async () => file),
        record,
      ),
    ).toMatch(/does not name the run/);
  const away = storeWith(() => Promise.reject(new Error("AccessDenied")));
  expect(await unseenOutput(away, record)).toMatch(/cannot be read: AccessDenied/);
});
