import { getRunStep, type RunStep } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { Time } from "../../components/time.tsx";
import { ChangeLink } from "./proposed-changes.tsx";
import type { RunParams } from "./run-params.ts";
import { numberOf } from "./words.ts";

interface Properties {
  params: RunParams;
  steps: readonly RunStep[];
  words: ReadonlyMap<string, string>;
}

/** What the run has done, one step after the other. */
export const Steps = ({ params, steps, words }: Properties) => (
  <Section title="Steps" says="Each shows what was sent to the model and what it answered.">
    <ol aria-label="Steps">
      {steps.map((step) => (
        <Step key={step.id} params={params} step={step} words={words.get(step.id)} />
      ))}
    </ol>
    {[...words]
      .filter(([id]) => steps.every((step) => step.id !== id))
      .map(([id, text]) => (
        <Written key={id} text={text} />
      ))}
  </Section>
);

const Written = ({ text }: { text: string }) => (
  <p className="max-w-[70ch] px-2 py-1.5 text-note break-words whitespace-pre-wrap text-ink-2">{text}</p>
);

function Step({ params, step, words }: { params: RunParams; step: RunStep; words: string | undefined }) {
  const [isOpen, open] = useState(false);
  const [isSent, showSent] = useState(false);
  const { title, kind, tokens, detail, question, suggestion, at } = step;
  return (
    <li className="border-t border-line px-2 py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          look="quiet"
          className="-ml-2.5 min-w-0 flex-1 basis-40 justify-start text-left"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          <span className={`min-w-0 break-words ${kind === "problem" ? "text-warn" : "text-ink"}`}>
            {title}
          </span>
        </Button>
        <span className="text-note text-ink-3">
          {tokens > 0 && <>{numberOf(tokens)} tokens · </>}
          <Time at={at} />
        </span>
      </div>
      {words && !isOpen && detail === "" && <Written text={words} />}
      {question?.answer !== undefined && (
        <p className="text-note break-words whitespace-pre-line text-ink-2">Answered: {question.answer}</p>
      )}
      {suggestion?.specShortId && <ChangeLink params={params} change={suggestion} />}
      {isOpen && (
        <div className="mt-1 grid gap-2 rounded-md bg-sunk px-3 py-2">
          {detail === "" ? (
            <p className="text-note text-ink-2">Nothing more.</p>
          ) : (
            <Markdown text={detail} isNote />
          )}
          <div>
            <Button aria-expanded={isSent} onClick={() => showSent(!isSent)}>
              {isSent ? "Hide what was sent" : "What was sent"}
            </Button>
          </div>
          {isSent && <Sent params={params} stepId={step.id} />}
        </div>
      )}
    </li>
  );
}

/** The texts as they were sent and received. */
function Sent({ params, stepId }: { params: RunParams; stepId: string }) {
  const found = useQuery(read(getRunStep, { params: Object.assign({ stepId }, params) }));
  return (
    <Loaded query={found}>
      {({ request, answer }) => (
        <>
          <Text label="Sent" text={request} />
          <Text label="Answered" text={answer} />
        </>
      )}
    </Loaded>
  );
}

const Text = ({ label, text }: { label: string; text: string }) => (
  <section aria-label={label}>
    <h3 className="text-note font-[550]">{label}</h3>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-paper p-2 font-mono text-small break-all whitespace-pre-wrap"
    >
      {text}
    </pre>
  </section>
);
