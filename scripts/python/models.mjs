// The public functions of the models under pvlib's names: what they take as columns, what as options, and Python's types of both.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Inner workings and makers of objects, which have no form of columns. */
const LEFT_OUT =
  /^(?:prepare|create|geocentricSun|perezTable|interpTable|planeNormal|fuentesModule|noctSamMounting|meanOfTwo|sheds$|tracker$|moduleSnow$|marion|fitDesoto|combineLossFactors|horizonBand|skyViewFactor|scaleVoltageCurrentPower|\w+Multi$|GenericLinearModel)/;

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** pvlib's spelling of what is no plain word. */
const SPELT = {
  ILRef: "I_L_ref",
  IORef: "I_o_ref",
  RShRef: "R_sh_ref",
  RSh0: "R_sh_0",
  RShExp: "R_sh_exp",
  RS: "R_s",
};

/** Python's spelling of a name; parameters of data bases, such as Paco, stay as they are. */
function snake(name) {
  if (/^[A-Z]/.test(name)) return SPELT[name] ?? name;
  const words = name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|([a-z])(?=\d{4})/g, "$1$2$3_");
  return SPELT[name] ?? words.toLowerCase();
}

/** Folders of the models, and their names in programs. @param {string} root */
export function familiesOf(root) {
  const all = readdirSync(join(root, "dist/physics/models"), { withFileTypes: true });
  return all.filter((one) => one.isDirectory()).map(({ name }) => ({ folder: name, name: camel(name) }));
}

/**
 * @param {string} root
 * @returns {{ [name: string]: { family: string, name: string, inputs: string[], optional: string[], options: string[], doc: string } }} by
 *   pvlib's names; of two functions of one name the first, and the second with its family before it
 */
export function modelTable(root) {
  const families = familiesOf(root);
  const files = families.map(({ folder }) => join(root, "dist/physics/models", folder, "index.d.ts"));
  const program = ts.createProgram(files, {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const table = {};
  for (const [k, { name: family }] of families.entries()) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[k]));
    for (const exported of checker.getExportsOfModule(module)) {
      const found = LEFT_OUT.test(exported.name) ? undefined : describe(checker, exported);
      if (found === undefined) continue;
      const own = snake(exported.name);
      table[own in table ? `${snake(family)}_${own}` : own] = {
        family,
        name: exported.name,
        ...found,
      };
    }
  }
  return table;
}

/** Undefined for what is no function of columns. */
function describe(checker, exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.declarations?.[0];
  const signature = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()[0];
  const [first, second] = signature?.getParameters() ?? [];
  if (first === undefined) return undefined;
  const typeOf = (parameter) => checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, declaration));
  const properties = typeOf(first).getProperties();
  const isObject = (typeOf(first).flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isObject || properties.length === 0 || checker.isArrayLikeType(typeOf(first))) return undefined;
  const isOptional = ({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0;
  const names = (chosen) => chosen.map(({ name }) => name);
  return {
    inputs: names(properties.filter((one) => !isOptional(one))),
    optional: names(properties.filter(isOptional)),
    options: second === undefined ? [] : names(optionsOf(checker, typeOf(second))),
    doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
  };
}

/** Properties of the second argument, which may be a tuple of one that can be left out, or empty. */
function optionsOf(checker, type) {
  if (!checker.isTupleType(type)) return type.getProperties();
  const [only] = checker.getTypeArguments(type);
  return only === undefined ? [] : checker.getNonNullableType(only).getProperties();
}

/** @param table as of `modelTable` */
export function modelTypes(table) {
  const functions = Object.entries(table).map(([name, { inputs, optional, options }]) => {
    const parameters = [
      ...inputs.map((one) => `${snake(one)}: Column`),
      ...optional.map((one) => `${snake(one)}: Column | None = ...`),
      ...options
        .filter((one) => !inputs.includes(one) && !optional.includes(one))
        .map((one) => `${snake(one)}: Any = ...`),
    ];
    return `def ${name}(*, ${parameters.join(", ")}) -> Any: ...`;
  });
  const head = ["from typing import Any, TypeAlias", "", "import numpy.typing as npt", "import pandas as pd", ""];
  return `${[...head, "Column: TypeAlias = float | pd.Series | pd.DatetimeIndex | npt.ArrayLike", "", ...functions].join("\n")}\n`;
}
