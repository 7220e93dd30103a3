import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { UserError } from "../../base/user-error.ts";
import { Button } from "../button.tsx";
import { Problem } from "../loading/problem.tsx";
import { toastProblem } from "../overlays/toast.tsx";

/** Error messages by field name. */
type Refusals = ReadonlyMap<string, string>;

const FormContext = createContext<{ refusals: Refusals }>({ refusals: new Map() });

/** Returns a field's error, if any. */
export const useRefusal = (name: string) => useContext(FormContext).refusals.get(name);

interface Properties {
  /** Receives values by field name. Errors are shown, and the input stays. */
  submit: (values: Record<string, string>) => Promise<unknown>;
  /** The button's label. */
  action: string;
  wide?: boolean;
  disabled?: boolean;
  /** Content next to or below the button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Keeps its input after an error and shows errors at their fields. */
export function Form({ submit, action, wide = false, disabled, beside, children }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const refusals = refusalsOf(error);
  const send = async () => {
    if (isBusy || !form.current) return;
    const unchosen = [...form.current.querySelectorAll("select")].find((one) => one.selectedIndex < 0);
    if (unchosen) {
      setError(new UserError("Choose one first. The previous choice no longer exists."));
      return unchosen.focus();
    }
    if (form.current.querySelector("[data-sending]")) {
      setError(new UserError("A picture is still being uploaded. Try again once it is in the text."));
      return;
    }
    setBusy(true);
    try {
      await submit(textsOf(new FormData(form.current)));
      setError(null);
    } catch (refusal) {
      setError(refusal);
      // The user may have closed the form meanwhile.
      if (!form.current) toastProblem(refusal);
      const [first] = refusalsOf(refusal).keys();
      const field = first === undefined ? null : form.current?.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormContext value={{ refusals }}>
      <form
        ref={form}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {children}
        {error !== null && isAboutMore(refusals, form.current) && <Problem error={error} />}
        <div className={wide ? "mt-1 grid gap-2" : "mt-1 flex flex-wrap items-center gap-2"}>
          <Button type="submit" look="primary" wide={wide} busy={isBusy} disabled={disabled}>
            {action}
          </Button>
          {beside}
        </div>
      </form>
    </FormContext>
  );
}

const textsOf = (data: FormData) =>
  Object.fromEntries(
    [...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Reads `details`, a list of `{path, message}` with the path `/name` or `/body/name`. */
function refusalsOf(error: unknown): Refusals {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return new Map();
  const named = (error.details as { path?: unknown; message?: unknown }[]).map(
    ({ path, message }) => [String(path).split(/[/.]/).at(-1) ?? "", String(message)] as const,
  );
  return new Map(named.filter(([name]) => name !== ""));
}

/** Tells whether the error isn't fully shown at the form's fields. */
const isAboutMore = (refusals: Refusals, form: HTMLFormElement | null) =>
  refusals.size === 0 || [...refusals.keys()].some((name) => !form?.elements.namedItem(name));
