import { getPlan, getPush, listPushes } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { pushChoicesOf } from "../pages/push/push-choices.ts";
import { shell } from "./in-shell.tsx";
import { lazyPage } from "./page.tsx";

const pushes = "/projects/$projectSlug/plans/$planShortId/pushes";
const page = lazyPage(() => import("../pages/push/pushes.tsx"));

/** A preview queries the tracker, so links don't prefetch it. */
export const push = [
  createRoute({
    getParentRoute: () => shell,
    path: pushes,
    validateSearch: pushChoicesOf,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(readAll(listPushes, { params }, "pushes"));
    },
    component: page,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${pushes}/$pushId`,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getPush, { params }));
    },
    component: page,
  }),
] as const;
