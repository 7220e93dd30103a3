/** Returns the title by which people know a format. */
export const titleOfFormat = (kind: string): string => (kind === "spec" ? "Spec format" : "Epic format");
