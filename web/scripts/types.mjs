// Writes the types of everything that goes between server and page, as the server itself describes it. What is newer
// than its description is left as it is.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";

const FOLDER = new URL("../src/lib/server/generated/", import.meta.url);
const BANNER = "// Written by `npm run types`; do not edit.";

async function socket(description) {
    const { compile } = await import("json-schema-to-typescript");
    return compile(description, "SocketMessage", {
        additionalProperties: false,
        bannerComment: BANNER,
        ignoreMinAndMaxItems: true,
        unreachableDefinitions: true,
    });
}

async function http(description) {
    const { default: openapi, astToString } = await import("openapi-typescript");
    const types = await openapi(description, {
        defaultNonNullable: false,
        rootTypes: true,
        rootTypesNoSchemaPrefix: true,
    });
    return `${BANNER}\n\n${astToString(types)}`;
}

async function changed(name) {
    const found = await stat(new URL(name, import.meta.url)).catch(() => null);
    return found?.mtimeMs ?? 0;
}

async function write(name, described, types) {
    const to = new URL(name, FOLDER);
    const sources = [described, "types.mjs", "../package-lock.json"]; // the lock file: another version writes other types
    if ((await changed(to)) > Math.max(...(await Promise.all(sources.map(changed))))) return;
    const description = JSON.parse(await readFile(new URL(described, import.meta.url), "utf8"));
    await writeFile(to, await types(description));
}

await mkdir(FOLDER, { recursive: true });
await write("socket.ts", "../../docs/socket.schema.json", socket);
await write("http.ts", "../../docs/openapi.json", http);
