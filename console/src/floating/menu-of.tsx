import type { MenuProperties } from "../frame/menu-button.tsx";
import type { Act } from "../parts/menu.tsx";
import { Menu, MenuChoice, MenuItem } from "./menu.tsx";

export default function MenuOf({ acts, ...menu }: MenuProperties & { acts: readonly Act[] }) {
  return (
    <Menu {...menu}>
      {acts.map(({ name, run, isChosen }) =>
        isChosen === undefined ? (
          <MenuItem key={name} act={run}>
            {name}
          </MenuItem>
        ) : (
          <MenuChoice key={name} isChosen={isChosen} act={run}>
            {name}
          </MenuChoice>
        ),
      )}
    </Menu>
  );
}
