// Before a release: node scripts/release-version.mjs v1.2.3
// The tag must be the version of all packages, the packages must ask for one another's version, and CHANGELOG.md must
// have a section for it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const [tag = ""] = process.argv.slice(2);
const problems = [];

const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
if (version === undefined) problems.push(`the tag must be v and a version, such as v1.2.3; got ${JSON.stringify(tag)}`);

const manifests = ["package.json", "archive/package.json", "server/package.json", "mcp/package.json"].map((path) =>
  JSON.parse(read(path)),
);
const ours = manifests.map(({ name }) => name);
for (const { name, version: own, dependencies, peerDependencies } of version === undefined ? [] : manifests) {
  if (own !== version) problems.push(`${name} has version ${own}, the tag says ${version}`);
  for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies }).filter(([other]) =>
    ours.includes(other),
  )) {
    if (range !== `^${version}`) problems.push(`${name} asks for ${other} ${range}, expected ^${version}`);
  }
}
if (version !== undefined && !read("CHANGELOG.md").includes(`\n## [${version}]`)) {
  problems.push(`CHANGELOG.md has no section "## [${version}]"`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${tag}: ${ours.join(", ")}`);
