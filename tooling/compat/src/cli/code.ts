/** Code that uses two keys, one of them with a default text. */
export const code = {
  "src/app.tsx": `import { useTranslate } from "@tolgee/react"
export const App = () => { const { t } = useTranslate(); return t("home", "Harbour") + t("storm", { ns: "weather" }) }`,
  "extractor.mjs": `export default () => ({ warnings: [], keys: [
    { keyName: "home", defaultValue: "Harbour", line: 1 }, { keyName: "storm", namespace: "weather", line: 2 }] })`
}

/** The CLI reads the code itself. */
export const readCode = ["--patterns", "src/*.tsx"]

/** The same keys in half the time, for what is not about reading code. */
export const knowCode = [...readCode, "--extractor", "extractor.mjs"]
