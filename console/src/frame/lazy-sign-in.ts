import { later } from "../parts/later.tsx";
import { overSheet } from "../parts/lost-part.tsx";

export const SignInAgain = later(() => import("./sign-in-again.tsx"), overSheet);
