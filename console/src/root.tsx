import { Outlet } from "@tanstack/react-router";
import { LoadedToasts } from "./components/toast.tsx";
import { asked } from "./session/again.ts";
import { SignInAgain } from "./shell/lazy-sign-in.ts";
import { useStore } from "./store.ts";

export function Root() {
  const isAsked = useStore(asked) !== null;
  return (
    <>
      <Outlet />
      {isAsked && <SignInAgain />}
      <LoadedToasts />
    </>
  );
}
