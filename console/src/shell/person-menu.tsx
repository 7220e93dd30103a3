import { later } from "../components/later.tsx";
import { overlayFallbacks } from "../components/lost-part.tsx";
import { useSession } from "../session/session.ts";
import { MenuButton } from "./menu-button.tsx";

const Items = later(() => import("./person-items.tsx"), overlayFallbacks);

export function PersonMenu() {
  const { user } = useSession();
  return (
    <MenuButton menu={Items} label={`${user.name}: profile and theme`}>
      <span className="min-w-0 flex-1 truncate text-ink-2">{user.name}</span>
      <span aria-hidden="true" className="text-ink-3">
        ▾
      </span>
    </MenuButton>
  );
}
