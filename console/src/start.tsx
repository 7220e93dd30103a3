import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { firstPage } from "./base/first-page.ts";
import { nextTask } from "./base/next-task.ts";
import { watchTyping } from "./base/typing.ts";
import { onKeyDown } from "./components/keyboard/keys.ts";
import { router } from "./router.tsx";

document.addEventListener("keydown", onKeyDown);
watchTyping();
// Loads the page's code while the session is read.
for (const { routeId } of router.matchRoutes(router.latestLocation))
  void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => {});

async function show(place: HTMLElement): Promise<void> {
  await nextTask();
  await firstPage(router.load());
  // React owns the element from here, even empty (`public/first.js`).
  place.dataset.begun = "";
  // Renders in slices, which keeps the page responsive.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  );
}

const place = document.getElementById("app");
if (place) void show(place);
