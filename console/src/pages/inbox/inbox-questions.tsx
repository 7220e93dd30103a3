import { listQuestions, type Question } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { localAddress } from "../../api/local-address.ts";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { Section } from "../../components/section.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { Time } from "../../components/time.tsx";
import { Who } from "../../components/who.tsx";
import { AnswerBox } from "../../planning/discussion/answer-box.tsx";
import { QuestionMark } from "../../planning/discussion/question-mark.tsx";

/** The questions shown at first, and by each press of the button. */
const step = 20;

/** The open questions that the user can read, the oldest first; nothing if there are none. */
export function InboxQuestions() {
  const [most, setMost] = useState(step);
  const { data = [] } = useQuery(
    readAll(listQuestions, { query: { limit: String(step) } }, "questions", most),
  );
  if (data.length === 0) return null;
  return (
    <Section title="Questions">
      <ul className="grid gap-2.5">
        {data.map((question) => (
          <li key={question.id}>
            <QuestionCard question={question} />
          </li>
        ))}
      </ul>
      {data.length >= most && (
        <Button className="mt-3" onClick={() => setMost(most + step)}>
          Show more questions
        </Button>
      )}
    </Section>
  );
}

function QuestionCard({ question }: { question: Question }) {
  const { comments, createdBy, createdAt, projectSlug, planShortId, specShortId } = question;
  const [first] = comments;
  const plan = projectSlug !== undefined && planShortId !== undefined ? { projectSlug, planShortId } : null;
  return (
    <article
      aria-label={`Question by ${createdBy?.name ?? "somebody"}`}
      className="rounded-card border border-line bg-sheet px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-ink-3">
        <QuestionMark question={question} />
        <Link {...localAddress(addressOf(question))} className="text-accent underline underline-offset-2">
          {planShortId === undefined ? (
            "Discussion"
          ) : (
            <Handle>{`${planShortId} ${specShortId ?? ""}`}</Handle>
          )}
        </Link>
        <span>
          <Who person={createdBy} credential={first?.credential ?? null} /> · <Time at={createdAt} />
        </span>
      </div>
      {first && <Markdown text={first.body} isNote />}
      <AnswerBox question={question} plan={plan} />
    </article>
  );
}

/** Returns the page that shows a question in its conversation. */
function addressOf({ id, documentId, projectSlug, planShortId, specShortId }: Question): string {
  if (projectSlug !== undefined && planShortId !== undefined && specShortId !== undefined)
    return `/projects/${projectSlug}/plans/${planShortId}/specs/${specShortId}?thread=${id}`;
  const plan = planShortId === undefined ? "" : `&plan=${planShortId}`;
  return `/documents/${encodeURIComponent(documentId)}?thread=${id}${plan}`;
}
