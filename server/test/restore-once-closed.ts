import { vi } from "vitest";
import { adminRestore } from "../src/admin/index.ts";

/** Restores into a database whose connections were just closed: PostgreSQL's own processes end a moment later. */
export async function restoreOnceClosed(env: NodeJS.ProcessEnv, file: string): Promise<void> {
  const refused: unknown = await vi.waitFor(
    async () => {
      const reason: unknown = await adminRestore(env, { file }).then(
        () => null,
        (error: unknown) => error,
      );
      if (String(reason).includes("Something else is connected")) throw reason;
      return reason;
    },
    { timeout: 10_000, interval: 50 },
  );
  if (refused !== null) throw refused;
}
