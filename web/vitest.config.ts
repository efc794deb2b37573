import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config";

// Tests lie beside what they test. Those that need a browser ask for one, in their first line:
// `// @vitest-environment happy-dom`.
export default mergeConfig(
  vite,
  defineConfig({
    resolve: { conditions: ["browser"] }, // Svelte as the page runs it, not as a server would
    test: {
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/testing/locale.ts"],
      pool: "vmThreads", // each file by itself, without a new thread for each
      restoreMocks: true,
      unstubGlobals: true,
      environmentOptions: {
        happyDOM: {
          settings: {
            // A link that is left to the browser leads nowhere.
            navigation: {
              disableMainFrameNavigation: true,
              disableChildPageNavigation: true,
              disableFallbackToSetURL: true,
            },
          },
        },
      },
    },
  }),
);
