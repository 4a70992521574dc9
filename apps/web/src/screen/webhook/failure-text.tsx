import { useQuery } from "@tanstack/react-query"
import type { Response } from "../../base/api/contract.ts"
import { errorTextsQuery } from "../../base/api/error-texts-query.ts"
import { useText } from "../../base/texts/text.ts"
import { failureSentence } from "./failure-sentence.ts"

/** Why an attempt failed; nothing while the sentences are on their way. */
export const FailureText = ({
  failed
}: {
  readonly failed: Pick<Response<"webhook", "test">, "error" | "failure">
}) => {
  const t = useText()
  const { data: texts } = useQuery(errorTextsQuery(t.language))
  return <bdi>{texts === undefined ? "" : failureSentence(texts, t.language, failed)}</bdi>
}
