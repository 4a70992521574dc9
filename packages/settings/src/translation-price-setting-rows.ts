import { translationServices } from "@dragoman/domain/machine-translation"
import { type Setting, server } from "./setting.ts"
import { millionths, pricesOf } from "./setting-schema.ts"

const pricedServices = translationServices.filter((service) => service !== "PROMPT")

/** Prices of machine translation, in a currency that the operator chooses, and the budget of the server. */
export const translationPriceSettingRows = {
  mtPrices: {
    name: "MT_PRICES",
    programs: server,
    meaning:
      "price of a million characters of each service, in the operator's currency; language models have their own prices",
    default: "",
    defaultMeaning: "nothing costs anything",
    example: "DEEPL=20,GOOGLE=18.5",
    schema: pricesOf(pricedServices)
  },
  /** Millionths of the currency; null: no limit. */
  mtDailyBudget: {
    name: "MT_DAILY_BUDGET",
    programs: server,
    meaning: "most that machine translation may cost on a day (UTC) in all projects, in the currency of the prices",
    default: null,
    defaultMeaning: "no limit",
    example: "25",
    schema: millionths
  }
} as const satisfies Readonly<Record<string, Setting>>
