/** As much of a shell as a README's command lines need: words, and what the output is piped through. */

export interface Line {
  readonly words: readonly string[];
  /** Commands behind a pipe, each as its words. */
  readonly pipes: readonly (readonly string[])[];
}

const TOKEN = /\s+|'([^']*)'|"([^"]*)"|(\|)|([^\s'"|]+)/gy;

/** @throws Error for what is no word, quotation or pipe */
export function parseLine(text: string): Line {
  const commands: string[][] = [[]];
  let open = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`cannot be read as a command line from column ${at}: ${text}`);
    const [, single, double, pipe, plain] = match;
    const part = single ?? double ?? plain;
    const words = commands.at(-1) as string[];
    if (pipe) commands.push([]);
    else if (part !== undefined) {
      // 'a'b is one word.
      if (open) words[words.length - 1] += part;
      else words.push(part);
    }
    open = part !== undefined;
  }
  const [words = [], ...pipes] = commands;
  return { words, pipes };
}

/** `head -N` and `grep -E PATTERN` on a text. @throws Error for any other command */
export function piped(text: string, [command, option = "", pattern = ""]: readonly string[]): string {
  const lines = text.replace(/\n$/, "").split("\n");
  if (command === "head" && /^-\d+$/.test(option)) return lines.slice(0, Number(option.slice(1))).join("\n");
  if (command === "grep" && option === "-E") return lines.filter((line) => new RegExp(pattern).test(line)).join("\n");
  throw new Error(`a pipe leads to ${command} ${option}, which this test does not know`);
}
