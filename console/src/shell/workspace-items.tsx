import type { MenuProperties } from "../components/overlays/menu-button.tsx";
import { Menu, MenuChoice } from "../components/overlays/popup-menu.tsx";
import { attempt } from "../components/overlays/toast.tsx";
import { enterWorkspace, useSession } from "../session/session.ts";

export default function WorkspaceItems(properties: MenuProperties) {
  const { workspaces, workspaceId } = useSession();
  const enter = (id: string) => {
    if (id === workspaceId) return;
    attempt(() => enterWorkspace(id));
  };
  return (
    <Menu {...properties}>
      {workspaces.map(({ id, name }) => (
        <MenuChoice key={id} isChosen={id === workspaceId} act={() => enter(id)}>
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}
