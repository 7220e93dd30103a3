export interface Choice {
  id: string;
  label: string;
}

export interface CallbackPage {
  status: 200 | 400 | 403;
  html: string;
}

/** The pages load nothing, and their only form leads back here. */
export const headersOfPage = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

export const sentencePage = (status: 400 | 403, sentence: string): CallbackPage => ({
  status,
  html: pageOf("Not connected", `<h1>Nothing was connected</h1>\n<p>${escaped(sentence)}</p>`),
});

/** Renders a button per site, without style or script. */
export function choicePage(
  path: string,
  label: string,
  state: string,
  choices: readonly Choice[],
): CallbackPage {
  const buttons = choices.map(
    ({ id, label: name }) => `<p><button name="choice" value="${escaped(id)}">${escaped(name)}</button></p>`,
  );
  const form = `<form method="get" action="${escaped(path)}">
<input type="hidden" name="state" value="${escaped(state)}">
${buttons.join("\n")}
</form>`;
  return {
    status: 200,
    html: pageOf(`Connect ${label}`, `<h1>Which one of ${escaped(label)}?</h1>\n${form}`),
  };
}

const pageOf = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Groundplan</title>
<main>
${content}
</main>
</html>
`;

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
