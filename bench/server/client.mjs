// A client that keeps its connections: some requests at a time, each answered before the next.
import { Agent, get } from "node:http";

export function newAgent(connections) {
  return new Agent({ keepAlive: true, maxSockets: connections });
}

/**
 * @param {string} url
 * @param {{ key?: string, agent?: Agent, headers?: Record<string, string> }} [options]
 */
export function fetchOnce(url, { key, agent, headers = {} } = {}) {
  const all = { ...(key && { Authorization: `Bearer ${key}` }), ...headers };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: all }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on("error", reject);
    }).on("error", reject);
  });
}

/**
 * Throws for any answer but 200.
 *
 * @param {string} address
 * @param {string[]} paths asked for in turn
 * @param {{ count: number, connections: number, key?: string, headers?: Record<string, string> }} options
 */
export async function askAll(address, paths, { count, connections, ...options }) {
  const agent = newAgent(connections);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length];
      const { status, body } = await fetchOnce(`${address}${path}`, { ...options, agent });
      if (status !== 200) throw new Error(`${path}: ${status} ${body.toString().slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}
