import { useNavigate } from "@tanstack/react-router";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../floating/menu.tsx";
import { toastProblem } from "../parts/toast.tsx";
import { leave } from "../session/session.ts";
import type { MenuProperties } from "./menu-button.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

const themes = [
  ["system", "The system's theme"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** The profile, the theme, and the way out. */
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
      <MenuLine />
      <MenuItem act={() => void leave().catch(toastProblem)}>Sign out</MenuItem>
    </Menu>
  );
}
