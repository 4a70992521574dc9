import { useState } from "react"
import documentation from "../../../../docs/webhooks.md?raw"
import { useText } from "../texts/text.ts"
import { CopyButton } from "../ui/copy-button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Tabs } from "../ui/tabs.tsx"
import styles from "./delivery-screen.module.css"
import { codeBlocks } from "./verification-code.ts"

/** Code that verifies signatures, from the documentation, where tests run it. */
export const VerificationDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const blocks = codeBlocks(documentation, "## Verify it")
  const [selected, setSelected] = useState(blocks[0]?.language ?? "")
  return (
    <Dialog title={t("webhook.verification")} isOpen onClose={onClose}>
      <p>{t("webhook.verification-hint")}</p>
      <Tabs
        label={t("webhook.verification-language")}
        selected={selected}
        onSelect={setSelected}
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
    </Dialog>
  )
}

/** Names of programming languages are the same in every language. */
const languageTitles: Readonly<Record<string, string>> = {
  js: "JavaScript",
  python: "Python",
  java: "Java",
  go: "Go",
  php: "PHP"
}
