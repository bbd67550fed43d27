// Where the packages come from, written into their manifests by the release: the repository itself does not know where it is hosted.
//   node scripts/release-addresses.mjs ADDRESS [FOLDER]   `repository`, `bugs` and `homepage` of all packages of the folder
//   node scripts/release-addresses.mjs                    fails unless all of them have addresses, of one repository
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HOMES = [".", "archive", "server", "mcp"];
const INTEGRATION = "home-assistant/custom_components/irradiance_engine/manifest.json";
const [address, root = fileURLToPath(new URL("..", import.meta.url))] = process.argv.slice(2);
const problems = [];

if (address === undefined) check();
else if (!/^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/.test(address)) {
  problems.push(`the address must be https://HOST/OWNER/NAME, got ${JSON.stringify(address)}`);
} else {
  for (const home of HOMES) {
    rewrite(join(root, home, "package.json"), (manifest) => ({ ...manifest, ...addressesOf(home) }));
  }
  // Home Assistant wants domain and name first, and the rest by its name.
  rewrite(join(root, INTEGRATION), ({ domain, name, ...others }) => {
    const [owner] = new URL(address).pathname.slice(1).split("/");
    const named = { ...others, documentation: address, issue_tracker: `${address}/issues`, codeowners: [`@${owner}`] };
    return { domain, name, ...Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))) };
  });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function rewrite(file, change) {
  writeFileSync(file, `${JSON.stringify(change(JSON.parse(readFileSync(file, "utf8"))), null, 2)}\n`);
}

function addressesOf(home) {
  const directory = home === "." ? {} : { directory: home };
  return {
    repository: { type: "git", url: `git+${address}.git`, ...directory },
    bugs: { url: `${address}/issues` },
    homepage: `${address}#readme`,
  };
}

function check() {
  const urls = new Set();
  for (const home of HOMES) {
    const { name, repository, bugs, homepage } = JSON.parse(readFileSync(join(root, home, "package.json"), "utf8"));
    if (!repository?.url || !bugs?.url || !homepage) {
      problems.push(`${name} has no address: node scripts/release-addresses.mjs ADDRESS before it is published`);
    }
    urls.add(repository?.url);
  }
  if (urls.size > 1) problems.push(`the packages name different repositories: ${[...urls].join(", ")}`);
}
