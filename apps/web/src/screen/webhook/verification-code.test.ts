import { assert, it } from "vitest"
import documentation from "../../../../../docs/webhooks.md?raw"
import { codeBlocks } from "./verification-code.ts"

it("is found in the documentation, complete and in all its languages", () => {
  const blocks = codeBlocks(documentation, "## Verify it")
  assert.deepStrictEqual(
    blocks.map(({ language }) => language),
    ["js", "python", "java", "go", "php"]
  )
  for (const { code } of blocks) assert.match(code, /verify/i)
})

it("is nothing where there is no such chapter", () => {
  assert.deepStrictEqual(codeBlocks("# Webhooks\n\n```js\n1\n```\n", "## Verify it"), [])
})
