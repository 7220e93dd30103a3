import { later } from "../components/later.tsx";
import { overlayFallbacks } from "../components/lost-part.tsx";

export const SignInAgain = later(() => import("./sign-in-again.tsx"), overlayFallbacks);
