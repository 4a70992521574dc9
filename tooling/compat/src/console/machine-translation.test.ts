/** @module-tag exhaustive */
import { type ModelServer, startModelServer, testModelKey } from "@dragoman/machine-translation/testing"
import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

interface ServiceInfo {
  readonly serviceType: string
  readonly formality: string | null
  readonly promptId: number | null
}

interface LanguageConfig {
  readonly targetLanguageTag: string | null
  readonly primaryServiceInfo: ServiceInfo | null
  readonly enabledServicesInfo: ReadonlyArray<ServiceInfo>
}

interface Prompt {
  readonly id: number
  readonly name: string
  readonly providerName: string
  readonly template: string | null
  readonly basicPromptOptions: ReadonlyArray<string> | null
}

interface LlmProvider {
  readonly id: number
  readonly name: string
  readonly apiKey: string | null
  readonly model: string
}

/** Settings of an operator; no screen sends anything to these two engines. */
const services = {
  DRAGOMAN_MT_DEEPL_KEY: "deepl-key",
  DRAGOMAN_MT_LIBRETRANSLATE_URL: "http://127.0.0.1:9",
  DRAGOMAN_MT_DEFAULT_PRIMARY: "none",
  DRAGOMAN_MT_ALLOW: "127.0.0.0/8",
  DRAGOMAN_WEBHOOK_PORTS: "*"
}

/** A language model of the operator, whose tokens cost something. */
const priced = { name: "of-server", model: "small", tokenPriceInCreditsInput: 0.5, tokenPriceInCreditsOutput: 2 }

