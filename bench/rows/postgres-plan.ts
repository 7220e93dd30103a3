import { postgresReads } from "../hot-reads.ts";
import { costOf, inTurns, ratios } from "../measure.ts";
import { withPostgres } from "../postgres.ts";
import type { Group, Row } from "../row.ts";
import { emptyFolder, fill, removeFolder } from "../service.ts";

const atOnce = 16;

export const postgresPlan: Group = {
  name: "postgres",
  about: `The queries of a plan read (credential and plan) on PostgreSQL, through the service's functions and pool, against the same named statements by \`pg\` alone; ${atOnce} calls at once, CPU of the calling process.`,
  measure: (effort) =>
    withPostgres(async (url) => {
      const data = await fill(emptyFolder(url));
      const { ours, byHand, close } = await postgresReads(data);
      try {
        const measured = await inTurns(effort, 1, {
          ours: (seconds) => costOf(ours.plan, seconds, atOnce),
          byHand: (seconds) => costOf(byHand.plan, seconds, atOnce),
        });
        const row: Row = {
          measure: "PostgreSQL, CPU per plan read",
          against: "the same statements, named, by `pg` alone",
          goal: { most: 1.5 },
          unit: "×",
          values: ratios(measured.ours, measured.byHand, ({ cpu }) => cpu),
        };
        return [row];
      } finally {
        await close();
        removeFolder(data.settings);
      }
    }),
};
