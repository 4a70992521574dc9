import { assert, describe, it } from "vitest"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { webhookAuthor } from "./webhook-author.ts"

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
