import type { QualityMode } from "@dragoman/domain/machine-translation"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { serviceSettingsQuery } from "../../feature/machine-translation/service-queries.ts"
import { qualitySettingQuery } from "../../feature/quality-estimate/quality-setting-query.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { offered, replaceScope } from "./machine-translation-queries.ts"
import { servicesBody } from "./service-choice.ts"

type Quality = Response<"machineTranslation", "listSettings">["qualityEstimate"]

const modes = ["OFF", "RULES", "MODEL"] as const satisfies ReadonlyArray<QualityMode>

/** Scores below which a text needs a review. */
const thresholds = [95, 90, 85, 80, 75, 70, 65, 60, 55, 50]

/** Chooses how texts of machines are judged. Changes are saved at once. */
export const QualitySection = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const quality = useQuery(qualitySettingQuery(projectId))
  const change = useChangeQuality(projectId)
  return (
    <Section title={t("quality-estimate.title")} hint={t("quality-estimate.hint")}>
      <QueryState query={quality} skeleton="80px">
        {(setting) => (
          <>
            <Select
              label={t("quality-estimate.mode")}
              value={setting.mode}
              options={modes.map((mode) => ({ value: mode, label: t(`quality-estimate.mode-${mode}`) }))}
              onChange={(mode) => change({ ...setting, mode })}
            />
            {setting.mode !== "OFF" && (
              <Select
                label={t("quality-estimate.threshold")}
                value={String(setting.threshold)}
                options={offered(thresholds, setting.threshold).map((score) => ({
                  value: String(score),
                  label: t("quality-estimate.below", { score })
                }))}
                onChange={(score) => change({ ...setting, threshold: Number(score) })}
              />
            )}
            {setting.mode === "RULES" && (
              <Checkbox
                isSelected={setting.backTranslation}
                onChange={(backTranslation) => change({ ...setting, backTranslation })}
              >
                {t("quality-estimate.back-translation")}
              </Checkbox>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}

/** Shows a change at once and sends it with the services, which a request always replaces; after other changes of the services. */
const useChangeQuality = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()
  const services = serviceSettingsQuery(projectId)
  const { queryKey } = qualitySettingQuery(projectId)
  return useMutation({
    scope: { id: replaceScope(services.queryKey) },
    mutationFn: async (qualityEstimate: Quality) => {
      const settings = await client.ensureQueryData(services)
      const payload = { ...servicesBody(settings), qualityEstimate }
      return await call("machineTranslation", "replaceSettings", { params: { projectId }, payload })
    },
    onMutate: async (qualityEstimate) => {
      client.setQueryData(queryKey, qualityEstimate)
      await client.cancelQueries({ queryKey }, { revert: false })
    },
    onError: (error) => showToast({ kind: "failed", text: errorSentence(error, t), error }),
    onSettled: () => client.invalidateQueries({ queryKey })
  }).mutate
}
