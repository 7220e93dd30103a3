import type { Plan } from "@groundplan/contract";

export const mayEdit = ({ capability, archivedAt }: Plan): boolean =>
  archivedAt === null && (capability === "EDIT" || capability === "OWN");
