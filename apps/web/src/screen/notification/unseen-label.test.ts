import { assert, describe, it } from "vitest"
import ar from "../../base/texts/ar.json"
import cs from "../../base/texts/cs.json"
import de from "../../base/texts/de.json"
import en from "../../base/texts/en.json"
import { makeText } from "../../base/texts/text.ts"
import { unseenLabel } from "./unseen-label.ts"

describe("the bell", () => {
  const texts = [makeText("en", en), makeText("cs", cs), makeText("de", de), makeText("ar", ar)]

  it.each([1, 2, 5, 11, 99, 100, 1_500])(
    "has what is seen on it in its name, with %s unseen notifications",
    (count) => {
      for (const t of texts) {
        const { badge, name } = unseenLabel(count, t)
        assert.include(name, badge, t.language)
      }
    }
  )

  it("shows no number above 99", () => {
    const [t = makeText("en", en)] = texts
    assert.deepStrictEqual(unseenLabel(99, t), { badge: "99", name: "Notifications: 99 unseen" })
    assert.deepStrictEqual(unseenLabel(100, t), { badge: "99+", name: "Notifications: 99+ unseen" })
  })
})
