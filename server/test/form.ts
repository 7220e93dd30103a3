export interface Part {
  name?: string;
  file?: string;
  type?: string;
  body: string | Buffer;
}

const boundary = "a-boundary-of-the-tests";

export const formHeaders = { "content-type": `multipart/form-data; boundary=${boundary}` };

/** Returns a multipart form's bytes; a part with a file name is a file. */
export function form(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const chunks = parts.flatMap(({ name = "file", file, type, body }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    file === undefined ? "" : `; filename="${file}"`,
    type === undefined ? "" : `\r\nContent-Type: ${type}`,
    "\r\n\r\n",
    body,
    "\r\n",
  ]);
  return Buffer.concat([...chunks, end].map((chunk) => Buffer.from(chunk as string)));
}
