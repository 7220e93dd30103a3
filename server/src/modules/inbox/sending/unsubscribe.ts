import { notificationKind } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { otherChannels } from "../../../inbox-items/channels.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { keepSettings, settingsOf } from "../settings.ts";
import type { Unsubscribing } from "./unsubscribe-token.ts";

/** Ends a member's mails of a kind, or the daily ones. */
export const unsubscribe = command(
  "notices.unsubscribe",
  ({ workspaceId }: Unsubscribing) => workspaceId,
  async (tx: Tx, { of, ...member }: Unsubscribing) => {
    if (!(await isMember(tx, member))) return;
    const settings = await settingsOf(tx, member);
    const others = otherChannels(settings);
    for (const kind of notificationKind.options) {
      const isEnded = of === "digest" ? others[kind]?.mail === "digest" : kind === of;
      if (isEnded) others[kind] = { ...others[kind], mail: "off" };
    }
    await keepSettings(tx, member, { ...settings, channels: JSON.stringify(others) });
  },
);

async function isMember(db: Db, { workspaceId, userId }: Omit<Unsubscribing, "of">): Promise<boolean> {
  const member = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member !== undefined;
}
