/** Shows who vouches for an app's name. */
export const AppPublisher = ({ clientHost }: { clientHost: string | null }) =>
  clientHost === null ? (
    "The app chose this name; it isn't verified."
  ) : (
    <>
      The app is published by <strong className="font-[550] break-all text-ink">{clientHost}</strong>.
    </>
  );
