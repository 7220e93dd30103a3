import { useNavigate } from "@tanstack/react-router";
import { useStore } from "../base/store.ts";
import { letterKeys, switchLetterKeys } from "../components/keyboard/letter-keys.ts";
import type { MenuProperties } from "../components/overlays/menu-button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../components/overlays/popup-menu.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

const themes = [
  ["system", "System theme"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

export default function PersonItems(properties: MenuProperties) {
  const navigate = useNavigate();
  const chosen = useTheme();
  const hasLetters = useStore(letterKeys);
  return (
    <Menu {...properties}>
      <MenuItem act={() => void navigate({ to: "/settings/profile" })}>Profile</MenuItem>
      <MenuLine />
      {themes.map(([theme, label]) => (
        <MenuChoice key={theme} isChosen={theme === chosen} act={() => chooseTheme(theme)}>
          {label}
        </MenuChoice>
      ))}
      <MenuLine />
      <MenuChoice isChosen={hasLetters} act={() => switchLetterKeys(!hasLetters)}>
        Single-letter keys
      </MenuChoice>
    </Menu>
  );
}
