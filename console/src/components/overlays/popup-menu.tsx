import { Menu as Base } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { MenuProperties } from "./act.ts";

const item = '[role^="menuitem"]';

/** A menu that opens on the chosen item, or the first. */
export function Menu({ anchor, onClose, children }: MenuProperties & { children: ReactNode }) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The library focuses the popup in a separate task.
    const timer = setTimeout(() => {
      const inside = popup.current;
      (
        inside?.querySelector<HTMLElement>('[aria-checked="true"]') ??
        inside?.querySelector<HTMLElement>(item)
      )?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  const close = () => {
    // Close synchronously, so that the next key reaches the button.
    const hadFocus = popup.current?.contains(document.activeElement) === true;
    flushSync(onClose);
    if (!hadFocus || !anchor.current) return;
    anchor.current.focus();
    // A hidden column's button takes no focus.
    if (document.activeElement !== anchor.current)
      anchor.current.closest("[data-item]")?.querySelector<HTMLElement>("[data-row]")?.focus();
  };
  return (
    <Base.Root open onOpenChange={(open) => open || close()}>
      <Base.Portal container={anchor.current?.parentElement}>
        <Base.Positioner anchor={anchor} sideOffset={4} align="start" className="z-20">
          <Base.Popup
            ref={popup}
            finalFocus={anchor}
            className="min-w-48 rounded-card border border-line bg-sheet p-1 shadow-float outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemLook =
  "flex cursor-pointer items-center justify-between gap-3 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-sunk";

export const MenuItem = ({ act, children }: { act: () => void; children: ReactNode }) => (
  <Base.Item className={itemLook} onClick={act}>
    {children}
  </Base.Item>
);

interface Choice {
  isChosen: boolean;
  staysOpen?: boolean;
  act: () => void;
  children: ReactNode;
}

export const MenuChoice = ({ isChosen, staysOpen = false, act, children }: Choice) => (
  <Base.CheckboxItem className={itemLook} checked={isChosen} onCheckedChange={act} closeOnClick={!staysOpen}>
    {children}
    {isChosen && (
      <span aria-hidden="true" className="text-accent">
        ✓
      </span>
    )}
  </Base.CheckboxItem>
);

export const MenuLine = () => <Base.Separator className="my-1 border-t border-line" />;
