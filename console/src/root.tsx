import { Outlet } from "@tanstack/react-router";
import { later } from "./parts/later.tsx";
import { ToastPlace } from "./parts/toast.tsx";
import { asked } from "./session/again.ts";
import { useStore } from "./store.ts";

const SignInAgain = later(() => import("./frame/sign-in-again.tsx"));

/** Shows the room, and what floats over every room. */
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
