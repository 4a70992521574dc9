import { getRouteApi } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { Screen } from "../../widget/ui/screen.tsx"
import { StartChoices } from "./start-choices.tsx"

const route = getRouteApi("/user/start")

/** The start of a project; users without any are led here. */
export const StartScreen = () => {
  const t = useText()
  const { organization } = route.useSearch()
  return (
    <Screen title={t("start.title")}>
      <p>{t("projects.empty-hint")}</p>
      <StartChoices {...(organization !== undefined && { organizationId: organization })} />
    </Screen>
  )
}
