import { assert, it } from "vitest"
import { printManifest } from "./manifest.ts"

it("a manifest names the files of one version, their sizes and digests", () => {
  const files = [{ path: "shop/en.json", mediaType: "application/json", size: 12, digest: "ab".repeat(32) }]
  const text = printManifest({ version: 7, publishedAt: 1_700_000_000_000, languages: ["de", "en"], files })
  assert.deepStrictEqual(JSON.parse(text), {
    version: 7,
    publishedAt: 1_700_000_000_000,
    languages: ["de", "en"],
    files: [{ path: "shop/en.json", mediaType: "application/json", size: 12, sha256: "ab".repeat(32) }]
  })
})
