import { assert, describe, it } from "vitest"
import { type Linked, makeLinkedList, unlinked } from "./linked-list.ts"

interface Element extends Linked<Element> {
  readonly name: string
}

const listOf = (...names: ReadonlyArray<string>) => {
  const list = makeLinkedList<Element>()
  const elements = new Map(names.map((name): [string, Element] => [name, { ...unlinked, name }]))
  for (const element of elements.values()) list.append(element)
  const namesInList = () => {
    const found: Array<string> = []
    for (let element = list.first(); element !== null; element = element.next) found.push(element.name)
    return found.join("")
  }
  const the = (name: string): Element => elements.get(name) ?? { ...unlinked, name }
  return { list, namesInList, the }
}

describe("a linked list", () => {
  it.each([
    ["a", "bc"],
    ["b", "ac"],
    ["c", "ab"],
    ["abc", ""],
    ["cba", ""],
    ["bb", "ac"],
    ["x", "abc"]
  ])("of a, b and c without %s is %s", (removed, left) => {
    const { list, namesInList, the } = listOf("a", "b", "c")
    for (const name of removed) list.remove(the(name))
    assert.strictEqual(namesInList(), left)
  })

  it.each([
    ["a", "bca"],
    ["c", "abc"],
    ["ab", "cab"]
  ])("of a, b and c to which %s is appended again is %s", (appended, order) => {
    const { list, namesInList, the } = listOf("a", "b", "c")
    for (const name of appended) list.append(the(name))
    assert.strictEqual(namesInList(), order)
  })

  it("leaves no link in an element that was removed", () => {
    const { list, the } = listOf("a", "b", "c")
    list.remove(the("b"))
    assert.deepStrictEqual(the("b"), { ...unlinked, name: "b" })
  })
})
