import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { PublicPage } from "../../components/page/public-page.tsx";
import { ProblemOfIssuer } from "../../sign-in/issuer-problem.tsx";
import { SignInForm } from "../../sign-in/sign-in-form.tsx";

export default function SignIn() {
  const { history } = useRouter();
  const { to = "/", problem } = useSearch({ from: "/sign-in" });
  return (
    <PublicPage title="Sign in to Groundplan" says="Plans for people and their coding agents.">
      <ProblemOfIssuer named={problem} />
      <SignInForm returnTo={to} onSignedIn={() => history.push(to)} />
      <p className="mt-4 text-center text-note">
        <Link to="/reset" className="text-accent underline underline-offset-2">
          Forgot your password?
        </Link>
      </p>
    </PublicPage>
  );
}
