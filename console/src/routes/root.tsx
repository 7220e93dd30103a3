import { Outlet } from "@tanstack/react-router";
import { asked } from "../api/ask-for-sign-in.ts";
import { useStore } from "../base/store.ts";
import { LoadedToasts } from "../components/overlays/toast.tsx";
import { SignInAgain } from "../sign-in/lazy-sign-in.ts";

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
