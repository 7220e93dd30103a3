import {
  createComment,
  createThread,
  listThreads,
  reopenThread,
  resolveThread,
  type Thread,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { asTarget, documentOf } from "../../target.ts";
import { textOf } from "../../words-given.ts";

interface Options extends Common {
  on?: string;
  reply?: string;
  resolve?: string;
  reopen?: string;
  all?: true;
}

export const comment = () =>
  command(
    "comment",
    "comment on a plan or spec; without words, list its threads",
    'groundplan comment PLAN-1/SPEC-2 "Which currency?"',
    'groundplan comment PLAN-1/SPEC-2 "Say how fast." --on "The form is fast"',
    'groundplan comment PLAN-1/SPEC-2 "Euro." --reply THREAD',
    "groundplan comment PLAN-1/SPEC-2   # lists the open threads",
    "groundplan comment PLAN-1/SPEC-2 --resolve THREAD",
  )
    .argument("<handle>", "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .argument("[words...]", "the comment, in markdown; - reads standard input")
    .addOption(new Option("--on <quote>", "the words of the text that it is about").conflicts("reply"))
    .option("--reply <thread>", "the thread to answer")
    .addOption(
      new Option("--resolve <thread>", "resolve a thread, after the comment if there is one").conflicts(
        "reopen",
      ),
    )
    .option("--reopen <thread>", "open a resolved thread again")
    .option("--all", "list resolved threads, too")
    .addOption(projectOption())
    .addOption(jsonOption("{thread}, {comment} or {threads}"))
    .action(
      async (
        handle: string,
        words: string[],
        { on, reply, resolve, reopen, all, json, ...options }: Options,
      ) => {
        const session = openSession(options);
        const { client } = session;
        const { document } = (await documentOf(session, handle)).found;
        const params = { documentId: document.id };
        const closing = resolve ?? reopen;
        if (words.length === 0 && closing === undefined) {
          const query = { state: all ? ("all" as const) : ("open" as const) };
          const threads = await Array.fromAsync(client.pages(listThreads, { params, query }, "threads"));
          if (json) return sayJson({ threads });
          if (threads.length === 0) return say(`${handle} has no ${all ? "" : "open "}threads.`);
          return threads.forEach(sayThread);
        }
        const written = words.length === 0 ? undefined : await textOf(words, "the comment");
        const thread = reply ?? closing;
        const answer =
          written === undefined
            ? undefined
            : thread === undefined
              ? await client.call(createThread, {
                  params,
                  body: {
                    body: written,
                    ...(on === undefined ? {} : { anchor: { exact: on }, baseRevision: document.revision }),
                  },
                })
              : await client.call(createComment, {
                  params: { ...params, threadId: thread },
                  body: { body: written },
                });
        const closed =
          closing === undefined
            ? undefined
            : await client.call(resolve === undefined ? reopenThread : resolveThread, {
                params: { ...params, threadId: closing },
              });
        if (json) return sayJson(closed ?? answer ?? {});
        if (closed) return say(`The thread is ${closed.thread.state}.`);
        if (answer && "thread" in answer)
          return say(`The thread ${answer.thread.id} is open. \`groundplan comment ${handle}\` lists it.`);
        say("The comment is added.");
      },
    );

function sayThread({ id, state, kind, anchor, comments, commentCount }: Thread): void {
  const quote = anchor === null ? "" : ` on "${anchor.exact}"`;
  say(printable(`${id}  ${state} ${kind}${quote}`));
  for (const { author, body, createdAt } of comments)
    say(
      printable(`  ${author?.name ?? "a former member"}, ${createdAt.slice(0, 10)}: ${body || "(deleted)"}`),
    );
  if (commentCount > comments.length) say(`  and ${commentCount - comments.length} more`);
}
