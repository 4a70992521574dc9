import { Api } from "@dragoman/api"
import { type AutoTranslationSetting, defaultAutoTranslation } from "@dragoman/domain/memory"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { autoTranslateKey } from "./auto-translate-key.ts"
import { listAutoTranslation, replaceAutoTranslation, setDefaultAutoTranslation } from "./auto-translation-settings.ts"
import { dryRunAutoTranslation } from "./dry-run-auto-translation.ts"

export const AutoTranslationHandlers = HttpApiBuilder.group(Api, "autoTranslation", (handlers) =>
  handlers.handleAll({
    listSettings: withAccess((access) => Effect.map(listAutoTranslation(access), settingsToModel)),
    replaceSettings: withAccess(function* (access, { payload }) {
      yield* replaceAutoTranslation(access, payload)
      return settingsToModel(yield* listAutoTranslation(access))
    }),
    getDefaultSettings: withAccess((access) =>
      Effect.map(listAutoTranslation(access), (settings) => settingToModel(defaultAutoTranslation(settings)))
    ),
    setDefaultSettings: withAccess((access, { payload }) =>
      Effect.map(setDefaultAutoTranslation(access, payload), settingToModel)
    ),
    dryRun: withAccess((access, { payload }) => dryRunAutoTranslation(access, payload)),
    translateKey: withAccess((access, { params, query }) => autoTranslateKey(access, params.keyId, query))
  })
)

const settingToModel = ({
  usesMemory,
  usesMachine,
  isForImports,
  followsBase,
  ...setting
}: AutoTranslationSetting) => ({
  languageId: setting.languageId,
  usingTranslationMemory: usesMemory,
  usingMachineTranslation: usesMachine,
  enableForImport: isForImports,
  memoryMinSimilarity: setting.memoryMinSimilarity,
  labelId: setting.labelId,
  onBaseChange: followsBase
})

const settingsToModel = (settings: ReadonlyArray<AutoTranslationSetting>) => ({
  _embedded: { configs: settings.map(settingToModel) }
})
