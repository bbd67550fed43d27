/** The short form of `scripts/judge-faults.mjs --only live`: a writer that is killed, and readers alongside. */

import { join } from "node:path";
import { expect, it } from "vitest";
import { liveUnderFire } from "../../../scripts/faults/live.mjs";
import { seeded } from "../../../scripts/lib/random.mjs";
import { folder } from "./made.js";

it("kill -9 of the writer, readers alongside: nothing wrong, nothing lost, nothing back", async () => {
  const random = seeded(3).below;
  const { reads, updates, ...rest } = await liveUnderFire({
    folder: join(folder(), "store"),
    seconds: 6,
    kills: 2,
    rate: 20,
    readers: 1,
    random: { below: random, between: (least, most) => least + (random(1000) / 1000) * (most - least) },
  });
  expect(rest).toMatchObject({ errors: [], wrong: [], backwards: [], missing: [], damages: [] });
  expect(updates).toBeGreaterThanOrEqual(3 * 5);
  expect(reads).toBeGreaterThan(100);
});
