/** A sentence of the document, in which only code is marked. */
export const Words = ({ children }: { children: string }) => (
  <>
    {children.split("`").map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
        <code key={index} className="font-mono text-small">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
