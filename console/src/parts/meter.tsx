import { Pill, type Tone } from "./pill.tsx";

const tones = { good: "bg-good", warn: "bg-warn", bad: "bg-bad" };

/** Returns what a readiness means: from 4 on it is ready, 3 is on its way, less is rough. */
const toneOf = (grade: number): keyof typeof tones => (grade > 3 ? "good" : grade === 3 ? "warn" : "bad");

/** Shows a readiness from 1 to 5 as five cells; its word is the API's. */
export function Meter({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null) return null;
  return (
    <span
      role="img"
      aria-label={`${label}, ${grade} of 5`}
      title={`${label}, ${grade} of 5`}
      className="grid flex-none grid-cols-[repeat(5,10px)] gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((cell) => (
        <i key={cell} className={`h-2 rounded-[1.5px] ${cell <= grade ? tones[toneOf(grade)] : "bg-line"}`} />
      ))}
    </span>
  );
}

/** Shows the word of a readiness. */
export function ReadinessPill({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null || label === null) return null;
  const tone: Tone = toneOf(grade);
  return <Pill tone={tone}>{label}</Pill>;
}
