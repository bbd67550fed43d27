/** A horizon line that cannot be used: names the file (if there is one), the line (1-based) and the problem. @experimental */
export class HorizonError extends Error {
  override readonly name = "HorizonError";
  readonly code = "ERR_HORIZON";

  constructor(message: string, where: { file?: string | undefined; line?: number | undefined } = {}) {
    const place = [where.file, where.line && `line ${where.line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
  }
}
