// Which of its parts a judge judges: all, those of `--only NAME,…`, or all but those of `--but NAME,…`.

/**
 * @param {readonly string[]} names of all parts, in their order
 * @param {{ only?: string, but?: string }} settings at most one of them, names with commas between them
 * @returns {string[]}
 * @throws {RangeError} that says what there is
 */
export function chosenParts(names, { only, but }) {
  if (only !== undefined && but !== undefined) throw new RangeError("--only and --but: take one of them");
  const given = (only ?? but ?? "").split(",").filter((name) => name !== "");
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new RangeError(`there is no part ${unknown.join(", ")}: --only and --but take ${names.join(", ")}`);
  return only === undefined ? names.filter((name) => !given.includes(name)) : given;
}
