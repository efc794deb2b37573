import { expect, test } from "vitest";
import { asQuery } from "./query";

test("fields are written in order, a list item by item", () => {
  expect(asQuery({ limit: 50, set: ["decks=2", "draw=community"] })).toBe(
    "?limit=50&set=decks%3D2&set=draw%3Dcommunity",
  );
});

test("what is not given is left out, and nought is given", () => {
  expect(asQuery({ game: "", edition: null, set: [], below: undefined })).toBe("");
  expect(asQuery({ game: "", below: 0 })).toBe("?below=0");
});

test("what people type cannot break the address", () => {
  expect(asQuery({ person: "Ann & Bob=#?" })).toBe("?person=Ann+%26+Bob%3D%23%3F");
});
