import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "var/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["*/static/js/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      complexity: ["error", 8],
      eqeqeq: "error",
      "max-lines": ["error", 200],
      "max-lines-per-function": ["error", 40],
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Data is shown with textContent." },
        { property: "outerHTML", message: "Data is shown with textContent." },
      ],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
