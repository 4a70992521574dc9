import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import documentation from "../../../../../docs/webhooks.md?url"
import { useText } from "../../base/texts/text.ts"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { Tabs } from "../../widget/ui/tabs.tsx"
import styles from "./delivery-screen.module.css"
import { codeBlocks } from "./verification-code.ts"

/** Code that verifies signatures, from the documentation, where tests run it. */
export const VerificationDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({ queryKey: ["verification-code"], queryFn: readDocumentation })
  const blocks = codeBlocks(data ?? "", "## Verify it")
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Dialog title={t("webhook.verification")} isOpen onClose={onClose}>
      <p>{t("webhook.verification-hint")}</p>
      {error !== null && <ErrorState error={error} onRetry={() => refetch()} />}
      {error === null && data === undefined && <Skeleton height="320px" />}
      {data !== undefined && (
        <Tabs
          label={t("webhook.verification-language")}
          selected={chosen ?? blocks[0]?.language ?? ""}
          onSelect={setChosen}
          tabs={blocks.map(({ language, code }) => ({
            id: language,
            title: languageTitles[language] ?? language,
            content: (
              <div className={styles["code"]}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
                <pre tabIndex={0}>{code}</pre>
                <CopyButton text={code} />
              </div>
            )
          }))}
        />
      )}
    </Dialog>
  )
}

const readDocumentation = async (): Promise<string> => {
  const response = await fetch(documentation)
  if (!response.ok) throw new Error(`The documentation cannot be read: ${response.status}`)
  return response.text()
}

/** Names of programming languages are the same in every language. */
const languageTitles: Readonly<Record<string, string>> = {
  js: "JavaScript",
  python: "Python",
  java: "Java",
  go: "Go",
  php: "PHP"
}
