import { uploadDocumentFile } from "@groundplan/contract";
import { call } from "../api/call.ts";
import { countSending } from "../api/sending-files.ts";
import { toastProblem } from "../components/overlays/toast.tsx";

/** Uploads a picture to a document and returns its address; tells why it failed and throws. */
export async function sendPicture(
  documentId: string,
  file: File,
  onSent: (share: number) => void,
): Promise<string> {
  const ended = countSending();
  try {
    const request = { params: { documentId }, body: { file: [file] } };
    return (await call(uploadDocumentFile, request, { onSent })).file.path;
  } catch (error) {
    toastProblem(error, { before: `${file.name} was not added. ` });
    throw error;
  } finally {
    ended();
  }
}
