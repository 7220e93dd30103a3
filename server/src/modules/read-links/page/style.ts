/** The stylesheet of public pages: the console's paper, lines and ink, for screens of any width and for paper. */
export const style = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfbf9, #131416);
  --sheet: light-dark(#ffffff, #191b1e);
  --sunk: light-dark(#f3f3ef, #101113);
  --line: light-dark(#e3e2dc, #2a2d31);
  --ink: light-dark(#1c1d1f, #ececea);
  --ink-2: light-dark(#55575c, #b4b6ba);
  --accent: light-dark(#2350c4, #8fb0ff);
  --good: light-dark(#1d7044, #7fd3a3);
}
* { box-sizing: border-box; }
html { font: 0.96875rem/1.6 Inter, system-ui, -apple-system, "Segoe UI", sans-serif; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; }
main { max-width: 50rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; font-weight: 620; margin: 1.6em 0 0.5em; }
h1 { font-size: 1.5rem; margin-top: 0.25rem; }
h2 { font-size: 1.25rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 0.25rem 0 0; }
h4, h5, h6 { font-size: 0.96875rem; }
p, ul, ol, dl, pre, table, blockquote { margin: 0.6em 0; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.facts, .handle, footer, nav { color: var(--ink-2); font-size: 0.8125rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.25rem 0 0; padding: 0; list-style: none; }
.handle, code, pre { font-family: ui-monospace, "SF Mono", "JetBrains Mono", monospace; }
.done { color: var(--good); }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
code { font-size: 0.875em; background: var(--sunk); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; overflow-x: auto; line-height: 1.45; }
pre code { background: none; padding: 0; }
blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1rem; color: var(--ink-2); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
.right { text-align: right; }
.center { text-align: center; }
img { max-width: 100%; height: auto; border-radius: 6px; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
nav { margin: 1.5rem 0; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 0.75rem; }
@media (max-width: 30rem) { main { padding: 1.25rem 0.875rem 3rem; } article { padding: 0.75rem 0.875rem; } }
@media print {
  :root { color-scheme: light; }
  html { background: #fff; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  article { border: 0; border-top: 1px solid #ccc; border-radius: 0; padding: 0.5rem 0; break-inside: avoid-page; }
  h1, h2, h3 { break-after: avoid; }
  nav { display: none; }
}
`;
