import { assert, describe, it } from "vitest"
import type { VisibleTexts } from "../activity/modified-entity.ts"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkMoveWebhook } from "./check-move-webhook.ts"

const [de, fr] = [1, 2]
const noTexts = domainError("operation_not_permitted", ["translations.view"])

describe("another URL for a webhook configuration", () => {
  it.each([
    ["who views all texts may move all", "all", "all", null],
    ["who views all texts may move some languages", "all", [de], null],
    ["who views the same languages may move them", [de, fr], [de, fr], null],
    ["who views no texts may move deliveries without texts", "none", "none", null],
    ["who views one language may move deliveries without texts", [de], "none", null],
    ["who views no texts may not move texts", "none", "all", noTexts],
    ["who views no texts may not move those of one language", "none", [de], noTexts],
    ["a hidden language is named", [de], [de, fr], domainError("language_not_permitted", [[fr], null])],
    ["no language is named when all are shown", [de], "all", domainError("language_not_permitted", [[], null])]
  ] satisfies ReadonlyArray<[string, VisibleTexts, VisibleTexts, DomainError | null]>)(
    "%s",
    (_, visible, shown, expected) => {
      assert.deepStrictEqual(checkMoveWebhook({ visible, shown }), expected)
    }
  )
})
