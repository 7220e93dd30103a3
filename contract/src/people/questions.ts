import { z } from "zod";
import { nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { discussion } from "../knowledge/documents.ts";
import { commentBody, oneThread, Thread, threadParams, threadState, writeErrors } from "./threads.ts";

const tag = "Threads";

export const Question = Thread.extend({
  projectSlug: z.string().optional(),
  planShortId: z.string().optional(),
  specShortId: z.string().optional(),
}).meta({ id: "Question" });
export type Question = z.infer<typeof Question>;

export const listQuestions = endpoint({
  id: "questions.list",
  method: "GET",
  path: "/v1/questions",
  summary: "List the questions that the caller can read, the oldest first",
  description: "Those about archived plans are left out.",
  tag,
  query: z.strictObject({
    ...page,
    state: z.enum([...threadState.options, "all"]).default("open"),
  }),
  reply: z.object({ questions: z.array(Question), nextCursor }),
});

export const answerThread = endpoint({
  id: "threads.answer",
  method: "POST",
  path: "/v1/documents/{documentId}/threads/{threadId}/answer",
  summary: "Answer a question, and resolve it",
  description: "Who can comment may do this, but not with the credential that asked.",
  tag,
  params: threadParams,
  query: z.strictObject(discussion),
  body: z
    .strictObject({
      body: commentBody.optional(),
      option: z
        .int()
        .nonnegative()
        .optional()
        .describe("The index of the chosen option; without `body` its words are the comment."),
    })
    .refine(({ body, option }) => body !== undefined || option !== undefined, "must have `body` or `option`"),
  reply: oneThread,
  errors: [...writeErrors, "not_a_question", "not_open"],
});
