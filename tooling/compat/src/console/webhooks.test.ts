/** @module-tag exhaustive */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

/** An endpoint that answers as it is told and keeps what came. */
const openEndpoint = async () => {
  const received: Array<{ readonly headers: IncomingHttpHeaders; readonly body: string }> = []
  const endpoint = { status: 200, body: "", received, url: "", close: () => server.close() }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ headers: request.headers, body })
    response.writeHead(endpoint.status, { "content-type": "text/html" }).end(endpoint.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return endpoint
}

interface WebhookPage {
  readonly _embedded?: { readonly webhookConfigs: ReadonlyArray<{ readonly id: number }> }
}

describe.skipIf(!hasBrowser)("webhooks in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let endpoint: Awaited<ReturnType<typeof openEndpoint>>
  let list: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-webhooks", { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1" })
    projectId = await makeProject(fixture.server, "Harbour booking", 3)
    list = `/projects/${projectId}/webhooks`
  }, 240_000)

  afterAll(() => fixture?.stop())

  beforeEach(async () => {
    endpoint = await openEndpoint()
  })

  afterEach(async () => {
    const { _embedded } = await api<WebhookPage>("GET", "")
    for (const { id } of _embedded?.webhookConfigs ?? []) await api("DELETE", `/${id}`)
    endpoint.close()
  })

  const api = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}/webhook-configs${path}`, body)

  /** A webhook of its own for a test; returns its id. */
  const makeWebhook = async (url = endpoint.url) =>
    (await api<{ readonly id: number }>("POST", "", { url, eventFilter: { activityTypes: ["SET_TRANSLATIONS"] } })).id

  const changeText = (text: string) =>
    fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
      key: keyNameAt(0),
      translations: { cs: text }
    })

  const choose = async (page: Page, item: string) => {
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: item }).click()
  }

  it("63. shows the secret of a new webhook once, to copy also over plain http, and masks it afterwards", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    // Removes the clipboard: plain http to another host has none.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.evaluate(
      "document.addEventListener('copy', () => { window.copied = String(document.activeElement.value) })"
    )
    await page.getByRole("button", { name: "Create webhook" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("URL").fill(endpoint.url)
    await dialog.getByRole("button", { name: /^Event types/ }).click()
    await page.getByRole("menuitemcheckbox", { name: "Translation edited", exact: true }).click()
    await page.keyboard.press("Escape")
    await dialog.getByRole("button", { name: /Form of the body$/ }).click()
    await page.getByRole("option", { name: "Own template" }).click()
    await dialog.getByLabel("Template", { exact: true }).fill('{"text": {{summary}} }')
    await dialog.getByRole("button", { name: "Preview" }).click()
    await dialog.getByText(/template of the body has a mistake: The body is not JSON/).waitFor()
    await dialog.getByLabel("Template", { exact: true }).fill('{"text": "{{summary}}"}')
    await dialog.getByRole("button", { name: "Preview" }).click()
    await dialog.getByText("Preview for an example").waitFor()
    await dialog.getByText(/Novák in Harbour booking: set translations/).waitFor()
    await dialog.getByRole("button", { name: "Add header" }).click()
    await dialog.getByLabel("Name of header 1").fill("X-Token")
    await dialog.getByLabel("Value of header 1").fill("hidden-token")
    await dialog.getByRole("button", { name: "Create webhook" }).click()
    const shown = await page
      .getByRole("dialog", { name: "Secret" })
      .getByText(/^whsec_/)
      .textContent()
    await page.getByRole("button", { name: "Copy secret" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    assert.strictEqual(await page.evaluate("window.copied"), shown)
    await page.getByRole("button", { name: "I saved it" }).click()
    await page.getByRole("heading", { level: 1, name: new URL(endpoint.url).host }).waitFor()
    const id = Number(new URL(page.url()).pathname.split("/").at(-1))
    const stored = await api<{ readonly webhookSecret: string; readonly eventFilter: object }>("GET", `/${id}`)
    assert.strictEqual(stored.webhookSecret, shown)
    assert.deepInclude(stored.eventFilter, { activityTypes: ["SET_TRANSLATIONS"] })
    assert.notInclude(await page.content(), String(shown))
    assert.notInclude(await page.content(), "hidden-token")
    await choose(page, "Edit webhook")
    assert.strictEqual(await dialog.getByLabel("Value of header 1").inputValue(), "")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText(/The endpoint responded with 200/).waitFor()
    const [test] = endpoint.received
    assert.strictEqual(test?.headers["x-token"], "hidden-token")
    assert.deepStrictEqual(JSON.parse(test?.body ?? ""), { text: "Test of a webhook of Harbour booking" })
    await page.getByRole("button", { name: "Show secret" }).click()
    await page.getByLabel("Password", { exact: true }).fill(administrator.password)
    await page.keyboard.press("Enter")
    await page.getByText(String(shown)).waitFor()
    expectNoProblems()
  })

  it("64. explains a private address, by the setting that allows it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    await page.getByRole("button", { name: "Create webhook" }).click()
    await page.getByLabel("URL").fill("https://10.0.0.7/hook")
    await page.getByText(/This is a private address.*DRAGOMAN_WEBHOOK_ALLOW/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByText(/The server may not reach this address/).waitFor()
    assert.strictEqual(await page.getByLabel("URL").getAttribute("aria-invalid"), "true")
    expectNoProblems()
  })

  it("65. shows the attempts of a failing endpoint, and sends again with the same id after the repair", async () => {
    const id = await makeWebhook()
    endpoint.status = 503
    endpoint.body = "<img src=x onerror=alert(1)>out of order"
    await changeText("Přístav")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await page.getByText("Retrying (1)").waitFor()
    await page.getByRole("cell", { name: "503" }).waitFor()
    await page.getByRole("link", { name: "Translation edited" }).click()
    await page.getByRole("article", { name: "Attempt 1" }).getByText("Status 503").waitFor()
    await page.getByText("<img src=x onerror=alert(1)>out of order").waitFor()
    await page.getByText("The endpoint responded with 503. A delivery has arrived only").waitFor()
    endpoint.status = 200
    endpoint.body = ""
    await page.getByRole("button", { name: "Send again" }).click()
    await page.getByText("Delivered", { exact: true }).waitFor()
    const [first, second] = endpoint.received
    assert.strictEqual(first?.headers["webhook-id"], second?.headers["webhook-id"])
    assert.strictEqual(first?.body, second?.body)
    assert.include(await page.getByRole("region", { name: "Request body" }).textContent(), "Přístav")
    expectNoProblems()
  })

  it("66. keeps the filters of the log in the address", async () => {
    const id = await makeWebhook()
    await changeText("Molo")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await page.getByText("Delivered", { exact: true }).waitFor()
    await page.getByRole("button", { name: /^State/ }).click()
    await page.getByRole("menuitemcheckbox", { name: "Failed" }).click()
    await page.keyboard.press("Escape")
    await page.waitForURL("**?state=FAILED")
    await page.getByText("No matching deliveries").waitFor()
    await page.reload()
    await page.getByText("No matching deliveries").waitFor()
    await page.goBack()
    await page.getByText("Delivered", { exact: true }).waitFor()
    await page.goto(`${fixture.server.address}${list}/${id}?state=LOST,DELIVERED&from=2020-01-01&to=yesterday`)
    await page.getByText("Delivered", { exact: true }).first().waitFor()
    assert.strictEqual(await page.getByLabel("From").inputValue(), "2020-01-01")
    assert.strictEqual(await page.getByLabel("To", { exact: true }).inputValue(), "")
    expectNoProblems()
  })

  it("shows a long log row by row, to its end", async () => {
    const id = await makeWebhook()
    const count = 130
    for (let index = 0; index < count; index++) await changeText(`Molo ${index}`)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    const table = page.getByRole("table", { name: "Deliveries" })
    await table.waitFor()
    assert.strictEqual(await table.getAttribute("aria-rowcount"), String(count + 1))
    await page.keyboard.press("Escape")
    await page.keyboard.press("End")
    await table
      .locator(`[aria-rowindex="${count + 1}"]`)
      .getByRole("link")
      .waitFor()
    assert.isBelow(await table.getByRole("row").count(), 70)
    await page.keyboard.press("Home")
    await table.locator('[aria-rowindex="2"]').getByRole("link").waitFor()
    expectNoProblems()
  })

  it("67. lets changes wait while it is paused, and delivers all of them afterwards", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByText("Paused: nothing is sent.").waitFor()
    for (const text of ["jedna", "dvě", "tři"]) await changeText(text)
    await page.getByText("3 deliveries wait.").waitFor()
    assert.lengthOf(endpoint.received, 0)
    await page.getByRole("button", { name: "Resume and send 3" }).click()
    await page.getByRole("cell", { name: "Delivered" }).nth(2).waitFor()
    assert.lengthOf(endpoint.received, 3)
    expectNoProblems()
  })

  it("68. rotates the secret, and says until when both sign", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await choose(page, "New secret")
    await page.getByRole("button", { name: /Secret overlap/ }).click()
    await page.getByRole("option", { name: "1 hour" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click()
    const dialog = page.getByRole("dialog", { name: "Secret" })
    const shown = await dialog.getByText(/^whsec_/).textContent()
    await dialog.getByText("Both secrets sign until").waitFor()
    await dialog.getByRole("button", { name: "I saved it" }).click()
    await page.getByText(/Both secrets sign until.*in (59 minutes|1 hour)/).waitFor()
    assert.strictEqual((await api<{ readonly webhookSecret: string }>("GET", `/${id}`)).webhookSecret, shown)
    expectNoProblems()
  })

  it("sends a test and says what came of it, also when nothing did", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText(/The endpoint responded with 200 in/).waitFor()
    endpoint.status = 500
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText(/The endpoint responded with 500 after/).waitFor()
    await page.evaluate(`localStorage.setItem("dragoman.preferences", '{"language":"cs"}')`)
    await page.reload()
    endpoint.close()
    await page.getByRole("button", { name: "Odeslat test" }).click()
    await page.getByText("Koncový bod odmítl spojení").waitFor()
    expectNoProblems()
  })

  it("sends again all that was given up, and says first how many that are", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await page.getByRole("button", { name: "Retry all failed" }).click()
    await page.getByText("No failed deliveries").first().waitFor()
    await page.getByLabel("Since").fill("2020-01-01")
    await page.getByText("No failed deliveries").first().waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expectNoProblems()
  })

  it("keeps the focus on a button that cannot be used any more, and says why when it is pressed", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    const again = page.getByRole("button", { name: "Retry all failed" })
    await again.focus()
    await api("PUT", `/${id}`, { url: endpoint.url, enabled: false })
    await again.and(page.locator("[aria-disabled=true]")).waitFor()
    await again.and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("tooltip").waitFor()
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    await api("PUT", `/${id}`, { url: endpoint.url, enabled: true })
    await again.and(page.locator(":not([aria-disabled])")).waitFor()
    await again.and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    expectNoProblems()
  })

  it("deletes a webhook only after its host was typed", async () => {
    const id = await makeWebhook()
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`)
    await choose(page, "Delete webhook")
    await page.getByLabel(/^Type 127.0.0.1/).fill("127.0.0.1")
    await page.keyboard.press("Enter")
    assert.strictEqual(await page.getByRole("button", { name: "Delete webhook" }).getAttribute("aria-disabled"), "true")
    await page.getByLabel(/^Type 127.0.0.1/).fill(new URL(endpoint.url).host)
    await page.keyboard.press("Enter")
    await page.waitForURL(`**${list}`)
    await page.getByText("No webhooks yet").waitFor()
    expectNoProblems()
  })

  it("has no violation that axe finds, in both themes and right to left, and fits 320 px", async () => {
    const id = await makeWebhook()
    await changeText("Pro všechny")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}/${id}`, {
      viewport: { width: 320, height: 640 }
    })
    await page.getByText("Delivered", { exact: true }).waitFor()
    const delivery = await page.getByRole("link", { name: "Translation edited" }).getAttribute("href")
    for (const path of [list, `${list}/${id}`, String(delivery)]) {
      await page.goto(`${fixture.server.address}${path}`)
      await page.locator("main [aria-busy=true]").waitFor({ state: "detached" })
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, path)
    }
    expectNoProblems()
    for (const [options, language] of [
      [{ colorScheme: "light" }, "en"],
      [{ colorScheme: "dark" }, "ar"]
    ] as const) {
      const screens = [list, `${list}/${id}`, String(delivery)]
      await fixture.expectAccessible(screens, { ...options, locale: language }, async (opened) => {
        await opened.locator("main h1").waitFor()
        await opened.locator("main [aria-busy=true]").waitFor({ state: "detached" })
      })
    }
  })
})
