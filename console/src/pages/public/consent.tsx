import { decideConsent, getConsent } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { read } from "../../api/read.ts";
import { PublicPage } from "../../components/page/public-page.tsx";
import { AppPublisher } from "./app-publisher.tsx";
import { AppRequest, type Decision } from "./app-request.tsx";
import { PublicPageLoaded } from "./public-page-loaded.tsx";

/** The OAuth consent prompt. */
export default function Consent() {
  const params = useParams({ from: "/oauth/consent/$uid" });
  // Never refetched: what is approved is what was read.
  const query = useQuery({ ...read(getConsent, { params }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const decide = async (decision: Decision) => {
    const { redirectTo } = await call(decideConsent, { params, body: decision });
    location.assign(redirectTo);
    // Keeps the button busy until the browser has left.
    await new Promise(() => {});
  };
  return (
    <PublicPageLoaded title="Connect an app" query={query}>
      {({ consent }) => (
        <PublicPage title={`Let ${consent.clientName} in`} says={<AppPublisher {...consent} />}>
          <p className="mb-3">
            Then your browser goes {consent.localRedirect ? "to a program on this computer, at " : "to "}
            <strong className="font-[550] break-all">{consent.redirectHost}</strong>.
          </p>
          {consent.localRedirect && (
            <p className="mb-3 rounded-md bg-warn-soft p-2.5 text-warn">
              Any program on this computer could use this name. Allow it only if you just started it yourself.
            </p>
          )}
          <AppRequest app={consent} decide={decide} />
        </PublicPage>
      )}
    </PublicPageLoaded>
  );
}
