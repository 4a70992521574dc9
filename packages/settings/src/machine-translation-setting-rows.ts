import { translationServices } from "@dragoman/domain/machine-translation"
import { llmProviderList, llmProviderParts } from "./llm-providers.ts"
import { pairParts } from "./pair-parts.ts"
import { type Setting, server } from "./setting.ts"
import { addressList, jsonText, onOrOff, pairList, publicUrl, textWithin, wordList } from "./setting-schema.ts"
import { asWritten, type Translate, trueOrFalse } from "./tolgee-settings.ts"

const url = { programs: server, default: null, schema: publicUrl } as const
const identifier = { programs: server, default: null, schema: textWithin(1, 255), example: "eu-central-1" } as const
const secret = {
  programs: server,
  default: null,
  secret: true,
  schema: textWithin(1, 4_096),
  example: "the key that the provider shows"
} as const

/** Parts of Tolgee's names for the services. */
const tolgeeNames = {
  PROMPT: "TOLGEE_LLM",
  GOOGLE: "TOLGEE_MACHINE_TRANSLATION_GOOGLE",
  AWS: "TOLGEE_MACHINE_TRANSLATION_AWS",
  DEEPL: "TOLGEE_MACHINE_TRANSLATION_DEEPL",
  AZURE: "TOLGEE_MACHINE_TRANSLATION_AZURECOGNITIVE",
  BAIDU: "TOLGEE_MACHINE_TRANSLATION_BAIDU"
} as const

/** Tolgee has a switch for each service, which are one list here. `isOn`: a service without its switch. */
const switches = (suffix: string, isOn: (service: string) => boolean): Readonly<Record<string, Translate>> => {
  const nameOf = (service: string) => `${tolgeeNames[service as keyof typeof tolgeeNames]}_${suffix}`
  const translate: Translate = (text, named) => {
    if (!/^(true|false)$/i.test(text)) return { problem: "must be true or false" }
    const chosen = translationServices.filter((service) => {
      const written = service in tolgeeNames ? named(nameOf(service))?.toLowerCase() : undefined
      return written === undefined ? isOn(service) : written === "true"
    })
    return { text: chosen.length === 0 ? "none" : chosen.join(",") }
  }
  return Object.fromEntries(Object.keys(tolgeeNames).map((service) => [nameOf(service), translate]))
}

/** Keys of AWS are kept when its switch is off. */
const awsKey: Translate = (text, named) =>
  named("TOLGEE_MACHINE_TRANSLATION_AWS_ENABLED")?.toLowerCase() === "false" ? null : { text }

const awsSwitch: Translate = (text, named) => {
  if (!/^(true|false)$/i.test(text)) return { problem: "must be true or false" }
  return text.toLowerCase() === "true" && named("TOLGEE_MACHINE_TRANSLATION_AWS_ACCESS_KEY") === undefined
    ? {
        warning:
          "credentials of the machine are not read; set DRAGOMAN_MT_AWS_ACCESS_KEY and DRAGOMAN_MT_AWS_SECRET_KEY"
      }
    : null
}

