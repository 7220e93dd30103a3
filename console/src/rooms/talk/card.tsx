import { type ReactNode, useEffect, useRef } from "react";

interface Properties {
  label: string;
  isActive: boolean;
  /** Shows it under its address. */
  onShow: () => void;
  children: ReactNode;
}

/** Shows a thread or suggestion beside the text. The one that the address shows comes into view. */
export function Card({ label, isActive, onShow, children }: Properties) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isActive) return;
    card.current?.scrollIntoView({ block: "nearest" });
    // What had the focus may be gone, such as the field of a new comment.
    if (document.activeElement === document.body)
      card.current?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside does it.
    <article
      ref={card}
      aria-label={label}
      aria-current={isActive || undefined}
      data-card
      onClick={({ target }) => {
        if (!isActive && target instanceof Element && !target.closest("a, button, textarea, input")) onShow();
      }}
      className={`rounded-card border bg-sheet px-3 py-2 ${isActive ? "border-accent" : "border-line hover:border-line-strong"}`}
    >
      {children}
    </article>
  );
}

/** Shows the words that something is about; where they are gone, as they were. */
export const Quote = ({ children, isGone = false }: { children: string; isGone?: boolean }) => (
  <blockquote
    className={`mb-1 line-clamp-2 border-l-2 pl-2 text-note break-words ${isGone ? "border-line-strong text-ink-3 line-through" : "border-warn text-ink-2"}`}
  >
    {children}
  </blockquote>
);
