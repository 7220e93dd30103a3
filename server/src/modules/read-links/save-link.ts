import { readLinkLimits } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepCreated } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError, forbidden } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { appOf } from "../identity/app-of.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireNotArchived } from "../plans/access.ts";
import { hasReadLinks } from "../projects/read-links.ts";
import { aboutLink } from "./events.ts";
import { countLinks, type LinkRow } from "./store.ts";
import { ownedSubject, type SubjectPath } from "./subject.ts";

interface Save {
  actor: Actor;
  path: SubjectPath;
  link: Pick<
    LinkRow,
    "workspace_id" | "id" | "token_hash" | "sealed_token" | "expires_at" | "names" | "sub_plans"
  >;
  claim?: ActionClaim | undefined;
}

/** Adds a link to a plan or a spec. */
export const saveLink = command(
  "readLinks.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, link, claim }: Save): Promise<void> => {
    const actor = await reloadActor(tx, before);
    const owned = await ownedSubject(tx, actor, path);
    if (appOf(actor) !== null)
      throw forbidden("An app can't make read links. Make one in the console, or with a key of yours.");
    requireNotArchived(owned.plan);
    if (!(await hasReadLinks(tx, actor.workspaceId)))
      throw new ApiError(
        "links_off",
        "Read links are switched off in this workspace. Ask an owner of the workspace to allow them.",
      );
    const created_at = now();
    if ((await countLinks(tx, owned.subject, created_at)) >= readLinkLimits.links)
      throw new ApiError(
        "too_many_shares",
        `There are ${readLinkLimits.links} read links already, which is as many as there may be. Remove some first.`,
      );
    await tx
      .insertInto("read_links")
      .values({ ...link, ...owned.subject, is_off: 0, created_by: actor.userId, created_at })
      .execute();
    await appendEvents(tx, actor, [
      { type: "read_link.created", ...aboutLink(owned), data: { linkId: link.id } },
    ]);
    await keepCreated(tx, claim, link.id);
  },
);
