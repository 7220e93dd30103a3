// Components for editors only, in one chunk (`lazy-edit-parts.tsx`).
export { SpecMore } from "../spec-more.tsx";
export { DraftOffer } from "./draft-offer.tsx";
export { NotSaved } from "./not-saved.tsx";
export { OpenEditing } from "./open-editing.tsx";
export { loadEditor, SpecEditor } from "./spec-editor.tsx";
export { tickBox } from "./tick-box.ts";
export { TitleField } from "./title-field.tsx";
