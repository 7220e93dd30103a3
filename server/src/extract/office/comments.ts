import type { Zip } from "./open-zip.ts";
import type { References } from "./parts.ts";
import { readXml } from "./read-xml.ts";

interface Comment {
  /** The cell; "" on a slide. */
  at: string;
  author: string;
  text: string;
}

const shown = (comments: readonly Comment[]) =>
  comments
    .filter(({ text }) => text.trim() !== "")
    .map(({ at, author, text }) => {
      const about = [at, author].filter(Boolean).join(", ");
      return `- ${about && `${about}: `}${text.replace(/\s+/g, " ").trim()}`;
    })
    .join("\n");

/** Reads a presentation's comment authors by id, in both of PowerPoint's formats. */
export async function commentAuthors(zip: Zip, references: References): Promise<ReadonlyMap<string, string>> {
  const authors = new Map<string, string>();
  for (const { target, type } of references.values()) {
    if (type !== "commentAuthors" && type !== "authors") continue;
    readXml((await zip.read(target)) ?? "", {
      open(name, { id = "", name: author = "" }) {
        if (name === "cmAuthor" || name === "author") authors.set(id, author);
      },
    });
  }
  return authors;
}

/** Renders a slide's comments as a markdown list. */
export function readSlideComments(parts: readonly string[], authors: ReadonlyMap<string, string>): string {
  const comments: Comment[] = [];
  for (const part of parts)
    readComments(part, {
      starts: (name) => name === "cm" || name === "reply",
      comment: ({ authorId = "" }) => ({ at: "", author: authors.get(authorId) ?? "" }),
      texts: ["text", "t"],
      add: (comment) => comments.push(comment),
    });
  return shown(comments);
}

/** Renders a sheet's comments as a markdown list, without the legacy copies of threads. */
export function readSheetComments(xml: string, threads: string, people: ReadonlyMap<string, string>): string {
  const authors = authorsOf(xml);
  const comments: Comment[] = [];
  readComments(threads, {
    starts: (name) => name === "threadedComment",
    comment: ({ ref = "", personId = "" }) => ({ at: ref, author: people.get(personId) ?? "" }),
    texts: ["text"],
    add: (comment) => comments.push(comment),
  });
  const inThreads = new Set(comments.map(({ at }) => at));
  readComments(xml, {
    starts: (name) => name === "comment",
    comment: ({ ref = "", authorId = "" }) => ({ at: ref, author: authors[Number(authorId)] ?? "" }),
    texts: ["t"],
    add: (comment) => inThreads.has(comment.at) || comments.push(comment),
  });
  return shown(comments);
}

function authorsOf(xml: string): string[] {
  const authors: string[] = [];
  let inside = false;
  readXml(xml, {
    open(name) {
      inside = name === "author";
      if (inside) authors.push("");
    },
    text(text) {
      if (inside) authors[authors.length - 1] += text;
    },
    close() {
      inside = false;
    },
  });
  return authors;
}

/** Returns the authors of a workbook's threads by id. */
export function peopleOf(xml: string): ReadonlyMap<string, string> {
  const people = new Map<string, string>();
  readXml(xml, {
    open(name, { id = "", displayName = "" }) {
      if (name === "person") people.set(id, displayName);
    },
  });
  return people;
}

interface Form {
  /** Tests for the element of a comment. */
  starts(name: string): boolean;
  comment(attributes: Readonly<Record<string, string | undefined>>): Pick<Comment, "at" | "author">;
  /** Elements that hold the comment's text. */
  texts: readonly string[];
  add(comment: Comment): void;
}

/** Reads comments; a nested one ends its parent's text. */
function readComments(xml: string, { starts, comment, texts, add }: Form): void {
  let open: Comment | null = null;
  let inText = false;
  readXml(xml, {
    open(name, attributes) {
      if (starts(name)) {
        if (open) add(open);
        open = { ...comment(attributes), text: "" };
      }
      inText = texts.includes(name);
      if (name === "p" && open?.text) open.text += " ";
    },
    text(text) {
      if (open && inText) open.text += text;
    },
    close(name) {
      inText = false;
      if (!starts(name) || !open) return;
      add(open);
      open = null;
    },
  });
}
