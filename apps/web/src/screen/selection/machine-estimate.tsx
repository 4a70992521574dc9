import type { BatchOperation } from "@dragoman/domain/batch-job"
import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { amountText } from "../../feature/machine-translation/amount.ts"
import { Facts } from "../../widget/ui/facts.tsx"

interface MachineEstimateProps {
  readonly projectId: number
  readonly keyIds: ReadonlySet<number>
  readonly operation: Extract<BatchOperation, { readonly type: "MACHINE_TRANSLATE" }>
}

/** Shows what a job that asks machines would send and cost. The job can start without it: a failure shows nothing. */
export const MachineEstimate = ({ projectId, keyIds, operation }: MachineEstimateProps) => {
  const t = useText()
  const { type: _, ...fields } = operation
  const { data } = useQuery({
    // The dialog keeps its keys: their number is enough, and nothing outlives the dialog.
    queryKey: ["project", projectId, "machine-estimate", keyIds.size, operation],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { dryRun: true }, payload: { keyIds: [...keyIds], ...fields } }
      const estimate = await call("startBatchJob", "machineTranslate", request, { signal, withoutDialogs: true })
      return "characters" in estimate ? estimate : null
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (data === undefined || data === null) return null
  const number = new Intl.NumberFormat(t.language)
  return (
    <Facts
      facts={[
        [t("selection.estimate-texts"), number.format(data.texts)],
        [t("selection.estimate-skipped"), number.format(data.skipped)],
        data.characters === 0 ? null : [t("machine-translation.characters"), number.format(data.characters)],
        data.tokens === 0 ? null : [t("selection.estimate-tokens"), number.format(data.tokens)],
        [t("selection.estimate-cost"), amountText(data.cost, t.language)]
      ]}
    />
  )
}
