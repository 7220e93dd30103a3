import { listQuestions, type Question, type ThreadState } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { longRows, pageOf } from "../paging.ts";
import { presentThreads } from "./present.ts";
import { threadsIn } from "./store.ts";

/** Lists readable questions by creation. */
export const questionsList = read(listQuestions, async (db, actor, { query }) => {
  const { rows: questions, ...next } = await pageOf(
    `${listQuestions.id} ${query.state}`,
    query,
    async ([after = ""], limit): Promise<Question[]> => {
      const rows = await questionsAfter(db, actor, query.state, String(after), limit);
      const threads = await presentThreads(db, actor.workspaceId, rows);
      return threads.map((thread, index) => Object.assign(thread, placeOf(rows[index])));
    },
    ({ id }) => [id],
    longRows,
  );
  return { questions, ...next };
});

type Place = { slug: string | null; plan_number: number | null; spec_number: number | null };

const placeOf = (row?: Place): Pick<Question, "projectSlug" | "planShortId" | "specShortId"> => ({
  ...(row?.slug ? { projectSlug: row.slug } : {}),
  ...(row?.plan_number ? { planShortId: planHandle(row.plan_number) } : {}),
  ...(row?.spec_number ? { specShortId: specHandle(row.spec_number) } : {}),
});

/**
 * Returns questions after an id, by the rule of `plansReadableBy`, without those about deleted specs, archived
 * plans, and sources that their plan has left.
 */
function questionsAfter(
  db: Db,
  { workspaceId, userId }: Pick<Actor, "workspaceId" | "userId">,
  state: ThreadState | "all",
  after: string,
  limit: number,
) {
  const all = threadsIn(db, workspaceId)
    .leftJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "threads.workspace_id")
        .onRef("plans.id", "=", "threads.plan_id")
        .onRef("plans.project_id", "=", "threads.project_id")
        .on("plans.archived_at", "is", null),
    )
    .leftJoin("plans as root", (join) =>
      join.onRef("root.workspace_id", "=", "plans.workspace_id").onRef("root.id", "=", "plans.root_plan_id"),
    )
    .leftJoin("shares as share", (join) =>
      join
        .onRef("share.workspace_id", "=", "root.workspace_id")
        .onRef("share.plan_id", "=", "root.id")
        .on("share.user_id", "=", userId),
    )
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "threads.workspace_id")
        .onRef("projects.id", "=", "threads.project_id")
        .on("projects.archived_at", "is", null),
    )
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "threads.workspace_id")
        .onRef("specs.id", "=", "threads.document_id"),
    )
    .select(["projects.slug", "plans.number as plan_number", "specs.number as spec_number"])
    // A literal, so that the partial indexes apply.
    .where("threads.kind", "=", sql.lit("question"))
    .where("threads.id", ">", after)
    .where(isReadable(userId))
    .orderBy("threads.id")
    .limit(limit);
  return (state === "all" ? all : all.where("threads.state", "=", state)).execute();
}

const isReadable = (userId: string) => sql<SqlBool>`(
  (threads.plan_id is null or root.visibility = 'TEAM' or root.owner_user_id = ${userId}
    or share.capability is not null)
  and (threads.project_id is null or projects.id is not null)
  and (threads.document_kind <> 'spec' or specs.id is not null))`;
