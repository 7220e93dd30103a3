import { DocumentTarget, getDocument, resolveDocument } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import type { Context } from "../context.ts";
import { documentFor, documentOfTarget } from "./access.ts";
import { presentDocument } from "./present.ts";

/**
 * Finds a document by target. An action, like the other read, since answers contain the service's address.
 */
export const documentResolve = action(resolveDocument, async (context: Context, actor: Actor, { query }) => {
  const found = await documentOfTarget(context.db, actor, readTarget(query.target), query);
  return { body: await presentDocument(context, actor, found) };
});

export const documentGet = action(getDocument, async (context: Context, actor: Actor, { params, query }) => {
  const found = await documentFor(context.db, actor, params.documentId, query);
  return { body: await presentDocument(context, actor, found) };
});

/** Parses a target: JSON, or `kind:id` as in `plan-item:<uuid>`. */
function readTarget(text: string): DocumentTarget {
  const short = /^(plan-item|context-source):(.*)$/s.exec(text);
  if (short) {
    const [, kind, id = ""] = short;
    return kind === "plan-item" ? { kind, itemId: id } : { kind: "context-source", id };
  }
  const read = DocumentTarget.safeParse(parsed(text));
  if (read.success) return read.data;
  throw invalid(
    "/target",
    'is no target of a document; send `plan-item:<uuid>`, or JSON such as `{"kind":"instructions"}`',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
