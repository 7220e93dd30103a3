import { getPlan, getPush, listPushes } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { pushChoicesOf } from "../rooms/push/push-choices.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

const pushes = "/projects/$projectSlug/plans/$planShortId/pushes";

/** The rooms of a plan's pushes. What the next one would do asks the tracker, so that no link begins to read it. */
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
