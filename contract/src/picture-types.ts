/** Media types of a document's pictures. */
export const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

export type PictureType = (typeof pictureTypes)[number];
