import { later } from "../components/loading/later.tsx";
import { overlayFallbacks } from "../components/loading/lost-part.tsx";
import { MenuButton } from "../components/overlays/menu-button.tsx";
import { useSession } from "../session/session.ts";

const Items = later(() => import("./person-items.tsx"), overlayFallbacks);

export function PersonMenu() {
  const { user } = useSession();
  return (
    <MenuButton menu={Items} name={user.name} says="Profile and theme">
      <span className="min-w-0 flex-1 truncate text-ink-2">{user.name}</span>
      <span aria-hidden="true" className="text-ink-3">
        ▾
      </span>
    </MenuButton>
  );
}
