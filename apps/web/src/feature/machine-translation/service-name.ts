import type { TranslationService } from "@dragoman/domain/machine-translation"
import type { Text } from "../../base/texts/text.ts"

const names = {
  GOOGLE: "Google Translate",
  AWS: "Amazon Translate",
  DEEPL: "DeepL",
  AZURE: "Azure Translator",
  BAIDU: "Baidu",
  LIBRETRANSLATE: "LibreTranslate"
} as const satisfies Record<Exclude<TranslationService, "PROMPT">, string>

/** The name of a service; names of products are the same in every language. */
export const serviceName = (service: TranslationService, t: Text): string =>
  service === "PROMPT" ? t("machine-translation.language-model") : names[service]

/** The name of the machine that made a text; null as the service: the translation memory. */
export const machineName = (service: string | null, t: Text): string =>
  service === null ? t("machine.from-memory") : serviceName(service as TranslationService, t)
