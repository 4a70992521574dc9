import { useText } from "../../base/texts/text.ts"
import { errorSentence } from "../ui/error-details.tsx"
import { showToast } from "./toast.ts"

/** Does a write and says how it ended: with the sentence, or with the error. */
export const useWrite = () => {
  const t = useText()
  return async (write: () => Promise<unknown>, done = t("account.saved")): Promise<void> => {
    try {
      await write()
      showToast({ kind: "done", text: done })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
}
