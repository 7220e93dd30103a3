import { type Document, uploadDocumentFile } from "@groundplan/contract";
import { call } from "../api/call.ts";
import { countSending } from "../api/sending-files.ts";
import { toastProblem } from "../components/overlays/toast.tsx";

/** Uploads a picture to a document and returns the Markdown that shows it; tells why it failed and throws. */
export async function sendPicture(
  { id, discussionPlanId }: Pick<Document, "id" | "discussionPlanId">,
  file: File,
  onSent: (share: number) => void,
): Promise<string> {
  const ended = countSending();
  try {
    const query = discussionPlanId === undefined ? {} : { discussionPlanId };
    const request = { params: { documentId: id }, query, body: { file: [file] } };
    const { file: sent } = await call(uploadDocumentFile, request, { onSent });
    return `![${altOf(sent.name)}](${sent.path})`;
  } catch (error) {
    toastProblem(error, { before: `${file.name} was not added. ` });
    throw error;
  } finally {
    ended();
  }
}

/** Returns a picture's words by its name; brackets would end them. */
const altOf = (name: string) => name.replace(/\.[^.]*$/, "").replace(/[[\]\\]/g, "\\$&");
