import { type Input, updateMcpServer } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { connectorIdOf, ownedServer } from "./access.ts";
import { presentProbed } from "./present.ts";
import { type Probe, probeServer } from "./probe.ts";
import { offersOAuthNow, saveProbe, untilNextProbe } from "./save-probe.ts";
import type { ServerRow } from "./store.ts";
import { sealToken, tokenOf } from "./token.ts";
import { setSwitches } from "./tools/switches.ts";

type Body = Input<typeof updateMcpServer>["body"];

export const serverUpdate = action(updateMcpServer, async (context: Context, actor, { params, body }) => ({
  body: await updateServer(context, actor, params.slug, body),
}));

/** Changes a server; a new address or token is probed before anything is saved. */
export async function updateServer(context: Context, actor: Actor, slug: string, body: Body) {
  for (;;) {
    const server = await ownedServer(context.db, actor, slug);
    const access = accessAfter(server, body);
    const { bearerToken, url: _, authMode: __, probe: asked, ...given } = body;
    const sealed = bearerToken === undefined ? access.sealed : await sealToken(context, server, bearerToken);
    const token = bearerToken ?? (access.sealed === null ? null : await tokenOf(context, server));
    const probe =
      asked || access.isChanged
        ? await probeServer(context, { workspaceId: actor.workspaceId, url: access.url, token })
        : null;
    const input: Changes = {
      actor,
      slug,
      given,
      probe,
      nextSeconds: untilNextProbe(),
      revision: server.revision,
      access: { ...access, sealed },
    };
    const saved = await context.writer.run(changeServer, input);
    if (saved !== "changed meanwhile") return saved;
  }
}

/** How a changed server is reached. */
interface Access {
  url: string;
  authMode: ServerRow["auth_mode"];
  sealed: string | null;
  hint: string | null;
  isChanged: boolean;
  isNewToken: boolean;
}

/**
 * Returns the new access. Throws 400 if a token is missing, or would be sent to another host than it was
 * given for.
 */
function accessAfter(server: ServerRow, { url = server.url, authMode, bearerToken }: Body): Access {
  const mode = authMode ?? (bearerToken === undefined ? server.auth_mode : "bearer");
  if (mode === "anonymous") {
    if (bearerToken !== undefined) throw invalid("/bearerToken", "must be omitted for `anonymous`");
    const isChanged = url !== server.url || server.auth_mode !== mode;
    return { url, authMode: mode, sealed: null, hint: null, isChanged, isNewToken: false };
  }
  if (bearerToken === undefined) {
    if (server.auth_mode !== mode) throw invalid("/bearerToken", "is missing: `bearer` needs the token");
    if (new URL(url).origin !== new URL(server.url).origin)
      throw invalid("/bearerToken", "is missing: the token that is kept was given for another host");
  }
  const isNewToken = bearerToken !== undefined;
  const isChanged = isNewToken || url !== server.url;
  const hint = bearerToken === undefined ? server.token_hint : hintOf(bearerToken);
  return { url, authMode: mode, sealed: server.sealed_token, hint, isChanged, isNewToken };
}

interface Changes {
  actor: Actor;
  slug: string;
  given: Pick<Body, "label" | "description" | "enabled" | "tools">;
  access: Access;
  probe: Probe | null;
  nextSeconds: number;
  /** The server's revision on which `access` is based. */
  revision: number;
}

export const changeServer = command(
  "mcpServers.change",
  ({ actor }: Changes) => actor.workspaceId,
  async (tx: Tx, { actor: before, slug, given, access, probe, ...asOf }: Changes) => {
    const actor = await reloadActor(tx, before);
    const server = await ownedServer(tx, actor, slug);
    if (server.revision !== asOf.revision) return "changed meanwhile" as const;
    const row = rowAfter(server, actor, given, access, probe);
    const key = { workspaceId: actor.workspaceId, connectorId: connectorIdOf(row), subjectId: row.id };
    const changed = changedFields(server, row);
    if (changed.length > 0 || row.offers_oauth !== server.offers_oauth) {
      row.updated_at = now();
      await update(tx, row);
    }
    if (changed.length > 0)
      await appendEvents(tx, actor, [
        { type: "mcp_server.updated", subjectId: row.id, data: { slug, changed } },
      ]);
    if (probe) await saveProbe(tx, actor, key, probe, asOf.nextSeconds);
    const tools = (given.tools ?? []).map((tool, index) => ({ ...tool, path: `/tools/${index}/name` }));
    const switched = await setSwitches(tx, key, given.enabled, tools, true);
    if (switched)
      await appendEvents(tx, actor, [
        {
          type: "connector.toolset_changed",
          subjectId: row.id,
          data: { connectorId: key.connectorId, ...switched },
        },
      ]);
    return presentProbed(tx, row);
  },
);

function rowAfter(
  server: ServerRow,
  { userId }: Actor,
  { label = server.label, description = server.description ?? undefined }: Changes["given"],
  { url, authMode, sealed, hint, isChanged, isNewToken }: Access,
  probe: Probe | null,
): ServerRow {
  const timestamp = now();
  return {
    ...server,
    label,
    description: description ?? null,
    url,
    auth_mode: authMode,
    sealed_token: sealed,
    token_hint: hint,
    token_set_by: sealed === null ? null : isNewToken ? userId : server.token_set_by,
    token_set_at: sealed === null ? null : isNewToken ? timestamp : server.token_set_at,
    offers_oauth: probe
      ? Number(isChanged ? probe.offersOAuth : offersOAuthNow(server, probe))
      : server.offers_oauth,
    revision: server.revision + Number(isChanged),
  };
}

const fields = {
  label: "label",
  description: "description",
  url: "url",
  auth_mode: "authMode",
  sealed_token: "bearerToken",
} as const;

const changedFields = (before: ServerRow, after: ServerRow): string[] =>
  Object.entries(fields).flatMap(([column, name]) =>
    before[column as keyof typeof fields] === after[column as keyof typeof fields] ? [] : [name],
  );

async function update(tx: Tx, { workspace_id, id, ...columns }: ServerRow): Promise<void> {
  await tx
    .updateTable("mcp_servers")
    .set(columns)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();
}
