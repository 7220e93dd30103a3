import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";

type Who = Pick<Actor, "workspaceId" | "userId">;

/** Above any event number, and within both databases' range. */
export const largestNumber = 2 ** 31 - 1;

/**
 * Counts a user's readable unread items, and returns roots whose items are unreadable. Costs a row per root
 * plan of their items, by the rule of `plansReadableBy`.
 */
export async function countUnread(
  db: Db,
  { workspaceId, userId }: Who,
): Promise<{ unread: number; hidden: string }> {
  const rows = await byReadability(db, { workspaceId, userId });
  const hidden = rows.flatMap(({ hidden }) => (hidden === null ? [] : [hidden]));
  const readable = rows.find(({ hidden }) => hidden === null);
  return { unread: Number(readable?.unread ?? 0), hidden: JSON.stringify(hidden) };
}

const byReadability = statement((db, param: Param<Who>) =>
  db
    .selectFrom(
      db
        .selectFrom("inbox_roots")
        .leftJoin("plans as root", (join) =>
          join
            .onRef("root.workspace_id", "=", "inbox_roots.workspace_id")
            .onRef("root.id", "=", "inbox_roots.root_id"),
        )
        .leftJoin("projects", (join) =>
          join
            .onRef("projects.workspace_id", "=", "inbox_roots.workspace_id")
            .on("projects.id", "=", (builder) =>
              builder.fn.coalesce("root.project_id", "inbox_roots.root_id"),
            )
            .on("projects.archived_at", "is", null),
        )
        .leftJoin("shares", (join) =>
          join
            .onRef("shares.workspace_id", "=", "root.workspace_id")
            .onRef("shares.plan_id", "=", "root.id")
            .on("shares.user_id", "=", param("userId")),
        )
        .select((builder) => [
          "inbox_roots.unread",
          builder
            .case()
            .when("inbox_roots.root_id", "=", builder.ref("inbox_roots.workspace_id"))
            .then(sql<string | null>`null`)
            .when(
              builder.and([
                builder("projects.id", "is not", null),
                builder.or([
                  builder("root.id", "is", null),
                  builder("root.visibility", "=", sql.lit("TEAM")),
                  builder("root.owner_user_id", "=", param("userId")),
                  builder("shares.user_id", "is not", null),
                ]),
              ]),
            )
            .then(sql<string | null>`null`)
            .else(builder.ref("inbox_roots.root_id"))
            .end()
            .as("hidden"),
        ])
        .where("inbox_roots.workspace_id", "=", param("workspaceId"))
        .where("inbox_roots.user_id", "=", param("userId"))
        .as("roots"),
    )
    .select((builder) => ["roots.hidden", builder.fn.sum("roots.unread").as("unread")])
    .groupBy("roots.hidden"),
);

/** A user's items except those of hidden roots. */
interface Readable extends Who {
  /** A JSON list, as `countUnread` returns it. */
  hidden: string;
}

const items = (db: Db, param: Param<Readable>) => allItems(db, param).where("item.outside", "=", sql.lit(0));

const allItems = (db: Db, param: Param<Readable>) =>
  db
    .selectFrom("inbox_items as item")
    .where("item.workspace_id", "=", param("workspaceId"))
    .where("item.user_id", "=", param("userId"))
    .where(sql<boolean>`not ${isOneOfList(db, "item.root_id", param("hidden"))}`);

export const newest = statement((db, param: Param<Readable>) =>
  items(db, param).select("item.seq").orderBy("item.seq", "desc").limit(1),
);

interface Page extends Readable {
  before: number;
  limit: number;
}

/** Selects items with current names and titles. */
const titled = (all: ReturnType<typeof items>) =>
  all
    .innerJoin("events", (join) =>
      join.onRef("events.workspace_id", "=", "item.workspace_id").onRef("events.seq", "=", "item.seq"),
    )
    .leftJoin("users", "users.id", "events.actor_user_id")
    .leftJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "item.workspace_id").onRef("plans.id", "=", "item.plan_id"),
    )
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "item.workspace_id")
        .on("projects.id", "=", (builder) => builder.fn.coalesce("plans.project_id", "events.project_id")),
    )
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "item.workspace_id")
        .on("specs.id", "=", (builder) => builder.fn.coalesce("item.document_id", "events.subject_id"))
        // An item about a claim stays with its plan when the spec leaves.
        .onRef("specs.plan_id", "=", "item.plan_id"),
    )
    .leftJoin("context_sources", (join) =>
      join
        .onRef("context_sources.workspace_id", "=", "item.workspace_id")
        .onRef("context_sources.id", "=", "item.document_id"),
    )
    .select([
      "item.id",
      "item.seq",
      "item.document_id",
      "item.mentioned",
      "item.is_read",
      "item.snoozed_until",
      "item.outside",
    ])
    .select(["events.type", "events.data", "events.subject_id", "events.created_at"])
    .select(["users.name as actor_name", "plans.name as plan_name", "plans.number as plan_number"])
    .select([
      "projects.slug",
      "projects.name as project_name",
      "specs.title as spec_title",
      "specs.number as spec_number",
    ])
    .select("context_sources.title as source_title");

const page = (db: Db, param: Param<Page>) =>
  titled(items(db, param))
    .where("item.seq", "<", param("before"))
    .orderBy("item.seq", "desc")
    .limit(param("limit"));

/** Excludes snoozed items, which have their own list. */
export const itemsBefore = statement((db, param: Param<Page>) =>
  page(db, param).where("item.snoozed_until", "is", null),
);
export const unreadBefore = statement((db, param: Param<Page>) =>
  page(db, param).where("item.is_read", "=", sql.lit(0)),
);
export const snoozedBefore = statement((db, param: Param<Page>) =>
  page(db, param).where("item.snoozed_until", "is not", null),
);

/** Selects a user's readable items of some events, those outside of the inbox included. */
export const itemsOfEvents = statement((db, param: Param<Readable & { seqs: string }>) =>
  titled(allItems(db, param))
    .where(isOneOfList(db, "item.seq", param("seqs"), "integer"))
    .orderBy("item.seq"),
);

export type ItemRow = Awaited<ReturnType<typeof itemsBefore>>[number];
