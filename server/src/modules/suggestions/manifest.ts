import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { accept, suggestionAccept } from "./accept-suggestion.ts";
import { suggestionCreate } from "./create-suggestion.ts";
import { suggestionReject, suggestionWithdraw } from "./end-suggestion.ts";
import { suggestionGet, suggestionsList } from "./read-suggestions.ts";

export const suggestions: Module<Context> = {
  name: "suggestions",
  handlers: [
    ...[suggestionsList, suggestionCreate, suggestionGet],
    ...[suggestionAccept, suggestionReject, suggestionWithdraw],
  ],
  commands: [accept],
  tables: { suggestions: "kept" },
  events: [
    ...(["suggestion.created", "suggestion.changed", "suggestion.accepted"] as const),
    ...(["suggestion.rejected", "suggestion.withdrawn", "suggestion.outdated"] as const),
  ],
};
