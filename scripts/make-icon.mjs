// The icon of the integration and of the app for Home Assistant: a sun above a tilted plane, without a font or a drawing program.
//   node scripts/make-icon.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";

const FILES = { "custom_components/irradiance_engine/brand/icon.png": 256, "app/icon.png": 128 };
const [SUN, PLANE, CLEAR] = [
  [245, 166, 35, 255],
  [38, 84, 124, 255],
  [0, 0, 0, 0],
];
/** Points on a side of a pixel, of which it is the mean. */
const FINE = 4;

/** The colour at a point of the unit square, y downwards. */
function colourAt(x, y) {
  const [right, up] = [x - 0.5, 0.34 - y];
  const [distance, turn] = [Math.hypot(right, up), (Math.atan2(up, right) / (2 * Math.PI) + 1) * 12];
  if (distance < 0.17 || (distance > 0.21 && distance < 0.29 && Math.abs((turn % 1) - 0.5) < 0.2)) return SUN;
  // A parallelogram that leans to the right, with cells.
  const [along, down] = [(x - 0.1 - (0.95 - y) * 0.5) / 0.65, (y - 0.65) / 0.3];
  const isCell = [along * 4, down * 2].every((place) => Math.abs(((place + 0.5) % 1) - 0.5) > 0.06);
  return along > 0 && along < 1 && down > 0 && down < 1 && isCell ? PLANE : CLEAR;
}

/** Rows of RGBA, each after the byte of its filter: none. */
function pixels(size) {
  const bytes = Buffer.alloc(size * (1 + 4 * size));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0];
      for (let k = 0; k < FINE * FINE; k++) {
        const [x, y] = [column + ((k % FINE) + 0.5) / FINE, row + (Math.floor(k / FINE) + 0.5) / FINE];
        const [red, green, blue, alpha] = colourAt(x / size, y / size);
        for (const [i, part] of [red * alpha, green * alpha, blue * alpha, alpha].entries()) sum[i] += part;
      }
      const at = row * (1 + 4 * size) + 1 + 4 * column;
      for (let i = 0; i < 3; i++) bytes[at + i] = sum[3] === 0 ? 0 : Math.round(sum[i] / sum[3]);
      bytes[at + 3] = Math.round(sum[3] / (FINE * FINE));
    }
  }
  return bytes;
}

function chunk(name, content) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function png(size) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // 8 bits, RGBA.
  head.set([8, 6], 8);
  const image = deflateSync(pixels(size), { level: 9 });
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", image), chunk("IEND", Buffer.alloc(0))]);
}

for (const [name, size] of Object.entries(FILES)) {
  const path = fileURLToPath(new URL(`../home-assistant/${name}`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, png(size));
}
