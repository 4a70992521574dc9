import { useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { sentencesOfFields } from "../../base/api/error-sentences.ts"
import { useText } from "../../base/texts/text.ts"
import { errorSentence } from "../ui/error-details.tsx"

/** A form that sends itself once at a time. `message`: above the form; `fields`: the server's messages by field. */
export const useSubmit = (send: () => Promise<void>) => {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: { readonly preventDefault: () => void }) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await send()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const fields = error instanceof ApiError ? sentencesOfFields(error.fields) : {}
  return {
    submit,
    isBusy,
    error,
    fields,
    message: error === null || Object.keys(fields).length > 0 ? null : errorSentence(error, t)
  }
}
