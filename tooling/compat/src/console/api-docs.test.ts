/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, makeConsoleFixture, makeProject } from "./console-fixture.ts"

/** The viewer resolves the whole document before it shows anything. */
const patienceMillis = 90_000

describe.skipIf(!hasBrowser)("the documentation of the API in a browser", { timeout: 240_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let key: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("api-docs")
    projectId = await makeProject(fixture.server, "Harbour booking", 3)
    await fixture.server.administrator.call("POST", `/v2/projects/${projectId}/languages`, {
      name: "Harbour Czech",
      originalName: "přístavní čeština",
      tag: "cs-x-harbour"
    })
    const made = await fixture.server.administrator.call<{ readonly key: string }>("POST", "/v2/api-keys", {
      projectId,
      scopes: ["translations.view"]
    })
    key = made.key
  }, 240_000)

  afterAll(() => fixture?.stop())

  it("finds an operation, shows what its parameters mean, and tries it with an API key", async () => {
    const { page, expectNoProblems } = await fixture.open("/docs")
    page.setDefaultTimeout(patienceMillis)
    await page.getByRole("button", { name: "Authorize" }).click()
    const scheme = page.locator(".auth-container", { hasText: "projectApiKey" })
    await scheme.getByRole("textbox").fill(key)
    await scheme.getByRole("button", { name: "Apply credentials" }).click()
    await page.locator(".close-modal").click()

    await page.getByPlaceholder("Filter by tag").fill("language")
    const operation = page.locator(".opblock-get", {
      has: page.locator('[data-path="/v2/projects/{projectId}/languages"]')
    })
    await operation.getByRole("button").first().click()
    await operation.getByText("Lists the languages of a project.").waitFor()
    await operation.getByText("Number of the page, counted from 0; absent: 0.").waitFor()
    await operation.getByText('"čeština"').first().waitFor()

    await operation.getByRole("button", { name: "Try it out" }).click()
    await operation.locator("tr[data-param-name=projectId] input").fill(String(projectId))
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().includes(`/v2/projects/${projectId}/languages`)),
      operation.getByRole("button", { name: "Execute" }).click()
    ])
    assert.strictEqual(response.status(), 200)
    assert.strictEqual(await response.request().headerValue("x-api-key"), key)
    assert.strictEqual(response.url(), `${fixture.server.address}/v2/projects/${projectId}/languages`)
    await operation.locator(".live-responses-table").getByText('"Harbour Czech"').first().waitFor()
    expectNoProblems()
  })

  it("comes compressed, with a policy without exceptions for inline scripts and styles", async () => {
    const encodings = new Map<string, string | undefined>()
    for (const path of ["/v3/api-docs", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"]) {
      const response = await fetch(`${fixture.server.address}${path}`, { headers: { "accept-encoding": "br" } })
      encodings.set(path, response.headers.get("content-encoding") ?? undefined)
      await response.body?.cancel()
    }
    assert.deepStrictEqual([...encodings.values()], ["br", "br", "br"])
    const page = await fetch(`${fixture.server.address}/docs`)
    assert.notInclude(page.headers.get("content-security-policy") ?? "unsafe-", "unsafe-")
    await page.body?.cancel()
  })
})
