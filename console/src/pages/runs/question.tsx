import { answerRun, getRun, listRuns, type RunStep } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { AskingForm } from "../../components/forms/asking-form.tsx";
import { LinesField } from "../../components/forms/field.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import type { RunParams } from "./run-params.ts";

interface Properties {
  params: RunParams;
  stepId: string;
  question: NonNullable<RunStep["question"]>;
  isStarter: boolean;
}

/** The agent's question, which its starter answers. */
export function Question({ params, stepId, question, isStarter }: Properties) {
  const answer = async (text: string) => {
    await call(answerRun, { params, body: { stepId, text } });
    await invalidate(getRun, listRuns);
  };
  return (
    <section aria-label="The agent's question" className="mb-6 max-w-2xl rounded-card border border-line p-4">
      <p className="mb-2 font-[550] break-words whitespace-pre-line">{question.text}</p>
      {isStarter ? (
        <>
          <div className="mb-3 flex flex-wrap gap-2">
            {question.options.map((option) => (
              <Button key={option} className="text-left" onClick={() => attempt(() => answer(option))}>
                {option}
              </Button>
            ))}
          </div>
          <AskingForm action="Answer" submit={({ text = "" }) => answer(text)}>
            <LinesField label="Your answer" name="text" rows={2} maxLength={4000} />
          </AskingForm>
        </>
      ) : (
        <p className="text-note text-ink-2">Who started the run answers it.</p>
      )}
    </section>
  );
}
