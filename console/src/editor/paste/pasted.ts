/** What pasted HTML says, as Markdown. */
export interface Pasted {
  markdown: string;
  /** Pictures within the HTML, in the order of their places in the text. */
  pictures: { at: number; bytes: Uint8Array<ArrayBuffer>; type: string; name: string }[];
}

/** Characters; longer HTML is pasted as plain text. */
export const longestHtml = 2_000_000;

export const fileOf = ({ bytes, name, type }: Pasted["pictures"][number]): File =>
  new File([bytes], name, { type });
