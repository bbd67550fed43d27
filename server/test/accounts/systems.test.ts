/** Systems as accounts store them, in each store. */
import { expect, it } from "vitest";
import { deleteAccount } from "../../src/accounts/deletion.js";
import type { StoredSystem } from "../../src/accounts/systems.js";
import { openAdministered, transferAccounts } from "../../src/accounts/transfer.js";
import { NOON, temporaryFile, withDatabase } from "./fixture.js";
import { eachStore } from "./stores.js";

const MOST = 3;
const roof: StoredSystem = {
  ...{ account: "lab", name: "roof", created: NOON, changed: NOON, latitude: 47.3769, longitude: -8.5417 },
  description: '{"system":{"planes":[{}],"note":"\\u0000 \\ud800 ü"}}',
};
const actor = { name: "test", now: NOON };

eachStore((store) => {
  it("are listed by name, found, replaced under their name and removed", async () => {
    const { accounts } = await store.openLab();
    const systems = accounts.systems!;
    expect(await systems.list("lab")).toEqual([]);
    expect(await systems.store(roof, MOST)).toBe("new");
    expect(await systems.store({ ...roof, name: "Barn" }, MOST)).toBe("new");
    expect(await systems.find("lab", "roof")).toEqual(roof);
    const moved = { ...roof, created: NOON + 5, changed: NOON + 5, latitude: -90, description: "{}" };
    expect(await systems.store(moved, MOST)).toBe("changed");
    expect(await systems.find("lab", "roof")).toEqual({ ...moved, created: NOON });
    expect((await systems.list("lab")).map(({ name }) => name).sort()).toEqual(["Barn", "roof"]);
    expect([await systems.find("lab", "barn"), await systems.find("other", "roof")]).toEqual([undefined, undefined]);
    expect([await systems.remove("lab", "roof"), await systems.remove("lab", "roof")]).toEqual([true, false]);
    expect(await systems.find("lab", "roof")).toBeUndefined();
  });

  it("are as many as the account may have, however many come at a time", async () => {
    const { accounts } = await store.openLab();
    const systems = accounts.systems!;
    const names = Array.from({ length: 12 }, (_, k) => `s${k}`);
    const outcomes = await Promise.all(names.map((name) => systems.store({ ...roof, name }, MOST)));
    expect(outcomes.filter((outcome) => outcome === "new").length).toBe(MOST);
    expect(outcomes.filter((outcome) => outcome === "too-many").length).toBe(names.length - MOST);
    const [first] = await systems.list("lab");
    expect(await systems.store({ ...first!, latitude: 1 }, MOST)).toBe("changed");
    expect((await systems.list("lab")).length).toBe(MOST);
  });

  it("go with their account, and none comes after", async () => {
    const { accounts, place } = await store.openLab();
    const systems = accounts.systems!;
    await systems.store(roof, MOST);
    await withDatabase(place, (database) => deleteAccount(database, "lab", actor));
    expect(await systems.list("lab")).toEqual([]);
    expect([await systems.store(roof, MOST), await systems.store({ ...roof, account: "nobody" }, MOST)]).toEqual([
      "gone",
      "gone",
    ]);
  });

  it("are copied with all else", async () => {
    const { accounts, place } = await store.openLab();
    await accounts.systems!.store(roof, MOST);
    await accounts.close();
    const file = temporaryFile();
    await transferAccounts(place, { file }, actor);
    const copy = await openAdministered({ file });
    const rows = await copy.all("SELECT * FROM stored_system");
    await copy.close();
    expect(rows).toEqual([roof]);
  });
});
