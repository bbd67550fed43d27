/** Systems of meters that the operator names: learnt once a day, kept where nothing is learnt, and said once. */
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { LearningContext } from "../../src/answers/learnt-system.js";
import { keptMeters } from "../../src/learning/kept-meters.js";
import { settingsWith } from "../../src/settings.js";
import { temporaryFolder } from "../temporary.js";
import { until } from "../until.js";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 21);

/** A service whose threads answer with what a test says. */
function shop(list: string, answer: (file: Uint8Array, place: object) => object) {
  const data = temporaryFolder();
  const [file, meter] = [join(data, "meters.txt"), join(data, "roof meter.csv")];
  writeFileSync(meter, "first");
  writeFileSync(file, list.replaceAll("FILE", meter));
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const clock = Object.assign(() => clock.now, { now: NOW });
  const context = {
    places: {
      surroundings: async () => ({ altitude: 430, altitudeFrom: "known", remarks: [], clearTurbidity: () => [] }),
    },
    noteLearning() {},
    learners: () => ({
      async learnBody(bytes: Uint8Array, { place }: { place: object }) {
        const found = answer(bytes, place);
        return { body: Buffer.from(JSON.stringify(found)), notices: [], refusal: undefined };
      },
    }),
  } as unknown as LearningContext;
  const options = { context, clock, log: { info: log, warn: log } as never, pause: 5 };
  const open = () => {
    const kept = keptMeters(settingsWith({ data, "keep-meters": file }), options);
    onTestFinished(() => kept.stop());
    return kept;
  };
  const system = () => readFileSync(join(data, "kept-systems", "roof.json"), "utf8");
  return { data, meter, lines, clock, open, system };
}

const learnt = (kwp: number) => ({ system: { description: { planes: [{ kwp }] } }, refusal: null });

it("learns each day, keeps the last good one where nothing is learnt, and says that once", async () => {
  let answers = 0;
  const nothing = { system: null, refusal: { code: "few-days", message: "too few" } };
  const { lines, clock, open, system, meter } = shop("# mine\n\nroof, 47.4, 8.5, FILE\n", (bytes, place) => {
    expect(place).toEqual({ latitude: 47.4, longitude: 8.5, altitude: undefined });
    answers++;
    return Buffer.from(bytes).toString() === "first" ? learnt(4) : nothing;
  });
  const kept = open();
  expect([...kept.ages()]).toEqual([]);
  kept.start();
  await until(() => kept.ages().size === 1);
  expect(system()).toBe('{\n  "planes": [\n    {\n      "kwp": 4\n    }\n  ]\n}\n');
  writeFileSync(meter, "second");
  for (let day = 1; day <= 2; day++) {
    clock.now = NOW + day * DAY;
    await until(() => answers === 1 + day);
  }
  await until(() => lines.length === 2);
  expect(lines).toEqual(["kept meter roof: its system is learnt", "kept meter roof: nothing is learnt: too few"]);
  expect([system().includes("4"), [...kept.ages()]]).toEqual([true, [["roof", 172_800]]]);
});

it("does not learn again after a start what it learnt before", async () => {
  let answers = 0;
  const { data, clock, open } = shop("roof 47.4 8.5 FILE", () => {
    answers++;
    return learnt(answers);
  });
  const first = open();
  first.start();
  await until(() => first.ages().size === 1);
  await first.stop();
  utimesSync(join(data, "kept-systems", "roof.json"), NOW / 1000, NOW / 1000);
  clock.now = NOW + DAY / 2;
  const second = open();
  second.start();
  await until(() => second.ages().get("roof") === 43_200);
  expect(answers).toBe(1);
  clock.now = NOW + DAY;
  await until(() => answers === 2);
});

it("names the line that is wrong, a name that comes twice, a file that is not there, and a folder that is needed", () => {
  const refused = (list: string, message: string) => expect(shop(list, () => ({})).open).toThrow(message);
  refused("roof,47.4,8.5", "must be a name, a latitude, a longitude and a file, such as roof,52.5,13.4,/data/roof.csv");
  refused("../roof,47.4,8.5,FILE", "line 1 of");
  refused("roof,97.4,8.5,FILE", "line 1 of");
  refused("roof,47.4,8.5,FILE\nroof,47.4,8.6,FILE", "names, each once, got 2 meters of 1 names");
  const { data } = shop("", () => ({}));
  const open = (settings: object) => () => keptMeters(settingsWith(settings), {} as never);
  expect(open({ data, "keep-meters": join(data, "none") })).toThrow('setting "keep-meters": ENOENT');
  expect(open({ "keep-meters": join(data, "meters.txt") })).toThrow('needs a folder as "data"');
});

it("goes on when a meter's file is gone", async () => {
  const { lines, open } = shop("roof,47.4,8.5,/nowhere/meter.csv\nshed,47.4,8.5,FILE", () => learnt(1));
  const kept = open();
  kept.start();
  await until(() => kept.ages().has("shed"));
  expect(lines[0]).toMatch(/^kept meter roof: nothing is learnt: ENOENT/);
});
