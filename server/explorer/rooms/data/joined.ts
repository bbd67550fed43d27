/** CSV answers of parts, joined into one file under one header. Bodies stay as the service wrote them, in blobs: the browser may keep those on disk. */
import type { Outcome } from "./gathering.js";

/** A part's CSV. */
export interface Piece {
  /** The names of its columns, the two times first. */
  readonly header: readonly string[];
  readonly body: Blob;
  readonly rows: number;
  /** Times of its first start and its last end, as they stand there; "" without rows. */
  readonly start: string;
  readonly end: string;
}

/** What is not in the file, though it was asked for. */
export interface Hole {
  readonly label: string;
  readonly reason: string;
}

export function pieceOf(csv: string): Piece {
  const headEnd = csv.indexOf("\n");
  if (headEnd < 0) throw new TypeError("the answer is not CSV: it has no line of column names");
  const text = csv.slice(headEnd + 1);
  const body = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const last = body.slice(body.lastIndexOf("\n", body.length - 2) + 1);
  return {
    header: csv.slice(0, headEnd).trimEnd().split(","),
    body: new Blob([body]),
    rows: linesIn(body),
    start: body.slice(0, Math.max(0, body.indexOf(","))),
    end: last.split(",")[1] ?? "",
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

export function piecesOf(outcomes: readonly Outcome<Piece>[]): Piece[] {
  return outcomes.flatMap((outcome) => ("piece" in outcome && outcome.piece.rows > 0 ? [outcome.piece] : []));
}

/** Parts without data, and rows that are missing between two parts. */
export function holesOf(outcomes: readonly Outcome<Piece>[]): Hole[] {
  const holes: Hole[] = [];
  let before = "";
  for (const outcome of outcomes) {
    const { label } = outcome.part;
    const { start, end } = "piece" in outcome ? outcome.piece : { start: "", end: "" };
    if (start === "") holes.push({ label, reason: "missing" in outcome ? outcome.missing : "" });
    else if (before !== "" && Date.parse(start) !== Date.parse(before)) {
      holes.push({ label: `${before} – ${start}`, reason: "" });
    }
    before = end;
  }
  return holes;
}

/** The columns of all parts: weather of some years may lack one that others have. Asked-for order, then what else came. */
export function columnsOf(pieces: readonly Piece[], asked: readonly string[]): string[] {
  const there = new Set(pieces.flatMap(({ header }) => header));
  const order = ["start_time", "end_time", ...asked];
  return [...order.filter((name) => there.has(name)), ...[...there].filter((name) => !order.includes(name))];
}

/** One file; a value that a part does not have is empty. */
export async function csvOf(pieces: readonly Piece[], columns: readonly string[]): Promise<Blob> {
  const bodies: Blob[] = [];
  for (const piece of pieces) {
    const isSame = piece.header.join() === columns.join();
    bodies.push(isSame ? piece.body : new Blob([rearranged(await piece.body.text(), piece.header, columns)]));
  }
  return new Blob([`${columns.join(",")}\n`, ...bodies], { type: "text/csv;charset=utf-8" });
}

function rearranged(body: string, header: readonly string[], columns: readonly string[]): string {
  const places = columns.map((name) => header.indexOf(name));
  const rows = body.trimEnd().split("\n");
  return rows
    .map((row) => {
      const cells = row.split(",");
      return `${places.map((place) => cells[place] ?? "").join(",")}\n`;
    })
    .join("");
}
