import { createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Problem } from "./components/loading/problem.tsx";
import { Main } from "./components/page/main.tsx";
import { NotFound } from "./components/page/not-found.tsx";
import { connectors } from "./routes/connectors.ts";
import { discussion } from "./routes/discussion.ts";
import { root, shell } from "./routes/in-shell.tsx";
import { inbox } from "./routes/inbox.ts";
import { knowledge } from "./routes/knowledge.ts";
import { publicPages } from "./routes/public.ts";
import { push } from "./routes/push.ts";
import { settings } from "./routes/settings.ts";
import { work } from "./routes/work.ts";

const Failed = ({ error, reset }: ErrorComponentProps) => (
  <Main title="Something went wrong">
    <Problem error={error} retry={reset} />
  </Main>
);

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([...work, ...push, ...knowledge, ...connectors, ...inbox, ...settings, ...discussion]),
    ...publicPages,
  ]),
  defaultPreload: "intent",
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // Remounts for another resource, so that drafts stay with theirs.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
