import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import type { MenuProperties } from "../frame/menu-button.tsx";

/** Shows a menu at its button, while it is rendered. */
export function Menu({ anchor, onClose, children }: MenuProperties & { children: ReactNode }) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <Base.Portal container={anchor.current?.parentElement}>
        <Base.Positioner anchor={anchor} sideOffset={4} align="start" className="z-20">
          <Base.Popup
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

const item =
  "flex cursor-pointer items-center justify-between gap-3 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-sunk";

/** One act of a menu. */
export const MenuItem = ({ act, children }: { act: () => void; children: ReactNode }) => (
  <Base.Item className={item} onClick={act}>
    {children}
  </Base.Item>
);

interface Choice {
  isChosen: boolean;
  act: () => void;
  children: ReactNode;
}

/** One of several choices, of which one is made. */
export const MenuChoice = ({ isChosen, act, children }: Choice) => (
  <Base.CheckboxItem className={item} checked={isChosen} onCheckedChange={act} closeOnClick>
    {children}
    {isChosen && (
      <span aria-hidden="true" className="text-accent">
        ✓
      </span>
    )}
  </Base.CheckboxItem>
);

/** A line between the groups of a menu. */
export const MenuLine = () => <Base.Separator className="my-1 border-t border-line" />;
