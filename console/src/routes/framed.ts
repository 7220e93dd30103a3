import { createRootRoute, createRoute } from "@tanstack/react-router";
import Frame from "../frame/frame.tsx";
import { Root } from "../root.tsx";
import { requireSession } from "../session/require-session.ts";

export const root = createRootRoute({ component: Root });

/** The rooms inside the frame, which are shown with a session only. */
export const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  beforeLoad: requireSession,
  component: Frame,
});
