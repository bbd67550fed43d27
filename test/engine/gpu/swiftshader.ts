/**
 * A WebGPU device without a GPU: SwiftShader, a software Vulkan driver, from inside the development dependency
 * `@sparticuz/chromium`. Linux x64 with glibc only. It must be set up in the main thread of a process (vitest's pool
 * "forks"): Dawn reads the real environment, of which `process.env` in a worker thread is a copy.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";

const LIBRARIES = ["libvk_swiftshader.so", "libvulkan.so.1", "vk_swiftshader_icd.json"];
/** Keeps a library loaded for the life of the process (RTLD_NODELETE of glibc). */
const RTLD_NODELETE = 0x1000;

/** Set where a skip must be a failure: in the full check before a merge. */
export const REQUIRED = process.env.REQUIRE_SOFTWARE_GPU === "1";

/** Puts the driver in place; the reason why not, where it cannot be. */
export function useSwiftShader(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64")
    return `no driver for ${process.platform} ${process.arch}`;
  if (!isMainThread) return 'the driver needs the main thread of a process: run vitest with pool "forks"';
  let archive: string;
  try {
    const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
    archive = join(dirname(entry), "..", "..", "bin", "swiftshader.tar.br");
  } catch {
    return "@sparticuz/chromium is not installed";
  }
  if (!existsSync(archive)) return `${archive} is missing`;
  const folder = unpack(archive);
  process.env.VK_ICD_FILENAMES = join(folder, "vk_swiftshader_icd.json");
  load(join(folder, "libvulkan.so.1"));
  return null;
}

/** The archive's files in a cache folder of their own; made once, then moved into place whole. */
function unpack(archive: string): string {
  const folder = join(tmpdir(), "irradiance-engine-swiftshader-147");
  if (LIBRARIES.every((name) => existsSync(join(folder, name)))) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  for (const [name, data] of untar(brotliDecompressSync(readFileSync(archive)))) {
    const path = join(fresh, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another process was faster
  }
  return folder;
}

/** Plain files of a tar archive (POSIX 1003.1 ustar: 512-byte blocks, name at 0, size in octal at 124, type at 156). */
function* untar(archive: Buffer): Generator<[name: string, data: Buffer]> {
  for (let at = 0; at + 512 <= archive.length; ) {
    const name = archive.toString("latin1", at, at + 100).replace(/\0.*$/, "");
    if (name === "") return;
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 136), 8);
    const type = archive.toString("latin1", at + 156, at + 157);
    if (type === "0" || type === "\0") yield [name, archive.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Keeps the Vulkan loader in the process, where Dawn then finds it by name. It is no addon, which is the error expected. */
function load(library: string): void {
  try {
    process.dlopen({ exports: {} } as NodeJS.Module, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    if (!/did not self-register/.test((error as Error).message)) throw error;
  }
}
