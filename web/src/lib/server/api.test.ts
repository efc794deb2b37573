import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, sentenceOf, useCsrf, type ApiError } from "./api";

type Asked = { method: string; path: string; headers: Record<string, string>; body: unknown };
let asked: Asked[];
let answers: (() => Response)[];
const json =
  (data: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(data), { status });

beforeEach(() => {
  asked = [];
  answers = [];
  useCsrf("");
  vi.stubGlobal("fetch", (path: string, { method, headers, body }: RequestInit) => {
    asked.push({
      method: method ?? "",
      path,
      headers: headers as Record<string, string>,
      body: typeof body === "string" ? JSON.parse(body) : body,
    });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("Failed to fetch"));
  });
});
const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call;
  } catch (error) {
    return error as ApiError;
  }
  throw new Error("it was not refused");
};

test("reading carries no word, and gives what the server said", async () => {
  answers = [json({ games: [] })];
  expect(await api.get("/api/games")).toEqual({ games: [] });
  expect(asked).toEqual([
    { method: "GET", path: "/api/games", headers: { Accept: "application/json" }, body: undefined },
  ]);
});

test("an address is filled in, and says only what is known", async () => {
  answers = [json({}), json({})];
  const query = { edition: null, set: ["decks=2", "draw=community"] };
  await api.get("/api/games/{game_id}", { path: { game_id: "a game/b" }, query });
  await api.get("/api/tables/{table_id}/odds", { path: { table_id: 3 } });
  expect(asked.map(({ path }) => path)).toEqual([
    "/api/games/a%20game%2Fb?set=decks%3D2&set=draw%3Dcommunity",
    "/api/tables/3/odds",
  ]);
});

describe("a change", () => {
  test("carries the word that /api/me gave, asked for once", async () => {
    answers = [json({ csrf: "word" }), json({}), json({})];
    await api.post("/api/guest", { body: { name: "Ann" } });
    await api.post("/api/logout");
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/me",
      "POST /api/guest",
      "POST /api/logout",
    ]);
    expect(asked[1]).toMatchObject({ headers: { "X-Houseway-CSRF": "word" }, body: { name: "Ann" } });
  });

  test("is repeated with a new word when the session has changed in another tab", async () => {
    useCsrf("old");
    answers = [json({ code: "csrf", sentence: "Old word." }, 403), json({ csrf: "new" }), json({ done: true })];
    expect(await api.post("/api/chips")).toEqual({ done: true });
    expect(asked.at(-1)?.headers["X-Houseway-CSRF"]).toBe("new");
  });

  test("is not repeated for ever", async () => {
    useCsrf("old");
    const no = json({ code: "csrf", sentence: "Old word." }, 403);
    answers = [no, json({ csrf: "new" }), no];
    expect(await refusal(api.post("/api/chips"))).toMatchObject({ status: 403, sentence: "Old word." });
  });
});

describe("what goes wrong is said", () => {
  test("in the server's own sentence", async () => {
    answers = [json({ code: "taken", sentence: "That name is taken." }, 409)];
    const problem = await refusal(api.get("/api/me"));
    expect(problem).toMatchObject({ status: 409, code: "taken" });
    expect(sentenceOf(problem)).toBe("That name is taken.");
  });

  test("when a proxy answers with a page of its own", async () => {
    answers = [() => new Response("<h1>Bad gateway</h1>", { status: 502 })];
    expect(sentenceOf(await refusal(api.get("/api/me")))).toBe("The server answered 502.");
  });

  test("when there is no server", async () => {
    const problem = await refusal(api.get("/api/me"));
    expect(problem).toMatchObject({ status: 0, code: "offline" });
    expect(sentenceOf(problem)).toBe("The server cannot be reached.");
  });

  test("when it is no answer at all", () => {
    expect(sentenceOf(new Error("Quota exceeded"))).toBe("Quota exceeded");
    expect(sentenceOf("?")).toBe("Something went wrong.");
  });
});

test("an empty answer is nothing", async () => {
  answers = [() => new Response(null, { status: 204 })];
  expect(await api.get("/api/me")).toBeNull();
});
