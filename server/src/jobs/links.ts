/** Links that open one part of one job without a key, until they expire. */
import { createHmac, timingSafeEqual } from "node:crypto";

const SECONDS = 3600;

export interface PartAddress {
  readonly job: string;
  readonly part: number;
}

/** What a link adds to the address of its part. */
export interface Signature {
  /** Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

export class Links {
  readonly #read: () => Promise<string>;
  #secret: Promise<string> | undefined;

  /** @param secret the same for all servers that share their jobs */
  constructor(secret: () => Promise<string>) {
    this.#read = secret;
  }

  async signed(now: number, parts: readonly PartAddress[]): Promise<readonly Signature[]> {
    if (parts.length === 0) return [];
    const secret = await this.#known();
    const expires = Math.ceil(now / 1000) + SECONDS;
    return parts.map((part) => ({ expires, signature: signatureOf(secret, part, expires) }));
  }

  async verdict(now: number, part: PartAddress, given: Signature): Promise<"good" | "wrong" | "expired"> {
    const right = Buffer.from(signatureOf(await this.#known(), part, given.expires));
    const text = Buffer.from(given.signature);
    if (text.length !== right.length || !timingSafeEqual(text, right)) return "wrong";
    return now < given.expires * 1000 ? "good" : "expired";
  }

  /** It never changes; a failure to read it is not kept. */
  #known(): Promise<string> {
    this.#secret ??= this.#read().catch((thrown) => {
      this.#secret = undefined;
      throw thrown;
    });
    return this.#secret;
  }
}

function signatureOf(secret: string, { job, part }: PartAddress, expires: number): string {
  return createHmac("sha256", Buffer.from(secret, "hex")).update(`${job}/${part}/${expires}`).digest("base64url");
}
