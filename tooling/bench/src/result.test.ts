import { assert, describe, it } from "vitest"
import { printPart, type Result, replacePart, worseRows } from "./result.ts"

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

  it("names the rows that are worse than before by a fifth and more, whichever way is better", () => {
    const least = (name: string, measured: string): Result => ({ ...row(name, measured), target: "≥ 0.75 ×" })
    const before = printPart("first", "2026-01-01", [
      row("p99 of a list", "p99 2.01 [1.80–2.38] × bare"),
      least("requests", "0.69 [0.67–0.71] × bare"),
      row("memory", "250 MB"),
      row("the same", "1 ×"),
      row("the same", "3 ×"),
      { ...row("files", "10"), target: "none" }
    ])
    const now = [
      row("p99 of a list", "p99 3.83 [3.33–4.00] × bare"),
      least("requests", "0.37 [0.36–0.39] × bare"),
      row("memory", "290 MB"),
      row("the same", "1 ×"),
      row("the same", "3 ×"),
      { ...row("files", "20"), target: "none" },
      row("new", "9 ×")
    ]
    assert.deepStrictEqual(worseRows(before, "first", now), [
      "first, p99 of a list: p99 3.83 [3.33–4.00] × bare, before p99 2.01 [1.80–2.38] × bare",
      "first, requests: 0.37 [0.36–0.39] × bare, before 0.69 [0.67–0.71] × bare"
    ])
    assert.deepStrictEqual(worseRows(before, "first", now.slice(2)), [])
    assert.deepStrictEqual(worseRows(before, "second", now), [])
  })
})
