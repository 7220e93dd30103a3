import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { asked } from "../api/ask-for-sign-in.ts";
import { useStore } from "../base/store.ts";
import { LoadedToasts } from "../components/overlays/toast.tsx";
import { requireSession } from "../session/require-session.ts";
import Shell from "../shell/shell.tsx";
import { SignInAgain } from "../sign-in/lazy-sign-in.ts";

export const root = createRootRoute({ component: Root });

/** The pages in the shell, which require a session. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: requireSession,
  component: Shell,
});

function Root() {
  const isAsked = useStore(asked) !== null;
  return (
    <>
      <Outlet />
      {isAsked && <SignInAgain />}
      <LoadedToasts />
    </>
  );
}
