/** A bucket of elevation tiles: the archive's replicas of GLO-30. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { rangeServer } from "../../../archive/test/range-server.mjs";

const FIXTURE = new URL("../../../archive/test/fixtures/elevation.json.gz", import.meta.url);

export function tileServer() {
  const { tiles } = JSON.parse(gunzipSync(readFileSync(FIXTURE)).toString()) as { tiles: { [name: string]: string } };
  return rangeServer((path) => {
    const [name = ""] = path.split("/");
    return path === `${name}/${name}.tif` && Object.hasOwn(tiles, name)
      ? Buffer.from(tiles[name]!, "base64")
      : undefined;
  });
}
