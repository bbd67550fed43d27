/** Batches of tests: their lines, sources that keep them waiting, answers that are read when a test likes. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { WeatherSource } from "irradiance-archive";
import { onTestFinished } from "vitest";
import { BATCH, gate, JSON_TYPE, NOW, posted, type Stand, sourceWith } from "./harness.js";

export const line = (endpoint: string, query: object = {}) => ({ endpoint, query: { lat: 50, lon: 10, ...query } });
export const post = (server: Stand, requests: readonly object[], headers: { [name: string]: string } = {}) =>
  server.ask(BATCH, posted({ requests }, headers));

/** Weather that is there at once for so many readings, and then behind a door. */
export function behindDoor(readings: number) {
  const door = gate();
  const source = sourceWith(() => NOW, {});
  const counted = { reads: 0 };
  const slow: WeatherSource = {
    ...source,
    async read(...args) {
      if (++counted.reads > readings) await door.opened;
      return source.read(...args);
    },
  };
  return { door, slow, counted };
}

/** A batch whose answer can be read when the test likes. */
export async function sent(server: Stand, requests: readonly object[], more: { [name: string]: string } = {}) {
  const { hostname, port } = new URL(server.server.address);
  const body = JSON.stringify({ requests });
  const headers = {
    Authorization: `Bearer ${server.key}`,
    ...JSON_TYPE,
    "Content-Length": Buffer.byteLength(body),
    ...more,
  };
  return new Promise<{ request: ClientRequest; response: IncomingMessage }>((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: BATCH, method: "POST", headers, agent: false }, (response) => {
      response.on("error", () => {});
      resolve({ request, response });
    });
    onTestFinished(() => void request.destroy());
    request.once("error", reject);
    request.end(body);
  });
}
