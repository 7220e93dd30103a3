import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { usePlaces } from "./places.ts";

const mostShown = 50;

/** Goes to rooms, projects and plans by what one types of their names and handles. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, type] = useState("");
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const found = usePlaces(typed).slice(0, mostShown);
  const go = (index: number) => {
    const place = found[index];
    if (!place) return;
    onClose();
    void navigate({ to: place.to });
  };
  const move = (index: number) => {
    const next = (index + found.length) % Math.max(1, found.length);
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Enter: () => go(at),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-veil" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-20 w-[min(36rem,92vw)] -translate-x-1/2 rounded-gate border border-line bg-sheet shadow-float outline-none">
          <Dialog.Title className="sr-only">Search, or go to anything</Dialog.Title>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
            aria-label="Search, or go to anything"
            placeholder="A room, a project, a plan, a handle"
            value={typed}
            onChange={({ target }) => {
              type(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="w-full rounded-t-gate border-b border-line bg-transparent px-4 py-3 text-h3 text-ink outline-none placeholder:text-ink-3"
          />
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label="Places"
            className="max-h-[50vh] overflow-y-auto p-1"
          >
            {found.map(({ to, name, kind }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus.
              <div
                key={to}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                onClick={() => go(index)}
                onPointerMove={() => setAt(index)}
                className="flex cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-1.5 aria-selected:bg-accent-soft"
              >
                <span className="min-w-0 truncate">{name}</span>
                <span className="font-mono text-small whitespace-nowrap text-ink-2">{kind}</span>
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p role="status" className="px-4 pb-3 text-ink-2">
              Nothing that you can see has this in its name.
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
