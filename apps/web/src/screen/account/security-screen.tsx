import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { useActingReason } from "../../feature/session/acting.ts"
import { secondFactorsQuery } from "../../feature/session/second-factors.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { AccountFrame } from "./account-frame.tsx"
import { AppSection } from "./app-section.tsx"
import { PasskeysSection } from "./passkeys-section.tsx"

/** Second factors of my account: an authenticator app and passkeys. */
export const SecurityScreen = () => {
  const t = useText()
  const actingReason = useActingReason()
  const factors = useQuery({ ...secondFactorsQuery, enabled: actingReason === null })
  return (
    <AccountFrame title={t("account.security")}>
      {actingReason !== null ? (
        <Callout kind="info">{actingReason}</Callout>
      ) : (
        <QueryState query={factors} skeleton="240px">
          {(data) => (
            <>
              <AppSection factors={data} />
              <PasskeysSection />
            </>
          )}
        </QueryState>
      )}
    </AccountFrame>
  )
}
