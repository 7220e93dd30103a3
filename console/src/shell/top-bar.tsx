import { Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Mark } from "../components/page/mark.tsx";

/** Replaces the rail in narrow windows. */
export function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-5 flex items-center gap-2 border-b border-line bg-paper px-3 py-2 rail:hidden">
      <Button look="quiet" aria-haspopup="dialog" onClick={onMenu}>
        Menu
      </Button>
      <Link to="/" className="flex flex-1 items-center justify-center gap-2 font-semibold">
        <Mark />
        Groundplan
      </Link>
      <Button look="quiet" aria-haspopup="dialog" onClick={onSearch}>
        Search
      </Button>
    </header>
  );
}
