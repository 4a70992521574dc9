import { expandScopes } from "@dragoman/domain/permission"
import { assert, it } from "vitest"
import { isTemplateAvailable, keyTemplates } from "./key-template.ts"

it("a template can be taken by a user who has all that it needs", () => {
  const translator = expandScopes(["translations.edit"])
  assert.isTrue(isTemplateAvailable("pull", translator))
  assert.isTrue(isTemplateAvailable("sdk", translator))
  assert.isFalse(isTemplateAvailable("push", translator))
  assert.isFalse(isTemplateAvailable("webhooks", translator))
})

it("every template can be taken by a user with all scopes", () => {
  for (const template of Object.keys(keyTemplates) as Array<keyof typeof keyTemplates>) {
    assert.isTrue(isTemplateAvailable(template, expandScopes(["admin"])), template)
  }
})
