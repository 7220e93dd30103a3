/**
 * Folds a text for comparison in searches: NFKC and full case folding (decisions section 7, search), so that
 * `STRASSE` finds "straße". Not for display.
 */
export function fold(text: string): string {
  return text.normalize("NFKC").replace(/[^ı]/gu, foldCharacter).normalize("NFKC");
}

/**
 * Folds per character, since the small sigma depends on its position. Via upper case, since some capitals
 * have no lower case of their own (`ẞ`). Equivalent to Unicode 17's CaseFolding.txt C and F, except that the
 * dotless i stays distinct.
 */
const foldCharacter = (character: string) => character.toLowerCase().toUpperCase().toLowerCase();
