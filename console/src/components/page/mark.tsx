/** The logo: a small ground plan. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 flex-none text-accent" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <rect x=".75" y=".75" width="18.5" height="18.5" rx="4" />
        <path d="M12.25 1v18M1 10.25h11.25" />
      </g>
    </svg>
  );
}
