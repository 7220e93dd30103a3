import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { issuerLinkBegin, issuerSignInBegin } from "./begin.ts";
import { addFlow, takeFlow } from "./flows.ts";
import { issuersList, issuerUnlink, linkAccount, unlinkOwn } from "./linked.ts";
import { startWithIssuer } from "./sign-in.ts";

export const issuers: Module<Context> = {
  name: "issuers",
  console: [issuerSignInBegin, issuerLinkBegin, issuersList, issuerUnlink],
  commands: [addFlow, takeFlow, startWithIssuer, linkAccount, unlinkOwn],
  tables: { linked_issuers: "kept", issuer_flows: "left out" },
  events: ["issuer.linked", "issuer.unlinked"],
};
