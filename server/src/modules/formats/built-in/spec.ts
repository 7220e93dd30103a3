/** The built-in format of specs. A test grades its example and its template. */
export const spec = `# Format: spec

A spec is one piece of work that one person or agent can build, review and check in a day or two. Whoever builds it has this
text, the plan's description and the specs that it needs first, and can't ask. Write what has to be true
afterwards, and leave the how to the builder unless it was decided.

## How to write one

- **Title.** Name the outcome in a few words: "Export a plan as CSV". Don't repeat it in the text.
- **Goal.** Who gets what, and why now. Two to four sentences, with the facts that a builder needs: names of endpoints, tables,
  screens and files as they are in the code.
- **Scope.** What is part of it and what is not. Whatever a reader could expect and won't get belongs under "Out".
- **Notes for the builder.** Decisions that were made, with their reasons; limits, formats, examples of input and output. Leave
  the section out if there is nothing to say.
- **Acceptance criteria.** A numbered list, 3 to 9 items, each with a label (AC-1, AC-2, …).
  - Each item is one observable outcome for one condition: "When …, then …". A tester has to be able to say yes or no.
  - Name the value: a number with its unit, a status code, the words of a message, a state. Words such as fast, easy,
    appropriate or properly say nothing that can be checked.
  - No ways out: no "if needed", no "etc", no "and so on". Promise it or leave it out.
  - At least one item says what happens when something goes wrong: bad input, no right, a call that fails, an empty list, a
    limit that is reached, two people at once.
- **Questions.** Don't leave any in the text. Decide them, ask a person, or make a spec of its own that finds out. A spec with
  an open question is not Ready.
- **Dependencies.** Don't list them in the text: set them on the spec (needsFirst), so that the graph knows them.
- **Size.** More than 9 criteria, or an effort of 4 or 5, is a sign that it is two specs: split it where each part can be
  shown to somebody by itself.

Keep the headings of the template, in their order. Replace each [question in brackets] by its answer, and remove lines that don't
apply: a question that is left keeps the spec from being Ready.

## Template

~~~markdown
## Goal

[Who can do what when this is done, and why does it matter now?] [What is there today, with the names that it has in the code?]

## Scope

- In: [What is built?]
- Out: [What could a reader expect, and does not get?]

## Notes for the builder

- [Which decision was made, and for which reason?]
- [Which limit, format, or example of input and output has to be known?]

## Acceptance criteria

1. **AC-1:** [When a person or system does what, then what can be seen, with which value?]
2. **AC-2:** [What is the next outcome, for another condition?]
3. **AC-3:** [When what goes wrong, then what is answered, and what stays as it was?]
~~~

## Example

The title of this one is "Export a plan as CSV".

~~~markdown
## Goal

Project leads take a plan into a spreadsheet to agree on dates with people who have no account here. Today they copy titles by
hand from the list of specs. A button in the header of a plan downloads its specs as one CSV file.

## Scope

- In: the specs of one plan, with handle, title, status, effort and the handles of what they need first
- Out: sub-plans, the texts of the specs, and the import of such a file

## Notes for the builder

- The file is UTF-8 with a byte order mark, since spreadsheets on Windows take it for Latin-1 otherwise.
- Columns are separated by commas and lines end in CRLF (RFC 4180). The first line is: handle,title,status,effort,needs first.
- A title that begins with =, +, - or @ gets an apostrophe in front, because a spreadsheet would run it as a formula.

## Acceptance criteria

1. **AC-1:** When a reader of the plan presses "Export as CSV", then the browser saves a file named after the handle of the plan,
   such as PLAN-3.csv.
2. **AC-2:** The file has one line for each spec of the plan, in the order of the list, below the line with the names of the columns.
3. **AC-3:** When a title holds a comma, a quotation mark or a line break, then a spreadsheet shows it in one cell, as it is in
   the plan.
4. **AC-4:** When the plan has 5,000 specs, then the download starts within 2 seconds.
5. **AC-5:** When the plan has no specs, then the file has the line with the names of the columns and nothing else.
6. **AC-6:** When somebody without the right to read the plan asks for the file, then the answer is 404 and no file is saved.
7. **AC-7:** When the download breaks off, then the console shows "The export failed. Try again." and the button can be pressed again.
~~~
`;
