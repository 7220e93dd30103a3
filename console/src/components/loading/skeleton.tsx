/** Placeholder rows, shown after a delay. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="late" aria-busy="true">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={`row ${index.toString()}`}
          className="flex h-[2.125rem] items-center gap-3 border-t border-line px-2"
        >
          <span className="h-2 w-12 rounded-sm bg-line" />
          <span className="h-2 flex-1 rounded-sm bg-line" />
        </div>
      ))}
    </div>
  );
}
