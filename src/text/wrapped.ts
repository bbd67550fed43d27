/** Long lines broken between words, for people at a terminal. */

/** Further lines begin below the last column of the first; without columns so many blanks in. */
const HANG = 2;

/** @param width in characters; a line whose last column begins beyond its half stays as it is: it is a row of a table */
export function wrapped(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrappedLine(line, width))
    .join("\n");
}

function wrappedLine(line: string, width: number): string {
  const hang = /^.*\S {2,}(?=\S)/.exec(line)?.[0].length ?? HANG;
  if (line.length <= width || hang > width / 2) return line;
  const lines = [""];
  for (const word of line.slice(hang === HANG ? 0 : hang).split(" ")) {
    const last = lines.at(-1)!;
    const room = width - (hang === HANG && lines.length === 1 ? 0 : hang);
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return (hang === HANG ? "" : line.slice(0, hang)) + lines.join(`\n${" ".repeat(hang)}`);
}
