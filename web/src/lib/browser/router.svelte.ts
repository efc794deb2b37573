// A small router over the history API: the server answers every unknown address with the page.
import type { Component } from "svelte";

export interface PageProps {
  params: Record<string, string>;
  query: URLSearchParams;
}
export interface Route {
  path: string; // "/table/:id"
  title: string;
  load: () => Promise<{ default: Component<PageProps> }>;
}
export interface Match {
  route: Route;
  params: Record<string, string>;
}

export function match(routes: Route[], path: string): Match | null {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, index) => {
      const given = parts[index] ?? "";
      if (!part.startsWith(":")) return part === given;
      const value = decoded(given);
      params[part.slice(1)] = value ?? "";
      return value !== null;
    });
    if (fits) return { route, params };
  }
  return null;
}

/** A part of an address as it was meant, or null where it means nothing: "%E0" alone is no letter. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  query = $derived(new URLSearchParams(this.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    // Plain links inside the page go through here; new tabs and downloads do as always.
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
      if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
      if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  private read(): void {
    this.path = location.pathname;
    this.search = location.search;
  }

  /** `stay` leaves the page where it is scrolled to: only what it shows has changed. */
  go(to: string, options: { replace?: boolean; stay?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
    if (!options.stay) scrollTo(0, 0);
  }
}

export const router = new Router();
