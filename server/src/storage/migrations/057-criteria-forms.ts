import type { Kysely } from "kysely";
import { gradeAgain } from "./008-plan-questions.ts";

/** Regrades all specs, since more forms count as criteria (`contract/src/criteria/`). */
export async function criteriaForms(db: Kysely<unknown>): Promise<void> {
  await gradeAgain(db);
}
