/**
 * Returns the pictures among pasted or dropped files; none beside text, since programs that copy text add a picture of it.
 * The editor has its own copy, which loads without the forms.
 */
export function picturesIn(data: DataTransfer | null): File[] {
  if (!data || data.getData("text/plain")) return [];
  return [...data.files].filter(({ type }) => type.startsWith("image/"));
}
