import { changePreferences, usePreferences } from "../../base/preference/preference.ts"
import type { Preferences } from "../../base/preference/stored-preferences.ts"
import { type ConsoleLanguage, consoleLanguages } from "../../base/texts/console-language.ts"
import { useText } from "../../base/texts/text.ts"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

/** Theme, density, language and shortcuts; each takes effect at once. */
export const PreferencesScreen = () => {
  const t = useText()
  const { theme, density, language, singleKeys, asksMachines } = usePreferences()
  return (
    <AccountFrame title={t("preferences.title")}>
      <div className={styles["narrow"]}>
        <Select<Preferences["theme"]>
          label={t("preferences.theme")}
          value={theme}
          onChange={(value) => changePreferences({ theme: value })}
          options={[
            { value: "system", label: t("preferences.theme-system") },
            { value: "light", label: t("preferences.theme-light") },
            { value: "dark", label: t("preferences.theme-dark") }
          ]}
        />
        <Select<Preferences["density"]>
          label={t("preferences.density")}
          value={density}
          onChange={(value) => changePreferences({ density: value })}
          options={[
            { value: "comfortable", label: t("preferences.density-comfortable") },
            { value: "compact", label: t("preferences.density-compact") }
          ]}
        />
        <Select<ConsoleLanguage>
          label={t("preferences.language")}
          value={language}
          onChange={(value) => changePreferences({ language: value })}
          options={Object.entries(consoleLanguages).map(([value, { name }]) => ({
            value: value as ConsoleLanguage,
            label: name
          }))}
        />
        <Select<"on" | "off">
          label={t("preferences.single-keys")}
          value={singleKeys ? "on" : "off"}
          onChange={(value) => changePreferences({ singleKeys: value === "on" })}
          options={[
            { value: "on", label: t("preferences.on") },
            { value: "off", label: t("preferences.off") }
          ]}
        />
        <Select<"on" | "off">
          label={t("preferences.machines")}
          value={asksMachines ? "on" : "off"}
          onChange={(value) => changePreferences({ asksMachines: value === "on" })}
          options={[
            { value: "off", label: t("preferences.machines-asked") },
            { value: "on", label: t("preferences.machines-automatic") }
          ]}
        />
      </div>
    </AccountFrame>
  )
}
