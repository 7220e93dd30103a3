import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFound } from "./parts/not-found.tsx";
import { Problem } from "./parts/problem.tsx";
import { Sheet } from "./parts/sheet.tsx";
import { Root } from "./root.tsx";
import { localPath } from "./session/local-path.ts";
import { knowSession, requireSession } from "./session/require-session.ts";

const root = createRootRoute({ component: Root });

/** The rooms inside the frame, which are shown with a session only. */
const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("./frame/frame.tsx")),
});

const work = [
  createRoute({
    getParentRoute: () => framed,
    path: "/",
    component: lazyRouteComponent(() => import("./rooms/projects.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug",
    component: lazyRouteComponent(() => import("./rooms/project.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId",
    component: lazyRouteComponent(() => import("./rooms/plan.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId",
    component: lazyRouteComponent(() => import("./rooms/spec.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions",
    component: lazyRouteComponent(() => import("./rooms/spec-versions.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq",
    component: lazyRouteComponent(() => import("./rooms/spec-version.tsx")),
  }),
] as const;

const settings = [
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/workspace",
    component: lazyRouteComponent(() => import("./rooms/settings/workspace.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/members",
    component: lazyRouteComponent(() => import("./rooms/settings/members.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/keys",
    component: lazyRouteComponent(() => import("./rooms/settings/keys.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/apps",
    component: lazyRouteComponent(() => import("./rooms/settings/apps.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/profile",
    component: lazyRouteComponent(() => import("./rooms/settings/profile.tsx")),
  }),
] as const;

/** The rooms before sign-in, and those that stand alone. */
const gates = [
  createRoute({
    getParentRoute: () => root,
    path: "/set-up",
    beforeLoad: knowSession,
    component: lazyRouteComponent(() => import("./rooms/gate/set-up.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    // What is not said here stays as it is in the address, so `to` is always said.
    validateSearch: (search: Record<string, unknown>): { to?: string | undefined } => ({
      to: localPath(search.to, location.origin) ?? undefined,
    }),
    beforeLoad: knowSession,
    component: lazyRouteComponent(() => import("./rooms/gate/sign-in.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset",
    beforeLoad: knowSession,
    component: lazyRouteComponent(() => import("./rooms/gate/reset.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invite",
    beforeLoad: knowSession,
    component: lazyRouteComponent(() => import("./rooms/gate/invite.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/device",
    validateSearch: ({ user_code: code }: Record<string, unknown>): { user_code?: string } =>
      code === undefined ? {} : { user_code: String(code) },
    beforeLoad: requireSession,
    component: lazyRouteComponent(() => import("./rooms/gate/device.tsx")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/oauth/consent/$uid",
    beforeLoad: requireSession,
    component: lazyRouteComponent(() => import("./rooms/gate/consent.tsx")),
  }),
] as const;

const Failed = ({ error, reset }: ErrorComponentProps) => (
  <Sheet title="This could not be shown">
    <Problem error={error} retry={reset} />
  </Sheet>
);

export const router = createRouter({
  routeTree: root.addChildren([framed.addChildren([...work, ...settings]), ...gates]),
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
