import { createHash } from "node:crypto";
import type { World } from "../../../test/world.ts";

const domain = [
  ...["workspaces", "memberships", "projects", "repositories", "plans", "shares", "specs", "dependencies"],
  ...["revisions", "event_heads", "events", "connections", "pushes", "push_items", "imported"],
  ...["instructions", "instruction_proposals", "formats", "imported_sources"],
] as const;

export async function hashOfRows({ context }: World): Promise<string> {
  const hash = createHash("sha256");
  for (const table of domain) {
    const rows = await context.db
      .selectFrom(table as "plans")
      .selectAll()
      .execute();
    hash.update(
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join("\n"),
    );
  }
  return hash.digest("hex");
}
