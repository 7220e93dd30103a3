import type { Thread } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { unsentOf } from "../../edits/unsent-text.ts";
import { useReaders } from "../mentions.ts";
import type { PlanParams } from "../params.ts";
import { Composer } from "./composer.tsx";
import { answer, choose } from "./discussion-edits.ts";

/** Answers an open question by an option, in one press, or in words. */
export function AnswerBox({ question, plan }: { question: Thread; plan: PlanParams | null }) {
  const place = `answer to ${question.id}`;
  const [isWriting, setWriting] = useState(unsentOf(place) !== undefined);
  const people = useReaders(plan, isWriting);
  return (
    <div className="mt-2 grid gap-2">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Answer</legend>
        {question.options.map((option, index) => (
          <Button
            key={option}
            className="min-w-0 text-left wrap-anywhere"
            onClick={() => void choose(question, index)}
          >
            {option}
          </Button>
        ))}
        {!isWriting && (
          <Button look={question.options.length > 0 ? "quiet" : "plain"} onClick={() => setWriting(true)}>
            {question.options.length > 0 ? "Answer in words" : "Answer"}
          </Button>
        )}
      </fieldset>
      {isWriting && (
        <Composer
          document={{ id: question.documentId }}
          label="Answer"
          action="Answer"
          people={people}
          place={place}
          send={async (body) => {
            await answer(question, body);
            setWriting(false);
          }}
          onCancel={() => setWriting(false)}
        />
      )}
    </div>
  );
}
