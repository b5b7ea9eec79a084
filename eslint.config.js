import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores([
    "dist/",
    ".build/",
    "target/",
    "tests/fixtures/",
    "**/generated/",
    "www/demo/articles/",
    "examples/editors/",
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "no-undef": "off", // tsc does it, for JavaScript too (checkJs)
      // Pages, records and model answers are hostile: they only ever become text nodes.
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({
          property,
          message: "Hostile text must never become markup: use textContent or DOM nodes.",
        })),
      ],
      "no-restricted-globals": ["error", { name: "eval", message: "Text is never code." }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", package: "node:test", name: ["test", "it", "describe"] },
          ],
        },
      ],
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }], // by code point is what we mean
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    // Configuration and build scripts run in Node and stand outside the TypeScript project.
    files: ["*.js", "*.mjs"],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
