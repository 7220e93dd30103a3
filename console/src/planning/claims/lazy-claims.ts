import { laterOf } from "../../components/loading/later.tsx";
import type { showHeld } from "./show-held.ts";

/** Loaded with the first claim that is shown or refuses a change. */
const claims = () => import("./claims.ts");

export const HeldBy = laterOf(claims, ({ HeldBy }) => HeldBy);
export const HeldWords = laterOf(claims, ({ HeldWords }) => HeldWords);

export const showHeldLater = async (...about: Parameters<typeof showHeld>): Promise<void> =>
  (await claims()).showHeld(...about);
