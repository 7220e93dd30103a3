import { later } from "../loading/later.tsx";
import type { PictureProperties } from "./picture.tsx";

/** A picture of our own. */
export const Picture = later<PictureProperties>(() => import("./picture.tsx"));
