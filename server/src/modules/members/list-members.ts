import { getMember, listMembers } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { memberOf } from "./access.ts";
import { presentMember } from "./present.ts";
import { membersOf } from "./store.ts";

/** Lists members by joining time, for any member. */
export const membersList = read(
  listMembers,
  async (db, { workspaceId }, { query }) => {
    const fetch = (after: Key, limit: number) => {
      const [joinedAt = "", userId = ""] = after.map(String);
      return membersOf(db, workspaceId)
        .where((where) =>
          where(
            where.refTuple("memberships.joined_at", "memberships.user_id"),
            ">",
            where.tuple(joinedAt, userId),
          ),
        )
        .orderBy("memberships.joined_at")
        .orderBy("memberships.user_id")
        .limit(limit)
        .execute();
    };
    const list = `${listMembers.id} ${workspaceId}`;
    const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.joined_at, row.user_id]);
    return { members: rows.map(presentMember), ...next };
  },
  { cacheable: true },
);

export const memberGet = read(
  getMember,
  async (db, actor, { params }) => ({ member: presentMember(await memberOf(db, actor, params.userId)) }),
  { cacheable: true },
);
