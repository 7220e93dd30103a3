import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { sentenceOf } from "../../components/loading/problem.tsx";
import { Excerpt } from "./excerpt.tsx";
import { type FoundEntry, useFound } from "./found.ts";
import { useMenuActs } from "./menu-acts.tsx";
import { actsOfPage } from "./palette-acts.ts";
import { matching, usePaletteEntries, wholeFirst } from "./palette-entries.ts";
import type { PaletteAct, PaletteEntry } from "./palette-entry.ts";

/** The most matches by name, before full-text results. */
const mostShown = 50;
const mostNamed = 8;
/** Recent pages before the page's acts. */
const mostRecent = 8;

/** The dialog would focus a frame later, losing letters. */
const focusAtOnce = (field: HTMLInputElement | null): void => queueMicrotask(() => field?.focus());

const isFound = (place: PaletteEntry | FoundEntry | PaletteAct): place is FoundEntry => "excerpt" in place;

/** Finds pages, projects and plans by name or handle, acts of the page, and texts by content. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, type] = useState("");
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const texts = useFound(typed);
  // The palette is rendered before it takes the focus.
  const [pageActs] = useState(() => actsOfPage(onClose));
  const menus = useMenuActs(onClose);
  const allActs = [...pageActs, ...menus.acts];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isEmpty = words.length === 0;
  const places = usePaletteEntries(typed).slice(0, isEmpty ? mostShown : mostNamed);
  const acts = isEmpty
    ? allActs.filter(({ isChoice }) => !isChoice)
    : matching(allActs, words).slice(0, mostNamed);
  const isNamed = ({ to }: FoundEntry) => places.some((place) => place.to === to);
  const found: (PaletteEntry | FoundEntry | PaletteAct)[] = [
    ...(isEmpty
      ? [...places.slice(0, mostRecent), ...acts, ...places.slice(mostRecent)]
      : wholeFirst([...places, ...acts], typed)),
    ...texts.found.filter((one) => one.excerpt !== "" || !isNamed(one)),
  ];
  const go = (index: number) => {
    const place = found[index];
    if (!place) return;
    if ("run" in place) return place.run();
    onClose();
    void navigate(isFound(place) ? { to: place.to, search: place.search } : { to: place.to });
  };
  const move = (index: number) => {
    const next = (index + found.length) % Math.max(1, found.length);
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => go(active),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      {menus.hosts}
      {!menus.isRunning && (
        <Dialog.Root open onOpenChange={(open) => open || onClose()}>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-20 bg-veil" />
            <Dialog.Popup className="fixed top-[12vh] left-1/2 z-20 w-[min(36rem,92vw)] -translate-x-1/2 rounded-panel border border-line bg-sheet shadow-float outline-none">
              <Dialog.Title className="sr-only">Search or go to anything</Dialog.Title>
              <input
                ref={focusAtOnce}
                role="combobox"
                aria-expanded="true"
                aria-controls={`${id}-list`}
                aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
                aria-label="Search or go to anything"
                placeholder="A page, a plan, a handle, an act, words of a text"
                value={typed}
                onChange={({ target }) => {
                  type(target.value);
                  setActive(0);
                }}
                onKeyDown={onKeyDown}
                className="w-full rounded-t-panel border-b border-line bg-transparent px-4 py-3 text-h3 text-ink outline-none placeholder:text-ink-3"
              />
              <div
                id={`${id}-list`}
                role="listbox"
                aria-label="Places"
                className="max-h-[50vh] overflow-y-auto p-1"
              >
                {found.map((place, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus.
                  <div
                    key={
                      isFound(place)
                        ? place.id
                        : "run" in place
                          ? `act ${place.name} ${place.kind}`
                          : place.to
                    }
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    onClick={() => go(index)}
                    onPointerMove={() => setActive(index)}
                    className="cursor-pointer rounded-md px-3 py-1.5 aria-selected:bg-accent-soft"
                  >
                    <span className="flex items-center justify-between gap-3">
                      <span className="min-w-0 truncate">
                        {place.name}
                        {"plan" in place && place.plan !== undefined && (
                          <span className="text-ink-2"> · {place.plan}</span>
                        )}
                      </span>
                      <span className="font-mono text-small whitespace-nowrap text-ink-2">{place.kind}</span>
                    </span>
                    {isFound(place) && <Excerpt {...place} />}
                  </div>
                ))}
              </div>
              {(found.length === 0 || texts.error !== null) && (
                <p role="status" className="px-4 pb-3 text-ink-2">
                  {texts.error === null
                    ? texts.isSearching
                      ? "Searching…"
                      : "No results. Try other words."
                    : sentenceOf(texts.error)}
                </p>
              )}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}
