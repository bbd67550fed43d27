// A release without its button: the packages published to a registry on this machine by the workflow's own step, and installed as strangers do
// it; the package of Python in empty environments; the image of the service, built and run without Docker. What only a hosted run can show
// (provenance, signatures, trusted publishing, other processors and systems) it cannot: CONTRIBUTING.md, "Release".
//   npm run build -- release && node scripts/rehearse-release.mjs [--only npm,installers,nodes,pip,image | --but …] [--every yes]
// `pip` takes one Python, with `--every yes` all that are here, and uv, with nothing cached. `image` needs root and buildah.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runJudge } from "./lib/judge.mjs";
import { image } from "./release/image.mjs";
import { installers, nodes, npm, OWN, publish } from "./release/npm.mjs";
import { pip } from "./release/pip.mjs";
import { startRegistry } from "./release/registry.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await runJudge(
  {
    npm,
    installers,
    nodes,
    pip: { run: pip, needs: ["Python"] },
    image: { run: image, needs: ["buildah"] },
  },
  {
    settings: { every: "" },
    async open({ report, folder }) {
      const tarballs = join(folder, "tarballs");
      mkdirSync(tarballs);
      const words = ["pack", "--ignore-scripts", "--workspaces", "--pack-destination", tarballs];
      execFileSync("npm", words, { cwd: root, stdio: "ignore" });
      const registry = await startRegistry(OWN);
      /** For parts that install alone. */
      const published = () =>
        registry.published().length > 0
          ? undefined
          : publish({ report, registry, tarballs, folder: join(folder, "published") });
      return { tarballs, registry, published, close: registry.close };
    },
  },
);
