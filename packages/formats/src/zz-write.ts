import { readdirSync, writeFileSync, existsSync } from "node:fs"
import { goldenCases } from "./testing/golden-cases.ts"
import { summarizeFile } from "./testing/summarize-file.ts"
import { readTranslationFile } from "./registry.ts"
for (const f of ["json","po","xliff"]) {
  const folder = new URL(`${f}/golden/`, import.meta.url)
  for (const n of readdirSync(folder)) { const e = new URL(`${n}/expected.json`, folder); if (!existsSync(e)) writeFileSync(e, "{}") }
  for (const c of goldenCases(folder)) writeFileSync(new URL(`${c.name}/expected.json`, folder), JSON.stringify(summarizeFile(readTranslationFile(c.bytes, c.options)), null, 2) + "\n")
}
