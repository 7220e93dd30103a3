import { z } from "zod";
import { Deleted, namedCredential, nextCursor, page, person } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { discussion, documentParams } from "../knowledge/documents.ts";
import { dateTime, name, text } from "../text.ts";
import { isVisible } from "../visible.ts";

const tag = "Threads";
const base = "/v1/documents/{documentId}/threads";
const unit = z.int().nonnegative();

export const threadState = z.enum(["open", "resolved"]);
export type ThreadState = z.infer<typeof threadState>;

export const threadKind = z.enum(["comment", "question"]);
export type ThreadKind = z.infer<typeof threadKind>;

/** The words of a document that something refers to. */
export const Anchor = z
  .object({
    exact: z.string().describe("The quoted words, as they were at first."),
    prefix: z.string(),
    suffix: z.string(),
    start: unit.nullable().describe("The place now, in UTF-16 units; null when orphaned."),
    end: unit.nullable(),
    revision: z.string().describe("The revision for which the place holds."),
    state: z
      .enum(["attached", "moved", "orphaned"])
      .describe("The words are unchanged; changed but still anchored; or gone."),
  })
  .meta({ id: "Anchor" });
export type Anchor = z.infer<typeof Anchor>;

export const quote = z.strictObject({
  exact: text(5000).refine((value) => value.length > 0, "must not be empty"),
  prefix: text(1000).optional().describe("The text before the words, if they occur more than once."),
  suffix: text(1000).optional(),
  start: unit.optional().describe("The start of the words, in UTF-16 units."),
});

/** Limits of a comment, and the number of comments shown with a thread. */
export const commentLimits = { characters: 10_000, mentions: 50, shown: 50 } as const;

export const commentBody = text(commentLimits.characters)
  .refine(isVisible, "must have a visible character")
  .meta({
    id: "CommentBody",
    description:
      "Markdown. `[@Name](user:<userId>)` mentions a member who can read the document; 50 mentions at most.",
  });

