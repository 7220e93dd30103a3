import { adminRestore } from "../../src/admin/index.ts";
import { eventually } from "../eventually.ts";

/** Restores once PostgreSQL's processes for just closed connections have ended. */
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
