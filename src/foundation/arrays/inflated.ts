/** The bytes of base64 and zlib; no file system, so that it works in a browser, too. */
export async function inflated(data: string): Promise<Uint8Array> {
  const text = atob(data);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
