// My meter: a made year of quarter-hours is dropped on the page, which finds what the command finds, byte for byte; what is no meter's file
// is refused in words; nothing of a file leaves the browser. "Is my system right?" in three steps: place, room, file.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { $, $$, button, CATCH_FILES, DESK, IS_ANSWERED, PHONE, textsOf } from "./desk.mjs";
import { MADE, madeMeter } from "./made-meter.mjs";

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const PLACE = `lat=${MADE.lat}&lon=${MADE.lon}`;
const FOUND = $(".meter-found .big strong");
const SEEN = `${$("#content")}.innerText`;
/** In the page: a file let go over the room. */
export const dropped = (content, name) => `(() => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([${content}], ${JSON.stringify(name)}));
  ${$(".meter")}.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
})()`;
/** What is no file of a meter, and what is said of it. */
const BAD = /** @type {[what: string, content: string, says: RegExp][]} */ ([
  [
    "a picture",
    "new Uint8Array(4096).map((_, k) => [137, 80, 78, 71, 13, 10, 26, 10, 0][k] ?? k % 7)",
    /no table of text/,
  ],
  ["a letter", JSON.stringify("Dear all,\nplease find attached what I promised.\n"), /cannot be read as it is/],
  ["nothing", '""', /cannot be read as it is/],
  ["a fortnight", JSON.stringify(madeMeter(14)), /too few days/],
  ["100 MB", "new ArrayBuffer(1e8)", /The file has 100 MB; the page reads up to 67 MB/],
]);

export async function judgeMeter({ open, picture }) {
  const file = madeMeter();
  const folder = mkdtempSync(join(tmpdir(), "meter-"));
  try {
    const [csv, json] = ["meter.csv", "learn.json"].map((name) => join(folder, name));
    writeFileSync(csv, file);
    execFileSync(process.execPath, [
      COMMAND,
      "learn",
      csv,
      `--lat=${MADE.lat}`,
      `--lon=${MADE.lon}`,
      `--report=${json}`,
    ]);
    await asTheCommand(await open(DESK, { name: "meter: " }), file, readFileSync(json, "utf8"), picture);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const tab = await open(PHONE, { name: "meter on a phone: " });
  await refusals(tab);
  await inGerman(tab, file, picture);
}

async function asTheCommand(tab, file, report, picture) {
  await tab.load(`#${PLACE}`);
  await tab.evaluate(`${CATCH_FILES}; 0`);
  await tab.click($(".room-link[data-room=meter]"));
  await tab.holds($(".meter .drop"));
  const learnt = JSON.parse(report);
  // Frames while the worker works: a page that freezes draws none.
  await tab.evaluate(`window.longest = 0; (function frame(last) { requestAnimationFrame((now) => {
    window.longest = Math.max(window.longest, now - last); frame(now); }); })(performance.now()); 0`);
  await tab.evaluate(dropped(JSON.stringify(file), "meter.csv"));
  await tab.sees("a file that is dropped is learnt", `${FOUND} !== null`, SEEN);
  const { ms, longest } = await tab.evaluate(
    `({ ms: ${$("[data-ms]")}?.dataset.ms, longest: Math.round(window.longest) })`,
  );
  console.log(`       a year of quarter-hours is learnt in ${ms} ms; the longest frame took ${longest} ms`);
  const shown = await tab.evaluate(`${FOUND}.textContent`);
  tab.check("the power is the command's", shown === `${learnt.system.power.toFixed(2)} kW`, shown, learnt.system.power);
  await tab.says("it is the made system's", /tilt, facing south-east/, SEEN);
  await tab.says("the inverter that was out is named", /From [67] August 2023 to \d September 2023 about half/, SEEN);
  await tab.unfold("#content details");
  const saved = await tab.saved(button("Save the whole report"));
  tab.check("the report has the bytes of the command's", saved === report, saved.length, report.length);
  await monthsAsServed(tab, learnt);
  await tab.axe("a learnt meter");
  await tab.fits("a learnt meter");
  await tab.evaluate(`${$(".meter .see")}.scrollIntoView()`);
  await tab.picture(picture("large", "meter"));
  const away = tab.requests.filter(
    ({ method, url }) => method === "POST" && !url.endsWith("/v1/yield") && !/\/v1\/yield\?/.test(url),
  );
  tab.check("nothing of the file is sent", away.length === 0, ...away);
  await tab.click(button("Make it my roof"));
  await tab.sees("one click makes it my roof", `${$("#content[data-room=roof]")} !== null && ${IS_ANSWERED}`);
  const system = await tab.evaluate(`new URLSearchParams(location.hash.slice(1)).get("system")`);
  tab.check("as the command describes it", system === JSON.stringify(learnt.system.description), system);
  tab.clean("a learnt meter");
  await tab.close();
}

/** Expected is the service's yield of the system that was found; measured is the command's. */
async function monthsAsServed(tab, { months, system }) {
  const response = await fetch(`${tab.address}/v1/yield?${PLACE}`, {
    ...{ method: "POST", body: JSON.stringify(system.description) },
    headers: { authorization: "Bearer demo0000-0000-0000-0000-000000000000", "content-type": "application/json" },
  });
  const { months: typical } = await response.json();
  const rows = months.map(({ month, measured, known }) =>
    [measured, typical[month - 1].energy * known].map((value) =>
      value.toLocaleString("en-US", { maximumFractionDigits: 0 }),
    ),
  );
  await tab.holds(`!${SEEN}.includes("–")`);
  const found = await tab.evaluate(
    `${$$(".meter-months tbody tr")}.map((row) => [row.cells[1].textContent, row.cells[2].textContent])`,
  );
  tab.same("months are the command's and the service's", found, rows);
}

async function refusals(tab) {
  await tab.load(`#room=meter&${PLACE}`);
  await tab.holds($(".meter .drop"));
  for (const [what, content, says] of BAD) {
    await tab.evaluate(dropped(content, "file.csv"));
    await tab.says(`${what} is refused in words`, says, SEEN);
  }
  await tab.axe("a refusal");
}

async function inGerman(tab, file, picture) {
  await tab.load(`#room=meter&${PLACE}&language=de`);
  await tab.holds($(".meter .drop"));
  await tab.evaluate(dropped(JSON.stringify(file), "meter.csv"));
  await tab.says("in German", /Die gefundene Anlage|geneigt, nach Südosten/, SEEN);
  await tab.unfold("#content details");
  await tab.still();
  const english = await tab.evaluate(
    `${textsOf(".meter .see :is(p, li, dd, dt, h2):not([lang])")}.filter((text) => /\\b(the|of|and)\\b/.test(text))`,
  );
  tab.check("no English is left", english.length === 0, ...english.slice(0, 3));
  await tab.fits("in German");
  await tab.axe("in German");
  await tab.evaluate(`${$(".meter .see")}.scrollIntoView()`);
  await tab.picture(picture("phone", "meter"));
  await tab.colours({ dark: true });
  await tab.still();
  await tab.axe("in German, dark", ["color-contrast"]);
  await tab.picture(picture("phone-dark", "meter"));
  tab.clean("on a phone");
  await tab.close();
}
