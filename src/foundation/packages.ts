/** Packages that only some users need: optional peers, loaded when first used. */

/** A package that this needs is not installed: names it and the command that installs it. */
export class MissingPackageError extends Error {
  override readonly name = "MissingPackageError";
  readonly code = "ERR_MISSING_PACKAGE";
  readonly packages: readonly string[];

  constructor(packages: readonly string[], purpose: string, options?: ErrorOptions) {
    const names = packages.join(" ");
    super(`${purpose} need ${packages.join(" and ")} (not installed): npm install ${names}`, options);
    this.packages = packages;
  }
}

/**
 * @param purpose what needs it, in the plural, such as "Parquet files"
 * @throws MissingPackageError if the package itself cannot be found; errors thrown while loading it are passed on
 */
export async function loadPackage<Module>(name: string, purpose: string, load: () => Promise<Module>): Promise<Module> {
  return load().catch(unlessMissing(name, purpose));
}

/**
 * As `loadPackage`, right behind an import: `import("webgpu").catch(unlessMissing(…))`. A bundler that does not find the package then leaves
 * the import alone, because its failure is handled.
 */
export function unlessMissing(name: string, purpose: string): (cause: unknown) => never {
  return (cause) => {
    if (isMissing(cause, name)) throw new MissingPackageError([name], purpose, { cause });
    throw cause;
  };
}

function isMissing(cause: unknown, name: string): boolean {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${name}'`);
}
