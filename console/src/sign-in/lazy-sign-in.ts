import { later } from "../components/loading/later.tsx";
import { overlayFallbacks } from "../components/loading/lost-part.tsx";

export const SignInAgain = later(() => import("./sign-in-again.tsx"), overlayFallbacks);
