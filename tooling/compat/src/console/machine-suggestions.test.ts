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
