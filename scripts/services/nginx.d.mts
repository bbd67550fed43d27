/** The program; undefined where it is not installed. */
export function nginxProgram(): string | undefined;

/** In front of servers, given by their ports on this machine. */
export function startNginx(options: {
  readonly port: number;
  readonly servers: readonly number[];
  readonly folder: string;
}): Promise<{
  readonly address: string;
  log(): string;
  stop(): Promise<number | null>;
}>;
