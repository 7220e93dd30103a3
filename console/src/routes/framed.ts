import { createRootRoute, createRoute } from "@tanstack/react-router";
import Frame from "../frame/frame.tsx";
import { Root } from "../root.tsx";
import { requireSession } from "../session/require-session.ts";

export const root = createRootRoute({ component: Root });

/** The pages in the shell, which require a session. */
export const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  beforeLoad: requireSession,
  component: Frame,
});
