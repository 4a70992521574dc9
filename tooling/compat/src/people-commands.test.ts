import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { repository } from "@dragoman/release/repository"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { Secret, TOTP } from "otpauth"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Mailbox, startMailbox } from "./console/mailbox.ts"
import { logIn, type ServerClient } from "./server-client.ts"
import { type LocalProvider, startLocalProvider } from "./testing/local-provider.ts"
import { serverBundle } from "./testing/server-bundle.ts"

/** The commands of the page, one text for each block, in its order. */
const commands = [
  ...readFileSync(join(repository, "docs/people.md"), "utf8").matchAll(/^```(?:sh)?\n(.*?)^```$/gms)
].map(([, text = ""]) => text)

const password = "correct-horse-battery"

describe("the commands of docs/people.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman people "))
  const secretFile = join(folder, "secret")
  let main = ""
  let server: RunningProgram
  let url = ""
  let admin: ServerClient
  let nela: ServerClient
  let nelaId = 0
  let mailbox: Mailbox
  let provider: LocalProvider

  const serve = async (data: string, settings: Readonly<Record<string, string>>) => {
    const program = startProgram(process.execPath, [main, "serve", "--port=0", "--data-dir", join(folder, data)], {
      folder,
      env: { DRAGOMAN_LOG_FORMAT: "json", DRAGOMAN_ADMIN_PASSWORD: password, ...settings }
    })
    const { address } = await program.line(isReady)
    return { program, url: String(address) }
  }

  beforeAll(async () => {
    main = await serverBundle(join(folder, "dist"))
    writeFileSync(secretFile, "a-secret", { mode: 0o600 })
    mailbox = await startMailbox()
    provider = await startLocalProvider()
    const started = await serve("data", {
      DRAGOMAN_SSO_ORGANIZATIONS: "on",
      DRAGOMAN_SSO_ORGANIZATIONS_ALLOW_LOCAL: "on"
    })
    server = started.program
    url = started.url
    admin = await logIn(url, "admin", password)
    await admin.call("POST", "/v2/organizations", { name: "Harbour Company", slug: "harbour-company" })
  }, 240_000)

  afterAll(async () => {
    server.signal("SIGTERM")
    await server.ended
    await provider.stop()
    await mailbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs commands and returns their output; fails with the first one that fails, a rejected request included. */
  const print = async (text: string, { authorization }: ServerClient = admin, env = {}): Promise<string> => {
    const script = `
      curl() { command curl --silent --show-error --fail-with-body "$@"; }
      dragoman() { node ${JSON.stringify(main)} "$@"; }
      ${text}`
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
        server: url,
        token: authorization.replace("Bearer ", ""),
        LAST: "0",
        DRAGOMAN_DATA_DIR: join(folder, "data"),
        ...env
      }
    })
    return stdout
  }

  /** The settings of a block work, and clients see the way to log in. */
  const isOffered = async (text: string, method: string): Promise<void> => {
    const settings = Object.fromEntries(
      [...text.matchAll(/^(DRAGOMAN_\w+)=(.+?) \\$/gm)].map(([, name = "", value = ""]) => [name, value])
    )
    for (const name of Object.keys(settings)) {
      if (name.endsWith("_FILE")) settings[name] = secretFile
      if (name.endsWith("_ISSUER")) settings[name] = provider.issuer
    }
    const { program, url } = await serve(`of ${method}`, settings)
    const { authMethods } = (await (await fetch(`${url}/api/public/configuration`)).json()) as {
      readonly authMethods: Readonly<Record<string, { readonly enabled: boolean }>>
    }
    assert.isTrue(authMethods[method]?.enabled, method)
    program.signal("SIGTERM")
    assert.strictEqual(await program.ended, 0)
  }

  /** By something that only this block has. A block without an entry fails, an entry without a block too. */
  const tries: Readonly<Record<string, (text: string) => Promise<void>>> = {
    'nela@example.com", "name': async (text) => {
      const made = JSON.parse(await print(text.replace("…", password)))
      assert.match(made.passwordResetLink.url, /^http/)
      nelaId = made.id
      const [code] = atob(new URL(made.passwordResetLink.url).hash.slice(1)).split(",")
      await admin.call("POST", "/api/public/reset_password_set", { email: "nela@example.com", code, password })
      nela = await logIn(url, "nela@example.com", password)
    },
    "user/mfa/totp": async (text) => {
      const [, key = ""] = /"totpKey":"(\w+)"/.exec(text) ?? []
      const otp = new TOTP({ secret: Secret.fromBase32(key.toUpperCase()) }).generate()
      assert.property(JSON.parse(await print(text.replace("123456", otp), nela)), "accessToken")
    },
    "users/12/mfa": async (text) => void (await print(text.replace("/12/", `/${nelaId}/`))),
    "user reset-mfa": async (text) => assert.include(await print(text), "nela@example.com"),
    DRAGOMAN_OAUTH2_ISSUER: (text) => isOffered(text, "oauth2"),
    "public/configuration": async (text) => assert.property(JSON.parse(await print(text)), "authMethods"),
    DRAGOMAN_GOOGLE_CLIENT_ID: (text) => isOffered(text, "google"),
    DRAGOMAN_GITHUB_CLIENT_ID: (text) => isOffered(text, "github"),
    DRAGOMAN_SSO_GLOBAL_ISSUER: (text) => isOffered(text, "ssoGlobal"),
    "harbour-company/sso": async (text) => {
      const kept = JSON.parse(await print(text.replace("https://login.example.org/realms/main", provider.issuer)))
      assert.strictEqual(kept.domain, "example.org")
    },
    DRAGOMAN_SMTP_HOST: async (text) => {
      const quoted = text.replaceAll(/=(.*)$/gm, "='$1'").replace("/run/secrets/smtp", secretFile)
      assert.include(
        await print(`env ${quoted.trim().replaceAll("\n", " ")} node "$MAIN" config`, admin, { MAIN: main }),
        "smtp.example.org"
      )
    },
    "dragoman mail test": async (text) => {
      await print(text, admin, mailbox.env)
      assert.match((await mailbox.nextTo("you@example.org")).subject, /Dragoman/)
    },
    "notification-settings": async (text) => void (await print(text)),
    "filterAction=LOGIN_FAILED": async (text) => assert.property(JSON.parse(await print(text)), "nextCursor"),
    "audit.ndjson": async (text) => {
      await print(text)
      const [line = ""] = readFileSync(join(folder, "audit.ndjson"), "utf8").split("\n")
      assert.property(JSON.parse(line), "action")
    },
    // The number before the limit depends on their time.
    "for i in": async (text) => assert.match(await print(text.replace("curl", "command curl")), /^(401 )+(429 )*$/),
    "user list": async (text) => assert.include(await print(text), "admin")
  }

  it("are all tried here", () => {
    const tried = Object.keys(tries)
    assert.deepStrictEqual(
      commands.map((text) => tried.filter((mark) => text.includes(mark)).length),
      commands.map(() => 1)
    )
    assert.lengthOf(commands, tried.length)
  })

  it("do what the page says, one after the other", { timeout: 120_000 }, async () => {
    for (const text of commands)
      for (const [mark, attempt] of Object.entries(tries)) if (text.includes(mark)) await attempt(text)
  })
})
