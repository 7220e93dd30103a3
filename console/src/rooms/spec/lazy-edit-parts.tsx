import { laterOf } from "../../parts/later.tsx";
import { preloadEach } from "../../parts/lazy.tsx";
import { overSheet } from "../../parts/lost-part.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";

const skeleton = { waiting: () => <Skeleton rows={6} /> };

/** Loads the parts for those who edit a spec, which come together: a page that is read does without them. */
const load = () => import("./edit-parts.ts");

export const DeleteSpec = laterOf(load, ({ DeleteSpec }) => DeleteSpec, overSheet);
/** This one says nothing where it does not come: it is loaded once more with the others. */
export const DraftOffer = laterOf(load, ({ DraftOffer }) => DraftOffer, { lost: () => null });
export const NotSaved = laterOf(load, ({ NotSaved }) => NotSaved);
export const OpenEditing = laterOf(load, ({ OpenEditing }) => OpenEditing, skeleton);
export const SpecEditor = laterOf(load, ({ SpecEditor }) => SpecEditor, skeleton);

export const TitleField = laterOf(load, ({ TitleField }) => TitleField, { lost: () => null });

/** Loads them and the editor before somebody edits, who may have no connection then. */
export const preloadEditing = (): Promise<void> =>
  preloadEach([
    DeleteSpec,
    DraftOffer,
    NotSaved,
    SpecEditor,
    { load: async () => (await load()).loadEditor() },
  ]);
