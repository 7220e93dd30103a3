import type { Plan } from "@groundplan/contract";

/** Tells whether the person may change a plan now. */
export const mayEdit = ({ capability, archivedAt }: Plan): boolean =>
  archivedAt === null && (capability === "EDIT" || capability === "OWN");
