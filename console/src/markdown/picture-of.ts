import { type ComponentType, createContext } from "react";

export interface PictureProperties {
  fileId: string;
  alt: string;
}

/** Shows a picture of our own, which takes the session to load; null shows a link. */
export const PictureOf = createContext<ComponentType<PictureProperties> | null>(null);
