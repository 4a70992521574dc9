import { assert, describe, it } from "vitest"
import { ApiError } from "../../base/api/api-error.ts"
import en from "../../base/texts/en.json"
import { makeText } from "../../base/texts/text.ts"
import { keyFieldErrors } from "./key-field-errors.ts"

const t = makeText("en", en)
const failed = (facts: Partial<ApiError> & { readonly code: string }) =>
  keyFieldErrors(new ApiError({ status: 400, ...facts }), t)

describe("an error of the server about a key", () => {
  it.each([
    ["a name that is taken", "key_exists", "name"],
    ["a namespace in a project without them", "namespace_cannot_be_used_when_feature_is_disabled", "namespace"],
    ["a tag that is too long", "tag_too_log", "tags"],
    ["forms that would be lost", "plural_forms_data_loss", "isPlural"],
    ["a text over the limit", "translation_exceeds_char_limit", "maxCharLimit"]
  ] as const)("stands at its field: %s", (_, code, field) => {
    const { fields, message } = failed({ code })
    assert.deepStrictEqual(Object.keys(fields), [field])
    assert.isNull(message)
  })

  it("keeps the messages that the server gives by field", () => {
    assert.deepStrictEqual(failed({ code: "validation", fields: { name: "must not be blank" } }), {
      fields: { name: "must not be blank" },
      message: null
    })
  })

  it("stands above the form when it is about no field", () => {
    const { fields, message } = failed({ code: "project_not_found" })
    assert.deepStrictEqual(fields, {})
    assert.isNotNull(message)
  })
})
