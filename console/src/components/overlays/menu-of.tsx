import type { Act } from "./menu.tsx";
import type { MenuProperties } from "./menu-button.tsx";
import { Menu, MenuChoice, MenuItem } from "./popup-menu.tsx";

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
