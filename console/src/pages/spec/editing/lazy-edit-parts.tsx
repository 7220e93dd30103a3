import { laterOf } from "../../../components/loading/later.tsx";
import { overlayFallbacks } from "../../../components/loading/lost-part.tsx";
import { Skeleton } from "../../../components/loading/skeleton.tsx";
import { preloadEach } from "../../../components/overlays/lazy.tsx";

const skeleton = { waiting: () => <Skeleton rows={6} /> };

/** One chunk, which readers don't need. */
const load = () => import("./edit-parts.ts");

/** Silent: the chunk is retried with the rest. */
export const DraftOffer = laterOf(load, ({ DraftOffer }) => DraftOffer, { lost: () => null });
export const NotSaved = laterOf(load, ({ NotSaved }) => NotSaved);
export const OpenEditing = laterOf(load, ({ OpenEditing }) => OpenEditing, skeleton);
export const SpecEditor = laterOf(load, ({ SpecEditor }) => SpecEditor, skeleton);

/** Readers have its menu, too. */
export const SpecMore = laterOf(load, ({ SpecMore }) => SpecMore, overlayFallbacks);
export const TitleField = laterOf(load, ({ TitleField }) => TitleField, { lost: () => null });

/** The user may be offline when starting to edit. */
export const preloadEditing = (): Promise<void> =>
  preloadEach([
    DraftOffer,
    NotSaved,
    SpecEditor,
    SpecMore,
    { load: async () => (await load()).loadEditor() },
  ]);
