import type { RunError } from "@groundplan/contract";
import { sql } from "kysely";
import type { Tx } from "../../../storage/dialect.ts";
import { agentCeilings } from "../../projects/agent-ceilings.ts";
import type { RunRow } from "../store.ts";
import { numberOf } from "./number-of.ts";

/** A sum of tokens that may not exceed `most`. */
interface Ceiling {
  which: "workspace" | "person" | "operator";
  subject: string;
  period: string;
  workspaceId: string | null;
  most: number;
  /** When the next period begins. */
  until: string;
}

interface Reserving {
  run: RunRow;
  /** The time of the call. */
  at: string;
  /** The operator's ceiling of a month; null without one. */
  operatorTokens: number | null;
}

/** Lists the ceilings of a call: the operator's is for calls of the operator's model. */
async function ceilingsOfCall(tx: Tx, { run, at, operatorTokens }: Reserving): Promise<Ceiling[]> {
  const { agentTokensPerDay, agentTokensPerPersonPerDay } = await agentCeilings(tx, run.workspace_id);
  const day = { period: at.slice(0, 10), until: nextDay(at), workspaceId: run.workspace_id };
  const all = { ...day, which: "workspace" as const, subject: run.workspace_id, most: agentTokensPerDay };
  const subject = `${run.workspace_id} ${run.user_id}`;
  const own = { ...day, which: "person" as const, subject, most: agentTokensPerPersonPerDay };
  if (operatorTokens === null || run.model_scope !== "operator") return [all, own];
  const month = { period: at.slice(0, 7), until: nextMonth(at), workspaceId: null };
  return [all, own, { ...month, which: "operator", subject: "operator", most: operatorTokens }];
}

/** Reserves tokens in every ceiling of a call, or in none: then returns the first that has no room for them. */
export async function reserve(tx: Tx, reserving: Reserving, tokens: number): Promise<RunError | null> {
  const reserved: Ceiling[] = [];
  for (const ceiling of await ceilingsOfCall(tx, reserving)) {
    const { subject, period, workspaceId, most } = ceiling;
    await tx
      .insertInto("token_ceilings")
      .values({ subject, period, workspace_id: workspaceId, used: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable("token_ceilings")
      .set({ used: sql`used + ${tokens}` })
      .where("subject", "=", subject)
      .where("period", "=", period)
      .where(sql<boolean>`used + ${tokens} <= ${most}`)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      reserved.push(ceiling);
      continue;
    }
    for (const one of reserved) await add(tx, one, -tokens);
    const { used } = await tx
      .selectFrom("token_ceilings")
      .select("used")
      .where("subject", "=", subject)
      .where("period", "=", period)
      .executeTakeFirstOrThrow();
    return reached(ceiling, tokens, used);
  }
  return null;
}

/** Replaces a call's reservation by the tokens that it took. */
export async function settle(tx: Tx, reserving: Reserving, reserved: number, used: number): Promise<void> {
  if (reserved === used) return;
  for (const ceiling of await ceilingsOfCall(tx, reserving)) await add(tx, ceiling, used - reserved);
}

const add = (tx: Tx, { subject, period }: Ceiling, tokens: number) =>
  tx
    .updateTable("token_ceilings")
    .set({ used: sql`used + ${tokens}` })
    .where("subject", "=", subject)
    .where("period", "=", period)
    .execute();

const named = {
  workspace: { ceiling: "the workspace's ceiling", period: "a day" },
  person: { ceiling: "your ceiling", period: "a day" },
  operator: { ceiling: "the operator's ceiling", period: "a month" },
} as const;

/** Returns why a call has no room. A workspace's ceiling of nothing is a switch. */
function reached({ which, most, until }: Ceiling, tokens: number, used: number): RunError {
  if (most === 0 && which !== "operator") return { code: "ceiling", message: switchedOff, which };
  const { ceiling, period } = named[which];
  const mend =
    which === "operator" ? "Start another run with another model." : "An owner can raise it in the settings.";
  const left = Math.max(0, most - used);
  const why =
    tokens > most
      ? `which never fits ${ceiling} of ${numberOf(most)} ${period}.`
      : `and ${numberOf(left)} are left of ${ceiling} of ${numberOf(most)} ${period}. There is room again at ${until.slice(0, 16).replace("T", " ")} UTC.`;
  return {
    code: "ceiling",
    message: `The next call could take ${numberOf(tokens)} tokens, ${why} ${mend}`,
    which,
    until,
    ...(tokens > most ? { neverFits: true } : {}),
  };
}

const switchedOff =
  "The planning agent has been switched off. Continue the run once an owner has switched it on again, or stop it.";

function nextDay(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString();
}

function nextMonth(at: string): string {
  const month = new Date(`${at.slice(0, 7)}-01T00:00:00.000Z`);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return month.toISOString();
}
