import {
  getWorkspace,
  listApiKeys,
  listMembers,
  listOAuthConnections,
  listPasskeys,
  listSessions,
} from "@groundplan/contract";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { auditFilterOf } from "../rooms/audit/audit-filter.ts";
import { framed } from "./framed.ts";

/** The rooms of a workspace and of a person. */
export const settings = [
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/workspace",
    loader: () => prefetch(read(getWorkspace, {})),
    component: lazyRouteComponent(() => import("../rooms/settings/workspace.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/members",
    loader: () => prefetch(readAll(listMembers, {}, "members")),
    component: lazyRouteComponent(() => import("../rooms/settings/members.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/audit",
    validateSearch: auditFilterOf,
    component: lazyRouteComponent(() => import("../rooms/settings/audit.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/keys",
    loader: () => prefetch(readAll(listApiKeys, {}, "keys")),
    component: lazyRouteComponent(() => import("../rooms/settings/keys.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/api",
    component: lazyRouteComponent(() => import("../rooms/api.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/apps",
    loader: () => prefetch(readAll(listOAuthConnections, {}, "connections")),
    component: lazyRouteComponent(() => import("../rooms/settings/apps.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/profile",
    validateSearch: ({ problem }: Record<string, unknown>): { problem?: unknown } => ({ problem }),
    loader: () => {
      prefetch(read(listPasskeys, {}));
      prefetch(read(listSessions, {}));
    },
    component: lazyRouteComponent(() => import("../rooms/settings/profile.tsx")),
  }),
] as const;
