/** What a store asks of a disk. One small interface, so that tests can let it fail, fill up and lose its power. */
import { type FileHandle, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface Disk {
  /** @throws when it exists */
  create(path: string): Promise<NewFile>;
  readAll(path: string): Promise<Uint8Array>;
  /** @throws when the file is shorter */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** Changes when the file is replaced. */
  identity(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /** Resolves when the folder's names are on the disk. */
  syncFolder(folder: string): Promise<void>;
}

export const nodeDisk: Disk = {
  async create(path) {
    const file = await open(path, "wx");
    return {
      write: (bytes) => writeAll(file, bytes),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  readAll: (path) => readFile(path),
  async read(path, offset, length) {
    const file = await open(path, "r");
    try {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new Error(`ends at byte ${offset + done}, before ${offset + length}`);
        done += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  },
  async identity(path) {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  },
  rename,
  remove: unlink,
  list: (folder) => readdir(folder),
  async syncFolder(folder) {
    // Windows keeps its names itself, and does not open folders.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** A disk that is almost full writes a part and reports no error. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done, bytes.length - done)).bytesWritten;
}

export async function writeWhole(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const file = await disk.create(path);
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
