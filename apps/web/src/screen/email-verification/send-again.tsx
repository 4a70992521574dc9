import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"

/** Sends the link once more; earlier ones stop working. */
export const SendAgain = ({ email }: { readonly email: string }) => {
  const t = useText()
  const write = useWrite()
  const send = () =>
    write(() => call("emailVerification", "send", {}).then(() => undefined), t("email-verification.sent", { email }))
  return <Button onPress={send}>{t("email-verification.send-again")}</Button>
}
