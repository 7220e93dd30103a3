import { listIssuers, unlinkIssuer } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { notFound } from "../../errors.ts";
import { newId, now } from "../../ids.ts";
import { type Db, lockService, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { proveAddress } from "../identity/people.ts";
import { appendPersonEvents } from "../sign-in/person-events.ts";
import { requireSession } from "../sign-in/sessions/session.ts";
import { keepingAWayIn } from "../sign-in/way-in.ts";
import { issuerLabel } from "../sign-in/ways.ts";

export const issuersList = forSession(listIssuers, async ({ db, config }: Context, { session }) => {
  const rows = await db
    .selectFrom("linked_issuers")
    .selectAll()
    .where("user_id", "=", session.userId)
    .orderBy("id")
    .execute();
  return {
    issuers: rows.map(({ id, issuer, created_at }) => ({
      id,
      label: issuerLabel(config, issuer),
      linkedAt: created_at,
    })),
  };
});

interface Link {
  sessionId: string;
  userId: string;
  issuer: string;
  subject: string;
}

interface NewLink extends Link {
  /** The user's address, and the issuer's verified one. */
  email: string;
  verifiedEmail: string | null;
}

/** Links an account to a user; returns false if it is linked to another. */
export const linkAccount = command(
  "issuers.link",
  () => null,
  async (tx: Tx, link: NewLink): Promise<boolean> => {
    await lockService(tx); // An invite may be creating a user for the same account.
    await requireSession(tx, link);
    const isLinked = (await addLink(tx, link)) || (await findLinked(tx, link))?.userId === link.userId;
    if (isLinked && link.email === link.verifiedEmail) await proveAddress(tx, link.userId);
    return isLinked;
  },
);

/** Inserts a link; returns false if the account is linked already. */
export async function addLink(tx: Tx, { sessionId, userId, issuer, subject }: Link): Promise<boolean> {
  const id = newId();
  const added = await tx
    .insertInto("linked_issuers")
    .values({ id, issuer, subject, user_id: userId, created_at: now() })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("id")
    .execute();
  if (added.length === 0) return false;
  const linked = { type: "issuer.linked", subjectId: id, data: {} } as const;
  await appendPersonEvents(tx, { userId, credentialId: sessionId }, [linked]);
  return true;
}

/** Returns the user linked to an account. */
export function findLinked(
  db: Db,
  { issuer, subject }: Pick<Link, "issuer" | "subject">,
): Promise<{ userId: string; email: string } | undefined> {
  return db
    .selectFrom("linked_issuers")
    .innerJoin("users", "users.id", "user_id")
    .select(["user_id as userId", "email"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Unlinks an account unless it is the user's last sign-in method. */
export const issuerUnlink = forSession(unlinkIssuer, async ({ writer, config }: Context, request) => {
  const { sessionId, userId } = request.session;
  const issuer = config.oidc?.issuer ?? null;
  await writer.run(unlinkOwn, { sessionId, userId, id: request.input.params.id, issuer });
  return { deleted: true as const };
});

interface Own {
  sessionId: string;
  userId: string;
  id: string;
  issuer: string | null;
}

export const unlinkOwn = command(
  "issuers.unlink",
  () => null,
  async (tx: Tx, { sessionId, userId, id, issuer }: Own) => {
    await keepingAWayIn(tx, { userId, issuer }, async () => {
      await requireSession(tx, { sessionId, userId });
      const removed = await tx
        .deleteFrom("linked_issuers")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning("id")
        .execute();
      if (removed.length === 0) throw notFound("linked account");
    });
    const unlinked = { type: "issuer.unlinked", subjectId: id, data: {} } as const;
    await appendPersonEvents(tx, { userId, credentialId: sessionId }, [unlinked]);
  },
);
