/** Preformatted text; `isTall` scrolls within its box. */
export const PlainText = ({ text, isTall = false }: { text: string; isTall?: boolean }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    tabIndex={0}
    className={`max-w-[100ch] overflow-auto rounded-card border border-line bg-sunk p-3 font-mono text-note leading-5 break-words whitespace-pre-wrap ${isTall ? "max-h-[70vh]" : ""}`}
  >
    {text}
  </pre>
);
