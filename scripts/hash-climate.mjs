// One hash over the world climatology at 200 places: the same bits on every JavaScript engine. Runs in browsers, too.
import { loadWorldClimate } from "../dist/climatology/index.js";
import { hashOf } from "../examples/hash.mjs";

const PLACES = 200;

export async function climateHash() {
  const world = await loadWorldClimate();
  const values = {};
  for (let i = 0; i < PLACES; i++) {
    // Both poles, the date line, and steps that meet no node.
    const climate = world.at(90 - (180 * i) / (PLACES - 1), ((i * 137.508) % 360) - 180);
    values[`irradiance ${i}`] = climate.globalHorizontal;
    values[`temperature ${i}`] = climate.temperature;
    for (let month = 0; month < 12; month++) values[`days ${i} ${month}`] = climate.daily.nodes(month);
  }
  return hashOf({ values, extra: {} });
}
