export interface Figures {
  readonly reads: number;
  readonly values: number;
  readonly updates: number;
  readonly errors: readonly string[];
  readonly wrong: readonly string[];
  readonly backwards: readonly string[];
  readonly missing: readonly string[];
  readonly damages: readonly unknown[] | undefined;
}

export function liveUnderFire(options: {
  readonly folder: string;
  readonly seconds: number;
  readonly kills: number;
  readonly rate: number;
  readonly readers: number;
  readonly random: { below(count: number): number; between(least: number, most: number): number };
}): Promise<Figures>;

export function live(check: {
  readonly report: object;
  readonly random: object;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}): Promise<void>;
