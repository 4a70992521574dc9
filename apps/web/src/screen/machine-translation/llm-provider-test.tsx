import { useMutation } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { durationText } from "../../widget/ui/time.tsx"
import styles from "./machine-translation.module.css"

interface TestedProvider {
  /** null: providers of the server, which have names alone. */
  readonly id: number | null
  readonly name: string
}

/** Asks language models of an organization, or of the server, for one translation. */
export const useProviderTest = (slug: string) =>
  useMutation({
    mutationFn: ({ id, name }: TestedProvider) =>
      id === null
        ? call("llmProvider", "testOfServer", { payload: { name } })
        : call("llmProvider", "test", { params: { organization: slug, llmProviderId: id } })
  })

type ProviderTest = ReturnType<typeof useProviderTest>

interface TestButtonProps {
  readonly provider: TestedProvider
  readonly test: ProviderTest
  /** Whether the button shows the name, which is nowhere beside it. */
  readonly isNamed?: boolean
}

export const TestButton = ({ provider, test, isNamed = false }: TestButtonProps) => {
  const t = useText()
  const title = t("llm-provider.test-of", { name: provider.name })
  return (
    <Button
      kind={isNamed ? "secondary" : "quiet"}
      aria-label={title}
      isPending={test.isPending && test.variables.id === provider.id && test.variables.name === provider.name}
      onPress={() => test.mutate(provider)}
    >
      {isNamed ? title : t("prompt.run")}
    </Button>
  )
}

/** Buttons for the language models of the server, which administrators may try. */
export const ServerProviderTests = ({
  names,
  test
}: {
  readonly names: ReadonlyArray<string>
  readonly test: ProviderTest
}) => {
  const user = useUser()
  if (user.globalServerRole !== "ADMIN") return null
  return (
    <div className={styles["details"]}>
      {names.map((name) => (
        <TestButton key={name} provider={{ id: null, name }} test={test} isNamed />
      ))}
    </div>
  )
}

/** Shows the translation of the last test, or the reason why there is none. */
export const TestOutcome = ({ test }: { readonly test: ProviderTest }) => {
  const t = useText()
  if (test.isError) {
    return (
      <Callout kind="failed" isNews>
        {errorSentence(test.error, t)}
      </Callout>
    )
  }
  if (!test.isSuccess) return null
  const { success, output, durationMillis, error } = test.data
  const args = { name: test.variables.name, duration: durationText(durationMillis, t.language) }
  return (
    <Callout kind={success ? "done" : "failed"} isNews>
      <p>{t(success ? "llm-provider.test-good" : "llm-provider.test-bad", args)}</p>
      {success ? (
        <p lang="de" dir="ltr">
          {output}
        </p>
      ) : (
        <p lang="en" dir="ltr">
          {error}
        </p>
      )}
    </Callout>
  )
}
