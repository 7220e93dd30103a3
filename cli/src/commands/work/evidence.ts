import { group } from "../../group.ts";
import { evidenceAdd } from "./evidence-add.ts";

export const evidence = () => group("evidence", "what shows that criteria are met", evidenceAdd());
