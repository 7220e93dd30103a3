import { sql } from "kysely";
import { forgetThreads } from "../../anchors/threads.ts";
import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { commentCreate } from "./add-comment.ts";
import { threadAnswer } from "./answer-question.ts";
import {
  commentDelete,
  commentUpdate,
  documentCommentDelete,
  documentCommentUpdate,
} from "./change-comment.ts";
import { threadReopen, threadResolve } from "./change-state.ts";
import { threadCreate } from "./create-thread.ts";
import { questionsList } from "./list-questions.ts";
import { commentsList, documentCommentGet, threadGet, threadsList } from "./read-threads.ts";

export const threads: Module<Context> = {
  name: "threads",
  handlers: [
    ...[threadsList, threadCreate, threadGet, threadResolve, threadReopen],
    ...[threadAnswer, questionsList],
    ...[commentsList, commentCreate, commentUpdate, commentDelete],
    ...[documentCommentGet, documentCommentUpdate, documentCommentDelete],
  ],
  tables: { threads: "kept", comments: "kept", thread_people: "kept" },
  forgetProject: (tx, { workspaceId, id }) =>
    forgetThreads(tx, workspaceId, "project_id", sql`(select cast(${id} as text))`),
  events: [
    ...(["thread.created", "thread.resolved", "thread.reopened"] as const),
    ...(["question.asked", "question.answered"] as const),
    ...(["comment.created", "comment.updated", "comment.deleted"] as const),
  ],
};
