import { expect, test } from "vitest";
import { complete, nameOf, rowsOf, stepped } from "./pays";

const TABLES = { "20-3": "20/3", "25-2": "25/2" };

test("a table is read row by row, by its pays or by its name", () => {
  expect(rowsOf("30/3:2", TABLES, 2)).toEqual(["30", "3:2"]);
  expect(rowsOf("25-2", TABLES, 2)).toEqual(["25", "2"]);
  expect(rowsOf("30", TABLES, 2)).toEqual(["30", ""]);
  expect(rowsOf("off", TABLES, 2)).toBeNull();
});

test("printed pays have a name, others have none", () => {
  expect([nameOf("20/3", TABLES), nameOf("20-3", TABLES), nameOf("21/3", TABLES)]).toEqual(["20-3", "20-3", null]);
});

test("half a row is not sent", () => {
  expect([complete(["20", "3:2", "1.5"]), complete(["20", ""]), complete(["20", "x"])]).toEqual([true, false, false]);
});

test("steps are whole, and end at nothing", () => {
  expect([stepped("20", 1), stepped("0", -1), stepped("3:2", 1)]).toEqual(["21", "0", "3:2"]);
});
