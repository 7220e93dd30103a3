import { getDocument, getPlan, getPrototype, resolveDocument } from "@groundplan/contract";
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { ApiError } from "../../../client/src/errors.ts";
import { call } from "../api/call.ts";
import { prefetch, read } from "../api/read.ts";
import { type OpenItem, openItemOf } from "../planning/discussion/open-item.ts";
import { shell } from "./in-shell.tsx";
import { lazyPage } from "./page.tsx";

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

const isRefused = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status);

export const discussion = [
  createRoute({
    getParentRoute: () => shell,
    path: "/projects/$projectSlug/plans/$planShortId/discussion",
    validateSearch: openItemOf,
    loader: ({ params }) => prefetch(read(getPlan, { params })),
    component: lazyPage(() => import("../pages/discussion/plan-discussion.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects/$projectSlug/plans/$planShortId/prototype",
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getPrototype, { params }));
    },
    component: lazyPage(() => import("../pages/prototype/prototype.tsx")),
  }),
  // Redirects to a document by its subject.
  createRoute({
    getParentRoute: () => shell,
    path: "/documents",
    validateSearch: ({ target, ...search }: Record<string, unknown>) => ({
      target: typeof target === "string" ? target : JSON.stringify(target ?? ""),
      ...openItemOf(search),
    }),
    loaderDeps: ({ search }) => search,
    loader: async ({ deps: { target, ...search } }) => {
      const { document } = await call(resolveDocument, { query: { target } }).catch((error) => {
        // An invalid address looks like a deleted document.
        throw isRefused(error) ? notFound() : error;
      });
      throw redirect({
        to: "/documents/$documentId",
        params: { documentId: document.id },
        search,
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/documents/$documentId",
    validateSearch: (search: Record<string, unknown>): OpenItem & { plan?: string | undefined } => ({
      ...openItemOf(search),
      plan: textOf(search.plan),
    }),
    loaderDeps: ({ search: { plan } }) => ({ plan }),
    loader: ({ params, deps: { plan } }) =>
      prefetch(read(getDocument, { params, query: plan === undefined ? {} : { discussionPlanId: plan } })),
    component: lazyPage(() => import("../pages/discussion/document.tsx")),
  }),
] as const;
