import type { Kysely } from "kysely";
import { gradeAgain } from "./008-plan-questions.ts";

/** Grades all specs again: bullets, boxes, tables and scenarios have become criteria (`contract/src/criteria/`). */
export async function criteriaForms(db: Kysely<unknown>): Promise<void> {
  await gradeAgain(db);
}
