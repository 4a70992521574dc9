import { assert, describe, it } from "vitest"
import { printPart, type Result, replacePart } from "./result.ts"

const row = (name: string, measured: string): Result => ({
  name,
  measured,
  target: "≤ 2 ×",
  reached: true,
  detail: "of one machine"
})

const order = ["first", "second", "third"]
const printed = (name: string, about: string) => printPart(name, about, [row(`row of ${name}`, about)])
const filled = ["third", "first", "second"].reduce(
  (file, name) => replacePart(file, order, name, printed(name, "2026-01-01")),
  ""
)

describe("the file of results", () => {
  it("has the parts in the order of the program, whatever the order in which they ran", () => {
    assert.deepStrictEqual(
      [...filled.matchAll(/^## (.*)$/gm)].map(([, name]) => name),
      order
    )
  })

  it("a part that is measured again replaces its rows and its day, and nothing else", () => {
    const again = replacePart(filled, order, "second", printed("second", "2026-02-02"))
    assert.strictEqual(again, filled.replace(printed("second", "2026-01-01"), printed("second", "2026-02-02")))
    assert.notStrictEqual(again, filled)
  })

  it("a part that the program has no more is gone with the next run", () => {
    const again = replacePart(filled, ["first", "third"], "first", printed("first", "2026-01-01"))
    assert.notInclude(again, "row of second")
    assert.include(again, "row of third")
  })

  it("a missed target names what takes most of the time, a reached one does not", () => {
    const text = printPart("first", "2026-01-01", [
      { ...row("slow", "3 ×"), reached: false, dominatedBy: "the disk" },
      { ...row("fast", "1 ×"), dominatedBy: "the network" }
    ])
    assert.include(text, "| slow | 3 × | ≤ 2 × | **no** | of one machine; most of it: the disk |")
    assert.notInclude(text, "the network")
  })
})
