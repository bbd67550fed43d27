/** A bucket: an object is there whole, or not at all. Keys, region and address come from the SDK's own environment. */

import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { loadPackage } from "irradiance-engine/internal/bulk";
import { insideStore, type Store, type StoredFile, StoreError } from "./store.js";

/** @throws MissingPackageError */
async function loadS3() {
  // Which version of Node it will need some day is no news for whoever runs a worker; "false" brings its warning back.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return loadPackage("@aws-sdk/client-s3", "results in s3://", () => import("@aws-sdk/client-s3"));
}

/** ms for a connection, and for an answer. */
const CONNECTION_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 60_000;
const ATTEMPTS = 5;
/** S3's own limit for one request. */
const MOST_REMOVED = 1000;

/** @throws RangeError for an address without a bucket; MissingPackageError */
export async function openS3(out: string): Promise<Store> {
  const [, Bucket, prefix = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(out) ?? [];
  if (Bucket === undefined) throw new RangeError(`--jobs must be s3://BUCKET/PREFIX or a folder, got ${out}`);
  const sdk = await loadS3();
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  const client: S3Client = new sdk.S3Client({
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, requestTimeout: REQUEST_TIMEOUT },
    // Other stores than Amazon's seldom have a host name for every bucket.
    forcePathStyle: (AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL) !== undefined,
  });
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const at = (name: string) => ({ Bucket, Key: `${folder}${insideStore(name)}` });
  return {
    out,
    read: async (name) => {
      const object = at(name);
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(object));
        return Buffer.from(await Body!.transformToByteArray());
      } catch (cause) {
        if ((cause as Error).name === "NoSuchKey") return undefined;
        throw storeError(out, cause);
      }
    },
    write: async (name, bytes) => {
      // The store refuses bytes that are not those of the sum: a torn upload never becomes an object.
      const ChecksumSHA256 = createHash("sha256").update(bytes).digest("base64");
      const object = { ...at(name), Body: bytes, ChecksumSHA256 };
      try {
        await client.send(new sdk.PutObjectCommand(object));
      } catch (cause) {
        throw storeError(out, cause);
      }
    },
    list: (beginning) => objects(beginning),
    remove: async (names) => removeKeys(names.map((name) => at(name).Key)),
    removeAll: async (below) => {
      const keys: string[] = [];
      for await (const { name } of objects(insideStore(below, "folder"))) keys.push(`${folder}${name}`);
      await removeKeys(keys);
    },
    tidy: async () => {},
    close: () => client.destroy(),
  };

  async function removeKeys(keys: readonly string[]): Promise<void> {
    for (let i = 0; i < keys.length; i += MOST_REMOVED) {
      const Objects = keys.slice(i, i + MOST_REMOVED).map((Key) => ({ Key }));
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [refused] = [] } = await client.send(command).catch((cause) => {
        throw storeError(out, cause);
      });
      if (refused) throw new StoreError(`${refused.Code}`, `${out}: ${refused.Key} cannot be removed: ${refused.Code}`);
    }
  }

  async function* objects(beginning: string): AsyncGenerator<StoredFile, void, undefined> {
    const Prefix = `${folder}${insideStore(beginning, "beginning")}`;
    let ContinuationToken: string | undefined;
    do {
      const page = await client
        .send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }))
        .catch((cause) => {
          throw storeError(out, cause);
        });
      for (const { Key, Size } of page.Contents ?? []) yield { name: Key!.slice(folder.length), bytes: Size ?? 0 };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }
}

/** The SDK's messages do not name what was asked for, and some are empty. */
function storeError(out: string, cause: unknown): Error {
  const { name, message } = cause as Error;
  return new StoreError(name, `${out}: ${name}${message && message !== name ? `: ${message}` : ""}`, { cause });
}
