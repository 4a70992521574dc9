import { assert, describe, it } from "vitest"
import type { ServiceSetting } from "../../feature/machine-translation/service-queries.ts"
import { changeService, choosePrimary, isEnabled, ownServices, servicesBody, switchService } from "./service-choice.ts"

const deepl = { serviceType: "DEEPL", formality: "FORMAL", promptId: null } as const
const model = { serviceType: "PROMPT", formality: null, promptId: 12 } as const
const setting: ServiceSetting = { targetLanguageId: null, primaryServiceInfo: model, enabledServicesInfo: [deepl] }

describe("services of machine translation", () => {
  it("keep their order, whichever is switched on first", () => {
    const on = switchService(switchService(setting, "LIBRETRANSLATE", true), "GOOGLE", true)
    assert.deepStrictEqual(
      on.enabledServicesInfo.map(({ serviceType }) => serviceType),
      ["GOOGLE", "DEEPL", "LIBRETRANSLATE"]
    )
    assert.isFalse(isEnabled(switchService(on, "DEEPL", false), "DEEPL"))
  })

  it("have one formality and one prompt, whether they suggest texts or write them", () => {
    assert.deepStrictEqual(switchService(setting, "PROMPT", true).enabledServicesInfo, [model, deepl])
    const both = choosePrimary(setting, "DEEPL")
    assert.deepStrictEqual(both.primaryServiceInfo, deepl)
    const informal = changeService(both, "DEEPL", { formality: "INFORMAL" })
    assert.strictEqual(informal.primaryServiceInfo?.formality, "INFORMAL")
    assert.strictEqual(informal.enabledServicesInfo[0]?.formality, "INFORMAL")
    assert.isNull(choosePrimary(both, null).primaryServiceInfo)
  })

  it("of a language begin as those of all languages, without what the services do not know of the language", () => {
    const defaults = { ...setting, enabledServicesInfo: [deepl, { ...deepl, serviceType: "AWS" }] } as const
    const supported = [
      { serviceType: "DEEPL", formalitySupported: false },
      { serviceType: "GOOGLE", formalitySupported: false }
    ] as const
    assert.deepStrictEqual(ownServices(defaults, 7, supported), {
      targetLanguageId: 7,
      primaryServiceInfo: null,
      enabledServicesInfo: [{ ...deepl, formality: null }]
    })
  })

  it("are sent without the names that the server adds", () => {
    const listed = { ...setting, targetLanguageTag: "cs", primaryService: "PROMPT", enabledServices: ["DEEPL"] }
    assert.deepStrictEqual(servicesBody([listed]), { settings: [setting] })
  })
})