/** Services that translate texts, their credentials, and the choice of projects that have made none. */
export const machineTranslationSettingRows = {
  mtGoogleKey: {
    ...secret,
    name: "MT_GOOGLE_KEY",
    meaning: "API key of Google Translate; switches the service on",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_GOOGLE_API_KEY: asWritten }
  },
  /** null: version 2 of the API, with the key above. */
  mtGoogleServiceAccount: {
    ...secret,
    name: "MT_GOOGLE_SERVICE_ACCOUNT",
    meaning: "key file of a service account of Google in JSON, in place of the API key",
    schema: jsonText(["client_email", "private_key", "project_id"]),
    example: '{"type":"service_account", …}'
  },
  mtGoogleLocation: {
    ...identifier,
    name: "MT_GOOGLE_LOCATION",
    meaning: "location of Google Translate for a service account",
    default: "global",
    example: "europe-west1"
  },
  mtGoogleUrl: {
    ...url,
    name: "MT_GOOGLE_URL",
    meaning: "another server that speaks the protocol of Google Translate",
    example: "https://translate.internal"
  },
  mtAwsAccessKey: {
    ...secret,
    name: "MT_AWS_ACCESS_KEY",
    meaning: "name of the key for Amazon Translate; with the key below it switches the service on",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_AWS_ACCESS_KEY: awsKey, TOLGEE_MACHINE_TRANSLATION_AWS_ENABLED: awsSwitch }
  },
  mtAwsSecretKey: {
    ...secret,
    name: "MT_AWS_SECRET_KEY",
    meaning: "the key for Amazon Translate",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_AWS_SECRET_KEY: awsKey }
  },
  mtAwsRegion: {
    ...identifier,
    name: "MT_AWS_REGION",
    meaning: "region of Amazon Translate",
    default: "eu-central-1",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_AWS_REGION: asWritten }
  },
  mtAwsUrl: {
    ...url,
    name: "MT_AWS_URL",
    meaning: "another server that speaks the protocol of Amazon Translate",
    example: "https://translate.internal"
  },
  mtDeeplKey: {
    ...secret,
    name: "MT_DEEPL_KEY",
    meaning: "authentication key of DeepL; switches the service on",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_DEEPL_AUTH_KEY: asWritten }
  },
  mtDeeplParameters: {
    name: "MT_DEEPL_PARAMETERS",
    programs: server,
    meaning: "parameters that each request to DeepL has, as name=value with commas between them",
    default: "",
    defaultMeaning: "none",
    example: "model_type=quality_optimized",
    schema: pairList,
    parts: pairParts("TOLGEE_MACHINE_TRANSLATION_DEEPL_OPTIONAL_PARAMETERS")
  },
  mtDeeplUrl: {
    ...url,
    name: "MT_DEEPL_URL",
    meaning: "another server that speaks the protocol of DeepL",
    example: "https://translate.internal"
  },
  mtAzureKey: {
    ...secret,
    name: "MT_AZURE_KEY",
    meaning: "key of Azure Translator; switches the service on",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_AZURECOGNITIVE_AUTH_KEY: asWritten }
  },
  mtAzureRegion: {
    ...identifier,
    name: "MT_AZURE_REGION",
    meaning: "region of the resource of Azure Translator; none: a global one",
    example: "westeurope",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_AZURECOGNITIVE_REGION: asWritten }
  },
  mtAzureUrl: {
    ...url,
    name: "MT_AZURE_URL",
    meaning: "another server that speaks the protocol of Azure Translator",
    example: "https://translate.internal"
  },
  mtBaiduAppId: {
    ...identifier,
    name: "MT_BAIDU_APP_ID",
    meaning: "id of an application at Baidu; with its secret it switches the service on",
    example: "20260101000000001",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_BAIDU_APP_ID: asWritten }
  },
  mtBaiduAppSecret: {
    ...secret,
    name: "MT_BAIDU_APP_SECRET",
    meaning: "secret of the application at Baidu",
    tolgee: { TOLGEE_MACHINE_TRANSLATION_BAIDU_APP_SECRET: asWritten }
  },
  mtBaiduAction: {
    name: "MT_BAIDU_ACTION",
    programs: server,
    meaning: "use the terms of the application at Baidu",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_MACHINE_TRANSLATION_BAIDU_ACTION: trueOrFalse("on", "off") }
  },
  mtBaiduUrl: {
    ...url,
    name: "MT_BAIDU_URL",
    meaning: "another server that speaks the protocol of Baidu",
    example: "https://translate.internal"
  },
  mtLibreTranslateUrl: {
    ...url,
    name: "MT_LIBRETRANSLATE_URL",
    meaning: "address of a LibreTranslate server; switches the service on",
    example: "http://libretranslate:5000"
  },
  mtLibreTranslateKey: {
    ...secret,
    name: "MT_LIBRETRANSLATE_KEY",
    meaning: "API key of the LibreTranslate server, where it asks for one"
  },
  mtDefaultServices: {
    name: "MT_DEFAULT_SERVICES",
    programs: server,
    meaning:
      "services that suggest texts in projects that have chosen none, of those that are set up; none: no service",
    default: translationServices.join(","),
    example: "PROMPT,DEEPL",
    schema: wordList(translationServices),
    tolgee: switches("DEFAULT_ENABLED", () => true)
  },
  mtDefaultPrimary: {
    name: "MT_DEFAULT_PRIMARY",
    programs: server,
    meaning:
      "service that translates automatically in projects that have chosen none: the first of these that is set up; none: no service",
    default: "PROMPT,GOOGLE",
    example: "DEEPL",
    schema: wordList(translationServices),
    tolgee: switches("DEFAULT_PRIMARY", (service) => service === "PROMPT" || service === "GOOGLE")
  },
  llmEnabled: {
    name: "LLM",
    programs: server,
    meaning: "language models; off: neither the providers below nor those of organizations",
    default: "on",
    example: "off",
    schema: onOrOff,
    tolgee: { TOLGEE_LLM_ENABLED: trueOrFalse("on", "off") }
  },
  llmProviders: {
    name: "LLM_PROVIDERS",
    programs: server,
    meaning:
      "providers of language models for all organizations, as a list in JSON, or with a number and a field after the name",
    default: "",
    defaultMeaning: "none",
    secret: true,
    example: '[{"name":"local","apiUrl":"http://127.0.0.1:11434","model":"qwen3"}]',
    schema: llmProviderList,
    parts: llmProviderParts
  },
  /** null: the first one. */
  llmDefaultProvider: {
    ...identifier,
    name: "LLM_DEFAULT_PROVIDER",
    meaning: "name of the provider that prompts use when they name none",
    defaultMeaning: "the first provider",
    example: "local",
    tolgee: { TOLGEE_LLM_DEFAULT_PROVIDER: asWritten }
  },
  llmFallbacks: {
    name: "LLM_FALLBACKS",
    programs: server,
    meaning: "providers in place of those that no longer exist, as old=new with commas between them",
    default: "",
    defaultMeaning: "none",
    example: "gpt-4=local",
    schema: pairList,
    parts: pairParts("TOLGEE_LLM_FALLBACKS")
  },
  /** Entries as written; the domain reads them. */
  mtAllow: {
    name: "MT_ALLOW",
    programs: server,
    meaning: "private hosts and CIDR ranges that language models of organizations may have; * for all",
    default: "",
    defaultMeaning: "none",
    example: "models.internal,10.1.0.0/16",
    schema: addressList
  }
} as const satisfies Readonly<Record<string, Setting>>
