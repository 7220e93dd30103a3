import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read, write } from "../../dispatch/handlers.ts";
import type { Setting } from "../../inbox-items/notifying-types.ts";
import type { Db } from "../../storage/dialect.ts";

export const settingsGet = read(getNotificationSettings, async (db, actor) => ({
  settings: await settingsOf(db, actor),
}));

/** Changes which items the caller receives from now on. */
export const settingsUpdate = write(updateNotificationSettings, async (tx, actor, { body }) => {
  const before = await settingsOf(tx, actor);
  const settings = eachSetting((name) => body.settings?.[name] ?? body[name] ?? before[name]);
  const columns = eachSetting((name) => (settings[name] ? 1 : 0));
  await tx
    .insertInto("inbox_settings")
    .values({ workspace_id: actor.workspaceId, user_id: actor.userId, ...columns })
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doUpdateSet(columns))
    .execute();
  return { settings };
});

async function settingsOf(db: Db, { workspaceId, userId }: Actor): Promise<NotificationSettings> {
  const row = await db
    .selectFrom("inbox_settings")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return eachSetting((name) => row?.[name] !== 0);
}

const eachSetting = <V>(settingOf: (name: Setting) => V): Record<Setting, V> => ({
  mentions: settingOf("mentions"),
  threads: settingOf("threads"),
  suggestions: settingOf("suggestions"),
  shares: settingOf("shares"),
  pushes: settingOf("pushes"),
});
