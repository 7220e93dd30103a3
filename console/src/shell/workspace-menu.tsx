import { later } from "../components/loading/later.tsx";
import { overlayFallbacks } from "../components/loading/lost-part.tsx";
import { MenuButton } from "../components/overlays/menu-button.tsx";
import { Mark } from "../components/page/mark.tsx";
import { useSession } from "../session/session.ts";

const Items = later(() => import("./workspace-items.tsx"), overlayFallbacks);

export function WorkspaceMenu() {
  const { workspaces, workspaceId } = useSession();
  const name = workspaces.find(({ id }) => id === workspaceId)?.name ?? "No workspace";
  return (
    <div className="mb-2">
      <MenuButton menu={Items} name={name} says="Switch workspace">
        <Mark />
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <span aria-hidden="true" className="text-ink-3">
          ▾
        </span>
      </MenuButton>
    </div>
  );
}
