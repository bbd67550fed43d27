// Clear minutes of stations as JSON lines, for fit.py: at most 600 a station, evenly spaced. Run `npm run build` first.
//
//   node research/clear-sky/rows.mjs FILE@LAT,LON,ALT… > rows.jsonl
import { builtIn, clearRows, readStation } from "./stations.mjs";

const MOST = 600;
const load = builtIn();
const { openClimatology } = await load("data/climatology/index.js");
const { monthlyValue } = await load("foundation/time/monthly.js");
const climatology = await openClimatology();

for (const file of process.argv.slice(2)) {
  const station = await readStation(file, load);
  const rows = await clearRows(station, load);
  const { latitude, longitude, altitude } = station;
  const months = climatology.clearTurbidity(latitude, longitude, { altitude });
  const step = Math.max(1, Math.floor(rows.time.length / MOST));
  const kept = Array.from(rows.time.keys()).filter((i) => i % step === 0);
  const pick = (of) => kept.map((i) => Number(of(i).toPrecision(6)));
  const columns = {
    mu: pick((i) => Math.cos((rows.apparentZenith[i] * Math.PI) / 180)),
    airmass: pick((i) => rows.airmassAbsolute[i]),
    extra: pick((i) => rows.dniExtra[i]),
    ghi: pick((i) => rows.ghi[i]),
    dni: pick((i) => rows.dni[i]),
    turbidity: pick((i) => monthlyValue(months, rows.time[i])),
  };
  console.log(JSON.stringify({ name: station.name, altitude, ...columns }));
}
