import { createPlan } from "@groundplan/contract";
import { adminCreateKey, adminCreateUser } from "../../server/src/admin/index.ts";
import { newId, now } from "../../server/src/ids.ts";
import { itemId } from "../../server/src/inbox-items/item-id.ts";
import { openSqlite } from "../../server/src/storage/sqlite.ts";
import { ask, cpus, type Server } from "../children.ts";
import { inserter } from "../inserter.ts";
import { inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Group } from "../row.ts";
import {
  type Data,
  databaseOf,
  freshData,
  path,
  personOf,
  removeFolder,
  withDatabase,
  withService,
} from "../service.ts";

const many = 100_000;
const few = 100;
const plans = 20;

export const inbox: Group = {
  name: "inbox",
  about: `A page of 50 of \`GET /v1/notifications\`, by CPU per request, for a user with ${many} items of ${plans} plans against one with ${few} of the same plans; then the same for unread items only.`,
  async measure(effort) {
    const data = await freshData();
    try {
      const other = await otherPerson(data);
      await fillInboxes(data, other);
      const page = (service: Server, key: string, query: string, seconds: number) =>
        ask(
          service,
          {
            requests: [get(`/v1/notifications${query}`, key)],
            connections: 8,
            expect: 200,
            until: { seconds },
          },
          cpus.asking,
        );
      const compare = (service: Server, query: string) =>
        inTurns(effort, 2, {
          many: (seconds) => page(service, data.key, query, seconds),
          few: (seconds) => page(service, other.key, query, seconds),
        });
      const [all, unread] = await withService(
        data,
        async (service) => [await compare(service, ""), await compare(service, "?unread=true")] as const,
        { cpu: cpus.server },
      );
      const against = `of ${few}`;
      const most = { against, goal: { most: 1.2 }, unit: "×" } as const;
      return [
        {
          measure: `a page of an inbox of ${many}, CPU per request`,
          ...most,
          values: ratios(all.many, all.few, ({ cpu }) => cpu),
        },
        {
          measure: "… of its unread items",
          ...most,
          values: ratios(unread.many, unread.few, ({ cpu }) => cpu),
        },
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

async function otherPerson({ settings }: Data) {
  const of = { email: "few@acme.example", workspace: "acme" };
  await adminCreateUser(settings, {
    ...of,
    name: "Few",
    role: "MEMBER" as const,
    createWorkspace: false,
    platformAdmin: false,
  });
  const { secret } = await adminCreateKey(settings, { ...of, scope: "read", name: "bench" });
  return withDatabase(settings, ({ db }) => personOf(db, secret));
}

/** Inserts events and both people's items as the service would have. */
async function fillInboxes(data: Data, other: Pick<Data, "actor">): Promise<void> {
  const { settings, actor } = data;
  const roots = await withDatabase(settings, async ({ writer, db }) => {
    for (let n = 0; n < plans; n++)
      await writer.write(
        { endpoint: createPlan },
        { actor, input: { params: path, query: {}, body: { name: `Plan ${n}` } } },
      );
    return db
      .selectFrom("plans")
      .select(["id", "project_id"])
      .orderBy("number", "desc")
      .limit(plans)
      .execute();
  });
  const { raw: database } = openSqlite(databaseOf(data), "write");
  database.pragma("synchronous = off");
  const insert = inserter(database);
  const workspace_id = actor.workspaceId;
  const created_at = now();
  const people = { [actor.userId]: many, [other.actor.userId]: few };
  const counts = new Map<string, { user_id: string; root_id: string; items: number; unread: number }>();
  database.exec("begin");
  for (let n = 0; n < many; n++) {
    const { id: plan_id = "", project_id = "" } = roots[n % plans] ?? {};
    const seq = 1_000_000 + n;
    const told = Object.keys(people).filter((id) => n >= many - (people[id] ?? 0));
    insert("events", {
      workspace_id,
      seq,
      type: "plan.shared",
      actor_user_id: actor.userId,
      credential_id: null,
      project_id,
      plan_id,
      subject_id: plan_id,
      data: "{}",
      created_at,
      hash: newId(),
      project_slug: "web",
      plan_number: 1,
      spec_number: null,
      readers: null,
      told: JSON.stringify(told.map((userId) => ({ userId, mentioned: false }))),
    });
    const is_read = Math.floor(n / plans) % 2 === 0 ? 1 : 0;
    for (const user_id of told) {
      insert("inbox_items", {
        workspace_id,
        user_id,
        seq,
        id: itemId({ workspace_id, seq, created_at }, user_id),
        root_id: plan_id,
        plan_id,
        document_id: null,
        mentioned: 0,
        is_read,
        snoozed_until: null,
        outside: 0 as const,
      });
      const own = `${user_id} ${plan_id}`;
      const count = counts.get(own) ?? { user_id, root_id: plan_id, items: 0, unread: 0 };
      counts.set(own, { ...count, items: count.items + 1, unread: count.unread + 1 - is_read });
    }
  }
  for (const count of counts.values()) insert("inbox_roots", { workspace_id, ...count });
  database.exec("commit");
  database.pragma("wal_checkpoint(truncate)");
  database.close();
}
