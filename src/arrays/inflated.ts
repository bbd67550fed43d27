/** The bytes of base64 and zlib; no file system, so that it works in a browser, too. */
export async function inflated(data: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
