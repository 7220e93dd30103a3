/** Tells who vouches for an app's name. */
export const WhichApp = ({ clientHost }: { clientHost: string | null }) =>
  clientHost === null ? (
    "The app gave itself this name; nobody has checked it."
  ) : (
    <>
      The app is published by <strong className="font-[550] break-all text-ink">{clientHost}</strong>.
    </>
  );
