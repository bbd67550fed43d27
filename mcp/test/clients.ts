/** The SDK's own client over each transport, on the built command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
/** Longer than any call on a busy machine. */
const PATIENCE = { timeout: 600_000 };

export const PLACE = { lat: 47.4, lon: 8.5 };
export const SYSTEM = {
  planes: [{ surface_tilt: 35, surface_azimuth: 180, kwp: 8 }],
  ...{ inverter: { ac_power: 6 }, losses: 12 },
};

/** A day of light, or of power, under a row of names. */
export function day(head: string): string {
  const value = (hour: number) => Math.max(0, Math.round(800 * Math.sin(((hour - 3.5) / 16) * Math.PI)));
  const rows = Array.from(
    { length: 24 },
    (_, hour) => `2024-06-21T${String(hour).padStart(2, "0")}:00Z,${value(hour)}`,
  );
  return [head, ...rows, ""].join("\n");
}
export const WEATHER = day("start_time,global_horizontal_irradiance");

export interface Result {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of many shapes, which the client has held to their schemas
  readonly data: any;
}

export interface Asked {
  /** Over HTTP. */
  readonly url?: string;
  tools(): ReturnType<Client["listTools"]>;
  call(name: string, given: object): Promise<Result>;
  close(): Promise<void>;
}

async function asked(transport: Transport, url?: string, end?: () => unknown): Promise<Asked> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  await client.listTools();
  return {
    ...(url !== undefined && { url }),
    tools: () => client.listTools(),
    async call(name, given) {
      const result = await client.callTool({ name, arguments: { ...given } }, undefined, PATIENCE);
      const [{ text }] = result.content as [{ readonly text: string }];
      return { isError: result.isError === true, text, data: result.structuredContent };
    },
    async close() {
      await client.close();
      await end?.();
    },
  };
}

export function overStdio(
  words: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<Asked> {
  return asked(new StdioClientTransport({ command: process.execPath, args: [MAIN, ...words], env }));
}

export async function overHttp(words: readonly string[] = []): Promise<Asked> {
  const child = spawn(process.execPath, [MAIN, "--http", "0", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = (await once(child.stderr, "data")) as [Buffer];
  const url = /http:\S+/.exec(String(line))![0];
  const end = () => child.kill() && once(child, "exit");
  return asked(new StreamableHTTPClientTransport(new URL(url)) as Transport, url, end);
}
