import { Pill, type Tone } from "./pill.tsx";

/** The pixels from one cell to the next, with the gap between them. */
const step = 12;

/** Returns what a readiness means: from 4 on it is ready, 3 is on its way, less is rough. */
const toneOf = (grade: number): "good" | "warn" | "bad" =>
  grade > 3 ? "good" : grade === 3 ? "warn" : "bad";

/** Shows a readiness from 1 to 5 as five cells; its word is the API's. One element draws it: long lists have many. */
export function Meter({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null) return null;
  return (
    <span
      role="img"
      aria-label={`${label}, ${grade} of 5`}
      title={`${label}, ${grade} of 5`}
      className="h-2 w-[58px] flex-none mask-[repeating-linear-gradient(to_right,#000_0_10px,#0000_10px_12px)]"
      style={{
        background: `linear-gradient(to right, var(--${toneOf(grade)}) ${grade * step - 1}px, var(--line) 0)`,
      }}
    />
  );
}

/** Shows the word of a readiness. */
export function ReadinessPill({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null || label === null) return null;
  const tone: Tone = toneOf(grade);
  return <Pill tone={tone}>{label}</Pill>;
}
