import type { ComponentType } from "react";
import { later } from "../../parts/later.tsx";
import { preloadEach } from "../../parts/lazy.tsx";
import { overSheet } from "../../parts/lost-part.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";

type Parts = typeof import("./edit-parts.ts");

/** Loads one of the parts for those who edit a spec, which come together: a page that is read does without them. */
const part =
  <Properties extends object>(find: (parts: Parts) => ComponentType<Properties>) =>
  async () => ({ default: find(await import("./edit-parts.ts")) });

export const DeleteSpec = later(
  part(({ DeleteSpec }) => DeleteSpec),
  overSheet,
);
/** This one says nothing where it does not come: it is loaded once more with the others. */
export const DraftOffer = later(
  part(({ DraftOffer }) => DraftOffer),
  { lost: () => null },
);
export const NotSaved = later(part(({ NotSaved }) => NotSaved));
export const SpecEditor = later(
  part(({ SpecEditor }) => SpecEditor),
  { waiting: () => <Skeleton rows={6} /> },
);

/** Loads them and the editor before somebody edits, who may have no connection then. */
export async function preloadEditing(): Promise<void> {
  await preloadEach([DeleteSpec, DraftOffer, NotSaved, SpecEditor]);
  // A part that is not there now is loaded when it is shown, and says so where it does not come.
  await import("./edit-parts.ts").then(
    ({ preloadEditor }) => preloadEditor(),
    () => {},
  );
}
