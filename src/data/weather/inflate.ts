/** Gzip without Node: DecompressionStream exists in browsers, workers and Node. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The decompressed chunks, as they arrive.
 *
 * @param damaged makes the error for incomplete or invalid gzip data; errors of the source are passed on
 */
export async function* gunzipChunks(
  chunks: AsyncIterable<Uint8Array>,
  damaged: (cause: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let sourceFailed = false;
  const source = noting(chunks, () => {
    sourceFailed = true;
  });
  // Errors of the pump reach the reader, too.
  pump(source, writer).catch(() => undefined);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (cause) {
    throw sourceFailed ? cause : damaged(cause);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* noting(chunks: AsyncIterable<Uint8Array>, onFailure: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    onFailure();
    throw cause;
  }
}

async function pump(chunks: AsyncIterable<Uint8Array>, writer: WritableStreamDefaultWriter): Promise<void> {
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (cause) {
    await writer.abort(cause);
  }
}
