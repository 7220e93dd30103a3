import { say, toast } from "../../components/overlays/toast.tsx";

/** Copies a text and says so, or says how it is had without the clipboard, which needs https. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    const isShort = text.length < 300 && !text.includes("\n");
    say({
      text: isShort ? `Copy it from here: ${text}` : "This page may not write to the clipboard.",
      tone: "bad",
    });
  }
}

/** Copies the address of the page, without what it selects. */
export const copyLink = (): Promise<void> =>
  copyText(location.origin + location.pathname, "The link is copied. Who can read it, opens it.");
