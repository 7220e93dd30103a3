import type { Session } from "@groundplan/contract";
import { useSession } from "./session.ts";

/** Returns the current workspace with the user's role. */
export function useWorkspace(): Session["workspaces"][number] {
  const { workspaces, workspaceId } = useSession();
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) throw new Error("This page requires a workspace.");
  return workspace;
}

export const useIsOwner = (): boolean => useWorkspace().role === "OWNER";
