import { createMcpServer, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError, inField, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import { slugBase } from "../../slug.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireOwner } from "../projects/access.ts";
import { connectorIdOf } from "./access.ts";
import { presentProbed } from "./present.ts";
import { type Probe, probeServer } from "./probe.ts";
import { saveProbe, untilNextProbe } from "./save-probe.ts";
import { findServer, type ServerRow, slugsOf } from "./store.ts";
import { sealToken } from "./token.ts";

/** Per workspace. */
const mostServers = 100;

/** Adds a server with a first probe, saved even if that fails. */
export const serverCreate = action(
  createMcpServer,
  async (context: Context, actor, { body }, { claim }) => {
    requireOwner(actor, "add an MCP server");
    const token = tokenIn(body);
    await requireServerCapacity(context.db, actor, body.slug);
    const { workspaceId } = actor;
    const row = { workspace_id: workspaceId, id: newId() };
    const sealed = token === null ? null : await sealToken(context, row, token);
    const probe = await probeServer(context, { workspaceId, url: body.url, token });
    const { bearerToken: _, ...given } = body;
    const hint = token === null ? null : hintOf(token);
    const nextSeconds = untilNextProbe();
    const input: NewServer = { actor, id: row.id, given, sealed, hint, probe, nextSeconds, claim };
    return { body: await context.writer.run(saveServer, input) };
  },
  { discloses: disclosesNothing },
);

type Given = Input<typeof createMcpServer>["body"];

/** Returns a body's token. Throws 400 if it doesn't match the mode. */
function tokenIn({ authMode, bearerToken }: Given): string | null {
  if (authMode === "bearer" && bearerToken === undefined)
    throw invalid("/bearerToken", "is missing: `bearer` needs the token");
  if (authMode === "anonymous" && bearerToken !== undefined)
    throw invalid("/bearerToken", "must be omitted for `anonymous`");
  return bearerToken ?? null;
}

interface NewServer {
  actor: Actor;
  id: string;
  given: Omit<Given, "bearerToken">;
  sealed: string | null;
  hint: string | null;
  probe: Probe;
  nextSeconds: number;
  claim?: ActionClaim | undefined;
}

export const saveServer = command(
  "mcpServers.save",
  ({ actor }: NewServer) => actor.workspaceId,
  async (tx: Tx, { actor: before, id, given, sealed, hint, probe, nextSeconds, claim }: NewServer) => {
    const actor = await reloadActor(tx, before);
    requireOwner(actor, "add an MCP server");
    const { workspaceId, userId } = actor;
    const slug = await requireServerCapacity(tx, actor, given.slug, given.label);
    const timestamp = now();
    const row: ServerRow = {
      workspace_id: workspaceId,
      id,
      slug,
      label: given.label,
      description: given.description ?? null,
      url: given.url,
      auth_mode: given.authMode,
      sealed_token: sealed,
      token_hint: hint,
      token_set_by: sealed === null ? null : userId,
      token_set_at: sealed === null ? null : timestamp,
      offers_oauth: Number(probe.offersOAuth),
      revision: 1,
      created_at: timestamp,
      updated_at: timestamp,
    };
    await tx.insertInto("mcp_servers").values(row).execute();
    await appendEvents(tx, actor, [{ type: "mcp_server.created", subjectId: id, data: { slug } }]);
    const key = { workspaceId, connectorId: connectorIdOf(row), subjectId: id };
    await saveProbe(tx, actor, key, probe, nextSeconds);
    const answer = await presentProbed(tx, row);
    await keepReply(tx, claim, createMcpServer, answer);
    return answer;
  },
);

/** Throws 409 at the limit or for a taken slug. Returns the slug, derived from the label if absent. */
async function requireServerCapacity(
  db: Db,
  { workspaceId }: Actor,
  slug: string | undefined,
  label = "",
): Promise<string> {
  const taken = new Set(await slugsOf(db, workspaceId));
  if (taken.size >= mostServers)
    throw new ApiError(
      "too_many_mcp_servers",
      `The workspace has ${mostServers} MCP servers already. Delete an unused one.`,
    );
  if (slug === undefined) return freeSlug(label, taken);
  if (await findServer(db, workspaceId, slug))
    throw inField(
      "/slug",
      new ApiError("slug_taken", `An MCP server with the slug ${slug} exists already. Choose another slug.`),
    );
  return slug;
}

function freeSlug(label: string, taken: ReadonlySet<string>): string {
  const base = slugBase(label, "server");
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(slug)) return slug;
  }
}
