import type { Document } from "@groundplan/contract";
import { useState } from "react";
import { Check } from "../../components/forms/check.tsx";
import { LinesField } from "../../components/forms/field.tsx";
import type { Begun } from "./discussion-edits.ts";

/** Fields that make a comment a question. Only a spec can be held back, by somebody who can edit it. */
export function QuestionFields({ document: { kind, capabilities } }: { document: Document }) {
  const [isQuestion, setQuestion] = useState(false);
  return (
    <>
      <Check name="question" checked={isQuestion} onChange={({ target }) => setQuestion(target.checked)}>
        Ask as a question
      </Check>
      {isQuestion && (
        <LinesField
          label="Options"
          name="options"
          rows={2}
          className="field-sizing-content max-h-60"
          hint="Two to five, one per line. Without options it is answered in words."
        />
      )}
      {isQuestion && kind === "spec" && capabilities.canMaintain && (
        <Check name="blocking">Hold the spec back until it is answered</Check>
      )}
    </>
  );
}

/** Returns what the fields begin. */
export function begunBy(
  body: string,
  { question, blocking, options = "" }: Record<string, string | undefined>,
): Begun {
  if (question === undefined) return { body };
  const lines = options
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    body,
    kind: "question",
    ...(blocking === undefined ? {} : { blocking: true }),
    ...(lines.length > 0 ? { options: lines } : {}),
  };
}
