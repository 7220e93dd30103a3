import { getDocument, resolveDocument } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { documentFor, documentOfTarget } from "./access.ts";
import { presentDocument } from "./present.ts";
import { readTarget } from "./target.ts";

/**
 * Finds a document by target. An action, like the other read, since answers contain the service's address.
 */
export const documentResolve = action(
  resolveDocument,
  async ({ db, publicUrl }: Context, actor: Actor, { query }) => {
    const found = await documentOfTarget(db, actor, readTarget(query.target), query);
    return { body: await presentDocument(db, actor, publicUrl(), found) };
  },
);

export const documentGet = action(
  getDocument,
  async ({ db, publicUrl }: Context, actor: Actor, { params, query }) => {
    const found = await documentFor(db, actor, params.documentId, query);
    return { body: await presentDocument(db, actor, publicUrl(), found) };
  },
);
