export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-b-2 border-line-strong bg-sheet px-1 font-mono text-micro font-medium text-ink-3">
      {children}
    </kbd>
  );
}
