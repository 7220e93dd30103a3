// What is shown of a spec only to those who edit it, as one file (`lazy-edit-parts.ts`).
export { DeleteSpec } from "./delete-spec.tsx";
export { DraftOffer } from "./draft-offer.tsx";
export { NotSaved } from "./not-saved.tsx";
export { preloadEditor, SpecEditor } from "./spec-editor.tsx";
