// The spread of a forecast, in the picture and in the table. At night there is none to be seen, so that quantiles are put into the
// answer on its way to the page.
import { openView, tableRows } from "./desk.mjs";

const HOURS = 30;
/** Runs in the page before its own script. Quantiles of the first hours: a fifth below and above 100 more than the forecast. */
const WITH_QUANTILES = `(() => {
  const ask = window.fetch;
  window.fetch = async (address, options) => {
    const response = await ask(address, options);
    if (options?.method !== "GET" || !String(address).includes("/v1/forecast/")) return response;
    const body = await response.json();
    const around = (factor) => body.values.global_horizontal_irradiance.map((value, k) => k < ${HOURS} ? factor * (100 + value) : null);
    body.meta.quantiles = { global_horizontal_irradiance: { p10: around(0.8), p50: around(1), p90: around(1.2) } };
    return new Response(JSON.stringify(body), response);
  };
})()`;

export async function checkSpread(tally, name, tab, address, picture) {
  const { identifier } = await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: WITH_QUANTILES });
  await openView(tab, address, "#endpoint=forecast/basic&view=forecast&zone=utc");
  const asked = tab.requests.some(({ url }) => /forecast.*quantiles=p10,p50,p90&meta=extended/.test(url));
  tally.check(name("forecast: quantiles are asked for"), asked);
  const rows = (await tableRows(tab)).filter(([, , forecast]) => forecast !== "–");
  const wrong = rows.filter(([, , forecast, p10, p50, p90], k) => {
    const middle = 100 + Number(forecast);
    const near = (text, value) => Math.abs(Number(text) - value) < 1e-6;
    if (k >= HOURS) return [p10, p50, p90].some((text) => text !== "–");
    return !(near(p10, 0.8 * middle) && near(p50, middle) && near(p90, 1.2 * middle));
  });
  tally.check(name("forecast: the table has the quantiles"), rows.length > HOURS && wrong.length === 0, ...wrong);
  const seen = await bandPixels(tab);
  tally.check(name("forecast: the band is seen"), seen > 200, seen);
  await tab.evaluate("document.querySelector('.result').scrollIntoView()");
  await tab.picture(picture);
  const box =
    "[...document.querySelectorAll('.legend label')].find((one) => one.textContent.startsWith('p10 to p90')).control";
  await tab.click(box);
  // A few edges of letters and lines are as see-through as the veil.
  const left = await bandPixels(tab);
  tally.check(name("forecast: the band can be hidden"), left < seen / 5, left, seen);
  await tab.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

/** Pixels of the canvas in the veil's colour: opaque nowhere, and see-through as the veil is. */
function bandPixels(tab) {
  return tab.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    const canvas = document.querySelector("#view-forecast canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 3; k < data.length; k += 4) if (Math.abs(data[k] - 0x38) <= 1) count++;
    done(count);
  })))`);
}
