import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { readConfig } from "../../config/config.ts";
import { partHosts } from "./host.ts";

it("The prototypes' host accepts exactly the links that the router accepts", () => {
  const config = readConfig({ GROUNDPLAN_PROTOTYPE_URL: "https://prototypes.example.com/" });
  const { isMisplaced } = partHosts({ config, publicUrl: () => "https://plans.example.com" });
  const isLink = (url: string) =>
    !isMisplaced({ url, headers: { host: "prototypes.example.com" } } as IncomingMessage);
  for (const url of ["/p", "/p/x", "/p/x/y?z", "/p?x", "/%70/x"]) expect(isLink(url), url).toBe(true);
  for (const url of ["/", "/P", "/P/x", "/P?x", "/plans", "/%50/x"]) expect(isLink(url), url).toBe(false);
});
