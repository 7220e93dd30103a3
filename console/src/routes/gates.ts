import { createRoute } from "@tanstack/react-router";
import { localPath } from "../session/local-path.ts";
import { knowSession, requireSession } from "../session/require-session.ts";
import { root } from "./framed.ts";
import { room } from "./room.tsx";

/** The public pages and those without the shell. */
export const gates = [
  createRoute({
    getParentRoute: () => root,
    path: "/set-up",
    beforeLoad: knowSession,
    component: room(() => import("../rooms/gate/set-up.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    // Missing keys would stay in the address unvalidated, so `to` is always set.
    validateSearch: (search: Record<string, unknown>): { to?: string | undefined; problem?: unknown } => ({
      to: localPath(search.to, location.origin) ?? undefined,
      problem: search.problem,
    }),
    beforeLoad: knowSession,
    component: room(() => import("../rooms/gate/sign-in.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset",
    beforeLoad: knowSession,
    component: room(() => import("../rooms/gate/reset.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invite",
    beforeLoad: knowSession,
    component: room(() => import("../rooms/gate/invite.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/device",
    validateSearch: ({ user_code: code }: Record<string, unknown>): { user_code?: string } =>
      code === undefined ? {} : { user_code: String(code) },
    beforeLoad: requireSession,
    component: room(() => import("../rooms/gate/device.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/oauth/consent/$uid",
    beforeLoad: requireSession,
    component: room(() => import("../rooms/gate/consent.tsx")),
  }),
] as const;
