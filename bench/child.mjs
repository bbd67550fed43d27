// Runs one suite in a process of its own, so that what one teaches the compiler does not spoil another, and prints its
// result as one line of JSON: node bench/child.mjs FILE [--quick].
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, ...options] = process.argv.slice(2);
const { run } = await import(pathToFileURL(resolve(file)).href);
const result = await run({ quick: options.includes("--quick") });
process.stdout.write(`\n${JSON.stringify(result)}\n`);
