import { useText } from "../texts/text.ts"
import { Screen } from "../ui/screen.tsx"
import { StartChoices } from "./start-choices.tsx"

/** The start of a project; users without any are led here. */
export const StartScreen = () => {
  const t = useText()
  return (
    <Screen title={t("start.title")}>
      <p>{t("projects.empty-hint")}</p>
      <StartChoices />
    </Screen>
  )
}
