import type { Comment, Thread } from "@groundplan/contract";
import { expect } from "vitest";
import type { Person, World } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

export const threadsOf = (documentId: string): string => `/v1/documents/${documentId}/threads`;

export async function newThread(
  person: Person,
  documentId: string,
  body: Record<string, unknown> | string = "A question.",
  query = "",
): Promise<Thread & { path: string }> {
  const sent = typeof body === "string" ? { body } : { body: "A question.", ...body };
  const answer = await person.post(threadsOf(documentId) + query, sent);
  expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
  return { ...answer.body.thread, path: `${threadsOf(documentId)}/${answer.body.thread.id}` };
}

export async function newComment(
  by: Person,
  thread: { path: string },
  body: string,
): Promise<Comment & { path: string }> {
  const answer = await by.post(`${thread.path}/comments`, { body });
  expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
  return { ...answer.body.comment, path: `${thread.path}/comments/${answer.body.comment.id}` };
}

export const mention = (person: Person, name = "Name"): string => `[@${name}](user:${person.userId})`;

export async function eventsOf(world: World, threadId: string): Promise<[string, Record<string, unknown>][]> {
  const rows = await world.context.db
    .selectFrom("events")
    .select(["type", "data"])
    .where("subject_id", "=", threadId)
    .orderBy("seq")
    .execute();
  return rows.map(({ type, data }) => [type, JSON.parse(data) as Record<string, unknown>]);
}

export async function said(by: Person, documentId: string, query = ""): Promise<string[][]> {
  const answer = await by.get(`${threadsOf(documentId)}?state=all${query}`);
  expect(outcome(answer)).toBe("200");
  return answer.body.threads.map(({ comments }: Thread) => comments.map(({ body }) => body));
}
