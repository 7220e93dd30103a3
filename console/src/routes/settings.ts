import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { framed } from "./framed.ts";

/** The rooms of a workspace and of a person. */
export const settings = [
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/workspace",
    component: lazyRouteComponent(() => import("../rooms/settings/workspace.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/members",
    component: lazyRouteComponent(() => import("../rooms/settings/members.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/keys",
    component: lazyRouteComponent(() => import("../rooms/settings/keys.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/apps",
    component: lazyRouteComponent(() => import("../rooms/settings/apps.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/profile",
    component: lazyRouteComponent(() => import("../rooms/settings/profile.tsx")),
  }),
] as const;
