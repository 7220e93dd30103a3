import { probeMcpServer } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { ownedServer } from "./access.ts";
import { presentProbed } from "./present.ts";
import { type Probe, probeServer } from "./probe.ts";
import { saveProbeOf, untilNextProbe } from "./save-probe.ts";
import { tokenOf } from "./token.ts";

export const serverProbe = action(
  probeMcpServer,
  async (context: Context, actor, { params }) => {
    for (;;) {
      const { url, revision, ...server } = await ownedServer(context.db, actor, params.slug);
      const probe = await probeServer(context, {
        workspaceId: actor.workspaceId,
        url,
        token: await tokenOf(context, server),
      });
      const input = { actor, slug: params.slug, probe, revision, nextSeconds: untilNextProbe() };
      const saved = await context.writer.run(saveAskedProbe, input);
      if (saved !== "changed meanwhile") return { body: saved };
    }
  },
  { discloses: disclosesNothing },
);

interface Asked {
  actor: Actor;
  slug: string;
  probe: Probe;
  revision: number;
  nextSeconds: number;
}

export const saveAskedProbe = command(
  "mcpServers.saveProbe",
  ({ actor }: Asked) => actor.workspaceId,
  async (tx: Tx, { actor: before, slug, probe, revision, nextSeconds }: Asked) => {
    const actor = await reloadActor(tx, before);
    const server = await ownedServer(tx, actor, slug);
    if (server.revision !== revision) return "changed meanwhile" as const;
    return presentProbed(tx, await saveProbeOf(tx, actor, server, probe, nextSeconds));
  },
);
