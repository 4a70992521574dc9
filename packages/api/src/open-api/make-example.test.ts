import { assert, describe, it } from "vitest"
import { makeExample } from "./make-example.ts"

const text = { type: "string", examples: ["Book a berth"] }
const components = { Key: { type: "object", properties: { name: text } } }

describe("an example", () => {
  it.each([
    ["is that of the schema, if it has one", { type: "integer", examples: [7] }, 7],
    ["of a text without one is missing", { type: "string" }, undefined],
    ["of a closed list is its first value", { type: "string", enum: ["A", "B"] }, "A"],
    ["of a reference is that of the component", { $ref: "#/components/schemas/Key" }, { name: "Book a berth" }],
    ["of alternatives is that of the first", { anyOf: [{ type: "integer" }, { type: "null" }] }, 1],
    ["of a number or null is null", { type: ["integer", "null"] }, null],
    ["of an object or null is an object", { type: ["object", "null"], properties: { text } }, { text: "Book a berth" }],
    ["of a list has one entry", { type: "array", items: { type: "boolean" } }, [false]],
    ["of a list without possible entries is empty", { type: "array", items: { not: {} } }, []],
    ["leaves out fields without a value", { type: "object", properties: { text, data: {} } }, { text: "Book a berth" }]
  ])("%s", (_, schema, expected) => {
    assert.deepStrictEqual(makeExample(schema, components, "response"), expected)
  })

  it("of a request has required fields, and others with an example of their own", () => {
    const properties = { id: { type: "integer" }, text, flag: { type: "boolean" } }
    const schema = { type: "object", required: ["id"], properties }
    assert.deepStrictEqual(makeExample(schema, {}, "request"), { id: 1, text: "Book a berth" })
    assert.deepStrictEqual(makeExample(schema, {}, "response"), { id: 1, text: "Book a berth", flag: false })
  })
})
