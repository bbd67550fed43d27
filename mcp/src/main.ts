#!/usr/bin/env node
/** Starts the server: over stdio, as hosts of agents start it, or over HTTP. */
import { realpath } from "node:fs/promises";
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer, listen, openThreads, VERSION } from "./server.js";

const USAGE = `usage: irradiance-mcp [options]

  --files FOLDER      over stdio: check_file may read the files in it
  --server URL        irradiance server for pv_forecast; IRRADIANCE_KEY is the key of an account there
  --http PORT         streamable HTTP at /mcp in place of stdio; 0: any free port
  --host HOST         address to listen at; default 127.0.0.1: nobody is asked for a key
  --allow-host NAME   name by which clients may ask, beside localhost; may be repeated
  --deadline SECONDS  of a call; default 30
  --version, --help
`;
const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const names = { type: "string", multiple: true } as const;
const OPTIONS = {
  ...{ files: text, server: text, http: text, host: text, deadline: text },
  ...{ "allow-host": names, version: flag, help: flag },
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { server, http, host = "127.0.0.1", "allow-host": allowed = [] } = values;
  if (values.help || values.version) return void process.stdout.write(values.help ? USAGE : `${VERSION}\n`);
  if (server !== undefined && !(URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)))
    throw new RangeError(`--server must be an address with http:// or https://, got ${server}`);
  const deadline = 1000 * Number(values.deadline ?? 30);
  if (!(deadline > 0 && deadline <= 3_600_000))
    throw new RangeError(`--deadline must be seconds, got ${values.deadline}`);
  const files = values.files === undefined ? undefined : await realpath(values.files);
  const call = openThreads({ files, server, key: process.env.IRRADIANCE_KEY }, deadline);
  if (http === undefined) {
    if (values.host !== undefined || allowed.length > 0) throw new RangeError("--host and --allow-host need --http");
    return createMcpServer(call).connect(new StdioServerTransport());
  }
  if (!/^\d{1,5}$/.test(http) || Number(http) > 65_535) throw new RangeError(`--http must be a port, got ${http}`);
  if (files !== undefined)
    throw new RangeError("--files is for stdio: over HTTP others would read files of this machine");
  const listening = await listen(call, Number(http), host, allowed);
  const address = listening.address() as { readonly port: number };
  process.stderr.write(`irradiance-mcp: http://${host}:${address.port}/mcp\n`);
}

main().catch((cause: Error) => {
  process.stderr.write(`irradiance-mcp: ${cause.message}\n`);
  process.exit(2);
});
