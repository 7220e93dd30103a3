import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import {
  planLinkCreate,
  planLinkDelete,
  planLinksList,
  specLinkCreate,
  specLinkDelete,
  specLinksList,
} from "./links.ts";
import { saveLink } from "./save-link.ts";

export const readLinks: Module<Context> = {
  name: "read-links",
  handlers: [planLinksList, planLinkCreate, planLinkDelete, specLinksList, specLinkCreate, specLinkDelete],
  commands: [saveLink],
  tables: { read_links: { keptWith: { sealed_token: null, is_off: 1 } } },
  events: ["read_link.created", "read_link.deleted"],
};
