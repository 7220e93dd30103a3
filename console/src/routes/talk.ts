import { getDocument, getPlan, getPrototype, resolveDocument } from "@groundplan/contract";
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { ApiError } from "../../../client/src/errors.ts";
import { call } from "../api/call.ts";
import { prefetch, read } from "../api/read.ts";
import { type TalkSearch, talkSearchOf } from "../rooms/talk/talk-search.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

const isRefused = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status);

export const talk = [
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId/discussion",
    validateSearch: talkSearchOf,
    loader: ({ params }) => prefetch(read(getPlan, { params })),
    component: room(() => import("../rooms/plan-discussion.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug/plans/$planShortId/prototype",
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getPrototype, { params }));
    },
    component: room(() => import("../rooms/prototype.tsx")),
  }),
  // Redirects to a document by its subject.
  createRoute({
    getParentRoute: () => framed,
    path: "/documents",
    validateSearch: ({ target, ...search }: Record<string, unknown>) => ({
      target: typeof target === "string" ? target : JSON.stringify(target ?? ""),
      ...talkSearchOf(search),
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
    getParentRoute: () => framed,
    path: "/documents/$documentId",
    validateSearch: (search: Record<string, unknown>): TalkSearch & { plan?: string | undefined } => ({
      ...talkSearchOf(search),
      plan: textOf(search.plan),
    }),
    loaderDeps: ({ search: { plan } }) => ({ plan }),
    loader: ({ params, deps: { plan } }) =>
      prefetch(read(getDocument, { params, query: plan === undefined ? {} : { discussionPlanId: plan } })),
    component: room(() => import("../rooms/document.tsx")),
  }),
] as const;
