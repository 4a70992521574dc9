import { type SettingField, variableOf } from "./setting-table.ts"
import type { SettingValues } from "./setting-values.ts"

/** Returns one sentence for each service of machine translation that has a part of what it needs, or too much. */
export const incompleteMachineTranslation = (settings: Partial<SettingValues<"server">>): ReadonlyArray<string> => {
  const pairs = [
    ["mtAwsAccessKey", "mtAwsSecretKey"],
    ["mtBaiduAppId", "mtBaiduAppSecret"]
  ] as const
  const isSet = (field: SettingField & keyof SettingValues<"server">) => (settings[field] ?? null) !== null
  const problems: Array<string> = []
  for (const [one, other] of pairs) {
    if (isSet(one) === isSet(other)) continue
    const [set, missing] = isSet(one) ? [one, other] : [other, one]
    problems.push(`${variableOf(set)} needs ${variableOf(missing)}, which is not set.`)
  }
  if (isSet("mtGoogleKey") && isSet("mtGoogleServiceAccount")) {
    problems.push(
      `${variableOf("mtGoogleKey")} and ${variableOf("mtGoogleServiceAccount")} are both set: keep one of them.`
    )
  }
  const { llmDefaultProvider = null, llmProviders = [] } = settings
  const names = [...new Set(llmProviders.filter(({ enabled }) => enabled).map(({ name }) => name))]
  if (llmDefaultProvider !== null && names.length > 0 && !names.includes(llmDefaultProvider)) {
    problems.push(
      `${variableOf("llmDefaultProvider")} names no provider that is enabled in ${variableOf("llmProviders")}: ${names.join(", ")}.`
    )
  }
  return problems
}
