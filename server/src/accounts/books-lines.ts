/** Rows of the books as programs and spreadsheets read them: times in ISO 8601, tokens as decimals. */
import type { BookRow, BookUnit } from "./books.js";

type Cell = string | number | null | Decimal;

/** Tokens, digit by digit: a double cannot tell micro-tokens of billions apart. */
class Decimal {
  readonly text: string;

  constructor(micro: number) {
    const digits = String(Math.abs(micro)).padStart(7, "0");
    let end = digits.length;
    while (end > digits.length - 6 && digits[end - 1] === "0") end--;
    const fraction = digits.slice(-6, end);
    const text = `${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`;
    this.text = micro < 0 ? `-${text}` : text;
  }
}

/** By name, the same names in every row of a unit. */
export type BookFields = Readonly<Record<string, Cell>>;

/** Without the account, of which the reader may know. */
export function bookFields({ kind, time, endpoint, requests, tokens, request }: BookRow, by: BookUnit): BookFields {
  const sums = { kind, time, endpoint, requests, tokens: new Decimal(tokens) };
  if (by !== "charge") return sums;
  const {
    key = null,
    rows = null,
    columns = null,
    status = null,
    duration = null,
    bytes = null,
    cut = null,
  } = {
    ...request?.figures,
  };
  const figures = { key, rows, columns, status, duration, bytes, cut };
  return { ...sums, request_id: request?.id ?? null, ...figures, reason: request?.reason ?? null };
}

/** The names of the cells. */
export function csvHead(by: BookUnit): string {
  const row: BookRow = { account: "", kind: "sum", time: null, endpoint: null, requests: 0, tokens: 0 };
  return csvLine(Object.keys(bookFields(row, by)));
}

/** What a spreadsheet takes for a formula; in a cell of text it follows an apostrophe, which says that it is text. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, without the end of the line. */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(csvCell).join(",");
}

export function jsonLine(fields: BookFields): string {
  const written = Object.entries(fields).map(([name, cell]) => {
    return `${JSON.stringify(name)}:${cell instanceof Decimal ? cell.text : JSON.stringify(cell)}`;
  });
  return `{${written.join(",")}}`;
}

function csvCell(cell: Cell): string {
  if (cell instanceof Decimal) return cell.text;
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
