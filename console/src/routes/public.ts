import { createRoute } from "@tanstack/react-router";
import { localPath } from "../session/local-path.ts";
import { knowSession, requireSession } from "../session/require-session.ts";
import { root } from "./in-shell.tsx";
import { lazyPage } from "./page.tsx";

/** The public pages and those without the shell. */
export const publicPages = [
  createRoute({
    getParentRoute: () => root,
    path: "/set-up",
    beforeLoad: knowSession,
    component: lazyPage(() => import("../pages/public/set-up.tsx")),
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
    component: lazyPage(() => import("../pages/public/sign-in.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset",
    beforeLoad: knowSession,
    component: lazyPage(() => import("../pages/public/reset.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invite",
    beforeLoad: knowSession,
    component: lazyPage(() => import("../pages/public/invite.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/device",
    validateSearch: ({ user_code: code }: Record<string, unknown>): { user_code?: string } =>
      code === undefined ? {} : { user_code: String(code) },
    beforeLoad: requireSession,
    component: lazyPage(() => import("../pages/public/device.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/oauth/consent/$uid",
    beforeLoad: requireSession,
    component: lazyPage(() => import("../pages/public/consent.tsx")),
  }),
] as const;
