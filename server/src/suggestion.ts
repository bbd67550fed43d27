/** What was likely meant by a mistyped word. */
import { Command, CommanderError } from "commander";

/**
 * " (Did you mean --port?)" of `--prot`, or "" where no name is near. Names and word begin with `--` alike, or not.
 *
 * Commander judges what is near, as it does for `irradiance`; nothing of this command line is parsed by it.
 */
export function suggestion(word: string, names: readonly string[]): string {
  const program = new Command().exitOverride().configureOutput({ outputError: () => {} });
  for (const name of names) {
    if (name.startsWith("--")) program.option(name);
    else program.command(name);
  }
  try {
    program.parse([word], { from: "user" });
    return "";
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    const [found] = /\(Did you mean [^()]*\?\)/.exec(cause.message) ?? [];
    return found === undefined ? "" : ` ${found}`;
  }
}

/** What Node's parser says of options, in a line, without its advice on words that begin with dashes. @param names without `--` */
export function parserText(message: string, names: readonly string[]): string {
  const text = message.replace(/(?<![\s.])\.?\s*To specify .*$/s, "").replace(/(?<!\s)\s*\n\s*/g, " ");
  const [, flag] = /^Unknown option '(--[^\s']+)/.exec(text) ?? [];
  const flags = names.map((name) => `--${name}`);
  return `${text}${flag === undefined ? "" : suggestion(flag, flags)}`;
}
