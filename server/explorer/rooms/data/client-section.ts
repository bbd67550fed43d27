/** How to get the client that the lines of TypeScript import, and a client for any other language. */
import { h } from "../../dom.js";
import type { Service } from "../../service/service.js";
import { texts } from "../../texts/texts.js";

export function clientSection(service: Service): HTMLElement {
  const t = texts().data;
  // The page and its files are beside `v1/`.
  const beside = (path: string) => new URL(`../${path}`, service.address("")).href;
  const line = (text: string) => h("pre", { tabindex: 0, role: "region", "aria-label": text.split(" ")[0] }, text);
  return h(
    "details",
    { class: "client" },
    h("summary", {}, t.client),
    h("p", {}, t.clientHint),
    line(`npm install ${beside("explorer/client.tgz")}`),
    h("p", {}, t.clientTypes),
    line(`npx openapi-typescript ${beside("openapi.yaml")} -o irradiance.d.ts`),
    h(
      "p",
      { class: "hint" },
      h("a", { href: "openapi.yaml" }, "openapi.yaml"),
      " · ",
      h("a", { href: "docs/" }, texts().common.reference),
    ),
  );
}
