/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type LocalProvider, localClient, startLocalProvider } from "../testing/local-provider.ts"
import { type ConsoleFixture, hasBrowser, logIn, makeConsoleFixture } from "./console-fixture.ts"

/** The pages of the provider: the login, and the agreement. */
const passProvider = async (page: Page, login: string) => {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill("any")
  await page.locator('button[type="submit"]').click()
  await page.locator('input[name="prompt"][value="consent"]').waitFor({ state: "attached" })
  await page.locator('button[type="submit"]').click()
}

describe.skipIf(!hasBrowser)("logins by a provider in the console", { timeout: 120_000 }, () => {
  let provider: LocalProvider
  let fixture: ConsoleFixture

  beforeAll(async () => {
    provider = await startLocalProvider()
    fixture = await makeConsoleFixture("console-sso", {
      DRAGOMAN_OAUTH2_CLIENT_ID: localClient.id,
      DRAGOMAN_OAUTH2_CLIENT_SECRET: localClient.secret,
      DRAGOMAN_OAUTH2_ISSUER: provider.issuer,
      DRAGOMAN_OAUTH2_NAME: "Harbour ID",
      DRAGOMAN_REGISTRATION: "open",
      DRAGOMAN_SSO_ORGANIZATIONS: "on",
      DRAGOMAN_SSO_ORGANIZATIONS_ALLOW_LOCAL: "on"
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await provider?.stop()
  })

  const person = (login: string, email: string, claims: object = {}) =>
    provider.people.set(login, { email, email_verified: true, name: `Name of ${login}`, ...claims })

  it("lead to the provider's page, back, and to the page that was wanted", async () => {
    person("nela", "nela@example.com")
    const { page } = await fixture.open("/login?to=/account/profile")
    await page.getByRole("button", { name: "Log in with Harbour ID" }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await passProvider(page, "nela")
    await page.waitForURL((url) => url.pathname === "/account/profile")
    assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "Name of nela")
    // The session is that of any login.
    await page.reload()
    await page.getByRole("heading", { name: "Profile" }).waitFor()
    await page.getByRole("link", { name: "Connected account" }).click()
    await page.getByText("You log in with Harbour ID.").waitFor()
    await page.getByRole("link", { name: "Password" }).click()
    await page.getByText("Your account has no password. You log in with a provider.").waitFor()
  })

  it("explain what went wrong, with the provider's words", async () => {
    person("unverified", "unverified@example.com", { email_verified: false })
    const { page } = await fixture.open("/login")
    await page.getByRole("button", { name: "Log in with Harbour ID" }).click()
    await passProvider(page, "unverified")
    await page.getByRole("heading", { name: "Login failed" }).waitFor()
    await page.getByText("The provider did not send a verified e-mail address.").waitFor()
    await page.getByRole("link", { name: "Back to login" }).click()
    await page.getByRole("button", { name: "Log in with Harbour ID" }).waitFor()
    const forged = await fixture.open("/login/auth_callback/oauth2?code=x&state=y")
    await forged.page.getByText("The login took too long").waitFor()
    forged.expectNoProblems()
    const refused = await fixture.open("/login")
    await refused.page.getByRole("button", { name: "Log in with Harbour ID" }).click()
    await refused.page.waitForURL((url) => url.origin === provider.issuer)
    await refused.page.getByRole("link", { name: /Cancel/ }).click()
    await refused.page.getByText(/The provider says: access_denied/).waitFor()
  })

  it("connect an account that has a password, when its user accepts it", async () => {
    const email = "both@example.com"
    person("both", email)
    const password = "a-long-password"
    await fixture.server.administrator.call("POST", "/api/public/sign_up", { name: "Both", email, password })
    const { page } = await fixture.open("/login?to=/account/connection")
    await logIn(page, { username: email, password })
    await page.getByRole("heading", { name: "No provider connected" }).waitFor()
    await page.getByRole("button", { name: "Connect with Harbour ID" }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await passProvider(page, "both")
    await page.getByRole("heading", { name: "Connect your account with Harbour ID?" }).waitFor()
    await page.getByRole("button", { name: "Accept" }).click()
    await page.getByText("You log in with Harbour ID.").waitFor()
    await page.getByRole("button", { name: "Disconnect Harbour ID" }).click()
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Disconnect Harbour ID" })
      .click()
    await page.getByRole("heading", { name: "No provider connected" }).waitFor()
  })

  it("are set up for an organization, whose people then enter their domain", async () => {
    const { server } = fixture
    const organization = await server.administrator.call<{ readonly slug: string }>("POST", "/v2/organizations", {
      name: "Harbour company"
    })
    const path = `/organizations/${organization.slug}/single-sign-on`
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await page.getByLabel("E-mail domain").fill("harbour.example")
    await page.getByText("Allow login with it for this domain").click()
    await page.getByLabel("Client ID").fill(localClient.id)
    await page.getByLabel("Client secret").fill(localClient.secret)
    await page.getByLabel("Issuer").fill(provider.issuer)
    await page.getByLabel("Owner groups").fill("leads, captains")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("A secret is stored. Leave empty to keep it.").waitFor()
    assert.strictEqual(await page.getByLabel("Client secret").inputValue(), "")
    expectNoProblems()
    person("captain", "captain@harbour.example", { groups: ["captains"] })
    const login = await fixture.open("/login")
    await login.page.getByRole("button", { name: "Log in with Single sign-on" }).click()
    await login.page.getByLabel("E-mail domain").fill("harbour.example")
    await login.page.keyboard.press("Enter")
    await login.page.waitForURL((url) => url.origin === provider.issuer)
    await passProvider(login.page, "captain")
    await login.page.waitForURL((url) => url.origin === server.address && !url.pathname.startsWith("/login"))
    await login.page.goto(`${server.address}/organizations/${organization.slug}/members`)
    await login.page.getByRole("row", { name: /captain@harbour.example.*Owner/ }).waitFor()
    await login.page.goto(`${server.address}/account/connection`)
    await login.page.getByText("Single sign-on manages your account").waitFor()
  })

  it("are usable by everybody", async () => {
    await fixture.expectForEverybody(["/account/connection", "/organizations/harbour-company/single-sign-on"])
    await fixture.expectAccessible("/login", { colorScheme: "dark" }, async (page) => {
      await page.getByRole("button", { name: "Log in with Harbour ID" }).waitFor()
    })
  })
})

describe.skipIf(!hasBrowser)("single sign-on of the whole server in the console", { timeout: 120_000 }, () => {
  let provider: LocalProvider
  let fixture: ConsoleFixture

  beforeAll(async () => {
    provider = await startLocalProvider()
    fixture = await makeConsoleFixture("console-sso-only", {
      DRAGOMAN_SSO_GLOBAL: "on",
      DRAGOMAN_SSO_GLOBAL_CLIENT_ID: localClient.id,
      DRAGOMAN_SSO_GLOBAL_CLIENT_SECRET: localClient.secret,
      DRAGOMAN_SSO_GLOBAL_AUTHORIZATION_URL: `${provider.issuer}/auth`,
      DRAGOMAN_SSO_GLOBAL_TOKEN_URL: `${provider.issuer}/token`,
      DRAGOMAN_SSO_GLOBAL_DOMAIN: "example.com",
      DRAGOMAN_SSO_GLOBAL_LOGIN_TEXT: "Company login"
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await provider?.stop()
  })

  it("shows the single sign-on of the server, by its own text", async () => {
    provider.people.set("worker", { email: "worker@example.com", name: "Worker" })
    const { page } = await fixture.open("/login")
    await page.getByRole("button", { name: "Company login" }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await passProvider(page, "worker")
    await page.waitForURL((url) => url.origin === fixture.server.address && !url.pathname.startsWith("/login"))
    await page.goto(`${fixture.server.address}/account/connection`)
    await page.getByText("Single sign-on manages your account").waitFor()
  })

  it("leads back to an invitation, whose code no page has in its address", async () => {
    const { administrator } = fixture.server
    const { id } = await administrator.call<{ readonly id: number }>("POST", "/v2/organizations", { name: "Harbour" })
    const { code } = await administrator.call<{ readonly code: string }>("PUT", `/v2/organizations/${id}/invite`, {
      roleType: "MEMBER",
      name: "Guest"
    })
    provider.people.set("guest", { email: "guest@example.com", name: "Guest" })
    const { page } = await fixture.open("/login")
    const pages: Array<string> = []
    page.on("request", (request) => request.isNavigationRequest() && pages.push(request.url()))
    // The link of earlier versions.
    await page.goto(`${fixture.server.address}/accept_invitation/${code}`)
    await page.getByText("invites you to the organization Harbour").waitFor()
    assert.isTrue(page.url().endsWith(`/invitations#${code}`))
    pages.length = 0
    await page.reload()
    await page.getByRole("link", { name: "I have an account" }).click()
    await page.getByRole("button", { name: "Company login" }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await passProvider(page, "guest")
    await page.waitForURL((url) => url.href === `${fixture.server.address}/invitations#${code}`)
    await page.getByText("invites you to the organization Harbour").waitFor()
    assert.isAtLeast(pages.length, 3)
    // The browser keeps the part behind `#` to itself; only its own addresses show it.
    for (const address of pages) assert.notInclude(address.replace(/#.*$/, ""), code)
  })
})
