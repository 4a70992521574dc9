import { translationServices } from "@dragoman/domain/machine-translation"
import { type Setting, server } from "./setting.ts"
import { countsOf, millionths, pricesOf } from "./setting-schema.ts"

const pricedServices = translationServices.filter((service) => service !== "PROMPT")

/** Prices of machine translation, in a currency that the operator chooses, the budget of the server, and limits of the services. */
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
  },
  mtRequests: {
    name: "MT_REQUESTS",
    programs: server,
    meaning: "requests at the same time to each service; PROMPT: to each provider of language models",
    default: "",
    defaultMeaning: "8 each",
    example: "DEEPL=4,PROMPT=16",
    schema: countsOf(translationServices)
  },
  mtCharactersPerMinute: {
    name: "MT_CHARACTERS_PER_MINUTE",
    programs: server,
    meaning: "characters that each service gets in a minute; further requests wait",
    default: "",
    defaultMeaning: "no limit",
    example: "AZURE=30000",
    schema: countsOf(pricedServices)
  }
} as const satisfies Readonly<Record<string, Setting>>
