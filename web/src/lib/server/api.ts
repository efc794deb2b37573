// The REST side: JSON, the session's cookie, and the CSRF word that every change must carry. Which paths there are, what
// each takes and what it answers is known from the server's own description.
import type { paths } from "./generated/http";
import { asQuery } from "./query";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

interface Operation {
  parameters: { path?: unknown; query?: unknown };
  requestBody?: unknown;
  responses: object;
}
/** Every path that takes this method, with what is described of it. */
type Operations<Method extends string> = {
  [Path in keyof paths as paths[Path] extends Record<Method, Operation> ? Path : never]: paths[Path] extends Record<
    Method,
    infer Found extends Operation
  >
    ? Found
    : never;
};
type Gets = Operations<"get">;
type Posts = Operations<"post">;
type Json<Part> = Part extends { content: { "application/json": infer Body } } ? Body : never;
type Answer<Of extends Operation> = Json<Of["responses"][keyof Of["responses"] & (200 | 201)]>;

/** In an address everything is text; what is null is left out. */
type InAddress<Fields> = { [Name in keyof Fields]: Fields[Name] | string | null };
type Part<Name extends string, Fields> = [Fields] extends [undefined]
  ? { [Never in Name]?: undefined }
  : undefined extends Fields
    ? { [Given in Name]?: Fields }
    : { [Given in Name]: Fields };
type Given<Of extends Operation> = Part<"path", InAddress<Of["parameters"]["path"]>> &
  Part<"query", InAddress<Of["parameters"]["query"]>> &
  Part<"body", Json<Of["requestBody"]>> & { signal?: AbortSignal }; // who is no longer interested gives the signal
/** What must be given may not be left out. */
type Rest<Of extends Operation> = object extends Given<Of> ? [given?: Given<Of>] : [given: Given<Of>];

interface Filled {
  path?: object | undefined;
  query?: Parameters<typeof asQuery>[0] | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

let csrf = "";

/** Every answer of /api/me brings the word that the next changes carry. */
export function useCsrf(word: string): void {
  csrf = word;
}

/** The address with its places filled in: "/api/tables/{table_id}" is "/api/tables/3". */
function addressOf(path: string, { path: places = {}, query = {} }: Filled): string {
  const filled = Object.entries(places).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  return filled + asQuery(query);
}

async function call<T>(
  method: string,
  address: string,
  { body, signal }: Pick<Filled, "body" | "signal"> = {},
  again = true,
): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") {
    if (!csrf) useCsrf((await api.get("/api/me")).csrf);
    headers["X-Houseway-CSRF"] = csrf;
    if (body !== undefined) headers["Content-Type"] = "application/json";
  }
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
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
    return call<T>(method, address, { body, signal }, false);
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
  get: <Path extends keyof Gets>(path: Path, ...[given]: Rest<Gets[Path]>): Promise<Answer<Gets[Path]>> =>
    call("GET", addressOf(path, (given ?? {}) as Filled), { signal: (given as Filled | undefined)?.signal }),
  post: <Path extends keyof Posts>(path: Path, ...[given]: Rest<Posts[Path]>): Promise<Answer<Posts[Path]>> =>
    call("POST", addressOf(path, (given ?? {}) as Filled), { body: (given as Filled | undefined)?.body ?? {} }),
};

/** What to tell a person about something that went wrong. */
export function sentenceOf(problem: unknown): string {
  if (problem instanceof ApiError) return problem.sentence;
  return problem instanceof Error && problem.message ? problem.message : "Something went wrong.";
}
