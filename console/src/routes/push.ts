import { getPlan, getPush, listPushes } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { pushChoicesOf } from "../rooms/push/push-choices.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

const pushes = "/projects/$projectSlug/plans/$planShortId/pushes";

/** A preview queries the tracker, so links don't prefetch it. */
export const push = [
  createRoute({
    getParentRoute: () => framed,
    path: pushes,
    validateSearch: pushChoicesOf,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(readAll(listPushes, { params }, "pushes"));
    },
    component: room(() => import("../rooms/pushes.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${pushes}/$pushId`,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getPush, { params }));
    },
    component: room(() => import("../rooms/push.tsx")),
  }),
] as const;
