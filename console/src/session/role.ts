import type { Session } from "@groundplan/contract";
import { useSession } from "./session.ts";

/** Returns the workspace that the console shows, with the person's role in it. */
export function useWorkspace(): Session["workspaces"][number] {
  const { workspaces, workspaceId } = useSession();
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) throw new Error("This room is shown in a workspace only.");
  return workspace;
}

/** Tells whether the person is an owner of the workspace that the console shows. */
export const useIsOwner = (): boolean => useWorkspace().role === "OWNER";
