import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../announcement/announcement.ts"
import { Button } from "./button.tsx"

interface CopyButtonProps {
  /** A function reads the text first. */
  readonly text: string | (() => Promise<string>)
  readonly label?: string
  readonly kind?: "primary" | "secondary"
}

/** Copies a text. Over plain http there is no clipboard: then the text is selected in a field for the old command. */
export const CopyButton = ({ text, label, kind = "secondary" }: CopyButtonProps) => {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      kind={kind}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onPress={async () => {
        await copyText(typeof text === "string" ? text : await text())
        setCopied(true)
        announce(t("action.copied"))
      }}
    >
      {isCopied ? t("action.copied") : (label ?? t("action.copy"))}
    </Button>
  )
}

const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement("textarea")
  field.value = text
  field.setAttribute("readonly", "")
  field.className = "visually-hidden"
  document.body.append(field)
  field.select()
  document.execCommand("copy")
  field.remove()
}
