import { type RefObject, useRef, useState } from "react";
import type { Act } from "../../components/overlays/act.ts";
import { type ListedMenu, listedMenus, MenuCollector } from "../../components/overlays/listed-menus.ts";
import type { PaletteAct } from "./palette-entry.ts";

type Menu = RefObject<ListedMenu>;

/** A menu's entries as last rendered. */
interface Entries {
  acts: readonly Act[];
  close: () => void;
}

/** Tests whether a menu's button is in sight, and in no row but the one in focus. */
function isOffered({ current: { button } }: Menu): boolean {
  if (!button.current?.checkVisibility()) return false;
  const row = button.current.closest("[data-item]");
  return !row || row.contains(document.activeElement);
}

/**
 * Returns the entries of the page's menus, and the elements that they come from: the menus themselves, which hand
 * over their entries instead of showing them. A menu stays until the dialog that one of its entries opens is closed.
 */
export function useMenuActs(onClose: () => void) {
  const [menus] = useState(() => [...listedMenus].filter(isOffered).map((menu, id) => ({ menu, id })));
  const entries = useRef(new Map<Menu, Entries>());
  const [running, setRunning] = useState<Menu | null>(null);
  const [, render] = useState(0);
  const collect = (menu: Menu) => (acts: readonly Act[], close: () => void) => {
    const isKnown = namesOf(entries.current.get(menu)?.acts) === namesOf(acts);
    entries.current.set(menu, { acts, close });
    if (!isKnown) render((count) => count + 1);
  };
  const run = (menu: Menu, name: string) => {
    setRunning(menu);
    // Once the palette has given the focus back.
    setTimeout(() => {
      const { acts = [], close = onClose } = entries.current.get(menu) ?? {};
      acts.find((act) => act.name === name)?.run();
      close();
    }, 50);
  };
  const acts = menus.flatMap(({ menu }) =>
    (entries.current.get(menu)?.acts ?? []).map(
      ({ name, isChosen }): PaletteAct => ({
        name: nameOf(menu.current.label, name),
        kind: "",
        isChoice: isChosen !== undefined,
        run: () => run(menu, name),
      }),
    ),
  );
  const hosts = menus
    .filter(({ menu }) => running === null || menu === running)
    .map(({ menu, id }) => (
      <div key={id} hidden={running === null}>
        <MenuCollector value={collect(menu)}>
          {menu.current.menu({ anchor: menu.current.button, onClose })}
        </MenuCollector>
      </div>
    ));
  return { acts, hosts, isRunning: running !== null };
}

const namesOf = (acts: readonly Act[] | undefined) => acts?.map(({ name }) => name).join("\n");

/** Puts what a menu sets before its entry: "Assignee: Ada". The further acts of a page need no such words. */
function nameOf(label: string, name: string): string {
  const [what = label] = label.split(":");
  return what.startsWith("More actions") ? name : `${what}: ${name}`;
}
