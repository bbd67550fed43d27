// The plan of what stands around a roof: a house put there by a click, moved by the mouse and by keys, measured in a field; the yield falls as
// the command's does, and the sky beside the plan is darker.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { $, button, countOf, DESK, IS_ANSWERED, labelled, PHONE, writtenAs } from "./desk.mjs";

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const PLACE = "lat=47.4&lon=8.5&altitude=440";
const HOUSE = $(".plan-thing.thing");
const SYSTEM = `JSON.parse(new URLSearchParams(location.hash.slice(1)).get("system") ?? "null")`;
const OBSTACLE = `${SYSTEM}?.scene?.obstacles?.[0]`;

export async function judgePlan({ open, picture }) {
  const tab = await open({ ...DESK, height: 1100 }, { name: "plan: " });
  await tab.load(`#room=roof&${PLACE}&kwp=5`);
  await tab.unfold(".roof-form details.more, .roof-form details:has(.plan), .roof-form details.group");
  await tab.holds($(".plan-drawing"));
  await tab.click(button("Add a house"));
  await tab.sees("a click puts a house there", `${OBSTACLE}?.kind === "house"`);
  const before = await tab.evaluate(OBSTACLE);
  const { x, y } = await tab.middle(HOUSE);
  await tab.drag(
    { x, y },
    [
      { x: x + 10, y },
      { x: x + 30, y: y + 6 },
    ],
    30,
  );
  await tab.sees(
    "the mouse moves it to the east",
    `${OBSTACLE}.at[0] > ${before.at[0] + 1} && ${OBSTACLE}.at[1] < ${before.at[1]}`,
    OBSTACLE,
  );
  await tab.still();
  const dragged = await tab.evaluate(OBSTACLE);
  await tab.evaluate(`${HOUSE}.focus()`);
  await tab.press("ArrowLeft");
  await tab.sees("a key by a metre", `Math.abs(${OBSTACLE}.at[0] - ${dragged.at[0] - 1}) < 1e-9`, OBSTACLE);
  await tab.fill(labelled(/^Ridge/, ".plan-fields"), "12");
  await tab.sees("a field makes it higher", `${OBSTACLE}.ridge === 12`, OBSTACLE);
  await tab.sees("the sky is darker where it stands", `${countOf(".plan .cells path")} > 0`);
  await tab.holds(IS_ANSWERED);
  await asTheCommand(tab);
  await tab.axe("a plan");
  await tab.evaluate(`${$(".plan")}.scrollIntoView()`);
  await tab.picture(picture("large", "plan"));
  await tab.evaluate(`${HOUSE}.focus()`);
  await tab.press("Delete");
  await tab.sees("Delete takes it away", `${SYSTEM}.scene === undefined`);
  tab.clean("a plan");
  const hash = await tab.evaluate("location.hash");
  await tab.close();
  const phone = await open(PHONE, { name: "plan on a phone: " });
  await phone.load(hash);
  phone.check("without anything around the roof is answered", await phone.holds(IS_ANSWERED));
  await phone.unfold(".roof-form details.more, .roof-form details:has(.plan), .roof-form details.group");
  await phone.holds($(".plan-drawing"));
  await phone.click(button("Add a tree"));
  await phone.sees("a tree stands there", `${OBSTACLE}?.kind === "sphere"`);
  await phone.holds($(".plan figure svg"));
  await phone.fits("a plan");
  await phone.evaluate(`${$(".plan")}.scrollIntoView()`);
  await phone.picture(picture("phone", "plan"));
  await phone.axe("a plan");
  phone.clean("a plan");
  await phone.close();
}

/** The number of the roof in its scene. */
async function asTheCommand(tab) {
  const folder = mkdtempSync(join(tmpdir(), "plan-"));
  try {
    const [system, json] = ["system.json", "yield.json"].map((name) => join(folder, name));
    writeFileSync(system, JSON.stringify(await tab.evaluate(SYSTEM)));
    const place = ["--lat=47.4", "--lon=8.5", "--altitude=440"];
    const text = execFileSync(
      process.execPath,
      [COMMAND, "yield", ...place, `--system=${system}`, `--out=${json}`, "--quiet"],
      { encoding: "utf8" },
    );
    const shown = await tab.number();
    const { annual } = JSON.parse((await import("node:fs")).readFileSync(json, "utf8"));
    tab.check(
      "the number is the command's",
      shown === writtenAs(annual.energy, shown),
      shown,
      annual.energy,
      text.length,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
