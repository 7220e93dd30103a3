import {
  getNotificationSettings,
  type InboxSwitch,
  type Input,
  type NotificationChannels,
  type NotificationKind,
  type NotificationSettings,
  notificationKind,
  updateNotificationSettings,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action, write } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { planDigest } from "../../inbox-items/add-notices.ts";
import {
  type Chosen,
  entersInbox,
  type OtherChannels,
  otherChannels,
  usualDigestAt,
  usualTimeZone,
} from "../../inbox-items/channels.ts";
import { switchOf } from "../../inbox-items/notifying-types.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { waiting } from "./sending/store.ts";
import { unavailableMail, unavailablePush } from "./unavailable.ts";

/** An action, since the answer depends on the service's configuration. */
export const settingsGet = action(
  getNotificationSettings,
  async (context: Pick<Context, "db" | "config" | "publicUrl">, actor) => ({
    body: {
      settings: present(await settingsOf(context.db, actor)),
      unavailable: {
        mail: await unavailableMail(context, actor.userId),
        push: unavailablePush(context),
      },
    },
  }),
);

type Changes = Input<typeof updateNotificationSettings>["body"];

/** Changes where the caller's notifications go from now on. */
export const settingsUpdate = write(updateNotificationSettings, async (tx, actor, { body }) => {
  const before = await settingsOf(tx, actor);
  const { settings: nested, ...own } = body;
  const chosen = [own, nested ?? {}].reduce<Chosen>(changed, before);
  await keepSettings(tx, actor, chosen);
  if (await awaitsDigest(tx, actor)) await planDigest(tx, actor, chosen);
  return { settings: present(chosen) };
});

function changed(before: Chosen, body: Omit<Changes, "settings">): Chosen {
  const after = { ...before };
  const others: OtherChannels = otherChannels(before);
  for (const kind of notificationKind.options) {
    const name = switchOf[kind];
    const { inbox, mail, push } = body.channels?.[kind] ?? {};
    const said = name === null ? undefined : body[name];
    if (inbox !== undefined && said !== undefined && inbox !== said)
      throw invalid(`/channels/${kind}/inbox`, `contradicts \`${name}\`, which is the same setting`);
    const isOn = inbox ?? said;
    if (name !== null && isOn !== undefined) after[name] = isOn ? 1 : 0;
    const other = { ...others[kind] };
    if (name === null && inbox !== undefined) other.inbox = inbox;
    if (mail !== undefined) other.mail = mail;
    if (push !== undefined) other.push = push;
    others[kind] = other;
  }
  after.channels = JSON.stringify(others);
  after.digest_at = body.digestAt ?? before.digest_at;
  after.time_zone = body.timeZone ?? before.time_zone;
  return after;
}

/** Saves a member's settings; `userId` may differ from the actor's in commands. */
export async function keepSettings(
  tx: Tx,
  { workspaceId, userId }: Pick<Actor, "workspaceId" | "userId">,
  chosen: Chosen,
): Promise<void> {
  const on = (name: InboxSwitch) => (chosen[name] === 0 ? 0 : 1);
  const columns = {
    mentions: on("mentions"),
    threads: on("threads"),
    suggestions: on("suggestions"),
    shares: on("shares"),
    pushes: on("pushes"),
    channels: chosen.channels,
    digest_at: chosen.digest_at,
    time_zone: chosen.time_zone,
    digested_on: chosen.digested_on,
  } as const;
  await tx
    .insertInto("inbox_settings")
    .values({ workspace_id: workspaceId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doUpdateSet(columns))
    .execute();
}

const none: Chosen = {
  mentions: null,
  threads: null,
  suggestions: null,
  shares: null,
  pushes: null,
  channels: null,
  digest_at: null,
  time_zone: null,
  digested_on: null,
};

export async function settingsOf(
  db: Db,
  { workspaceId, userId }: Pick<Actor, "workspaceId" | "userId">,
): Promise<Chosen> {
  const row = await db
    .selectFrom("inbox_settings")
    .select(["mentions", "threads", "suggestions", "shares", "pushes"])
    .select(["channels", "digest_at", "time_zone", "digested_on"])
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? none;
}

function present(chosen: Chosen): NotificationSettings {
  const others = otherChannels(chosen);
  const channelsOf = (kind: NotificationKind): NotificationChannels => ({
    inbox: entersInbox(chosen, kind),
    mail: others[kind]?.mail ?? "off",
    push: others[kind]?.push ?? false,
  });
  return {
    mentions: entersInbox(chosen, "mention"),
    threads: entersInbox(chosen, "comment"),
    suggestions: entersInbox(chosen, "suggestion"),
    shares: entersInbox(chosen, "share"),
    pushes: entersInbox(chosen, "push"),
    channels: Object.fromEntries(
      notificationKind.options.map((kind) => [kind, channelsOf(kind)]),
    ) as NotificationSettings["channels"],
    digestAt: chosen.digest_at ?? usualDigestAt,
    timeZone: chosen.time_zone ?? usualTimeZone,
  };
}

/** Tests whether notices wait for the daily mail, whose time may have changed. */
async function awaitsDigest(tx: Tx, { workspaceId, userId }: Actor): Promise<boolean> {
  const row = await tx
    .selectFrom("notices")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("channel", "=", "mail")
    .where("digest", "=", 1)
    .where("state", "=", waiting)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
