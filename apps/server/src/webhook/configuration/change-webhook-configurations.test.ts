import { AddressResolver, HostNotFound } from "@dragoman/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Settings } from "../../platform/settings/settings.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { testSettings } from "../../testing/test-server.ts"
import { checkEndpointUrl, webhookAuthor } from "./change-webhook-configurations.ts"

const addressesByHost: Readonly<Record<string, ReadonlyArray<string>>> = {
  "public.example": ["93.184.216.34", "2606:4700::6810:84e5"],
  "private.example": ["10.1.2.3"],
  "inside.corp": ["10.1.2.3"]
}

// `ssrf-guard.test.ts` tests through the API which addresses are rejected.

/** Checks with a resolver that knows only these names, and returns the names that were resolved. */
const check = Effect.fnUntraced(function* (url: string, webhookAllow: ReadonlyArray<string> = []) {
  const resolved: Array<string> = []
  const result = yield* checkEndpointUrl(url).pipe(
    Effect.catch((error) => Effect.succeed(error)),
    Effect.provideService(Settings, { ...testSettings(""), webhookAllow }),
    Effect.provideService(AddressResolver, {
      resolve: (host) => {
        resolved.push(host)
        const addresses = addressesByHost[host]
        return addresses === undefined ? Effect.fail(new HostNotFound({ host })) : Effect.succeed(addresses)
      }
    })
  )
  if (typeof result === "string") return { result, resolved }
  return { result: "code" in result ? [result.code, ...(result.params ?? [])].join(" ") : result, resolved }
})

it.effect.each([
  [
    "a name with public addresses is taken",
    "https://public.example/hook",
    [],
    "https://public.example/hook",
    ["public.example"]
  ],
  [
    "a name is asked for in small letters",
    "https://PUBLIC.example/",
    [],
    "https://PUBLIC.example/",
    ["public.example"]
  ],
  [
    "a private address is rejected",
    "https://private.example/",
    [],
    "url_not_valid host_unknown_or_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    ["private.example"]
  ],
  [
    "an unknown name is rejected",
    "https://nothing.example/",
    [],
    "url_not_valid host_unknown_or_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    ["nothing.example"]
  ],
  ["a public address needs no look-up", "https://93.184.216.34/", [], "https://93.184.216.34/", []],
  [
    "a private address is not resolved",
    "http://192.168.1.1/",
    [],
    "url_not_valid address_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    []
  ],
  [
    "an IPv6 address is not resolved",
    "http://[fd00::1]/",
    [],
    "url_not_valid address_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    []
  ],
  ["a text that is no URL needs no look-up", "public.example", [], "url_not_valid", []],
  ["an allowed host may be private", "http://inside.corp/", ["inside.corp"], "http://inside.corp/", ["inside.corp"]],
  [
    "an allowed range holds for names, too",
    "http://private.example/",
    ["10.0.0.0/8"],
    "http://private.example/",
    ["private.example"]
  ],
  [
    "an allowed host does not let others through",
    "http://private.example/",
    ["inside.corp"],
    "url_not_valid host_unknown_or_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    ["private.example"]
  ],
  [
    "an unknown name is rejected even when everything is allowed",
    "http://nothing.example/",
    ["*"],
    "url_not_valid host_unknown_or_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    ["nothing.example"]
  ],
  [
    "a port of another service needs no look-up",
    "https://public.example:25/",
    ["*"],
    "url_not_valid port_not_allowed DRAGOMAN_WEBHOOK_PORTS",
    []
  ],
  [
    "a metadata service is rejected even when everything is allowed",
    "http://169.254.169.254/",
    ["*"],
    "url_not_valid address_not_allowed DRAGOMAN_WEBHOOK_ALLOW",
    []
  ]
] as const)("%s", ([, url, allow, result, resolved]) =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* check(url, allow), { result, resolved: [...resolved] })
  })
)

it.effect("rejects a host when the name server does not respond within two seconds", () =>
  Effect.gen(function* () {
    const fiber = yield* checkEndpointUrl("https://slow.example/").pipe(
      Effect.flip,
      Effect.provideService(Settings, testSettings("")),
      Effect.provideService(AddressResolver, { resolve: () => Effect.never }),
      Effect.forkChild({ startImmediately: true })
    )
    yield* TestClock.adjust(2_000)
    const error = yield* Fiber.join(fiber)
    assert.strictEqual("code" in error ? error.code : "", "url_not_valid")
  })
)

const access = (kind: "JWT" | "PAT" | "PAK", effectiveScopes: ReadonlyArray<string>) =>
  ({ caller: { userId: 7, credential: { kind } }, effectiveScopes }) as unknown as ProjectAccess<"webhooks.manage">

describe("the user who sets the URL of a webhook", () => {
  it.each([
    ["a user, who may be given the right to view texts later", access("JWT", ["webhooks.manage"]), true],
    ["a personal access token, which is the user", access("PAT", ["webhooks.manage"]), true],
    ["a project API key that may view texts", access("PAK", ["webhooks.manage", "translations.view"]), true],
    ["a project API key that may view none", access("PAK", ["webhooks.manage"]), false]
  ])("%s", (_, given, showsTexts) => {
    assert.deepStrictEqual(webhookAuthor(given), { authorId: 7, showsTexts })
  })
})
