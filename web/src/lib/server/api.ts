// The REST side: JSON, the session's cookie, and the CSRF word that every change must carry.
import type { Me } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

let csrf = "";

/** Every answer of /api/me brings the word that the next changes carry. */
export function useCsrf(word: string): void {
  csrf = word;
}

async function call<T>(method: string, path: string, body?: unknown, again = true): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") {
    if (!csrf) useCsrf((await call<Me>("GET", "/api/me")).csrf);
    headers["X-Houseway-CSRF"] = csrf;
    if (body !== undefined) headers["Content-Type"] = "application/json";
  }
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
  const text = await response.text();
  const data = parsed(text);
  if (response.ok) return data as T;
  const problem = (data ?? {}) as { code?: string; sentence?: string };
  if (problem.code === "csrf" && again) {
    csrf = ""; // the session has changed in another tab
    return call<T>(method, path, body, false);
  }
  throw new ApiError(
    response.status,
    problem.code ?? "error",
    problem.sentence ?? `The server answered ${response.status}.`,
  );
}

/** What the server sent; a proxy in between may answer with something else than JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const api = {
  get: <T>(path: string): Promise<T> => call<T>("GET", path),
  post: <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body),
};

/** What to tell a person about something that went wrong. */
export function sentenceOf(problem: unknown): string {
  if (problem instanceof ApiError) return problem.sentence;
  return problem instanceof Error && problem.message ? problem.message : "Something went wrong.";
}
