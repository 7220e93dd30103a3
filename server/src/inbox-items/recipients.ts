import type { Tx } from "../storage/dialect.ts";
import { isOneOfList } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import { isPersonal, type NotifyingEvent, notificationOf, type Recipient } from "./notifying-types.ts";

/**
 * Returns each event's recipients: named members, except its author (but see `byService` and `isByAgent`), whose current settings allow it. Free
 * for types that notify nobody.
 */
export async function recipientsOf<E extends NotifyingEvent>(
  tx: Tx,
  workspaceId: string,
  actorId: string | null,
  events: readonly E[],
): Promise<Map<E, Recipient[]>> {
  const named = new Map<E, Record<"concerned" | "mentioned", ReadonlySet<string>>>();
  for (const event of events) {
    if (notificationOf(event.type) === null) continue;
    const mentioned = new Set(mentionedIn(event));
    const concerned = concernedBy(event);
    if (concerned.size + mentioned.size > 0) named.set(event, { concerned, mentioned });
  }
  const recipients = new Map<E, Recipient[]>();
  if (named.size === 0) return recipients;
  const all = [...named.values()].flatMap(({ concerned, mentioned }) => [...concerned, ...mentioned]);
  const ids = JSON.stringify([...new Set(all)]);
  const members = new Map((await membersOf(tx, { workspaceId, ids })).map((row) => [row.user_id, row]));
  for (const [event, { concerned, mentioned }] of named) {
    const { setting, byService } = notificationOf(event.type) ?? { setting: null };
    const wants = [...mentioned.union(concerned)].flatMap((userId): Recipient[] => {
      const member = members.get(userId);
      if (!member || (userId === actorId && !byService && !event.isByAgent)) return [];
      if (mentioned.has(userId) && member.mentions !== 0) return [{ userId, mentioned: true }];
      return concerned.has(userId) && (setting === null || member[setting] !== 0)
        ? [{ userId, mentioned: false }]
        : [];
    });
    if (wants.length > 0) recipients.set(event, wants);
  }
  return recipients;
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
    .where("memberships.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(tx, "memberships.user_id", param("ids"))),
);
