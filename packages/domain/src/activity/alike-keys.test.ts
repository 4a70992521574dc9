import { assert, describe, it } from "vitest"
import { describeAlike } from "./alike-keys.ts"
import { describeChange, type EntityChange } from "./modified-entity.ts"

const moved = (entityId: number, from: string | null, to: string | null): EntityChange => ({
  entityClass: "Key",
  entityId,
  before: { name: "home", namespace: from },
  after: { name: "home", namespace: to }
})

describe("keys that change alike", () => {
  it("are described as one of them is", () => {
    const change = moved(2, "web", null)
    assert.deepStrictEqual(describeAlike([{ keyIds: [2, 3], change }]), [
      { keyIds: [2, 3], entity: describeChange(change) as never }
    ])
  })

  it.each([
    ["do not change", { keyIds: [2, 3], change: moved(2, "web", "web") }],
    ["are none", { keyIds: [], change: moved(2, "web", null) }]
  ])("leave nothing when they %s", (_, group) => {
    assert.deepStrictEqual(describeAlike([group]), [])
  })
})
