import { adminRestore } from "../src/admin/index.ts";
import { eventually } from "./eventually.ts";

/** Restores into a database whose connections were just closed: PostgreSQL's own processes end a moment later. */
export async function restoreOnceClosed(env: NodeJS.ProcessEnv, file: string): Promise<void> {
  const refused: unknown = await eventually(async () => {
    const reason: unknown = await adminRestore(env, { file }).then(
      () => null,
      (error: unknown) => error,
    );
    if (String(reason).includes("Something else is connected")) throw reason;
    return reason;
  });
  if (refused !== null) throw refused;
}
