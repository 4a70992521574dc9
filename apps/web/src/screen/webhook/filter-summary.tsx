import type { WebhookConfigurationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { activityText } from "../../feature/activity/activity-text.ts"

/** Names that a summary lists before it counts. */
const namedMax = 2

/** Summarizes the changes that a webhook gets. */
export const FilterSummary = ({ filter }: { readonly filter: WebhookConfigurationModel["eventFilter"] }) => {
  const t = useText()
  const listed = (names: ReadonlyArray<string>) => {
    const shown = names.slice(0, namedMax)
    const rest = names.length - shown.length
    return new Intl.ListFormat(t.language, { type: "unit" }).format([
      ...shown,
      ...(rest > 0 ? [t("webhook.filter-more", { count: rest })] : [])
    ])
  }
  const parts = [
    filter?.activityTypes?.map((type) => activityText(type, t)),
    filter?.namespaces?.map((name) => name || t("filter.no-namespace")),
    filter?.languageTags?.map((tag) => languageName(tag, t.language)),
    filter?.branches ?? undefined
  ].filter((names) => names !== undefined && names.length > 0)
  return <>{parts.length === 0 ? t("webhook.filter-all") : parts.map((names) => listed(names ?? [])).join(" · ")}</>
}
