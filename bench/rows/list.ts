import { cpus } from "../children.ts";
import { get } from "../requests.ts";
import type { Group } from "../row.ts";
import { databaseOf, freshData, plan, removeFolder, withService } from "../service.ts";
import { againstBare, allDifferent, look, withoutCachedAnswers } from "./against-bare.ts";

const path = `${plan}/specs?limit=50`;

export const specList: Group = {
  name: "list",
  about:
    "`GET` of 50 specs of 2 KB with their content, measured like the plan; then the same with `If-None-Match`, against a bare server that answers 304 at once. A list of that size is not cached; the 304 is, and in the last row each request follows a commit.",
  async measure(effort) {
    const data = await freshData();
    try {
      return await withService(
        data,
        async (service) => {
          const { size, etag } = await look(service, path, data.key);
          const whole = { request: get(path, data.key), size, expect: 200 };
          const rows = await againstBare(effort, service, whole, {
            measure: "`GET` 50 specs of 2 KB",
            against: "a bare server, same size",
            goal: { least: 0.09 },
          });
          const row = {
            measure: "… answered 304",
            against: "a bare server that answers 304",
            goal: { least: 0.38 },
          };
          if (etag === null) return [...rows, { ...row, unit: "×", values: [], missing: "not built" }];
          const request = get(path, data.key, { "if-none-match": etag });
          const unchanged = { request, size: 0, expect: 304 };
          return [
            ...rows,
            ...(await againstBare(effort, service, unchanged, row)),
            await withoutCachedAnswers(effort, service, {
              requests: allDifferent(path, data.key, etag),
              size: 0,
              expect: 304,
              commitTo: databaseOf(data),
            }),
          ];
        },
        { cpu: cpus.server },
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};
