// Files whose columns have short names, as copies with the names that `readWeather` knows: nothing else of them changes.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const NAMES = {
  ghi: "global_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  temp_air: "temperature",
};

/**
 * The path itself where the names are known, else that of a copy of the same name in the folder.
 *
 * @param {string} path a packed CSV file
 * @param {string} folder for copies
 */
export function withOwnColumns(path, folder) {
  const text = gunzipSync(readFileSync(path)).toString("utf8");
  const end = text.indexOf("\n");
  const names = text.slice(0, end).trim().split(",");
  if (!names.some((name) => Object.hasOwn(NAMES, name))) return path;
  const copy = join(folder, basename(path));
  const head = names.map((name) => NAMES[name] ?? name).join(",");
  writeFileSync(copy, gzipSync(`${head}${text.slice(end)}`));
  return copy;
}
