import { attempt } from "../components/toast.tsx";
import { Menu, MenuChoice } from "../floating/menu.tsx";
import { enterWorkspace, useSession } from "../session/session.ts";
import type { MenuProperties } from "./menu-button.tsx";

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
