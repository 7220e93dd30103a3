import type { Thread } from "@groundplan/contract";
import { Pill } from "../../components/pill.tsx";

/** The state of a question. */
export function QuestionMark({ question: { state, answer, blocking } }: { question: Thread }) {
  if (state === "open")
    return blocking ? <Pill tone="warn">Blocking question</Pill> : <Pill tone="accent">Question</Pill>;
  return answer === null ? <Pill>Not answered</Pill> : <Pill tone="good">Answered</Pill>;
}

/** The options of a question that can't be answered here, with the chosen one. */
export const Options = ({ question: { options, answer } }: { question: Thread }) => (
  <ul className="my-1 grid gap-0.5 text-note text-ink-2">
    {options.map((option, index) => (
      <li key={option} className={answer?.option === index ? "font-[550] text-ink" : ""}>
        {answer?.option === index ? "✓ " : "· "}
        {option}
      </li>
    ))}
  </ul>
);
