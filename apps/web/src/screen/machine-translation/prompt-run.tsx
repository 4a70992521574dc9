import type { PromptOption } from "@dragoman/domain/machine-translation"
import { useMutation } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { amountText } from "../../feature/machine-translation/amount.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import styles from "./machine-translation.module.css"

/** A prompt as it stands in its dialog. */
export interface PromptDraft {
  readonly template: string | null
  readonly provider: string
  readonly basicPromptOptions: ReadonlyArray<PromptOption> | null
}

interface PromptRunProps {
  readonly projectId: number
  readonly draft: PromptDraft
  /** null: no key is chosen. */
  readonly keyId: number | null
  /** null: the project has one language alone. */
  readonly language: { readonly id: number; readonly tag: string } | null
}

/** Asks the language model for the translation of a key by a prompt that is not stored yet. */
export const PromptRun = ({ projectId, draft, keyId, language }: PromptRunProps) => {
  const t = useText()
  const run = useMutation({
    mutationFn: (target: { readonly keyId: number; readonly targetLanguageId: number }) =>
      call("machineSuggestion", "runPrompt", { params: { projectId }, payload: { ...draft, ...target } })
  })
  return (
    <>
      <div>
        <Button
          isPending={run.isPending}
          disabledReason={keyId === null || language === null ? t("prompt.run-needs-key") : null}
          onPress={() => {
            if (keyId !== null && language !== null) run.mutate({ keyId, targetLanguageId: language.id })
          }}
        >
          {t("prompt.run")}
        </Button>
      </div>
      {run.isError && (
        <Callout kind="failed" isNews>
          {errorSentence(run.error, t)}
        </Callout>
      )}
      {run.isSuccess && <PromptResult answer={run.data} languageTag={language?.tag ?? ""} />}
    </>
  )
}

interface PromptResultProps {
  readonly answer: Response<"machineSuggestion", "runPrompt">
  readonly languageTag: string
}

/** The answer of the model: whether it would be stored, its cost, and the request that led to it. */
const PromptResult = ({ answer, languageTag }: PromptResultProps) => {
  const t = useText()
  const { parsedJson, result, issues, price, prompt } = answer
  return (
    <>
      <Callout kind={issues.length === 0 ? "done" : "warning"} isNews>
        <p lang={languageTag} dir={directionOf(languageTag)}>
          {parsedJson?.output ?? result}
        </p>
        {issues.length > 0 && (
          <>
            <p>{t("prompt.not-stored")}</p>
            <ul lang="en" dir="ltr">
              {issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          </>
        )}
        {price !== null && (
          <p className={styles["hint"]}>
            {t("machine-translation.cost")}: {amountText(price, t.language)}
          </p>
        )}
      </Callout>
      <details className={styles["days"]}>
        <summary>{t("prompt.sent")}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={styles["sent"]} dir="ltr" tabIndex={0}>
          {prompt}
        </pre>
      </details>
    </>
  )
}
