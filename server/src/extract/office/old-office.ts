import { Unreadable } from "../reader.ts";

const compound = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** Throws for the pre-2007 Office format, which newer files use only with a password. */
export function refuseOldOffice(bytes: Buffer, readable: string): void {
  if (!bytes.subarray(0, 8).equals(compound)) return;
  if (bytes.includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw new Unreadable("failed", "The document is protected by a password.");
  throw new Unreadable("skipped", `This is a document of an older Office (DOC, XLS or PPT). ${readable}`);
}
