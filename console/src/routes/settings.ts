import {
  getWorkspace,
  listApiKeys,
  listMembers,
  listOAuthConnections,
  listPasskeys,
  listSessions,
} from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { auditFilterOf } from "../pages/settings/audit/audit-filter.ts";
import { shell } from "./in-shell.tsx";
import { lazyPage } from "./page.tsx";

export const settings = [
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/workspace",
    loader: () => prefetch(read(getWorkspace, {})),
    component: lazyPage(() => import("../pages/settings/workspace.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/members",
    loader: () => prefetch(readAll(listMembers, {}, "members")),
    component: lazyPage(() => import("../pages/settings/members/members.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/audit",
    validateSearch: auditFilterOf,
    component: lazyPage(() => import("../pages/settings/audit/audit.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/keys",
    loader: () => prefetch(readAll(listApiKeys, {}, "keys")),
    component: lazyPage(() => import("../pages/settings/keys/keys.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/agents",
    component: lazyPage(() => import("../pages/settings/agents/agents.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/api",
    component: lazyPage(() => import("../pages/settings/api/api.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/apps",
    loader: () => prefetch(readAll(listOAuthConnections, {}, "connections")),
    component: lazyPage(() => import("../pages/settings/apps.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/profile",
    validateSearch: ({ problem }: Record<string, unknown>): { problem?: unknown } => ({ problem }),
    loader: () => {
      prefetch(read(listPasskeys, {}));
      prefetch(read(listSessions, {}));
    },
    component: lazyPage(() => import("../pages/settings/profile/profile.tsx")),
  }),
] as const;
