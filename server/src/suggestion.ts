/** What was likely meant by a mistyped word. */
import { nearestName } from "irradiance-engine/internal/shared";

/** " (Did you mean --port?)" of `--prot`, or "" where no name is near. */
export function suggestion(word: string, names: readonly string[]): string {
  const found = nearestName(word, names);
  return found === undefined ? "" : ` (Did you mean ${found}?)`;
}

/** What Node's parser says of options, in a line, without its advice on words that begin with dashes. @param names without `--` */
export function parserText(message: string, names: readonly string[]): string {
  const text = message.replace(/(?<![\s.])\.?\s*To specify .*$/s, "").replace(/(?<!\s)\s*\n\s*/g, " ");
  const [, flag] = /^Unknown option '(--[^\s']+)/.exec(text) ?? [];
  const flags = names.map((name) => `--${name}`);
  return `${text}${flag === undefined ? "" : suggestion(flag, flags)}`;
}
