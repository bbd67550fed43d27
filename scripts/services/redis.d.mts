export interface OwnRedis {
  readonly port: number;
  readonly address: string;
  /** After a kill, with all that it had been told. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** All that it was ever told, as it is on disk. */
  kept(): Buffer;
  /** Kills it and removes its folder. */
  end(): Promise<void>;
}

export function hasRedis(): boolean;
export function startRedis(): Promise<OwnRedis>;
