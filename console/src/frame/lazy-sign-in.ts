import { later } from "../parts/later.tsx";
import { overSheet } from "../parts/lost-part.tsx";

/** Asks who it is whose session has ended, over the room. */
export const SignInAgain = later(() => import("./sign-in-again.tsx"), overSheet);
