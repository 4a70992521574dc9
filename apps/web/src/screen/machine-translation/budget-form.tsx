import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { Response } from "../../base/api/contract.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { amountText, readAmount } from "../../feature/machine-translation/amount.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Facts } from "../../widget/ui/facts.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { budgetQuery, type SpendingOwner, setBudget } from "./spending-queries.ts"

type Budget = Response<"translationSpending", "getBudgetOfProject">

/** Most that machine translation may cost on a day and in a month, and how much of it is left. */
export const BudgetSection = ({ owner }: { readonly owner: SpendingOwner }) => {
  const t = useText()
  const budget = useQuery(budgetQuery(owner))
  return (
    <Section title={t("machine-translation.budget")} hint={t("machine-translation.budget-hint")}>
      <QueryState query={budget} skeleton="200px">
        {(data) => (
          <>
            <Facts
              facts={[
                [t("machine-translation.today"), spentText(data.spentToday, data.perDay, t)],
                [t("machine-translation.this-month"), spentText(data.spentThisMonth, data.perMonth, t)]
              ]}
            />
            <BudgetForm owner={owner} budget={data} />
          </>
        )}
      </QueryState>
    </Section>
  )
}

/** The cost, and what is left where there is a limit. */
const spentText = (spent: number, limit: number | null, t: Text): string =>
  limit === null
    ? t("machine-translation.spent", { spent: amountText(spent, t.language) })
    : t("machine-translation.spent-and-left", {
        spent: amountText(spent, t.language),
        left: amountText(Math.max(0, limit - spent), t.language)
      })

interface BudgetFormProps {
  readonly owner: SpendingOwner
  readonly budget: Budget
}

const BudgetForm = ({ owner, budget }: BudgetFormProps) => {
  const t = useText()
  const client = useQueryClient()
  const typed = (amount: number | null) => (amount === null ? "" : amountTyped(amount, t.language))
  const { values, bind } = useFields({ perDay: typed(budget.perDay), perMonth: typed(budget.perMonth) })
  const amounts = { perDay: readAmount(values.perDay), perMonth: readAmount(values.perMonth) }
  const form = useSubmit(async () => {
    if (Number.isNaN(amounts.perDay) || Number.isNaN(amounts.perMonth)) return
    client.setQueryData(budgetQuery(owner).queryKey, await setBudget(owner, amounts))
    showToast({ kind: "done", text: t("account.saved") })
  })
  const field = (name: "perDay" | "perMonth") => {
    const bound = bind(name, form.fields)
    return Number.isNaN(amounts[name]) ? { ...bound, error: t("machine-translation.no-amount") } : bound
  }
  return (
    <Form onSubmit={form.submit} message={form.message}>
      <TextField label={t("machine-translation.per-day")} inputMode="decimal" autoComplete="off" {...field("perDay")} />
      <TextField
        label={t("machine-translation.per-month")}
        inputMode="decimal"
        autoComplete="off"
        {...field("perMonth")}
      />
      <SubmitButton isBusy={form.isBusy}>{t("machine-translation.save-budget")}</SubmitButton>
    </Form>
  )
}

/** An amount as a person would type it, with all of its digits. */
const amountTyped = (amount: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(amount)
