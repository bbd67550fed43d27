/**
 * The joined parts as Parquet: a row group a part, times as UTC milliseconds, values as doubles with nulls, Snappy. What the file is
 * about stands in its key-value metadata. Loaded on use: the writer is half as large as the page itself.
 */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Piece } from "./plan.js";

const TIMES = ["start_time", "end_time"];
/** Rows of the largest row group: a year of minutes is cut, as its columns are encoded in memory. */
const GROUP = 100_000;
const TYPE = "application/vnd.apache.parquet";

/** @param metadata texts, such as the place, sources and licences */
export async function parquetOf(
  pieces: readonly Piece[],
  columns: readonly string[],
  metadata: { readonly [key: string]: string },
): Promise<Blob> {
  const writer = new FlushedWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: "schema", num_children: columns.length },
      ...columns.map((name) =>
        TIMES.includes(name)
          ? {
              name,
              type: "INT64" as const,
              repetition_type: "REQUIRED" as const,
              logical_type: { type: "TIMESTAMP" as const, isAdjustedToUTC: true, unit: "MILLIS" as const },
            }
          : { name, type: "DOUBLE" as const, repetition_type: "OPTIONAL" as const },
      ),
    ],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: metadata.created_by ?? "irradiance-server",
  });
  for (const piece of pieces) {
    const data = tableOf(await piece.body.text(), piece, columns);
    const columnData = columns.map((name, k) => ({
      name,
      data: data[k] as never,
      encoding: TIMES.includes(name) ? ("DELTA_BINARY_PACKED" as const) : ("PLAIN" as const),
      offsetIndex: false,
    }));
    file.write({ columnData, rowGroupSize: GROUP });
  }
  file.finish();
  return writer.blob();
}

/** What is written leaves memory for a blob after each row group: only a part is held in full. */
class FlushedWriter extends ByteWriter {
  private readonly written: Blob[] = [];

  flush(): void {
    this.written.push(new Blob([this.getBytes().slice()]));
    this.index = 0;
  }

  blob(): Blob {
    this.flush();
    return new Blob(this.written, { type: TYPE });
  }
}

/** By column: times as whole ms, values as numbers; a hole where there is none, which the package writes as null. */
function tableOf(body: string, { header, rows }: Piece, columns: readonly string[]): (BigInt64Array | number[])[] {
  const data = columns.map((name) => (TIMES.includes(name) ? new BigInt64Array(rows) : new Array<number>(rows)));
  const targets = header.map((name) => data[columns.indexOf(name)]);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const end = body.indexOf("\n", at);
    const cells = body.slice(at, end).split(",");
    for (let k = 0; k < cells.length; k++) {
      const [cell, target] = [cells[k] as string, targets[k]];
      if (target instanceof BigInt64Array) target[row] = BigInt(Date.parse(cell));
      else if (target && cell !== "") target[row] = Number(cell);
    }
    at = end + 1;
  }
  return data;
}
