import { later } from "../parts/later.tsx";
import { overSheet } from "../parts/lost-part.tsx";

/** The sign-in dialog shown over the page when the session has ended. */
export const SignInAgain = later(() => import("./sign-in-again.tsx"), overSheet);
