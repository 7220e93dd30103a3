import { useNavigate } from "@tanstack/react-router";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../floating/menu.tsx";
import type { MenuProperties } from "./menu-button.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

const themes = [
  ["system", "The system's theme"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** The profile, and the theme. */
export default function PersonItems(properties: MenuProperties) {
  const navigate = useNavigate();
  const chosen = useTheme();
  return (
    <Menu {...properties}>
      <MenuItem act={() => void navigate({ to: "/settings/profile" })}>Profile</MenuItem>
      <MenuLine />
      {themes.map(([theme, label]) => (
        <MenuChoice key={theme} isChosen={theme === chosen} act={() => chooseTheme(theme)}>
          {label}
        </MenuChoice>
      ))}
    </Menu>
  );
}
