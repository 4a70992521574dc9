import { useText } from "../../base/texts/text.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { SendAgain } from "./send-again.tsx"

/** The address that waits for its verification, on the profile. */
export const PendingAddress = ({ email }: { readonly email: string }) => {
  const t = useText()
  return (
    <Callout kind="info">
      <p>{t("email-verification.waiting", { email })}</p>
      <SendAgain email={email} />
    </Callout>
  )
}
