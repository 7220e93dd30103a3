import { useNavigate } from "@tanstack/react-router";
import { useStore } from "../base/store.ts";
import { letterKeys, switchLetterKeys } from "../components/keyboard/letter-keys.ts";
import type { MenuProperties } from "../components/overlays/act.ts";
import MenuOf from "../components/overlays/menu-of.tsx";
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
    <MenuOf
      {...properties}
      acts={[
        { name: "Profile", run: () => void navigate({ to: "/settings/profile" }) },
        ...themes.map(([theme, name], index) => ({
          name,
          isChosen: theme === chosen,
          startsGroup: index === 0,
          run: () => chooseTheme(theme),
        })),
        {
          name: "Single-letter keys",
          isChosen: hasLetters,
          startsGroup: true,
          run: () => switchLetterKeys(!hasLetters),
        },
      ]}
    />
  );
}