describe.skipIf(!hasBrowser)("machine translation in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let models: ModelServer
  let projectId: number
  let projectPage: string
  let organizationPage: string

  beforeAll(async () => {
    models = await startModelServer("OPENAI")
    const provider = { ...priced, apiUrl: models.url, apiKey: testModelKey }
    fixture = await makeConsoleFixture("console-machine-translation", {
      ...services,
      DRAGOMAN_LLM_PROVIDERS: JSON.stringify([provider])
    })
    projectId = await makeProject(fixture.server, "Harbour booking", 2)
    projectPage = `/projects/${projectId}/settings/machine-translation`
    const { organizationOwner } = await call<{ readonly organizationOwner: { readonly slug: string } }>("GET", "")
    organizationPage = `/organizations/${organizationOwner.slug}/machine-translation`
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await models?.close()
  })

  const call = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)
  const configs = async () => {
    const { _embedded } = await call<{
      readonly _embedded: { readonly languageConfigs: ReadonlyArray<LanguageConfig> }
    }>("GET", "/machine-translation-service-settings")
    return _embedded.languageConfigs.map(({ targetLanguageTag, primaryServiceInfo, enabledServicesInfo }) => ({
      language: targetLanguageTag,
      primary: primaryServiceInfo?.serviceType ?? null,
      enabled: enabledServicesInfo.map(({ serviceType, formality }) => [serviceType, formality])
    }))
  }
  const listProviders = async () => {
    const path = organizationPage.replace("machine-translation", "llm-providers")
    const { _embedded } = await fixture.server.administrator.call<{
      readonly _embedded: { readonly providers: ReadonlyArray<LlmProvider> }
    }>("GET", `/v2${path}`)
    return _embedded.providers
  }
  const listPrompts = async () =>
    (await call<{ readonly _embedded?: { readonly prompts: ReadonlyArray<Prompt> } }>("GET", "/prompts"))._embedded
      ?.prompts ?? []
  const tick = (place: Page | Locator, name: string | RegExp) =>
    place.locator("label:has(input[type=checkbox])").filter({ hasText: name }).click()
  const choose = async (page: Page, field: RegExp, option: string) => {
    await page.getByRole("button", { name: field }).click()
    await page.getByRole("option", { name: option, exact: true }).click()
  }
  /** Waits until the server has what the console has just sent. */
  const eventually = <A>(read: () => Promise<A>, expected: A) =>
    expect.poll(read, { timeout: 20_000 }).toStrictEqual(expected)

  it("opens from the settings of the project, and chooses services, their form of address and one for automatic translation", async () => {
    await call("PUT", "/machine-translation-service-settings", {
      settings: [{ enabledServicesInfo: [{ serviceType: "LIBRETRANSLATE" }] }]
    })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
    await page.getByRole("link", { name: "Set up machine translation" }).click()
    await tick(page, "DeepL")
    await choose(page, /Service for automatic translation/, "LibreTranslate")
    await eventually(configs, [
      {
        language: null,
        primary: "LIBRETRANSLATE",
        enabled: [
          ["DEEPL", null],
          ["LIBRETRANSLATE", null]
        ]
      }
    ])
    await choose(page, /Form of address/, "Familiar")
    await tick(page, "LibreTranslate")
    await choose(page, /Settings of/, "Czech")
    await tick(page, "Services of its own for this language")
    await tick(page, "Language model")
    await choose(page, /Form of address/, "Polite")
    await choose(page, /Service for automatic translation/, "No service")
    await eventually(configs, [
      { language: null, primary: "LIBRETRANSLATE", enabled: [["DEEPL", "INFORMAL"]] },
      {
        language: "cs",
        primary: null,
        enabled: [
          ["PROMPT", "FORMAL"],
          ["DEEPL", null]
        ]
      }
    ])
    await tick(page, "Services of its own for this language")
    await eventually(async () => (await configs()).length, 1)
    expectNoProblems()
  })

  it("decides what is translated automatically, for all languages and for one", async () => {
    const settings = async () => {
      const { _embedded } = await call<{
        readonly _embedded: {
          readonly configs: ReadonlyArray<{
            readonly usingTranslationMemory: boolean
            readonly usingMachineTranslation: boolean
            readonly enableForImport: boolean
          }>
        }
      }>("GET", "/per-language-auto-translation-settings")
      return _embedded.configs.map((one) => [
        one.usingTranslationMemory,
        one.usingMachineTranslation,
        one.enableForImport
      ])
    }
    const { page, expectNoProblems } = await fixture.openAsAdministrator(projectPage)
    await tick(page, /matches of the translation memory/)
    await tick(page, /where the memory has nothing/)
    await eventually(settings, [[true, true, false]])
    await choose(page, /Settings of/, "Czech")
    await tick(page, /Automatic translation of its own/)
    await tick(page, /an import writes/)
    await tick(page, /matches of the translation memory/)
    await eventually(settings, [
      [true, true, false],
      [false, true, true]
    ])
    await tick(page, /Automatic translation of its own/)
    await eventually(settings, [[true, true, false]])
    expectNoProblems()
  })

  it("sets the rule of a language, and says what would happen without writing a text", async () => {
    const ruled = await makeProject(fixture.server, "Rules", 2)
    const ask = <A>(method: "GET" | "POST" | "PUT", path: string, body?: object) =>
      fixture.server.administrator.call<A>(method, `/v2/projects/${ruled}${path}`, body)
    const service = { serviceType: "LIBRETRANSLATE" }
    await ask("PUT", "/machine-translation-service-settings", {
      settings: [{ primaryServiceInfo: service, enabledServicesInfo: [service] }]
    })
    const label = await ask<{ readonly id: number }>("POST", "/labels", { name: "check", color: "#AA00FF" })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${ruled}/settings/machine-translation`
    )
    await tick(page, /matches of the translation memory/)
    await tick(page, /where the memory has nothing/)
    await choose(page, /Which matches fill texts/, "Also similar ones, from 85%")
    await choose(page, /Label of texts that are filled/, "check")
    await tick(page, /again when their base text changes/)
    const rule = async () => {
      const { languageId: _, ...found } = await ask<{ readonly languageId: number | null }>(
        "GET",
        "/auto-translation-settings"
      )
      return found
    }
    await eventually(rule, {
      usingTranslationMemory: true,
      usingMachineTranslation: true,
      enableForImport: false,
      memoryMinSimilarity: 85,
      labelId: label.id,
      onBaseChange: false
    })
    await page.getByRole("button", { name: "What would happen?" }).click()
    await page.getByText(/keys have an empty text\. Estimated cost: 0\./).waitFor()
    const byLanguage = page.getByRole("region", { name: "What would happen, by language" })
    await byLanguage.getByRole("row", { name: /Czech 0 [1-9]\d* \(LibreTranslate\) 0 0/ }).waitFor()
    await page.getByText(/^\d+ texts?$/).click()
    await page
      .getByRole("region", { name: "What would happen, by text" })
      .getByRole("row", { name: /key\.0000 Czech By machine/ })
      .waitFor()
    await tick(page, /where the memory has nothing/)
    await byLanguage.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "What would happen?" }).click()
    await byLanguage.getByRole("row", { name: /Czech 0 0 [1-9]/ }).waitFor()
    const { page: jobs } = await ask<{ readonly page: { readonly totalElements: number } }>("GET", "/batch-jobs")
    assert.strictEqual(jobs.totalElements, 0)
    expectNoProblems()
  })

  it("chooses how texts of machines are judged, and keeps the services", async () => {
    const quality = async () => {
      const { qualityEstimate } = await call<{ readonly qualityEstimate: object }>(
        "GET",
        "/machine-translation-service-settings"
      )
      return qualityEstimate
    }
    const before = await configs()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(projectPage)
    await choose(page, /Estimate/, "By checks and length")
    await choose(page, /Texts that need a review/, "With less than 85 of 100")
    await tick(page, /translate texts back/)
    await eventually(quality, { mode: "RULES", threshold: 85, backTranslation: true })
    await choose(page, /Estimate/, "Off")
    await eventually(quality, { mode: "OFF", threshold: 85, backTranslation: true })
    assert.deepStrictEqual(await configs(), before)
    expectNoProblems()
  })

  it("keeps notes about the project and about a language; a note that is too long says so", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(projectPage)
    const saved = async () => {
      await page.getByRole("button", { name: "Save note" }).click()
      await page.getByText("Saved").first().waitFor()
    }
    await page.getByLabel("Note about the project").fill("x".repeat(2_001))
    await page.getByRole("button", { name: "Save note" }).click()
    await page.getByText(/length must be between 0 and 2,?000/i).waitFor()
    await page.getByLabel("Note about the project").fill("A harbour for sailing boats.")
    await saved()
    await choose(page, /Settings of/, "Czech")
    await page.getByLabel("Note about the language").fill("Polite, short.")
    await saved()
    await eventually(
      () =>
        call<{ readonly description: string }>("GET", "/ai-prompt-customization").then(
          ({ description }) => description
        ),
      "A harbour for sailing boats."
    )
    await eventually(async () => {
      const { _embedded } = await call<{
        readonly _embedded: { readonly promptCustomizations: ReadonlyArray<{ readonly description: string | null }> }
      }>("GET", "/language-ai-prompt-customizations")
      return _embedded.promptCustomizations.map(({ description }) => description)
    }, ["Polite, short."])
    expectNoProblems()
  })

  it("makes, changes and deletes prompts, with the values of a key beside a template", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(projectPage)
    const dialog = page.getByRole("dialog")
    await page.getByRole("button", { name: "New prompt" }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("Fill in this field.").waitFor()
    await dialog.getByLabel("Name", { exact: true }).fill("Formal")
    await tick(dialog, "Screenshots")
    await choose(page, /Default language model/, "of-server")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.locator("bdi").getByText("Formal", { exact: true }).waitFor()
    const [made] = await listPrompts()
    assert.strictEqual(made?.providerName, "of-server")
    assert.isFalse(made?.basicPromptOptions?.includes("SCREENSHOT"))
    assert.isTrue(made?.basicPromptOptions?.includes("GLOSSARY"))
    await page.getByRole("button", { name: "Edit prompt Formal" }).click()
    await choose(page, /Content/, "Template of its own")
    const template = dialog.getByLabel("Template", { exact: true })
    await template.waitFor()
    assert.include(await template.inputValue(), "{{")
    await template.fill("Translate {{source.translation}}")
    await dialog.getByLabel("Find a key").fill("key.0001")
    await dialog
      .getByText(/Berth \{number\} in harbour H1/)
      .first()
      .waitFor()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText("Template of its own").waitFor()
    assert.deepInclude((await listPrompts())[0], {
      template: "Translate {{source.translation}}",
      basicPromptOptions: null
    })
    await page.getByRole("button", { name: "Delete prompt Formal" }).click()
    await dialog.getByRole("button", { name: "Delete prompt" }).click()
    await page.locator("bdi").getByText("Formal", { exact: true }).waitFor({ state: "detached" })
    assert.deepStrictEqual(await listPrompts(), [])
    expectNoProblems()
  })

  it("tries a prompt with a key: shows the translation or why there is none, stores nothing, and counts the cost", async () => {
    const tried = await makeProject(fixture.server, "Tried", 1)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${tried}/settings/machine-translation`
    )
    const dialog = page.getByRole("dialog")
    await page.getByText("Nothing was translated by a machine this month.").waitFor()
    await page.getByRole("button", { name: "New prompt" }).click()
    const run = dialog.getByRole("button", { name: "Try it" })
    assert.strictEqual(await run.getAttribute("aria-disabled"), "true")
    await dialog.getByLabel("Find a key").fill("key.0000")
    await dialog.getByText("key.0000", { exact: true }).first().waitFor()
    await run.click()
    await dialog.getByText(/^Cost: /).waitFor()
    await dialog.getByText("Request to the language model").click()
    await dialog
      .getByText(/You translate texts of user interfaces/)
      .first()
      .waitFor()
    models.setBehaviour("drops", 1)
    await run.click()
    await dialog.getByText("The translation would not be stored:").waitFor()
    models.setBehaviour("refuses", 1)
    await run.click()
    await dialog.getByText("The language model refused the text.").waitFor()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.reload()
    const usage = page.getByRole("region", { name: "Usage of this month" })
    await usage.getByRole("row", { name: /Language model: of-server/ }).waitFor()
    await usage.getByText("As a table").click()
    await usage.getByRole("region", { name: "Cost per day" }).getByRole("row").nth(1).waitFor()
    await page
      .getByRole("region", { name: "Budget" })
      .getByText(/^[1-9][\d.]* spent$/)
      .first()
      .waitFor()
    const { _embedded } = await fixture.server.administrator.call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{ readonly translations: { readonly cs?: { readonly text: string | null } } }>
      }
    }>("GET", `/v2/projects/${tried}/translations?languages=cs`)
    assert.isNull(_embedded.keys[0]?.translations.cs?.text ?? null)
    expectNoProblems()
  })

  it("limits what a project and its organization may spend, and takes no limit away by a mistake", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(projectPage)
    const budget = page.getByRole("region", { name: "Budget" })
    const save = () => budget.getByRole("button", { name: "Save budget" }).click()
    await budget.getByLabel("Budget per day").fill("2,5")
    await budget.getByLabel("Budget per month").fill("60")
    await save()
    await budget.getByText("0 spent, 2.5 left").waitFor()
    await budget.getByText("0 spent, 60 left").waitFor()
    await budget.getByLabel("Budget per day").fill("much")
    await save()
    await budget.getByText(/Not an amount/).waitFor()
    await budget.getByLabel("Budget per day").fill("9999999999")
    await save()
    await budget.getByText(/Between 0 and/).waitFor()
    assert.deepInclude(await call<object>("GET", "/machine-translation-budget"), { perDay: 2.5, perMonth: 60 })
    await page.goto(`${fixture.server.address}${organizationPage}`)
    await budget.getByLabel("Budget per month").fill("0")
    await save()
    await budget.getByText(/^[\d.]+ spent, 0 left$/).waitFor()
    await budget.getByLabel("Budget per month").fill("")
    await save()
    await budget.getByText(/left/).waitFor({ state: "detached" })
    expectNoProblems()
  })

  it("adds a language model to the organization, shows no more of its key than the end, and keeps the key when it is edited", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(organizationPage)
    const dialog = page.getByRole("dialog")
    await page.getByText("Of the server, for all organizations: of-server").waitFor()
    await page.getByRole("button", { name: "Add language model" }).click()
    await dialog.getByLabel("Name", { exact: true }).fill("local")
    await dialog.getByLabel("Model", { exact: true }).fill("qwen3")
    await dialog.getByLabel("Address").fill("http://10.0.0.1:11434")
    await dialog.getByLabel("API key").fill("secret-key-of-7f3a")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText(/may not reach this address.*DRAGOMAN_MT_ALLOW/).waitFor()
    await dialog.getByLabel("Address").fill("http://127.0.0.1:11434")
    await dialog.getByRole("button", { name: "Save" }).click()
    const row = page.getByRole("row", { name: /local/ })
    await row.getByText("Set, ends with 7f3a").waitFor()
    assert.notInclude(await page.content(), "secret-key")
    await row.getByRole("button", { name: "Edit language model local" }).click()
    await dialog.getByText(/Current key: Set, ends with 7f3a/).waitFor()
    await dialog.getByLabel("Model", { exact: true }).fill("qwen4")
    await dialog.getByRole("button", { name: "Save" }).click()
    await row.getByText("qwen4").waitFor()
    assert.strictEqual((await listProviders())[0]?.apiKey, "***7f3a")
    await row.getByRole("button", { name: "Edit language model local" }).click()
    await dialog.getByLabel("Address").fill("http://127.0.0.2:11434")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText(/leads to another host/).waitFor()
    await tick(dialog, "Remove the key")
    await dialog.getByRole("button", { name: "Save" }).click()
    await row.getByText("Not set").waitFor()
    await row.getByRole("button", { name: "Delete language model local" }).click()
    await dialog.getByRole("button", { name: "Delete language model" }).click()
    await row.waitFor({ state: "detached" })
    assert.deepStrictEqual(await listProviders(), [])
    expectNoProblems()
  })

  it("tries a language model of the organization, and one of the server for administrators, and says why it fails", async () => {
    const path = organizationPage.replace("machine-translation", "llm-providers")
    const own = { name: "own", type: "OPENAI", model: "small", apiUrl: models.url, apiKey: "sk-wrong-secret" }
    const { id } = await fixture.server.administrator.call<LlmProvider>("POST", `/v2${path}`, own)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(organizationPage)
    await page.getByRole("button", { name: "Try it: own" }).click()
    await page.getByText("own did not translate the text.").waitFor()
    await page.getByText(/rejected the API key: check that it is valid/).waitFor()
    await page.getByRole("button", { name: "Try it: of-server" }).click()
    await page.getByText("[de] Save changes").waitFor()
    await page.getByText(/of-server translated “Save changes” into German/).waitFor()
    await fixture.server.administrator.call("DELETE", `/v2${path}/${id}`)
    expectNoProblems()
  })

  it("is for those who may change languages or the project: a translator reads which permission is missing", async () => {
    const username = await makeMember(fixture.server, projectId, "Tereza", "TRANSLATE")
    const { page, expectNoProblems } = await fixture.open(projectPage)
    await logIn(page, { username, password: administrator.password })
    await page.getByText(/Edit languages/).waitFor()
    assert.strictEqual(await page.getByRole("checkbox").count(), 0)
    await page.goto(`${fixture.server.address}${organizationPage}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Add language model" }).count(), 0)
    assert.strictEqual(await page.getByRole("button", { name: /^Try it/ }).count(), 0)
    expectNoProblems()
  })

  it("is accessible in light English and dark Arabic, and fits a phone", async () => {
    await fixture.expectForEverybody([projectPage, organizationPage])
    await fixture.expectAccessible(projectPage, { locale: "ar", colorScheme: "dark" }, async (page) => {
      await page.getByRole("button", { name: "ماذا سيحدث؟" }).click()
      await page.getByRole("region", { name: "ماذا سيحدث، حسب اللغة" }).waitFor()
      await page.getByRole("button", { name: "موجّه جديد" }).click()
      await page.getByRole("dialog").waitFor()
    })
    await fixture.expectAccessible(organizationPage, { locale: "en", colorScheme: "light" }, async (page) => {
      await page.getByRole("button", { name: "Add language model" }).click()
      await page.getByRole("dialog").waitFor()
    })
  })
})
