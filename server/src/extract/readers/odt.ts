import { missingIn } from "../office/missing.ts";
import { readOpenDocumentStyles } from "../office/open-document-styles.ts";
import { readOpenDocumentText } from "../office/open-document-text.ts";
import { openZip } from "../office/open-zip.ts";
import { needPart, titleOf } from "../office/parts.ts";
import { joinProblems, type Read, Unreadable } from "../reader.ts";

export async function readOdt(bytes: Buffer): Promise<Read> {
  const zip = await openZip(bytes);
  if ((await zip.read("META-INF/manifest.xml"))?.includes("encryption-data"))
    throw new Unreadable("failed", "The document is protected by a password.");
  const content = await needPart(zip, "content.xml");
  const styles = readOpenDocumentStyles([(await zip.read("styles.xml")) ?? "", content]);
  const read = readOpenDocumentText(content, styles);
  const title = await titleOf(zip, "meta.xml");
  return { ...read, problem: joinProblems([read.problem, missingIn(zip)]), title };
}
