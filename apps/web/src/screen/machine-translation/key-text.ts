import type { Text } from "../../base/texts/text.ts"

/** Says whether a key is set, and its last characters, which are all that the server shows of it. */
export const keyText = (shown: string | null, t: Text): string => {
  if (shown === null) return t("llm-provider.key-none")
  const end = shown.replace(/^\*+/, "")
  return end === "" ? t("llm-provider.key-set") : t("llm-provider.key-ends", { end })
}
