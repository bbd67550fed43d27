// Sites over Europe, and a month of hours with gaps.

import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";

const HOURS = 720;

export async function writeInputs(folder, sites) {
  const lines = ["start_time,global_horizontal_irradiance,temperature"];
  for (let i = 0; i < HOURS; i++) {
    const sun = Math.max(0, Math.sin((((i % 24) - 5.5) / 12) * Math.PI));
    const light = i % 97 === 13 ? "" : (900 * sun * (0.3 + 0.7 * (((i * 7919) % 97) / 97))).toFixed(1);
    lines.push(`${new Date(Date.UTC(2023, 5, 1, i)).toISOString()},${light},${5 + (i % 24)}`);
  }
  writeFileSync(join(folder, "weather.csv"), `${lines.join("\n")}\n`);
  const list = createWriteStream(join(folder, "sites.csv"));
  list.write("id,lat,lon,surface_tilt,surface_azimuth\n");
  for (let i = 0; i < sites; i++) {
    const line = `site-${i},${(36 + ((i * 31) % 2300) / 100).toFixed(2)},${((i * 17) % 2500) / 100},${i % 60},${(i * 3) % 360}\n`;
    if (!list.write(line)) await once(list, "drain");
  }
  list.end();
  await once(list, "close");
}

export const SHAPE = [
  ...["--weather", "weather.csv", "--yes", "--frequency", "1_hour"],
  ...["--parameters", "global_tilted_irradiance,pv_production"],
];
