/** Public sources of weather: which there are, what one costs, and whether it still is what the catalogue says. */
import { ArchiveError, type WeatherAction, weatherReport } from "irradiance-archive";
import { type Action, type Call, command, UsageError } from "./command.js";

function report(action: WeatherAction): Action["run"] {
  return async (call: Call) => {
    const { env, now } = call.io;
    const options = { environment: env, now: now() };
    const { lines, remarks, json, passed } = await weatherReport(action, call.arguments, options).catch(asUsageError);
    if (call.has("json")) call.io.out(JSON.stringify(json));
    else for (const line of lines) call.io.out(line);
    for (const remark of remarks) call.io.err(remark);
    if (!passed) throw new Error("not all is as the catalogue says");
  };
}

function asUsageError(cause: unknown): never {
  if (!(cause instanceof ArchiveError)) throw cause;
  throw new UsageError(cause.message, { cause });
}

export const weather = command(
  "weather",
  "weather: public sources by name, for serve --weather NAME",
  {
    list: { arguments: [], options: { json: undefined }, run: report("list") },
    show: { arguments: ["NAME"], options: { json: undefined }, run: report("show") },
    check: { arguments: ["[NAME]…"], options: { json: undefined }, run: report("check") },
  },
  "weather",
);
