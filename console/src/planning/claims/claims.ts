// Parts for claims, in one chunk (`lazy-claims.ts`).
export { HeldBy } from "./held-by.tsx";
export { HeldWords } from "./held-words.tsx";
export { showHeld } from "./show-held.ts";
