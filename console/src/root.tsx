import { Outlet } from "@tanstack/react-router";
import { SignInAgain } from "./frame/lazy-sign-in.ts";
import { ToastPlace } from "./parts/toast.tsx";
import { asked } from "./session/again.ts";
import { useStore } from "./store.ts";

export function Root() {
  const isAsked = useStore(asked) !== null;
  return (
    <>
      <Outlet />
      {isAsked && <SignInAgain />}
      <ToastPlace />
    </>
  );
}
