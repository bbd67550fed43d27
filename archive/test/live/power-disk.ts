/**
 * A disk in memory that forgets, as disks do when the power goes: content that was not synced is cut off anywhere, and names
 * that were made, moved or removed since the folder was synced are each kept or not.
 */
import type { Disk } from "../../src/bytes/disk-cache.js";

interface Inode {
  bytes: Uint8Array;
  /** How much of it is certain. */
  synced: number;
}

type NameChange = { readonly name: string; readonly inode: Inode | undefined };

export class PowerDisk implements Disk {
  /** Operations so far that change something. */
  operations = 0;
  /** The operation that fails, and whether all later ones do, too: without power nothing works. */
  failAt = Number.POSITIVE_INFINITY;
  failsOnce = false;
  readonly #names: Map<string, Inode>;
  #certain: Map<string, Inode>;
  #changes: NameChange[] = [];

  constructor(names = new Map<string, Inode>()) {
    this.#names = names;
    this.#certain = new Map(names);
  }

  get names(): string[] {
    return [...this.#names.keys()];
  }

  #operate(): void {
    const isFailing = this.failsOnce ? this.operations === this.failAt : this.operations >= this.failAt;
    this.operations++;
    if (isFailing) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  }

  #change(name: string, inode: Inode | undefined): void {
    this.#changes.push({ name, inode });
    if (inode === undefined) this.#names.delete(name);
    else this.#names.set(name, inode);
  }

  #get(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
    return inode;
  }

  async create(path: string) {
    this.#operate();
    if (this.#names.has(path)) throw Object.assign(new Error(`EEXIST: ${path}`), { code: "EEXIST" });
    const inode: Inode = { bytes: new Uint8Array(), synced: 0 };
    this.#change(path, inode);
    const append = (bytes: Uint8Array) => {
      inode.bytes = Uint8Array.from([...inode.bytes, ...bytes]);
    };
    return {
      write: async (bytes: Uint8Array) => {
        try {
          this.#operate();
        } catch (error) {
          append(bytes.subarray(0, bytes.length >> 1));
          throw error;
        }
        append(bytes);
      },
      sync: async () => {
        this.#operate();
        inode.synced = inode.bytes.length;
      },
      close: async () => {},
    };
  }

  async readAll(path: string) {
    return this.#get(path).bytes.slice();
  }

  async read(path: string, offset: number, length: number) {
    const { bytes } = this.#get(path);
    if (offset < 0 || offset + length > bytes.length) throw new Error(`ends at byte ${bytes.length}`);
    return bytes.slice(offset, offset + length);
  }

  async identity(path: string) {
    return `${this.#get(path).bytes.join("")}`;
  }

  async rename(from: string, to: string) {
    this.#operate();
    const inode = this.#get(from);
    this.#change(to, inode);
    this.#change(from, undefined);
  }

  async remove(path: string) {
    this.#get(path);
    this.#operate();
    this.#change(path, undefined);
  }

  async list(folder: string) {
    return this.names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1));
  }

  async syncFolder() {
    this.#operate();
    this.#certain = new Map(this.#names);
    this.#changes = [];
  }

  /** What is there when the power is back; the disk itself stays as it is. */
  afterPowerCut(random: (below: number) => number): PowerDisk {
    const names = new Map(this.#certain);
    for (const { name, inode } of this.#changes) {
      if (random(2) === 0) continue;
      if (inode === undefined) names.delete(name);
      else names.set(name, inode);
    }
    const kept = new Map<Inode, Inode>();
    for (const inode of names.values()) {
      const length = inode.synced + random(inode.bytes.length - inode.synced + 1);
      kept.set(inode, { bytes: inode.bytes.slice(0, length), synced: length });
    }
    return new PowerDisk(new Map([...names].map(([name, inode]) => [name, kept.get(inode)!])));
  }
}
