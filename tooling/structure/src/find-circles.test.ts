import { assert, describe, it } from "vitest"
import { findCircles } from "./find-circles.ts"

const importsOf = (...pairs: ReadonlyArray<readonly [from: string, to: string]>) =>
  pairs.map(([from, to]) => ({ from: `packages/formats/src/${from}`, to: `packages/formats/src/${to}` }))

describe("circles of rooms", () => {
  it("are found through a file beside the folders, once, with an import for each step", () => {
    const circle = importsOf(
      ["xlsx/read.ts", "archive/open.ts"],
      ["archive/unpack.ts", "registry.ts"],
      ["registry.ts", "xlsx/write.ts"]
    )
    const others = importsOf(["index.ts", "registry.ts"], ["xlsx/read.ts", "xlsx/cells.ts"])
    assert.deepStrictEqual(
      findCircles([...others, ...circle]).map((steps) => steps.length),
      [3]
    )
    assert.sameDeepMembers([...(findCircles([...others, ...circle])[0] ?? [])], circle)
  })

  it.each([
    ["imports that lead down", importsOf(["a/one.ts", "b/one.ts"], ["b/two.ts", "c.ts"], ["a/two.ts", "c.ts"])],
    ["imports in a room", importsOf(["a/one.ts", "a/two.ts"], ["a/two.ts", "a/one.ts"])],
    [
      "imports of another package",
      [
        { from: "packages/formats/src/a/one.ts", to: "packages/domain/src/b/one.ts" },
        { from: "packages/domain/src/b/one.ts", to: "packages/formats/src/a/one.ts" }
      ]
    ]
  ])("are not made by %s", (_, imports) => {
    assert.deepStrictEqual(findCircles(imports), [])
  })
})
