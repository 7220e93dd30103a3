interface Properties {
  label: string;
  done: number;
  all: number;
  /** The current step. */
  says: string;
}

/** A progress bar. */
export const Progress = ({ label, done, all, says }: Properties) => (
  <div className="grid gap-1">
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, all)}
      aria-valuenow={done}
      aria-valuetext={says}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-150"
        style={{ width: `${all === 0 ? 2 : Math.max(2, (100 * done) / all)}%` }}
      />
    </div>
    <p className="text-note text-ink-2">{says}</p>
  </div>
);
