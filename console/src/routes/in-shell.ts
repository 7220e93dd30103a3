import { createRootRoute, createRoute } from "@tanstack/react-router";
import { requireSession } from "../session/require-session.ts";
import Shell from "../shell/shell.tsx";
import { Root } from "./root.tsx";

export const root = createRootRoute({ component: Root });

/** The pages in the shell, which require a session. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: requireSession,
  component: Shell,
});
