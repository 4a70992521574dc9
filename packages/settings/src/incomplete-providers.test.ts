import { assert, describe, it } from "vitest"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

const problemsOf = (environment: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const found = read(environment)
  return "problems" in found ? found.problems : []
}

describe("a provider of logins", () => {
  it.each([
    [{ DRAGOMAN_GITHUB_CLIENT_ID: "a" }, "DRAGOMAN_GITHUB_CLIENT_SECRET"],
    [{ TOLGEE_AUTHENTICATION_GOOGLE_CLIENT_ID: "a" }, "DRAGOMAN_GOOGLE_CLIENT_SECRET"],
    [{ DRAGOMAN_OAUTH2_CLIENT_ID: "a" }, "DRAGOMAN_OAUTH2_ISSUER"],
    [
      {
        DRAGOMAN_OAUTH2_CLIENT_ID: "a",
        DRAGOMAN_OAUTH2_TOKEN_URL: "https://a/t",
        DRAGOMAN_OAUTH2_USER_URL: "https://a/u"
      },
      "DRAGOMAN_OAUTH2_AUTHORIZATION_URL"
    ],
    [
      {
        TOLGEE_AUTHENTICATION_SSO_GLOBAL_ENABLED: "true",
        TOLGEE_AUTHENTICATION_SSO_GLOBAL_CLIENT_ID: "a",
        TOLGEE_AUTHENTICATION_SSO_GLOBAL_CLIENT_SECRET: "b",
        TOLGEE_AUTHENTICATION_SSO_GLOBAL_AUTHORIZATION_URI: "https://a/a",
        TOLGEE_AUTHENTICATION_SSO_GLOBAL_TOKEN_URI: "https://a/t"
      },
      "DRAGOMAN_SSO_GLOBAL_DOMAIN"
    ],
    [{ TOLGEE_AUTHENTICATION_NATIVE_ENABLED: "false" }, "DRAGOMAN_NATIVE_LOGIN"]
  ])("stops the start when something is missing: %o", (environment, missing) => {
    const problems = problemsOf(environment)
    assert.lengthOf(problems, 1)
    assert.include(problems[0], missing)
  })

  it("is complete with an issuer, and as Tolgee's settings have it", () => {
    const issuer = { DRAGOMAN_OAUTH2_CLIENT_ID: "a", DRAGOMAN_OAUTH2_ISSUER: "https://login.example.org" }
    assert.deepStrictEqual(problemsOf(issuer), [])
    const tolgee = {
      TOLGEE_AUTHENTICATION_OAUTH2_CLIENT_ID: "a",
      TOLGEE_AUTHENTICATION_OAUTH2_CLIENT_SECRET: "b",
      TOLGEE_AUTHENTICATION_OAUTH2_AUTHORIZATION_URL: "https://a/a",
      TOLGEE_AUTHENTICATION_OAUTH2_TOKEN_URL: "https://a/t",
      TOLGEE_AUTHENTICATION_OAUTH2_USER_URL: "https://a/u",
      TOLGEE_AUTHENTICATION_OAUTH2_SCOPES: "openid, email"
    }
    const found = read(tolgee)
    assert.deepInclude("settings" in found ? found.settings : {}, {
      oauth2TokenUrl: "https://a/t",
      oauth2Scopes: ["openid", "email"]
    })
    assert.deepStrictEqual("warnings" in found ? found.warnings : null, [])
  })
})
