import { Fragment, use, useEffect } from "react";
import type { Act, MenuProperties } from "./act.ts";
import { MenuCollector } from "./listed-menus.ts";
import { Menu, MenuChoice, MenuItem, MenuLine } from "./popup-menu.tsx";

type Properties = MenuProperties & { acts: readonly Act[] };

/** Shows acts as a menu, or hands them to the palette. */
export default function MenuOf(properties: Properties) {
  const collect = use(MenuCollector);
  useEffect(() => collect?.(properties.acts, properties.onClose));
  return collect === null && <ShownMenu {...properties} />;
}

const ShownMenu = ({ acts, ...menu }: Properties) => (
  <Menu {...menu}>
    {acts.map(({ name, run, isChosen, staysOpen = false, startsGroup }) => (
      <Fragment key={name}>
        {startsGroup && <MenuLine />}
        {isChosen === undefined ? (
          <MenuItem act={run}>{name}</MenuItem>
        ) : (
          <MenuChoice isChosen={isChosen} staysOpen={staysOpen} act={run}>
            {name}
          </MenuChoice>
        )}
      </Fragment>
    ))}
  </Menu>
);
