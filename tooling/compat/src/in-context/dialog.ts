import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "@dragoman/release/repository"
import type { Browser } from "playwright-core"
import { assert } from "vitest"
import type { CliFixture } from "../cli/cli-fixture.ts"
import { type BrowserPage, openPage } from "../testing/browser.ts"
import { makePng } from "../testing/make-png.ts"
import type { EditedSite } from "./edited-page.ts"
import type { ListedKeys } from "./page-client.ts"

/** One action of a user in a real browser, on a project of its own. */
export interface DialogCase {
  readonly name: string
  readonly run: (fixture: CliFixture, browser: Browser, site: EditedSite) => Promise<void>
}

const dialog = `document.getElementById("__tolgee_dev_tools")?.shadowRoot`
const inDialog = (selector: string) => `${dialog}?.querySelector(${JSON.stringify(selector)})`
const control = (name: string) => inDialog(`[data-cy="${name}"]`)
const editor = (tag: string, variant?: string) =>
  inDialog(
    `[data-cy="translation-editor"][data-cy-language="${tag}"]${variant === undefined ? "" : `[data-cy-variant="${variant}"]`} .cm-content`
  )
const shown = (key: string) => `document.querySelector('[data-key="${key}"]')`
/** The page's text without the invisible marks of the tools. */
const shows = (key: string, text: string) =>
  `${shown(key)}?.textContent.replaceAll(/[\\u200c\\u200d]/g, "") === ${JSON.stringify(text)}`

const openDialog = async (page: BrowserPage, key: string, text: string) => {
  await page.until(shows(key, text))
  await page.click(shown(key), { alt: true })
  await page.until(editor("en"))
  // The dialog asks again when it knows the languages, and then forgets what was written.
  await page.quiet()
}

const write = async (page: BrowserPage, field: string, text: string) => {
  await page.click(field)
  await page.until(`${field}?.matches(":focus")`)
  await page.type(text)
  // The editor shows an example in place of the number's placeholder.
  const lastWord = text.split(" ").at(-1) ?? ""
  await page.until(`(${field}.value ?? ${field}.textContent).endsWith(${JSON.stringify(lastWord)})`)
}

const save = async (page: BrowserPage) => {
  await page.click(control("key-form-submit"))
  await page.until(`!${control("key-form-submit")}`)
}

const plural = (one: string, other: string) => `{count, plural,\none {${one}}\nother {${other}}\n}`

/** A file for the dialog to upload. */
const picture = ({ folder }: CliFixture): string => {
  const file = join(folder, "screen.png")
  writeFileSync(file, makePng(90, 60))
  return file
}

const pictureSizes = async ({ call }: CliFixture) => {
  const listed = (await call("GET", "…/translations")) as unknown as ListedKeys
  return (listed._embedded?.keys[0]?.screenshots ?? []).map(({ width, height }) => [width, height])
}

const onlyFromHere = (page: BrowserPage) => {
  const hosts = page.requested().map((url) => new URL(url).host.replace(/:\d+$/, ""))
  // Images of the dialog itself are data and blobs, which have no host.
  assert.deepStrictEqual([...new Set(hosts)].filter((host) => host !== "").sort(), ["127.0.0.1"])
}

/** Those of the key that docs/in-context.md makes. */
const documentedScopes = (): ReadonlyArray<string> => {
  const guide = readFileSync(join(repository, "docs", "in-context.md"), "utf8")
  const [, scopes = ""] = /"scopes": \[(.*?)\]/s.exec(guide) ?? []
  return [...scopes.matchAll(/"([^"]+)"/g)].map(([, scope = ""]) => scope)
}

