import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is served by `houseway serve`; while developing, Vite serves it and hands the API on.
const server = process.env.HOUSEWAY_SERVER ?? "http://127.0.0.1:8400";

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: "/src/lib" } },
  build: {
    outDir: "../src/houseway/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 800,
  },
  // The host stays the one in the browser's address bar: the server refuses requests from other sites.
  server: { proxy: { "/api": { target: server, ws: true } } },
});
