import { Pill, type Tone } from "./pill.tsx";

/** The width of a cell with its gap, in pixels. */
const step = 12;

/** From 4 it is ready, 3 is nearly, less is rough. */
const toneOf = (grade: number): "good" | "warn" | "bad" =>
  grade > 3 ? "good" : grade === 3 ? "warn" : "bad";

/** Five cells in one element, because long lists have many. */
export function Meter({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null) return null;
  return (
    <span
      role="img"
      data-column="readiness"
      aria-label={`${label}, ${grade} of 5`}
      title={`${label}, ${grade} of 5`}
      className="h-2 w-[58px] flex-none mask-[repeating-linear-gradient(to_right,#000_0_10px,#0000_10px_12px)]"
      style={{
        background: `linear-gradient(to right, var(--${toneOf(grade)}) ${grade * step - 1}px, var(--line) 0)`,
      }}
    />
  );
}

export function ReadinessPill({ grade, label }: { grade: number | null; label: string | null }) {
  if (grade === null || label === null) return null;
  const tone: Tone = toneOf(grade);
  return <Pill tone={tone}>{label}</Pill>;
}
