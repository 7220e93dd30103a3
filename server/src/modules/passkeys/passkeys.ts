import { listPasskeys, type Passkey, removePasskey, renamePasskey } from "@groundplan/contract";
import type { Selectable } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { notFound } from "../../errors.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { Context } from "../context.ts";
import { appendPersonEvents } from "../sign-in/person-events.ts";
import { requireSession } from "../sign-in/sessions/session.ts";
import { keepingAWayIn } from "../sign-in/way-in.ts";

type Row = Selectable<Tables["passkeys"]>;

export const presentPasskey = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** Returns a user's passkeys, oldest first: ids are chronological. */
export const passkeysOf = (db: Db, userId: string): Promise<Row[]> =>
  db.selectFrom("passkeys").selectAll().where("user_id", "=", userId).orderBy("id").execute();

export const passkeysList = forSession(listPasskeys, async ({ db }: Context, { session }) => ({
  passkeys: (await passkeysOf(db, session.userId)).map(presentPasskey),
}));

interface Own {
  sessionId: string;
  userId: string;
  passkeyId: string;
}

export const passkeyRename = forSession(renamePasskey, async ({ writer }: Context, { session, input }) => {
  const { sessionId, userId } = session;
  const own = { sessionId, userId, passkeyId: input.params.passkeyId };
  return {
    passkey: presentPasskey(await writer.run(renamePasskeyCommand, { ...own, name: input.body.name })),
  };
});

export const renamePasskeyCommand = command(
  "passkeys.rename",
  () => null,
  async (tx: Tx, input: Own & { name: string }) => {
    await requireSession(tx, input);
    const [row] = await tx
      .updateTable("passkeys")
      .set({ name: input.name })
      .where("id", "=", input.passkeyId)
      .where("user_id", "=", input.userId)
      .returningAll()
      .execute();
    if (!row) throw notFound("passkey");
    return row;
  },
);

/** Removes a passkey unless it is the user's last sign-in method. */
export const passkeyRemove = forSession(
  removePasskey,
  async ({ writer, config }: Context, { session, input }) => {
    const { sessionId, userId } = session;
    const issuer = config.oidc?.issuer ?? null;
    await writer.run(removePasskeyCommand, { sessionId, userId, passkeyId: input.params.passkeyId, issuer });
    return { deleted: true as const };
  },
);

export const removePasskeyCommand = command(
  "passkeys.remove",
  () => null,
  async (tx: Tx, { sessionId, userId, passkeyId, issuer }: Own & { issuer: string | null }) => {
    await keepingAWayIn(tx, { userId, issuer }, async () => {
      await requireSession(tx, { sessionId, userId });
      const removed = await tx
        .deleteFrom("passkeys")
        .where("id", "=", passkeyId)
        .where("user_id", "=", userId)
        .returning("id")
        .execute();
      if (removed.length === 0) throw notFound("passkey");
    });
    const event = { type: "passkey.removed", subjectId: passkeyId, data: {} } as const;
    await appendPersonEvents(tx, { userId, credentialId: sessionId }, [event]);
  },
);
