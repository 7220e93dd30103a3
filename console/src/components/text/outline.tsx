import { useEffect, useMemo, useRef, useState } from "react";
import type { OutlineEntry } from "../../markdown/outline.ts";

/** The width that an outline beside the text takes, in pixels. */
const width = 192;

/** The headings of a text that is longer than the window: beside it, or above it in a narrow place. */
export function Outline({ "data-outline": data = "[]" }: { "data-outline"?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<"none" | "above" | "beside">("none");
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const text = place.current?.parentElement;
    const around = text?.parentElement;
    if (!text || !around) return undefined;
    const look = () => {
      const own = place.current?.offsetHeight ?? 0;
      const isLong = text.offsetHeight - own > innerHeight;
      const isWide = around.clientWidth - text.offsetWidth >= width;
      setRoom(isLong ? (isWide ? "beside" : "above") : "none");
    };
    const observer = new ResizeObserver(look);
    observer.observe(text);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  const entries: readonly OutlineEntry[] = useMemo(() => JSON.parse(data), [data]);
  const isBeside = room === "beside";
  return (
    <div
      ref={place}
      className={isBeside ? "sticky top-12 rail:top-0" : ""}
      style={isBeside ? { height: 0 } : undefined}
    >
      {room !== "none" && (
        <nav
          aria-label="Outline"
          // Never beside the text of a narrow window, also in the moment before that is noticed.
          className={`text-note ${isBeside ? "absolute hidden side:grid" : "mb-3"}`}
          style={isBeside ? { left: "100%", width, paddingLeft: 32, paddingTop: 16 } : undefined}
        >
          <details
            open={isOpen ?? isBeside}
            onToggle={({ currentTarget }) =>
              setOpen(currentTarget.open === isBeside ? null : currentTarget.open)
            }
          >
            <summary className="w-fit cursor-pointer rounded-md font-semibold text-ink-2">Outline</summary>
            <Entries entries={entries} />
          </details>
        </nav>
      )}
    </div>
  );
}

function Entries({ entries }: { entries: readonly OutlineEntry[] }) {
  const current = useCurrent(entries);
  return (
    <ul className="overflow-y-auto" style={{ listStyle: "none", maxHeight: "70vh" }}>
      {entries.map(({ id, words, depth }) => (
        <li key={id} style={{ paddingLeft: `${depth * 0.75}rem` }}>
          <a
            href={`#${encodeURIComponent(id)}`}
            aria-current={id === current ? "location" : undefined}
            className={`block truncate rounded-md border-l-2 px-2 py-1 hover:text-accent ${id === current ? "border-accent text-accent" : "border-transparent text-ink-2"}`}
          >
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Below this, in pixels, a heading has been reached. */
const reached = 96;

/** Returns the id of the section that is read. */
function useCurrent(entries: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
      const last = entries.findLast(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
        return top <= (isAtEnd ? innerHeight : reached);
      });
      setCurrent(last?.id);
    };
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", onScroll);
    };
  }, [entries]);
  return current;
}
