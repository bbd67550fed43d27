export interface Postgres {
  /** Of a database. */
  url(database?: string): string;
  readonly port: number;
  /** Makes an empty database: its url. */
  create(database: string): Promise<string>;
  /** Runs a program of PostgreSQL (psql, pg_dump, …) as its user, connected to it: its output. */
  run(program: string, ...args: string[]): Promise<string>;
  /** After a stop. */
  start(): Promise<void>;
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** Stops all of its processes where they are; false lets them go on. */
  freeze(frozen: boolean): void;
  /** Stops it and removes its folder. */
  end(): Promise<void>;
}

/** The folder of initdb and pg_ctl; undefined if PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined;

/** @param options settings: lines of postgresql.conf; files: contents by name, put into the folder of the data */
export function startPostgres(options?: {
  settings?: Record<string, string>;
  files?: Record<string, string>;
}): Promise<Postgres>;
