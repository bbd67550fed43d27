/** The address of the queue. It may hold a password, which does not belong where all users of a machine see it. */

/** Keeps the address out of the list of processes. */
export const QUEUE_VARIABLE = "IRRADIANCE_QUEUE";

/**
 * @param option `--queue`, which has precedence
 * @throws RangeError if neither names an address of Redis
 */
export function queueAddress(option: string | undefined, env: { readonly [name: string]: string | undefined }): string {
  const address = option ?? env[QUEUE_VARIABLE] ?? "";
  if (isRedisAddress(address)) return address;
  const came = address === "" ? "nothing" : shownAddress(address);
  throw new RangeError(`--queue (or ${QUEUE_VARIABLE}) must be redis://HOST:PORT (or rediss://…), got ${came}`);
}

export function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/[^/]/.test(text);
}

/** Without its password. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^@/]*@/, "//…@");
}
