export interface Wire {
  readonly port: number;
  /** Ends all connections, and refuses others until `mend`. */
  cut(): void;
  mend(): void;
  /** What is sent to the service; `Infinity` is at once. */
  slow(bytesPerSecond: number): void;
  /** Number of connections. */
  readonly open: number;
  close(): Promise<void>;
}

/** Listens on a port of its own, and passes on to `target` of the loopback. */
export function openWire(target: number): Promise<Wire>;
