/** A thread that encodes parts; it receives the format once, when it starts. */
import { move, transferableSymbol, valueSymbol, workerData } from "piscina";
import type { ThreadData } from "../threads/threads.js";
import type { EncoderTask } from "./encoder.js";
import { openFormat } from "./formats.js";
import type { TableBlock } from "./table.js";

const { format, description, options } = (workerData as ThreadData<EncoderTask>).data;
const opened = openFormat(format, description, options);

/** Answers with an `EncodedPart`, whose bytes are transferred, not copied. */
export default async function encode(block: TableBlock): Promise<unknown> {
  const part = (await opened).encode(block);
  return move({ [transferableSymbol]: [part.bytes.buffer], [valueSymbol]: part } as never);
}
