export interface OwnRedis {
  readonly port: number;
  readonly address: string;
  /** After a kill, with all that it had been told. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Kills it and removes its folder. */
  end(): Promise<void>;
}

export function hasRedis(): boolean;
export function startRedis(): Promise<OwnRedis>;
export function freePort(): Promise<number>;
