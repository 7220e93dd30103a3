import { getBrief } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { readableSpec } from "../specs/access.ts";
import { briefOf } from "./brief-of.ts";

/** Answers a brief within a token budget (docs/decisions/context.md, the brief). */
export const specBrief = read(
  getBrief,
  async (db, actor, { params, query: { budget } }) => ({
    brief: await briefOf(db, actor, await readableSpec(db, actor, params), budget),
  }),
  { cacheable: true },
);
