import { createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { NotFound } from "./parts/not-found.tsx";
import { Problem } from "./parts/problem.tsx";
import { Sheet } from "./parts/sheet.tsx";
import { connectors } from "./routes/connectors.ts";
import { framed, root } from "./routes/framed.ts";
import { gates } from "./routes/gates.ts";
import { inbox } from "./routes/inbox.ts";
import { knowledge } from "./routes/knowledge.ts";
import { push } from "./routes/push.ts";
import { settings } from "./routes/settings.ts";
import { talk } from "./routes/talk.ts";
import { work } from "./routes/work.ts";

const Failed = ({ error, reset }: ErrorComponentProps) => (
  <Sheet title="This could not be shown">
    <Problem error={error} retry={reset} />
  </Sheet>
);

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren([...work, ...push, ...knowledge, ...connectors, ...inbox, ...settings, ...talk]),
    ...gates,
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
