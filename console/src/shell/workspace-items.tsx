import type { MenuProperties } from "../components/overlays/act.ts";
import MenuOf from "../components/overlays/menu-of.tsx";
import { attempt } from "../components/overlays/toast.tsx";
import { enterWorkspace, useSession } from "../session/session.ts";

export default function WorkspaceItems(properties: MenuProperties) {
  const { workspaces, workspaceId } = useSession();
  const enter = (id: string) => {
    if (id === workspaceId) return;
    attempt(() => enterWorkspace(id));
  };
  return (
    <MenuOf
      {...properties}
      acts={workspaces.map(({ id, name }) => ({
        name,
        isChosen: id === workspaceId,
        run: () => enter(id),
      }))}
    />
  );
}
