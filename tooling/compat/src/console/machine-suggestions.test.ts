/** @module-tag exhaustive */
import {
  type EngineServer,
  type ModelServer,
  startEngineServer,
  startModelServer,
  testModelKey
} from "@dragoman/machine-translation/testing"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("texts of machines in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let engine: EngineServer
  let models: ModelServer
  let projectId: number
  let list: string

  beforeAll(async () => {
    engine = await startEngineServer("LIBRETRANSLATE")
    models = await startModelServer("OPENAI")
    const { config } = engine
    fixture = await makeConsoleFixture("machine-suggestions", {
      DRAGOMAN_MT_LIBRETRANSLATE_URL: engine.url,
      DRAGOMAN_MT_LIBRETRANSLATE_KEY: "apiKey" in config ? String(config.apiKey) : "",
      DRAGOMAN_MT_ALLOW: "127.0.0.0/8",
      DRAGOMAN_WEBHOOK_PORTS: "*",
      DRAGOMAN_LLM_PROVIDERS: JSON.stringify([
        { name: "of-server", model: "small", apiUrl: models.url, apiKey: testModelKey }
      ])
    })
    projectId = await makeProject(fixture.server, "Harbour booking", 0)
    list = `/projects/${projectId}/translations?languages=en,cs`
    await switchOn(["LIBRETRANSLATE", "PROMPT"])
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await engine?.close()
    await models?.close()
  })

  /** Answers are kept by text: each test has texts of its own. */
  let count = 0
  let keyName: string
  let baseText: string
  beforeEach(async () => {
    engine.setBehaviour({ kind: "translates" })
    models.setBehaviour("translates")
    count += 1
    keyName = `berth.${count}`
    baseText = `Berth ${count} is free`
    await call("POST", "/keys/create", { name: keyName, translations: { en: baseText } })
  })

  const call = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)
  const switchOn = (services: ReadonlyArray<string>) =>
    call("PUT", "/machine-translation-service-settings", {
      settings: [
        {
          enabledServicesInfo: services.map((serviceType) => ({ serviceType })),
          primaryServiceInfo: { serviceType: "LIBRETRANSLATE" }
        }
      ]
    })
  const translationRequests = () => engine.requests.filter(({ path }) => path === "/translate").length
  const cellOf = (page: Page) => page.locator(`[data-key="${keyName}"][data-language=cs]`)
  const fieldOf = (page: Page) => cellOf(page).locator("[data-editor=chips]")
  const openText = async (page: Page) => {
    await cellOf(page).click()
    await fieldOf(page).waitFor()
  }
  const machinesOf = (page: Page) => page.getByRole("list", { name: "Machine translations" })
  const rowOf = (page: Page, service: string) => machinesOf(page).getByRole("listitem").filter({ hasText: service })

  it("asks no service before the user does, and takes a translation by its key", async () => {
    const before = translationRequests()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}&q=${keyName}`)
    await openText(page)
    await page.getByRole("button", { name: /^Translate by machine/ }).waitFor()
    assert.strictEqual(translationRequests(), before)
    await page.keyboard.press("Control+Shift+Digit7")
    await rowOf(page, "LibreTranslate").getByText(`[cs] ${baseText}`).waitFor()
    await rowOf(page, "Language model · Default prompt").getByText(`[cs] ${baseText}`).waitFor()
    await page.keyboard.press("Control+Shift+Digit7")
    await fieldOf(page).getByText(`[cs] ${baseText}`).waitFor()
    await page.keyboard.press("Enter")
    await cellOf(page).getByText("Translated").waitFor()
    expectNoProblems()
  })

  it("shows what one service says while another has failed, why it has, and asks again", async () => {
    await call("POST", "/translations", { key: keyName, translations: { cs: `[cs] ${baseText} today` } })
    models.setBehaviour("filters")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}&q=${keyName}`)
    await openText(page)
    await page.getByRole("button", { name: /^Translate by machine/ }).click()
    await rowOf(page, "LibreTranslate").locator("del").getByText("today").waitFor()
    await rowOf(page, "Language model").getByText("The language model refused the text.").waitFor()
    models.setBehaviour("translates")
    await page.getByRole("button", { name: "Translate by machine again" }).click()
    await rowOf(page, "Language model").getByText(`[cs] ${baseText}`).first().waitFor()
    expectNoProblems()
  })

  it("asks by itself once the user has chosen so", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/preferences")
    await page.getByRole("button", { name: /Machine translations of an open text/ }).click()
    await page.getByRole("option", { name: /Automatically/ }).click()
    await page.goto(`${fixture.server.address}${list}&q=${keyName}`)
    await openText(page)
    await rowOf(page, "LibreTranslate").getByText(`[cs] ${baseText}`).waitFor()
    expectNoProblems()
  })

  const brokenKey = () => `${keyName}.broken`
  const select = async (
    page: Page,
    names: { readonly checkbox: string; readonly action: string; readonly more: string }
  ) => {
    for (const key of [keyName, brokenKey()]) {
      await page.getByRole("checkbox", { name: `${names.checkbox} ${key}`, exact: true }).click()
    }
    await page.getByRole("button", { name: names.more, exact: true }).click()
    await page.getByRole("menuitem", { name: names.action }).click()
    return page.getByRole("dialog", { name: names.action })
  }
  const chooseCzech = async (page: Page, field: string, language: string) => {
    await page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^${field}`) })
      .click()
    await page.getByRole("menuitemcheckbox", { name: language }).click()
    await page.keyboard.press("Escape")
  }
  /** A second key, whose translation loses its placeholder. */
  const addBroken = async () => {
    await call("POST", "/keys/create", { name: brokenKey(), translations: { en: `Berth ${count} is broken: {name}` } })
    engine.setBehaviour({
      kind: "damages",
      damage: (translation) => (translation.includes("broken") ? "Ohne Namen" : translation)
    })
  }

  it("translates selected keys by machine after an estimate, and lists what failed with its reason among the jobs", async () => {
    await addBroken()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}&q=${keyName}`)
    const before = translationRequests()
    const action = "Translate by machine"
    const dialog = await select(page, { checkbox: "Select", action, more: "More" })
    await dialog.getByText("Affects 2 keys.").waitFor()
    await chooseCzech(page, "Languages", "Czech")
    const factOf = (term: string) => dialog.locator("dt", { hasText: term }).locator("xpath=following-sibling::dd[1]")
    await factOf("Texts for a service").getByText("2", { exact: true }).waitFor()
    assert.strictEqual(await factOf("Texts that stay as they are").textContent(), "0")
    assert.match((await factOf("Estimated cost").textContent()) ?? "", /\d/)
    assert.strictEqual(translationRequests(), before, "an estimate asks no service")
    await dialog.getByRole("button", { name: action }).click()
    const notifications = page.getByRole("region", { name: "Notifications" })
    await notifications.getByText(`${action}: 1 done, 1 failed.`).waitFor()
    await cellOf(page).getByText(`[cs] ${baseText}`).waitFor()

    await page.goto(`${fixture.server.address}/projects/${projectId}/jobs`)
    const job = page.getByRole("row").filter({ hasText: action }).first()
    await job.getByText("Failed", { exact: true }).waitFor()
    await job.getByText("1 of 2").waitFor()
    await job.getByRole("button", { name: "Texts not translated" }).click()
    const failed = page.getByRole("dialog").getByRole("row").filter({ hasText: brokenKey() })
    await failed.getByText("Czech").waitFor()
    await failed.getByText(/^The translation was damaged: /).waitFor()
    await failed.getByRole("link", { name: brokenKey() }).click()
    await page.waitForURL(/keys\/\d+\?language=cs/)
    expectNoProblems()
  })

  it("estimates and lists failures for everybody: axe, dark Arabic, 320 px", async () => {
    await addBroken()
    const { _embedded } = await call<{
      readonly _embedded: { readonly keys: ReadonlyArray<{ readonly keyId: number }> }
    }>("GET", `/translations?languages=cs&filterKeyName=${brokenKey()}`)
    const { _embedded: languages } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", "/languages")
    await call("POST", "/start-batch-job/machine-translate", {
      keyIds: _embedded.keys.map(({ keyId }) => keyId),
      targetLanguageIds: languages.languages.flatMap(({ id, tag }) => (tag === "cs" ? [id] : []))
    })
    const english = {
      checkbox: "Select",
      action: "Translate by machine",
      more: "More",
      languages: "Languages",
      czech: "Czech",
      cost: "Estimated cost",
      failed: "Texts not translated"
    }
    const arabic: typeof english = {
      checkbox: "تحديد",
      action: "ترجمة آلية",
      more: "المزيد",
      languages: "اللغات",
      czech: "التشيكية",
      cost: "التكلفة المقدّرة",
      failed: "النصوص غير المترجمة"
    }
    const phone = { width: 320, height: 640 }
    for (const [names, options] of [
      [english, { locale: "en", colorScheme: "light" }],
      [arabic, { locale: "ar", colorScheme: "dark" }],
      [arabic, { locale: "ar", colorScheme: "dark", viewport: phone }]
    ] as const) {
      const fits = async (page: Page) => {
        const places = `[document.documentElement, document.querySelector("[role=dialog]")]`
        assert.isTrue(await page.evaluate(`${places}.every((place) => place.scrollWidth <= place.clientWidth)`))
      }
      await fixture.expectAccessible(`${list}&q=${keyName}`, options, async (page) => {
        const dialog = await select(page, names)
        await chooseCzech(page, names.languages, names.czech)
        await dialog.getByText(names.cost).waitFor()
        await fits(page)
      })
      await fixture.expectAccessible(`/projects/${projectId}/jobs`, options, async (page) => {
        await page.getByRole("button", { name: names.failed }).first().click()
        await page.getByRole("dialog").getByText(brokenKey()).waitFor()
        await fits(page)
      })
    }
  })

  it("leads those who may set services up there, and shows nothing to others, while no service is enabled", async () => {
    await switchOn([])
    const translator = await makeMember(fixture.server, projectId, "Tereza", "TRANSLATE")
    const { page } = await fixture.openAsAdministrator(`${list}&q=${keyName}`)
    await openText(page)
    await page.getByText("No machine translation is set up for this language.").waitFor()
    await page.getByRole("link", { name: "Set up machine translation" }).click()
    await page.getByRole("heading", { name: "Machine translation", level: 1 }).waitFor()

    const { page: other } = await fixture.open(`${list}&q=${keyName}`)
    await logIn(other, { username: translator, password: administrator.password })
    await openText(other)
    // The memory is read after the services.
    await other.waitForResponse((response) => response.url().includes("/suggest/translation-memory"))
    assert.strictEqual(await other.getByText("machine translation", { exact: false }).count(), 0)
    await switchOn(["LIBRETRANSLATE", "PROMPT"])
  })
})
