import type { Browser } from "playwright-core"
import { assert } from "vitest"
import type { CliFixture } from "../cli/cli-fixture.ts"
import { openPage } from "../testing/browser.ts"
import type { EditedSite } from "./edited-page.ts"

const shows = (text: string) => `document.querySelector('[data-key="title"]')?.textContent === ${JSON.stringify(text)}`

/** Takes all files of one version by its manifest, as docs/content-delivery.md shows. */
const readByManifest = (address: string) => `(async () => {
  const address = ${JSON.stringify(address)}
  const { version, files } = await (await fetch(address + "/manifest.json")).json()
  const read = async ({ path, sha256 }) => {
    const response = await fetch(address + "/@" + version + "/" + path)
    const bytes = await response.arrayBuffer()
    const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0"))
    return { path, isWhole: digest.join("") === sha256, etag: response.headers.get("etag"), texts: new TextDecoder().decode(bytes) }
  }
  return { version, files: await Promise.all(files.map(read)) }
})()`

interface ReadVersion {
  readonly version: number
  readonly files: ReadonlyArray<{
    readonly path: string
    readonly isWhole: boolean
    readonly etag: string | null
    readonly texts: string
  }>
}

/** A page of another origin shows published texts: by the published SDK, by `fetch`, and without the server. */
export const showPublishedTexts = async (fixture: CliFixture, browser: Browser, site: EditedSite): Promise<void> => {
  const { address, call, give } = fixture
  const open = (prefix: string) => openPage(browser, site.page(["title"], { prefix, bundled: { title: "Bundled" } }))
  await give([{ name: "title", translations: { en: "Harbour" } }])
  const { id, slug } = await call<{ readonly id: number; readonly slug: string }>(
    "POST",
    "…/content-delivery-configs",
    { name: "Site", format: "JSON", autoPublish: true, filterState: ["UNTRANSLATED", "TRANSLATED", "REVIEWED"] }
  )
  const published = `${address}/content-delivery/${slug}`
  const page = await open(published)
  await page.until(shows("Harbour"))
  const first = await page.ask<ReadVersion>(readByManifest(published))
  assert.include(
    first.files.map(({ path }) => path),
    "en.json"
  )
  for (const { isWhole, etag } of first.files) {
    assert.isTrue(isWhole)
    assert.match(etag ?? "", /^"[0-9a-f]{64}/)
  }

  await call("PUT", "…/translations", { key: "title", translations: { en: "New harbour" } })
  await call("POST", `…/content-delivery-configs/${id}`)
  const later = await open(published)
  await later.until(shows("New harbour"))
  const second = await later.ask<ReadVersion>(readByManifest(published))
  assert.isAbove(second.version, first.version)
  const texts = second.files.find(({ path }) => path === "en.json")?.texts ?? "{}"
  assert.deepStrictEqual(JSON.parse(texts), { title: "New harbour" })
  // The address of the first version still has what it had.
  const kept = await page.ask<unknown>(`fetch("${published}/@${first.version}/en.json").then((read) => read.json())`)
  assert.deepStrictEqual(kept, { title: "Harbour" })

  const offline = await open(`http://127.0.0.1:9/content-delivery/${slug}`)
  await offline.until(shows("Bundled"))
}
