import { type Comment, listComments, type Thread } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import type { Person } from "../../editor/references/offers.ts";
import { unsentOf } from "../../edits/unsent-text.ts";
import { AnswerBox } from "./answer-box.tsx";
import { Card, Quote } from "./card.tsx";
import { CommentEntry } from "./comment-entry.tsx";
import { Composer } from "./composer.tsx";
import { type Discussed, requestOf } from "./discussion.ts";
import { reply, setState } from "./discussion-edits.ts";
import { useOpen, useOpenItem } from "./open-item.ts";
import { Options, QuestionMark } from "./question-mark.tsx";

interface Properties {
  discussed: Discussed;
  thread: Thread;
  people: readonly Person[];
}

export function ThreadCard({ discussed: { document, plan }, thread, people }: Properties) {
  const place = `reply in ${thread.id}`;
  const [isReplying, setReplying] = useState(unsentOf(place) !== undefined);
  const shown = useOpenItem();
  const show = useOpen();
  const isActive = shown.thread === thread.id;
  const { anchor, state, commentCount, kind, options, answer } = thread;
  const all = useAllComments({ document, thread, isActive });
  const [first] = thread.comments;
  const isQuestion = kind === "question";
  const comments = isActive
    ? all
    : thread.comments.filter((comment) => comment === first || comment.id === answer?.commentId);
  const replies = commentCount - Math.max(1, comments.length);
  const { canComment } = document.capabilities;
  const mayAnswer = isQuestion && state === "open" && canComment;
  return (
    <Card
      label={`${isQuestion ? "Question" : "Thread"} by ${first?.author?.name ?? "somebody"}`}
      isActive={isActive}
      onShow={() => show({ thread: thread.id })}
    >
      {isQuestion && <QuestionMark question={thread} />}
      {anchor && <Quote isGone={anchor.state === "orphaned"}>{anchor.exact}</Quote>}
      {comments.map((comment, index) => (
        <CommentEntry
          key={comment.id}
          document={document}
          comment={comment}
          isFirst={index === 0}
          isMeant={shown.comment === comment.id}
          isOpen={isActive}
          people={people}
        />
      ))}
      {!mayAnswer && options.length > 0 && <Options question={thread} />}
      {mayAnswer && <AnswerBox question={thread} plan={plan} />}
      {!isActive && replies > 0 && (
        <p className="text-note text-accent">{replies === 1 ? "1 reply" : `${replies} replies`}</p>
      )}
      {isActive && canComment && !isReplying && (
        <div className="mt-2 flex flex-wrap gap-2">
          {state === "open" && <Button onClick={() => setReplying(true)}>Reply</Button>}
          {state === "open" ? (
            <Button onClick={() => void setState(document, thread, "resolved")}>Resolve</Button>
          ) : (
            <Button onClick={() => void setState(document, thread, "open")}>Reopen</Button>
          )}
        </div>
      )}
      {isActive && isReplying && (
        <div className="mt-2">
          <Composer
            document={document}
            label="Reply"
            action="Reply"
            people={people}
            place={place}
            send={async (body) => {
              await reply(document, thread.id, body);
              setReplying(false);
            }}
            onCancel={() => setReplying(false)}
          />
        </div>
      )}
    </Card>
  );
}

/** Fetches comments missing from the thread. */
function useAllComments({
  document,
  thread,
  isActive,
}: Pick<Discussed, "document"> & { thread: Thread; isActive: boolean }): readonly Comment[] {
  const { params, query } = requestOf(document);
  const hasMore = thread.commentsCursor !== undefined;
  const request = { params: { ...params, threadId: thread.id }, query };
  const { data } = useQuery({ ...readAll(listComments, request, "comments"), enabled: isActive && hasMore });
  return hasMore ? (data ?? thread.comments) : thread.comments;
}
