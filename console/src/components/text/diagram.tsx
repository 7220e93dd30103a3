import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../button.tsx";
import { sentenceOf } from "../loading/problem.tsx";
import { drawn } from "./diagram-frame.ts";

interface Properties {
  source: string;
  /** The source as the text has it. */
  children: ReactNode;
}

/** In bytes. */
const mostBytes = 50 * 1024;

/** A diagram, drawn once it is in sight and shown as a picture: an image runs nothing and loads nothing. */
export default function Diagram({ source, children }: Properties) {
  const isTooLong = new TextEncoder().encode(source).length > mostBytes;
  const place = useRef<HTMLElement>(null);
  const isSeen = useIsSeen(place);
  const { address, problem } = usePicture(source, isSeen && !isTooLong);
  const [isSource, showSource] = useState(false);
  const said = isTooLong ? "This diagram has more than 50 KB of source, so it isn't drawn." : problem;
  return (
    <figure ref={place} aria-label="Diagram" className="my-3">
      {address !== null && !isSource && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          tabIndex={0}
          className="overflow-auto rounded-card border border-line p-3"
        >
          <img src={address} alt={source} className="max-w-full" />
        </div>
      )}
      {(address === null || isSource) && children}
      {said !== null && <p className="text-note text-ink-2 wrap-anywhere">{said}</p>}
      {address !== null && (
        <Button look="quiet" aria-pressed={isSource} onClick={() => showSource(!isSource)}>
          Source of the diagram
        </Button>
      )}
    </figure>
  );
}

/** True once the element has been near the window. */
function useIsSeen(place: { readonly current: Element | null }): boolean {
  const [isSeen, see] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, isSeen]);
  return isSeen;
}

interface Picture {
  address: string | null;
  /** A sentence, if it wasn't drawn. */
  problem: string | null;
}

/** The picture stays until the next is drawn. */
function usePicture(source: string, isWanted: boolean): Picture {
  const [picture, setPicture] = useState<Picture>({ address: null, problem: null });
  const isDark = useIsDark();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let made: string | null = null;
    const show = (svg: string) => {
      if (isOver) return;
      made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      setPicture({ address: made, problem: null });
    };
    const tell = (error: unknown) => {
      if (!isOver) setPicture({ address: null, problem: sentenceOf(error) });
    };
    drawn(source, isDark).then(show, tell);
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [source, isDark, isWanted]);
  return picture;
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

function useIsDark(): boolean {
  return useSyncExternalStore(watchTheme, isDarkNow);
}

function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? darkSystem.matches : theme === "dark";
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  darkSystem.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    darkSystem.removeEventListener("change", changed);
  };
}
