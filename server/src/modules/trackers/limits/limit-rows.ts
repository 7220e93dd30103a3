import { command } from "../../../dispatch/commands.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type Param, statement } from "../../../storage/statement.ts";
import type { Tables } from "../../../storage/tables.ts";
import { longestWaitSeconds } from "../retry-after.ts";
import type { Limit } from "./governor.ts";

export interface ConnectionKey {
  workspaceId: string;
  connectionId: string;
}

/** For longer waits the push sleeps. */
export const longestPauseMs = 2000;
const allCalls = "*";
/** The backoff doubles with each refusal without a time, as GitHub asks. */
const firstWaitSeconds = 60;
const longestBackoffSeconds = 3600;

/** With `isTaken`, the call needs no further check. */
export interface Turn {
  waitMs: number;
  isTaken: boolean;
}

const inSeconds = (seconds: number) =>
  new Date(Date.now() + 1000 * Math.min(seconds, longestWaitSeconds)).toISOString();

type Row = Tables["tracker_limits"];
type Key = ConnectionKey & { name: string };

/** Returns the rows of the limit and of all calls. */
export const rowsOf = statement<Key, Row>((db, param: Param<Key>) =>
  db
    .selectFrom("tracker_limits")
    .selectAll()
    .where("workspace_id", "=", param("workspaceId"))
    .where("connection_id", "=", param("connectionId"))
    .where((where) => where.or([where("name", "=", param("name")), where("name", "=", allCalls)])),
);

export const blockedFor = (rows: readonly Row[]) =>
  Math.max(0, ...rows.map((row) => Date.parse(row.blocked_until ?? "") - Date.now() || 0));

const rowNamed = (rows: readonly Row[], wanted: string) => rows.find(({ name }) => name === wanted);

/** Takes a turn of a self-counted limit, unless too far away. */
export const takeTurn = command(
  "push.takeTurn",
  ({ workspaceId }: ConnectionKey) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, limit }: ConnectionKey & { limit: Limit }): Promise<Turn> => {
    const now = Date.now();
    const { name, quota, apartMs = 0 } = limit;
    const later = (waitMs: number) => ({ waitMs, isTaken: false });
    const rows = await rowsOf(tx, { workspaceId, connectionId, name });
    const blocked = blockedFor(rows);
    if (blocked > 0) return later(blocked);
    const row = rowNamed(rows, name);
    const from = row?.window_from ? Date.parse(row.window_from) : now;
    const isOver = quota !== undefined && now - from >= quota.perSeconds * 1000;
    const used = isOver ? 0 : (row?.used ?? 0);
    if (quota && used >= quota.most) return later(from + quota.perSeconds * 1000 - now);
    const time = Math.max(now, row?.free_at ? Date.parse(row.free_at) : now);
    if (time - now > longestPauseMs) return later(time - now);
    await put(tx, {
      workspace_id: workspaceId,
      connection_id: connectionId,
      name,
      blocked_until: row?.blocked_until ?? null,
      free_at: new Date(time + apartMs).toISOString(),
      window_from: new Date(isOver ? now : from).toISOString(),
      used: used + 1,
    });
    return { waitMs: time - now, isTaken: true };
  },
);

interface Block extends Key {
  seconds: number;
}

const blank = { blocked_until: null, free_at: null, window_from: null, used: 0 };

/** Blocks a limit without shortening an existing block. */
export const blockLimit = command(
  "push.blockLimit",
  ({ workspaceId }: Block) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, name, seconds }: Block) => {
    const until = inSeconds(seconds);
    const row = rowNamed(await rowsOf(tx, { workspaceId, connectionId, name }), name);
    if (row?.blocked_until && row.blocked_until >= until) return;
    const key = { workspace_id: workspaceId, connection_id: connectionId, name };
    await put(tx, { ...blank, ...row, ...key, blocked_until: until });
  },
);

/** Blocks all calls after a limit without a time. Returns the seconds. */
export const backOff = command(
  "push.backOff",
  ({ workspaceId }: ConnectionKey) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId }: ConnectionKey): Promise<number> => {
    const key = { workspace_id: workspaceId, connection_id: connectionId, name: allCalls };
    const [row] = await rowsOf(tx, { workspaceId, connectionId, name: allCalls });
    const over = Date.now() - Date.parse(row?.blocked_until ?? "");
    if (over < 0) return Math.ceil(-over / 1000);
    // `used` counts refusals in close succession.
    const before = row?.used ?? 0;
    const used = over < 1000 * waitAfter(before) ? before + 1 : 1;
    await put(tx, { ...blank, ...key, used, blocked_until: inSeconds(waitAfter(used)) });
    return waitAfter(used);
  },
);

const waitAfter = (refusals: number) =>
  Math.min(firstWaitSeconds * 2 ** (refusals - 1), longestBackoffSeconds);

async function put(tx: Tx, row: Row): Promise<void> {
  const { workspace_id: _, connection_id: __, name: ___, ...values } = row;
  await tx
    .insertInto("tracker_limits")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspace_id", "connection_id", "name"]).doUpdateSet(values))
    .execute();
}
