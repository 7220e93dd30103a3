import { type ReactNode, useEffect, useRef } from "react";

interface Properties {
  label: string;
  isActive: boolean;
  /** Navigates to its address. */
  onShow: () => void;
  children: ReactNode;
}

/** Scrolls into view if addressed. */
export function Card({ label, isActive, onShow, children }: Properties) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isActive) return;
    card.current?.scrollIntoView({ block: "nearest" });
    // The focused field may be gone.
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

/** The quoted words; struck through if they are gone. */
export const Quote = ({ children, isGone = false }: { children: string; isGone?: boolean }) => (
  <blockquote
    className={`mb-1 line-clamp-2 border-l-2 pl-2 text-note break-words ${isGone ? "border-line-strong text-ink-3 line-through" : "border-warn text-ink-2"}`}
  >
    {children}
  </blockquote>
);
