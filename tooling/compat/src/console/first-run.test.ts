/** @module-tag exhaustive */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cliEntry, cliVersion } from "../cli/cli-program.ts"
import {
  administrator,
  type ConsoleFixture,
  dropFiles,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const run = promisify(execFile)

/** A folder for the pictures of docs/console.md; without the variable none are taken. */
const pictures = process.env["DRAGOMAN_PICTURES"]

const clicksMax = 6
/** Longest time from the login to the first saved text. */
const emptyStartMillisMax = 60_000

const password = "long-enough-word"

interface KeyOfList {
  readonly keyName: string
  readonly translations: Readonly<Record<string, { readonly text: string | null }>>
}

describe.skipIf(!hasBrowser)("the first run of the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman first run "))
    // Empty: no project, and everyone may sign up.
    fixture = await makeConsoleFixture("first-run", {
      DRAGOMAN_DEMO_PROJECT: "off",
      DRAGOMAN_REGISTRATION: "open"
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = <A>(path: string) => fixture.server.administrator.call<A>("GET", path)

  const write = (files: Readonly<Record<string, string | object>>, below = "") =>
    Object.entries(files).map(([name, content]) => {
      mkdirSync(join(folder, below), { recursive: true })
      const path = join(folder, below, name)
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2))
      return path
    })

  const picture = async (page: Page, name: string, options: { readonly fullPage?: boolean } = {}) => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), ...options })
  }

  /** Texts by key and tag. */
  const contentOf = async (projectId: number, tags: ReadonlyArray<string>) => {
    const languages = tags.map((tag) => `languages=${tag}`).join("&")
    const { _embedded } = await call<{ readonly _embedded: { readonly keys: ReadonlyArray<KeyOfList> } }>(
      `/v2/projects/${projectId}/translations?${languages}`
    )
    return Object.fromEntries(
      _embedded.keys.map(({ keyName, translations }) => [
        keyName,
        Object.fromEntries(tags.map((tag) => [tag, translations[tag]?.text ?? null]))
      ])
    )
  }

  const tagsOf = async (projectId: number) => {
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly tag: string; readonly base: boolean }> }
    }>(`/v2/projects/${projectId}/languages`)
    return _embedded.languages.map(({ tag, base }) => (base ? `${tag} base` : tag)).sort()
  }

  /** A new user who owns an organization and has no project. */
  const signUp = async (name: string, invitationCode: string | null = null) => {
    const username = `${name.toLowerCase()}@harbour.example`
    const response = await fetch(`${fixture.server.address}/api/public/sign_up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email: username, password, invitationCode })
    })
    assert.isTrue(response.ok, await response.text())
    return { username, password }
  }

  const projectIdOf = (page: Page) => Number(/projects\/(\d+)/.exec(page.url())?.[1])

  const copied = async (page: Page, name: string): Promise<string> => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: `Copy ${name}` }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    return String(await page.evaluate("navigator.clipboard.readText()"))
  }

  /** Runs a copied command as it is; what npx would fetch is installed here, in the same version. */
  const runInShell = (command: string, cwd: string) => {
    assert.include(command, `npx --yes @tolgee/cli@${cliVersion} `)
    const installed = command.replace(`npx --yes @tolgee/cli@${cliVersion}`, `"${process.execPath}" "${cliEntry}"`)
    return run("sh", ["-c", installed], { cwd, env: { PATH: process.env["PATH"], HOME: folder } })
  }

  it("14: without a project: dropped files become a project with keys, languages and issues, in at most 6 clicks", async () => {
    const user = await signUp("Nela")
    const { page, expectNoProblems } = await fixture.open("/", { viewport: { width: 1100, height: 720 } })
    await page.getByLabel("User name").waitFor()
    await page.evaluate("window.clicks = 0; window.addEventListener('click', () => window.clicks++, true)")
    await logIn(page, user)
    await page.getByRole("heading", { name: "From files" }).waitFor()
    await picture(page, "start")
    await dropFiles(
      page,
      write({
        "en.json": '{\n  "home": "Harbour",\n  "storm": "Storm",\n  "gone": null\n}',
        "cs.json": { home: "Přístav" },
        // Its language stands inside.
        "app.po": 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "home"\nmsgstr "Port"\n'
      })
    )
    await page.getByRole("heading", { name: "New project for 3 files" }).waitFor()
    await page.getByRole("list", { name: "Files" }).getByText("No language in the name").waitFor()
    await page.getByRole("button", { name: "Languages: Czech (cs)" }).waitFor()
    await picture(page, "start-files")
    await page.getByRole("button", { name: "Create project" }).click()
    await page.getByRole("article").getByText("en.json:4:").waitFor()
    await page.getByRole("button", { name: "Assign languages: French (fr)" }).click()
    await page.locator("[data-language=fr]").waitFor()
    await page.locator("[data-language=cs]").waitFor()
    await picture(page, "start-import", { fullPage: true })
    await page.getByRole("button", { name: "Apply" }).click()
    await page.getByText("Import finished.").waitFor()
    assert.isAtMost(Number(await page.evaluate("window.clicks")), clicksMax)
    const projectId = projectIdOf(page)
    assert.deepStrictEqual(await tagsOf(projectId), ["cs", "en base", "fr"])
    assert.deepStrictEqual(await contentOf(projectId, ["en", "cs", "fr"]), {
      gone: { en: null, cs: null, fr: null },
      home: { en: "Harbour", cs: "Přístav", fr: "Port" },
      storm: { en: "Storm", cs: null, fr: null }
    })
    expectNoProblems()
  })

  it("14: with other projects the same start is behind a button, and a folder names the project", async () => {
    await makeProject(fixture.server, "Another project", 1)
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/")
    await page.getByRole("button", { name: "From files" }).click()
    await page.getByRole("heading", { level: 1, name: "New project" }).waitFor()
    write({ "common.json": { home: "Hafen" } }, "boats/de")
    write({ "common.json": { home: "Lod" } }, "boats/cs")
    await page.locator("input[webkitdirectory]").setInputFiles(join(folder, "boats"))
    await page.getByRole("heading", { name: "New project for 2 files" }).waitFor()
    assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "boats")
    await page.getByRole("button", { name: /Base language/ }).click()
    await page.getByRole("option", { name: "German (de)" }).click()
    await page.getByRole("button", { name: "Create project" }).click()
    await page.locator("[data-language=de]").waitFor()
    await page.locator("[data-language=cs]").waitFor()
    assert.deepStrictEqual(await tagsOf(projectIdOf(page)), ["cs", "de base"])
    expectNoProblems()
  })

  it("15: starts empty and saves the first text and its translation in less than a minute", async () => {
    const { page, expectNoProblems } = await fixture.open("/login", { viewport: { width: 1100, height: 720 } })
    const user = await signUp("Jana")
    const startedAt = Date.now()
    await logIn(page, user)
    await page.getByRole("button", { name: "Start empty" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Harbour")
    await page.getByRole("button", { name: /^Languages/ }).click()
    await page.getByRole("menuitemcheckbox", { name: /^Czech/ }).click()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click()
    await page.getByLabel("Key name").fill("home.title")
    await page.getByLabel("Text in English").fill("Harbour")
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "home.title, Czech" }).waitFor()
    assert.isBelow(Date.now() - startedAt, emptyStartMillisMax)
    await page.keyboard.type("Přístav")
    await picture(page, "first-translation")
    await page.keyboard.press("Enter")
    await page.locator("[data-key='home.title'][data-language=cs]:focus").waitFor()
    await page.getByText("Saving").waitFor({ state: "detached" })
    assert.deepStrictEqual(await contentOf(projectIdOf(page), ["en", "cs"]), {
      "home.title": { en: "Harbour", cs: "Přístav" }
    })
    expectNoProblems()
  })

  it("15: a member who owns no organization reads who can create a project", async () => {
    const projectId = await makeProject(fixture.server, "Of others", 1)
    const { code } = await fixture.server.administrator.call<{ readonly code: string }>(
      "PUT",
      `/v2/projects/${projectId}/invite`,
      { type: "VIEW", name: "Olga" }
    )
    const user = await signUp("Olga", code)
    const { page, expectNoProblems } = await fixture.open("/login?to=/start")
    await logIn(page, user)
    await page.getByText("Only owners of an organization can create projects. Ask one of them.").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Start empty" }).count(), 0)
    expectNoProblems()
  })

  it("16: the copied push turns the waiting green and says what arrived, the copied pull brings it back", async () => {
    const projectId = await makeProject(fixture.server, "Connected", 0)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/connect`, {
      viewport: { width: 1100, height: 900 }
    })
    write({ "en.json": { home: "Harbour", berths: "{n, plural, one {# berth} other {# berths}}" } }, "work/my texts")
    write({ "cs.json": { home: "Přístav" } }, "work/my texts")
    await page.getByLabel("Path of your files").fill("my texts/{languageTag}.json")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("Waiting for the first request with this key").waitFor()
    const push = await copied(page, "tolgee push")
    await runInShell(push, join(folder, "work"))
    await page.getByText("Connected. The first request has arrived.").waitFor()
    await page.getByText("Imported: 2 keys, 3 texts.").waitFor()
    await picture(page, "connected")
    assert.deepInclude(await contentOf(projectId, ["en", "cs"]), { home: { en: "Harbour", cs: "Přístav" } })

    // The key is enough for what usually follows a push.
    const key = /--api-key (\S+)/.exec(push)?.[1] ?? ""
    await run(process.execPath, [
      ...[cliEntry, "--api-url", fixture.server.address, "--api-key", key],
      ...["tag", "--tag", "released"]
    ])
    const { _embedded } = await call<{
      readonly _embedded: { readonly tags: ReadonlyArray<{ readonly name: string }> }
    }>(`/v2/projects/${projectId}/tags`)
    assert.deepStrictEqual(
      _embedded.tags.map(({ name }) => name),
      ["released"]
    )

    await page.getByText("CLI pull", { exact: true }).click()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("Waiting for the first request with this key").waitFor()
    const pull = await copied(page, "tolgee pull")
    mkdirSync(join(folder, "pulled"))
    await runInShell(pull, join(folder, "pulled"))
    await page.getByText("Connected. The first request has arrived.").waitFor()
    assert.deepStrictEqual(JSON.parse(readFileSync(join(folder, "pulled", "my texts", "cs.json"), "utf8")), {
      home: "Přístav"
    })
    await page.getByText("CLI push", { exact: true }).click()
    await page.getByRole("link", { name: "Show keys" }).click()
    await page.waitForURL("**/translations?revision=*")
    await page.getByRole("heading", { level: 1, name: "Translations" }).waitFor()
    await page.getByText("2 keys").waitFor()
    await page.goBack()
    await page.getByRole("button", { name: "Create key" }).waitFor()
    assert.notInclude(await page.content(), key)
    expectNoProblems()
  })

  it("16: a push that the server rejects is a request, but no import", async () => {
    const projectId = await makeProject(fixture.server, "Rejected", 0)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/connect`)
    write({ "eu.json": { home: "Portua" } }, "rejected/i18n")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("Waiting for the first request with this key").waitFor()
    const push = await copied(page, "tolgee push")
    const failure = await runInShell(push, join(folder, "rejected")).catch((error: { readonly code: number }) => error)
    assert.strictEqual("code" in failure ? failure.code : 0, 1)
    await page.getByText("Connected. The first request has arrived.").waitFor()
    await page.getByText("No text has changed yet.").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Show keys" }).count(), 0)
    expectNoProblems()
  })

  it("17: each connection makes a key with exactly the listed scopes", async () => {
    const projectId = await makeProject(fixture.server, "Scopes", 1)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/connect`)
    const scopes: Record<string, ReadonlyArray<string>> = {}
    for (const name of ["CLI push", "CLI pull", "SDK", "curl", "CI"]) {
      await page.getByText(name, { exact: true }).click()
      const list = page.getByRole("list", { name: "The key allows only this:" })
      const listed = await list.locator("code").allTextContents()
      await page.getByRole("button", { name: "Create key" }).click()
      const key = String(await page.getByText(/^tgpak_/).textContent())
      const current = await fetch(`${fixture.server.address}/v2/api-keys/current`, { headers: { "x-api-key": key } })
      const { scopes: granted } = (await current.json()) as { readonly scopes: ReadonlyArray<string> }
      assert.sameMembers([...granted], listed, name)
      scopes[name] = [...granted].sort()
      await page.getByText("Connected. The first request has arrived.").waitFor()
    }
    const push = ["keys.create", "keys.edit", "languages.edit", "translations.edit", "translations.view"]
    const read = ["translations.view"]
    assert.deepStrictEqual(scopes, { "CLI push": push, "CLI pull": read, SDK: read, curl: read, CI: push })
    // The script of a CI has no key in it. A key that is shown beside it can have the letters, but no space.
    assert.notInclude(
      (await page.locator("code").allTextContents()).filter((text) => text.includes("npx ")).join(),
      "tgpak_"
    )
    expectNoProblems()
  })

  it("17: a member without the scopes reads why, and can make the key that is possible", async () => {
    const projectId = await makeProject(fixture.server, "Translators", 1)
    const { code } = await fixture.server.administrator.call<{ readonly code: string }>(
      "PUT",
      `/v2/projects/${projectId}/invite`,
      { type: "TRANSLATE", name: "Petr" }
    )
    const user = await signUp("Petr", code)
    const { page, expectNoProblems } = await fixture.open(`/login?to=/projects/${projectId}/connect`)
    await logIn(page, user)
    const make = page.getByRole("button", { name: "Create key" })
    await make.waitFor()
    assert.strictEqual(await make.getAttribute("aria-disabled"), "true")
    await page.getByText("curl", { exact: true }).click()
    await make.click()
    await page.getByText("Waiting for the first request with this key").waitFor()
    const command = await copied(page, "curl")
    const [, address = "", key = ""] = /curl --fail (\S+) --header "X-API-Key: (\S+)"/.exec(command) ?? []
    const response = await fetch(address, { headers: { "x-api-key": key } })
    assert.include(await response.text(), "Berth {number} in harbour H0")
    await page.getByText("Connected. The first request has arrived.").waitFor()
    expectNoProblems()
  })

  describe("signing up", () => {
    it("is offered by the login, shows which rules the password keeps, and leads to the start", async () => {
      const { page, expectNoProblems } = await fixture.open("/")
      await page.getByRole("link", { name: "Create an account" }).click()
      await page.getByRole("heading", { name: "Create an account" }).waitFor()
      await page.getByLabel("Your name").fill("Nora <b>Nová</b>")
      await page.getByLabel("E-mail address").fill("nora@harbour.example")
      const kept = page.locator("[data-kept=true]")
      await page.getByLabel("Password").fill("nora")
      assert.strictEqual(await kept.count(), 0)
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByText("8 to 50 characters Not your e-mail address").waitFor()
      assert.strictEqual(await page.evaluate("document.activeElement.autocomplete"), "new-password")
      await page.getByLabel("Password").fill(password)
      await kept.nth(1).waitFor()
      await page.getByLabel("Organization (optional)").fill("Harbour works")
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByRole("heading", { name: "From files" }).waitFor()
      await page.getByRole("button", { name: /Account: Nora <b>Nová<\/b>/ }).waitFor()
      expectNoProblems()
    })

    it("says that an address is taken, and keeps what was typed", async () => {
      await signUp("Taken")
      const { page, expectNoProblems } = await fixture.open("/sign-up")
      await page.getByLabel("Your name").fill("Other")
      await page.getByLabel("E-mail address").fill("taken@harbour.example")
      await page.getByLabel("Password").fill(password)
      await page.getByRole("button", { name: "Create account" }).click()
      await page.locator("form [role=alert]").waitFor()
      assert.strictEqual(await page.getByLabel("Your name").inputValue(), "Other")
      expectNoProblems()
    })
  })

  describe("on a server that takes accounts by invitation only", () => {
    let closed: ConsoleFixture

    beforeAll(async () => {
      closed = await makeConsoleFixture("first-run-closed")
    }, 240_000)

    afterAll(() => closed?.stop())

    it("the login offers no account, and signing up says what is needed", async () => {
      const { page, expectNoProblems } = await closed.open("/login")
      await page.getByRole("button", { name: "Log in" }).waitFor()
      assert.strictEqual(await page.getByRole("link", { name: "Create an account" }).count(), 0)
      await page.goto(`${closed.server.address}/sign-up`)
      await page.getByText("Sign-up is by invitation only.").waitFor()
      assert.strictEqual(await page.getByLabel("Password").count(), 0)
      expectNoProblems()
    })

    it("an invitation makes an account under the same rules", async () => {
      const { code } = await closed.server.administrator.call<{ readonly code: string }>(
        "PUT",
        "/v2/projects/1/invite",
        { type: "VIEW", name: "Eva" }
      )
      const { page, expectNoProblems } = await closed.open(`/invitations#${code}`)
      await page.getByText("View: Sees keys, translations and activity.").waitFor()
      assert.strictEqual(await page.getByLabel("Your name").inputValue(), "Eva")
      await page.getByLabel("E-mail address").fill("eva@harbour.example")
      await page.getByLabel("Password").fill("eva@harbour.example")
      await page.locator("[data-kept=false]").getByText("Not your e-mail address").waitFor()
      await page.getByLabel("Password").fill(administrator.password)
      await page.getByRole("button", { name: "Create account and accept" }).click()
      await page.getByText("Welcome to Demo project").first().waitFor()
      await page.waitForURL("**/projects/1/translations")
      expectNoProblems()
    })
  })

  describe("for everybody", () => {
    const withoutSession = ["/login", "/sign-up"]
    let screens: ReadonlyArray<string>

    beforeAll(async () => {
      const projectId = await makeProject(fixture.server, "For everybody", 0)
      const start = `/projects/${projectId}`
      screens = ["/start", `${start}/connect`, `${start}/translations`]
    })

    const settled = async (page: Page) => {
      await page.locator("h1").waitFor({ state: "attached" })
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
    }

    it.each([
      ["light", "en"],
      ["dark", "en"],
      ["dark", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, language) => {
      const options = { colorScheme, locale: language }
      await fixture.expectAccessible(withoutSession, options, settled)
      await fixture.expectAccessible(screens, options, settled)
    })

    it("has no sideways scrolling at 320 px", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/start", {
        viewport: { width: 320, height: 640 }
      })
      for (const path of [...withoutSession, ...screens]) {
        await page.goto(`${fixture.server.address}${path}`)
        await settled(page)
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, path)
      }
      expectNoProblems()
    })
  })
})
