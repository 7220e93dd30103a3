import { fitReference } from "../text/reference.ts";
import { prefix } from "./index.ts";

export const referenceOf = (...path: string[]): string => fitReference(`${prefix}${path.join("/")}`);
