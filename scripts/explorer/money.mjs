// The card of money beside the service, and a load that stays in the browser beside the library.
import { ownUseOf } from "../../dist/answers/own-use/index.js";
import { $, DESK, post, writtenAs } from "./desk.mjs";

/** Houses at roofs: [name, place and roof, kWh a year, price of a kWh, of one fed in, cost, kWh of the battery]. */
const HOUSES = /** @type {[string, string, number, number, number, number, number][]} */ ([
  ["Zürich", "lat=47.37&lon=8.55&kwp=8&surface_tilt=30&surface_azimuth=180", 4500, 0.32, 0.08, 16_000, 0],
  ["Sydney", "lat=-33.87&lon=151.21&kwp=6.6&surface_tilt=22&surface_azimuth=0", 5200, 0.38, 0.05, 9000, 10],
  ["Tromsø", "lat=69.65&lon=18.96&kwp=5&surface_tilt=45&surface_azimuth=180", 16_000, 0.12, 0.04, 11_000, 0],
  ["Leh", "lat=34.16&lon=77.58&kwp=5&surface_tilt=35&surface_azimuth=180&losses=10", 3000, 7.5, 2, 300_000, 5.5],
  ["Quito", "lat=-0.18&lon=-78.47&kwp=3.3&surface_tilt=10&surface_azimuth=90", 2400, 0.1, 0, 4000, 0],
]);

/** What the card of money says is what the service answers to the same system in a house. */
export async function judgeMoney({ open }) {
  const tab = await open(DESK, { name: "money: " });
  for (const [name, roof, house, price, feedIn, cost, battery] of HOUSES) {
    const held = `house=${house}&tariff=${price}&feed_in=${feedIn}&cost=${cost}${battery > 0 ? `&battery=${battery}` : ""}`;
    await tab.show(`#room=roof&${roof}&${held}`);
    const { lat, lon, kwp, losses, ...angles } = Object.fromEntries(new URLSearchParams(roof));
    const plane = Object.fromEntries(
      [["kwp", kwp], ...Object.entries(angles)].map(([key, text]) => [key, Number(text)]),
    );
    const { own_use } = await post(tab.address, `yield?lat=${lat}&lon=${lon}`, {
      planes: [plane],
      ...(losses && { losses: Number(losses) }),
      ...(battery > 0 && { battery }),
      house: { load: house, tariff: { price, feed_in: feedIn, investment: cost } },
    });
    const { payback, range, gain } = own_use.money;
    const text = `${$(".roof-money")}.innerText`;
    const years = (value) => (value === null ? "20" : value.toFixed(1));
    await tab.sees(
      `${name}: it is paid back as the service says`,
      `${$(".money-payback")}?.textContent.includes(${JSON.stringify(years(payback))}) && !${$(".roof-money .old")}`,
      text,
    );
    const said = await tab.evaluate(text);
    const figures = [...range.map((one) => one.payback), payback].filter((value) => value !== null).map(years);
    const shares = [own_use.annual.own_use, own_use.annual.self_sufficiency].map(
      (share) => `${Math.round(100 * share)} %`,
    );
    const amount = gain.toLocaleString("en-US", { maximumFractionDigits: Math.abs(gain) < 100 ? 2 : 0 });
    const missing = [...figures, ...shares, amount].filter((words) => !said.includes(words));
    tab.check(`${name}: with its range, its gain and what stays in the house`, missing.length === 0, missing, said);
    await tab.unfold(".roof-money details");
    const rows = await tab.evaluate(
      `[...${$(".roof-money tbody")}.rows].map((row) => [...row.cells].map((cell) => cell.textContent))`,
    );
    tab.same(
      `${name}: the months are the service's`,
      rows.slice(0, 12).map(([, use, , grid, fed]) => [use, grid, fed]),
      own_use.months.map(({ load, imported, exported }) =>
        [load, imported, exported].map((value) => writtenAs(value, "0")),
      ),
    );
  }
  await readLoad(tab);
  tab.clean("money");
}

/** A year of the meter's hours: nothing of it is sent, and it is what the library makes of it and of the service's hours. */
async function readLoad(tab) {
  const start = Date.UTC(2024, 0, 1);
  const power = Float64Array.from(
    { length: 366 * 24 },
    (_, hour) => 200 + 900 * (hour % 24 > 16 ? 1 : 0) + ((hour * 37) % 113),
  );
  const rows = [...power].map((watts, hour) => `${new Date(start + 3_600_000 * hour).toISOString()},${watts / 1000}`);
  await tab.show("#room=roof&lat=47.37&lon=8.55&tariff=0.32&cost=16000");
  await tab.unfold(".roof-money details");
  tab.requests.length = 0;
  await tab.evaluate(`(() => {
    const input = ${$(".roof-money input[type=file]")};
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(`time,load_kw\n${rows.join("\n")}\n`)}], "house.csv"));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  const text = `${$(".roof-money")}.innerText`;
  await tab.says("a load of one's own is read", /From house\.csv: [\d,]+ kWh a year[\s\S]*(Paid|Not paid)/, text);
  const answer = await post(tab.address, "yield?lat=47.37&lon=8.55&output=hours", {
    planes: [{ kwp: 8, surface_tilt: 30, surface_azimuth: 180 }],
    house: { load: 1 },
  });
  const { series, place, uncertainty, own_use } = answer;
  const mean = uncertainty.horizons
    .find(({ years }) => years === 20)
    .values.find(({ exceedance }) => exceedance === 90);
  const share = mean.energy / uncertainty.energy;
  const { annual, money } = ownUseOf(
    {
      ...{ start: Date.parse(series.start), step: 3_600_000, power: Float64Array.from(series.values.ac) },
      ...{ timeZone: place.time_zone, typicalYear: true, range: [share, 2 - share] },
    },
    {
      load: { start, step: 3_600_000, power },
      ...{ tariff: { price: 0.32, investment: 16_000 }, timeZone: own_use.time_zone },
    },
  );
  const said = await tab.evaluate(text);
  const paid = [money, ...money.range].flatMap(({ payback }) => (payback === null ? [] : [payback.toFixed(1)]));
  const shares = [annual.ownUse, annual.selfSufficiency].map((one) => `${Math.round(100 * one)} %`);
  const missing = [...paid, ...shares, writtenAs(annual.load, "0")].filter((words) => !said.includes(words));
  tab.check("and makes what the library makes of it", missing.length === 0, missing, said);
  const sent = tab.requests
    .map(({ url, body = "" }) => `${url} ${body}`)
    .filter((one) => /house\.csv|1100|"power"/.test(one));
  tab.check("nothing of it leaves the page", sent.length === 0, ...sent);
}
