/** A command of `irradiance-server` as an operator calls it, with what it printed. */
import { COMMANDS } from "../../src/cli/commands.js";
import { NOW } from "../http/harness.js";

export async function run(line: string, env: Record<string, string> = {}) {
  const result = { code: 0, out: [] as string[], err: [] as string[] };
  const [name = "", ...args] = line.split(" ");
  result.code = await (await COMMANDS[name]!()).run(args, {
    out: (text) => void result.out.push(text),
    write: async () => {},
    err: (text) => void result.err.push(text),
    input: async () => "",
    stream: () => {
      throw new Error("nothing is read");
    },
    env,
    now: () => NOW,
    actor: "ann@host",
  });
  return result;
}