export const Comment = z
  .object({
    id: z.string(),
    threadId: z.string(),
    body: z.string().describe("Empty once the comment was deleted."),
    author: person,
    credential: namedCredential.describe("The key or app by which the author wrote."),
    mentions: z.array(z.string()).describe("The user ids of whom it mentions."),
    createdAt: dateTime(),
    editedAt: dateTime().optional(),
    deletedAt: dateTime()
      .optional()
      .describe("Set if the comment was deleted and others follow it; its text is gone."),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;

export const Thread = z
  .object({
    id: z.string(),
    documentId: z.string(),
    kind: threadKind,
    state: threadState,
    blocking: z.boolean().describe("Whether it holds its spec back while it is open."),
    options: z.array(z.string()).describe("The question's options; empty if it has none."),
    answer: z
      .object({ commentId: z.string(), option: z.int().optional().describe("The chosen option, from 0.") })
      .nullable()
      .describe("Null unless the question was answered."),
    anchor: Anchor.nullable().describe("Null if the thread is about the whole document."),
    createdAt: dateTime(),
    createdBy: person,
    resolvedAt: dateTime().optional(),
    resolvedBy: person.optional(),
    comments: z.array(Comment).describe("The first 50 comments, the oldest first."),
    commentCount: z.int().describe("The number of all its comments."),
    commentsCursor: z
      .string()
      .optional()
      .describe("If there are more: the `cursor` of the next page of its comments."),
  })
  .meta({ id: "Thread" });
export type Thread = z.infer<typeof Thread>;

const commentId = z.string().describe("The comment's id.");
export const threadParams = documentParams.extend({ threadId: z.string().describe("The thread's id.") });
const query = z.strictObject(discussion);
const commentText = z.strictObject({ body: commentBody }).meta({ id: "CommentText" });
export const oneThread = z.object({ thread: Thread }).meta({ id: "ThreadReply" });
const oneComment = z.object({ comment: Comment });
export const writeErrors = ["not_found", "forbidden", "plan_archived"] as const;

export const listThreads = endpoint({
  id: "threads.list",
  method: "GET",
  path: base,
  summary: "List the threads of a document, with their first comments",
  description: "By creation. Those of a workspace's or project's source need `discussionPlanId`.",
  tag,
  params: documentParams,
  query: z.strictObject({
    ...discussion,
    ...page,
    state: z
      .enum([...threadState.options, "all"])
      .default("open")
      .describe("The threads to list."),
  }),
  reply: z.object({ threads: z.array(Thread), nextCursor }),
  errors: ["not_found"],
});

const ofQuestions = (field: string) => ({ path: [field], error: "is a question's; send `kind: question`" });

const options = z
  .array(name())
  .min(2)
  .max(5)
  .refine((all) => new Set(all).size === all.length, "must differ from each other");

export const createThread = endpoint({
  id: "threads.create",
  method: "POST",
  path: base,
  summary: "Begin a thread about a document or some of its words",
  tag,
  params: documentParams,
  query,
  body: z
    .strictObject({
      body: commentBody,
      kind: threadKind.default("comment"),
      blocking: z
        .boolean()
        .optional()
        .describe("Holds back the spec that it is about while it is open; needs the right to edit."),
      options: options.optional().describe("Answers to choose from."),
      anchor: quote
        .optional()
        .describe("The words that it is about; without them it is about the whole document."),
      baseRevision: z
        .string()
        .regex(/^\d{1,10}$/, "must be a document's `revision`")
        .optional()
        .describe("The revision with the words; the current one by default."),
    })
    .refine(({ kind, blocking }) => kind === "question" || blocking === undefined, ofQuestions("blocking"))
    .refine(({ kind, options }) => kind === "question" || options === undefined, ofQuestions("options")),
  reply: oneThread,
  status: 201,
  errors: [...writeErrors, "too_many_anchors"],
});

export const getThread = endpoint({
  id: "threads.get",
  method: "GET",
  path: `${base}/{threadId}`,
  summary: "Read a thread with its first comments",
  tag,
  params: threadParams,
  query,
  reply: oneThread,
  errors: ["not_found"],
});

const changeState = (id: string, path: string, summary: string) =>
  endpoint({
    id,
    method: "POST",
    path: `${base}/{threadId}/${path}`,
    summary,
    description: "Who can comment may do this.",
    tag,
    params: threadParams,
    query,
    reply: oneThread,
    errors: writeErrors,
  });
export const resolveThread = changeState("threads.resolve", "resolve", "Resolve a thread");
export const reopenThread = changeState("threads.reopen", "reopen", "Open a resolved thread again");

export const listComments = endpoint({
  id: "comments.list",
  method: "GET",
  path: `${base}/{threadId}/comments`,
  summary: "List the comments of a thread, the oldest first",
  tag,
  params: threadParams,
  query: z.strictObject({ ...discussion, ...page }),
  reply: z.object({ comments: z.array(Comment), nextCursor }),
  errors: ["not_found"],
});

export const createComment = endpoint({
  id: "comments.create",
  method: "POST",
  path: `${base}/{threadId}/comments`,
  summary: "Comment in a thread",
  tag,
  params: threadParams,
  query,
  body: commentText,
  reply: oneComment,
  status: 201,
  errors: writeErrors,
});

interface At<P> {
  id: string;
  path: string;
  params: P;
  deprecated: boolean;
}

/** Comments are addressed in their document; the older address in the thread still works. */
const inThread = {
  id: "comments",
  path: `${base}/{threadId}/comments/{commentId}`,
  params: threadParams.extend({ commentId }),
  deprecated: true,
};
const inDocument = {
  id: "documentComments",
  path: "/v1/documents/{documentId}/comments/{commentId}",
  params: documentParams.extend({ commentId }),
  deprecated: false,
};

export const getDocumentComment = endpoint({
  id: "documentComments.get",
  method: "GET",
  path: inDocument.path,
  summary: "Read a comment",
  tag,
  params: inDocument.params,
  query,
  reply: oneComment,
  errors: ["not_found"],
});

const update = <P extends z.ZodObject>(scope: At<P>) =>
  endpoint({
    id: `${scope.id}.update`,
    method: "PATCH",
    path: scope.path,
    summary: "Change a comment of one's own",
    tag,
    deprecated: scope.deprecated,
    params: scope.params,
    query,
    body: commentText,
    reply: oneComment,
    errors: writeErrors,
  });
export const updateComment = update(inThread);
export const updateDocumentComment = update(inDocument);

const remove = <P extends z.ZodObject>(scope: At<P>) =>
  endpoint({
    id: `${scope.id}.delete`,
    method: "DELETE",
    path: scope.path,
    summary: "Delete a comment of one's own",
    deprecated: scope.deprecated,
    description:
      "Maintainers may delete everybody's. If others follow, a comment without text stays in its place.",
    tag,
    params: scope.params,
    query,
    reply: Deleted,
    errors: writeErrors,
  });
export const deleteComment = remove(inThread);
export const deleteDocumentComment = remove(inDocument);
