// Data and code: ten years of hours in one file, in counted steps, the same as the service's own answers; after an error it goes on.
import { parquetReadObjects } from "hyparquet";
import { CATCH_FILES, DEMO_KEY } from "./desk.mjs";

const DESK = { width: 1280, height: 900 };
const PLACE = "#lat=47.4&lon=8.5";
const MOST_STEPS = 5;
const FILE = "document.querySelector('.years-file')";
const room = (name) => `document.querySelector('.room-link[data-room=${name}]')`;
const buttonOf = (words) =>
  `[...${FILE}.querySelectorAll('button:not([hidden])')].find((one) => /${words}/.test(one.textContent))`;
/** In the page: the bytes of the file that was saved last, as Base64. */
const SAVED = `new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(",")[1]);
  reader.readAsDataURL(window.saved);
})`;
/** In the page: a year is answered with an error, once. */
const FAIL_ONCE = `(() => {
  const ask = window.fetch;
  let failed = false;
  window.fetch = (address, options) => {
    if (failed || !String(address).includes("year=2018")) return ask(address, options);
    failed = true;
    return Promise.resolve(new Response("{}", { status: 500 }));
  };
})()`;

export async function judgeData(tally, browser, address) {
  const tab = await browser.open(DESK);
  try {
    await walk();
    await goesOn();
  } finally {
    await tab.close();
  }

  /** The scientist: from a link to the place to a file of ten years. */
  async function walk() {
    await tab.go(`${address}/${PLACE}`);
    await tab.evaluate(CATCH_FILES);
    let steps = 0;
    const click = async (element) => {
      await tab.holds(`${element} && !${element}.disabled`);
      await tab.click(element);
      steps++;
    };
    await click(room("data"));
    await click("document.querySelector('#subject-years')");
    await click(buttonOf("CSV"));
    const isThere = await tab.holds("window.savedAs !== undefined");
    tally.check(
      `ten years of hours are a file after at most ${MOST_STEPS} steps`,
      isThere && steps <= MOST_STEPS,
      steps,
    );
    const name = await tab.evaluate("window.savedAs");
    tally.check("generated weather is named in the name of the file", /_synthetic\.csv$/.test(name), name);
    const csv = Buffer.from(await tab.evaluate(SAVED), "base64").toString();
    const rows = csv.trimEnd().split("\n");
    const { years, own } = await ownAnswers();
    tally.same(`the file has the rows of ${years} answers under one header`, rows, own);
    await tab.evaluate("window.savedAs = undefined");
    await tab.click(buttonOf("Parquet"));
    await tab.holds("window.savedAs !== undefined");
    const bytes = Buffer.from(await tab.evaluate(SAVED), "base64");
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    tally.same("the Parquet file has the same values", (await parquetReadObjects({ file })).map(rowOf), rows.slice(1));
  }

  async function ownAnswers() {
    const urls = await tab.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /amy.*response_format=csv/.test(name))",
    );
    const years = [...new Set(urls)];
    const own = [];
    for (const url of years) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${DEMO_KEY}` } });
      const lines = (await response.text()).trimEnd().split("\n");
      own.push(...(own.length === 0 ? lines : lines.slice(1)));
    }
    return { years: years.length, own };
  }

  async function goesOn() {
    await tab.go("about:blank");
    await tab.go(`${address}/${PLACE}&room=data&data=years&years=2016-2019`);
    await tab.evaluate(CATCH_FILES);
    await tab.evaluate(FAIL_ONCE);
    await tab.holds(`${buttonOf("CSV")} && !${buttonOf("CSV")}.disabled`);
    await tab.click(buttonOf("CSV"));
    const stopped = await tab.holds(`/Stopped after 2 of 4/.test(${FILE}.innerText)`);
    tally.check("an error of the server stops the file, and is said", stopped, await tab.evaluate(`${FILE}.innerText`));
    await tab.click(buttonOf("^Continue"));
    await tab.holds("window.savedAs !== undefined");
    const text = await tab.evaluate("window.saved.text()");
    const rows = text.trimEnd().split("\n").length - 1;
    tally.check("and from there it goes on to a whole file", rows === (3 * 365 + 366) * 24, rows);
    tally.check("which is not called incomplete", !(await tab.evaluate("window.savedAs")).includes("incomplete"));
  }
}

/** As the service's CSV has it. */
function rowOf(row) {
  const texts = Object.values(row).map((value) =>
    value instanceof Date ? value.toISOString().replace(".000", "") : (value ?? ""),
  );
  return texts.join(",");
}
