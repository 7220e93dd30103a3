import type { Mailing, NotificationKind } from "@groundplan/contract";
import type { Tx } from "../storage/dialect.ts";
import { isOneOfList } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import { type Chosen, entersInbox, otherChannels } from "./channels.ts";
import { isPersonal, type NotifyingEvent, notificationOf, type Recipient } from "./notifying-types.ts";
import { subscribersOf } from "./subscribers.ts";

/** A recipient with the channels that an event takes. */
export interface Told extends Recipient {
  mail: { kind: NotificationKind; mailing: Mailing } | null;
  push: NotificationKind | null;
  settings: Chosen;
}

/**
 * Returns each event's recipients: named members and followers, except its author (but see `byService` and
 * `isByAgent`), whose current settings allow it. Free for types that notify nobody.
 */
export async function recipientsOf<E extends NotifyingEvent>(
  tx: Tx,
  workspaceId: string,
  actorId: string | null,
  events: readonly E[],
): Promise<Map<E, Told[]>> {
  const named = new Map<E, Record<"concerned" | "mentioned", ReadonlySet<string>>>();
  for (const event of events) {
    const notification = notificationOf(event.type);
    if (notification === null) continue;
    const mayConcern = (id: string) =>
      id !== actorId || notification.byService === true || event.isByAgent === true;
    const mentioned = new Set(mentionedIn(event).filter(mayConcern));
    const concerned = new Set([...concernedBy(event)].filter(mayConcern));
    const mayMatter = notification.isFollowed === true || concerned.size + mentioned.size > 0;
    if (mayMatter && isMutable(event))
      for (const [id, state] of await subscribersOf(tx, workspaceId, event)) {
        if (state === "mute") for (const people of [concerned, mentioned]) people.delete(id);
        else if (notification.isFollowed && id !== actorId) concerned.add(id);
      }
    if (concerned.size + mentioned.size > 0) named.set(event, { concerned, mentioned });
  }
  const recipients = new Map<E, Told[]>();
  if (named.size === 0) return recipients;
  const all = [...named.values()].flatMap(({ concerned, mentioned }) => [...concerned, ...mentioned]);
  const ids = JSON.stringify([...new Set(all)]);
  const members = new Map((await membersOf(tx, { workspaceId, ids })).map((row) => [row.user_id, row]));
  for (const [event, { concerned, mentioned }] of named) {
    const type = notificationOf(event.type)?.type;
    const told = [...mentioned.union(concerned)].flatMap((userId) => {
      const member = members.get(userId);
      const kinds: NotificationKind[] = [];
      if (mentioned.has(userId)) kinds.push("mention");
      if (type !== undefined && concerned.has(userId)) kinds.push(type);
      return member ? tellOf(userId, kinds, member) : [];
    });
    if (told.length > 0) recipients.set(event, told);
  }
  return recipients;
}

/** Returns a recipient by their settings for the kinds that an event is to them, the first that is on each. */
function tellOf(userId: string, kinds: readonly NotificationKind[], settings: Chosen): [] | [Told] {
  const others = otherChannels(settings);
  const inInbox = kinds.find((kind) => entersInbox(settings, kind));
  const mailed = kinds.find((kind) => (others[kind]?.mail ?? "off") !== "off");
  const push = kinds.find((kind) => others[kind]?.push === true) ?? null;
  const mailing = mailed && others[mailed]?.mail;
  const mail = mailed && mailing ? { kind: mailed, mailing } : null;
  const shown = inInbox ?? mailed ?? push;
  if (!shown) return [];
  const recipient: Recipient = { userId, mentioned: shown === "mention" };
  if (inInbox === undefined) recipient.outside = true;
  return [{ ...recipient, mail, push, settings }];
}

/** Tests for events that muting a plan or spec keeps away: all about one, except acts on the person. */
function isMutable({ type }: NotifyingEvent): boolean {
  const kind = notificationOf(type)?.type;
  return !isPersonal(type) && kind !== "share" && kind !== "assignment";
}

function concernedBy({ type, notifies, audience }: NotifyingEvent): ReadonlySet<string> {
  const people = isPersonal(type) ? audience : notifies;
  return new Set(Array.isArray(people) ? people.filter((id) => id !== null) : []);
}

const mentionedIn = ({ data }: NotifyingEvent): readonly string[] =>
  "mentioned" in data ? (data.mentioned as readonly string[]) : [];

const membersOf = statement((tx, param: Param<{ workspaceId: string; ids: string }>) =>
  tx
    .selectFrom("memberships")
    .leftJoin("inbox_settings", (join) =>
      join
        .onRef("inbox_settings.workspace_id", "=", "memberships.workspace_id")
        .onRef("inbox_settings.user_id", "=", "memberships.user_id"),
    )
    .select(["memberships.user_id", "mentions", "threads", "suggestions", "shares", "pushes"])
    .select(["channels", "digest_at", "time_zone", "digested_on"])
    .where("memberships.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(tx, "memberships.user_id", param("ids"))),
);
