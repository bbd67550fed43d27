/** The papers beside the code: how to cite, how to report a vulnerability. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "./repository.js";

describe("CITATION.cff", () => {
  const citation = parse(read("CITATION.cff")) as Record<string, unknown>;

  it("has what version 1.2 of the format requires", () => {
    expect(citation["cff-version"]).toBe("1.2.0");
    for (const key of ["message", "title", "abstract"]) expect(citation[key], key).toEqual(expect.stringMatching(/\w/));
    expect(citation.type).toBe("software");
    expect(citation.authors).toEqual([{ name: "irradiance-engine contributors" }]);
  });

  it("has no key that the format does not know", () => {
    const known = ["abstract", "authors", "cff-version", "date-released", "keywords", "license", "message", "title"];
    expect(Object.keys(citation).filter((key) => ![...known, "type", "version"].includes(key))).toEqual([]);
  });

  it("names the software, the version and the licence of package.json (set them anew with every release)", () => {
    const { name, version, license } = JSON.parse(read("package.json"));
    expect(citation).toMatchObject({ title: name, version, license });
  });
});

describe("SECURITY.md", () => {
  it("says what is supported and how to report in private, without an address that nobody reads", () => {
    const text = read("SECURITY.md");
    expect(text).toMatch(/^## What is supported$/m);
    expect(text).toContain("private security advisory");
    expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w+|https?:/);
    for (const name of ["irradiance-engine", "irradiance-archive", "irradiance-server"]) expect(text).toContain(name);
  });
});