export const dialogCases: ReadonlyArray<DialogCase> = [
  {
    name: "a text, a tag and a picture that are edited in the page are the server's, and another page shows the text",
    run: async (fixture, browser, site) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour", cs: "Přístav" }, tags: ["old"] }])
      const address = site.page(["title"], { apiUrl: fixture.address, apiKey: fixture.key })
      const page = await openPage(browser, address)
      await openDialog(page, "title", "Harbour")
      await write(page, editor("en"), "Port")
      await write(page, control("tag-autocomplete-input"), "quay")
      await page.click(`${inDialog('[data-cy="tag-autocomplete-option"]')}?.closest("li")`)
      await page.choose(control("screenshot-file-input"), picture(fixture))
      await page.until(control("screenshot-thumbnail"))
      await save(page)
      await page.until(shows("title", "Port"))
      assert.deepStrictEqual(await fixture.content(), { title: { en: "Port", cs: "Přístav" } })
      assert.deepStrictEqual(await fixture.tags(), { title: ["old", "quay"] })
      assert.deepStrictEqual(await pictureSizes(fixture), [[90, 60]])
      const other = await openPage(browser, address)
      await other.until(shows("title", "Port"))
      onlyFromHere(page)
    }
  },
  {
    name: "a plural is edited form by form",
    run: async (fixture, browser, site) => {
      await fixture.give([{ name: "crew", translations: { en: plural("# sailor", "# sailors") } }])
      const page = await openPage(browser, site.page(["crew"], { apiUrl: fixture.address, apiKey: fixture.key }))
      await openDialog(page, "crew", plural("# sailor", "# sailors"))
      await write(page, editor("en", "other"), "# hands")
      await save(page)
      assert.deepStrictEqual(await fixture.content(), { crew: { en: plural("# sailor", "# hands") } })
    }
  },
  {
    name: "the page of docs/in-context.md: a key that is missing is made in the page, and there after a reload",
    run: async (fixture, browser, site) => {
      const address = site.documentedPage({
        apiUrl: fixture.address,
        apiKey: await fixture.giveKey({ scopes: documentedScopes() })
      })
      const page = await openPage(browser, address)
      await openDialog(page, "welcome", "Welcome on board")
      await write(page, editor("en"), "Ahoy")
      await save(page)
      await page.until(shows("welcome", "Ahoy"))
      assert.deepStrictEqual(await fixture.content(), { welcome: { en: "Ahoy" } })
      const reloaded = await openPage(browser, address)
      await reloaded.until(shows("welcome", "Ahoy"))
      onlyFromHere(reloaded)
    }
  },
  {
    name: "with a viewer's key the dialog says what it may not do, and changes nothing",
    run: async (fixture, browser, site) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour" }, tags: ["old"] }])
      const apiKey = await fixture.giveKey({ scopes: ["translations.view", "screenshots.view"] })
      const page = await openPage(browser, site.page(["title"], { apiUrl: fixture.address, apiKey }))
      await openDialog(page, "title", "Harbour")
      await page.until(inDialog('[data-cy="error-alert"][data-cy-error-code="permissions_not_sufficient_to_edit"]'))
      assert.isTrue(await page.ask(`${control("key-form-submit")}.disabled`))
      assert.isTrue(await page.ask(`${control("tag-autocomplete-input")} === null`))
      assert.isTrue(await page.ask(`${control("screenshot-add")} === null`))
      assert.isTrue(await page.ask(`${control("screenshot-empty")} !== null`))
      await page.click(editor("en"))
      await page.type("Port")
      assert.strictEqual(await page.ask(`${editor("en")}.textContent`), "Harbour")
      assert.deepStrictEqual(await fixture.content(), { title: { en: "Harbour" } })
    }
  },
  {
    name: "a key that may translate one language only offers that one",
    run: async (fixture, browser, site) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour", cs: "Přístav" } }])
      const owner = await fixture.givePerson({ type: "TRANSLATE", translateLanguages: [fixture.languages.cs] })
      const apiKey = await fixture.giveKey({ scopes: ["translations.edit"], owner })
      const page = await openPage(browser, site.page(["title"], { apiUrl: fixture.address, apiKey }))
      await openDialog(page, "title", "Harbour")
      await page.until(inDialog('[data-cy="translation-field"][data-cy-language="en"].disabled'))
      await write(page, editor("cs"), "Molo")
      await save(page)
      assert.deepStrictEqual(await fixture.content(), { title: { en: "Harbour", cs: "Molo" } })
    }
  },
  {
    name: "without a key that the server knows, the dialog says so",
    run: async (fixture, browser, site) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour" } }])
      const page = await openPage(
        browser,
        site.page(["title"], { apiUrl: fixture.address, apiKey: fixture.key.slice(0, -2) })
      )
      await page.until(shows("title", "title"))
      await page.click(shown("title"), { alt: true })
      await page.until(inDialog('[data-cy="error-alert"][data-cy-error-code="invalid_project_api_key"]'))
    }
  }
]
