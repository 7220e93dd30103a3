import { command } from "../../../dispatch/commands.ts";
import { notFound } from "../../../errors.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { sourceOfId } from "../store.ts";
import { insertPieces, type Piece } from "../texts.ts";
import { addressOf } from "./address-of.ts";
import { enqueueDrop } from "./drop-unfinished.ts";
import { unusedRevision } from "./stored-texts.ts";

interface Staged {
  workspaceId: string;
  sourceId: string;
  /** The revision that the text is written under; null takes a new one. */
  revision: number | null;
}

/** Writes pieces of a text that is not shown yet, and returns its revision. */
export const stagePieces = command(
  "context.stagePieces",
  ({ workspaceId }: Staged & { pieces: readonly Piece[] }) => workspaceId,
  async (
    tx: Tx,
    { workspaceId, sourceId, revision: begun, pieces }: Staged & { pieces: readonly Piece[] },
  ): Promise<number> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (!source) throw notFound("context source");
    addressOf(source);
    const revision = begun ?? (await unusedRevision(tx, source));
    const rows = pieces.map((piece) => ({
      ...piece,
      workspace_id: workspaceId,
      source_id: sourceId,
      revision,
    }));
    await insertPieces(tx, rows);
    if (begun === null) await enqueueDrop(tx, { workspaceId, sourceId, revision });
    return revision;
  },
);

const emptyPiece: Piece = {
  ...{ workspace_id: "", source_id: "", revision: 0, n: 0 },
  ...{ start_char: 0, end_char: 0, text: "" },
};

/** Writes a text piece by piece, so that nobody waits for long. Returns what `showPage` needs to show it. */
export async function stageText(
  { writer }: Context,
  staged: Staged,
  pieces: Iterable<Piece>,
): Promise<{ textRevision: number; textChars: number }> {
  let { revision } = staged;
  let textChars = 0;
  for (const piece of pieces) {
    revision = await writer.run(stagePieces, { ...staged, revision, pieces: [piece] });
    textChars = piece.end_char;
  }
  // A text without a piece has one, too, which holds its revision.
  revision ??= await writer.run(stagePieces, { ...staged, revision, pieces: [emptyPiece] });
  return { textRevision: revision, textChars };
}
