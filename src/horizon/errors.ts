/** Why a horizon line cannot be used, for programs that say it in words of their own. @experimental */
export type HorizonReason =
  /** JSON that cannot be parsed. */
  | "json"
  /** No points, or JSON of another form. */
  | "form"
  /** A line or an item that has no two numbers. */
  | "pair"
  | "azimuth"
  | "elevation"
  /** Azimuths from 0 to 180, which may count from the north or the south. */
  | "zero"
  /** Azimuths from −180 to 180 in the southern hemisphere, where programs differ. */
  | "hemisphere"
  /** Points of one azimuth only. */
  | "few";

interface Where {
  readonly reason: HorizonReason;
  readonly file?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** What was found there. */
  readonly value?: string | undefined;
}

/** A horizon line that cannot be used: names the file (if there is one), the line (1-based) and the problem. @experimental */
export class HorizonError extends Error {
  override readonly name = "HorizonError";
  readonly code = "ERR_HORIZON";
  readonly reason: HorizonReason;
  /** 1-based; undefined where points do not correspond to lines. */
  readonly line: number | undefined;
  readonly value: string | undefined;

  constructor(message: string, { reason, file, line, value }: Where) {
    const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
    this.reason = reason;
    this.line = line;
    this.value = value;
  }
}
