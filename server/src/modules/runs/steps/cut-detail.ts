const most = 2000;

/** Cuts a step's detail to its most characters. Its pictures become links, so that none is loaded. */
export function cutDetail(markdown: string): string {
  const text = markdown.replace(/!+(?=\[)/g, "");
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
